// Package process starts programs so that none outlives the benchmark, and reports their CPU time.
package process

import (
	"context"
	"os/exec"
	"syscall"
	"time"
)

// Group is a command that is killed with all its child processes when the context ends: `make` alone would leave them running.
func Group(ctx context.Context, name string, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, name, arguments...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGTERM) }
	command.WaitDelay = time.Minute
	return command
}

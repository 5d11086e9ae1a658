package process

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// Running is a program in the background, such as a server; Stop must be called.
type Running struct {
	command *exec.Cmd
	log     string
	ended   chan struct{}
	err     error
}

const (
	stopGrace    = 30 * time.Second
	longestTail  = 4 << 10 // bytes
	pollInterval = 250 * time.Millisecond
)

// Start starts a command. Its standard error goes to a file, and its standard output too if it has no other destination.
func Start(command *exec.Cmd, log string) (*Running, error) {
	file, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	command.Stderr = file
	if command.Stdout == nil {
		command.Stdout = file
	}
	if command.SysProcAttr == nil {
		command.SysProcAttr = &syscall.SysProcAttr{}
	}
	// An interrupt at the terminal must reach only the benchmark, which then stops this program in order.
	command.SysProcAttr.Setpgid = true
	if err := command.Start(); err != nil {
		return nil, err
	}
	running := &Running{command: command, log: log, ended: make(chan struct{})}
	go func() {
		running.err = command.Wait()
		// A shell's job in the background ignores an interrupt, and would outlive it.
		_ = syscall.Kill(-running.PID(), syscall.SIGKILL) // usually no process is left
		close(running.ended)
	}()
	return running, nil
}

// PID is the process's id.
func (r *Running) PID() int { return r.command.Process.Pid }

// Await repeats a check until it succeeds, at most until the deadline; it fails immediately if the process has ended.
func (r *Running) Await(ctx context.Context, deadline time.Duration, what string, isSo func(context.Context) bool) error {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	for !isSo(ctx) {
		select {
		case <-r.ended:
			return fmt.Errorf("not %s: the process has ended (%v): %s", what, r.err, r.tail())
		case <-ctx.Done():
			return fmt.Errorf("not %s within %s: %w: %s", what, deadline, ctx.Err(), r.tail())
		case <-time.After(pollInterval):
		}
	}
	return nil
}

// Wait waits for the process's end, which must be successful.
func (r *Running) Wait(ctx context.Context, deadline time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	select {
	case <-r.ended:
		if r.err != nil {
			return fmt.Errorf("%s: %w: %s", filepath.Base(r.log), r.err, r.tail())
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%s has not ended within %s: %w: %s", filepath.Base(r.log), deadline, ctx.Err(), r.tail())
	}
}

// Stop interrupts the process, and kills it if it does not end; it has no effect on a process that has ended.
func (r *Running) Stop() {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		select {
		case <-r.ended:
			return
		default:
		}
		_ = syscall.Kill(-r.PID(), signal) // it may have just ended
		select {
		case <-r.ended:
		case <-time.After(stopGrace):
		}
	}
}

// tail is the end of the process's output.
func (r *Running) tail() string {
	text, err := os.ReadFile(r.log)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-longestTail):])
}

// FreePort returns an unused port of the loopback address.
func FreePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

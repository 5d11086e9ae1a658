// Package shell runs other programs and converts their failures into errors that the user can act on.
package shell

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	// deadline is that of the longest program, a build of Kubernetes with empty caches, on a machine five times slower
	// than two current cores; shorter deadlines are in the context of a program.
	deadline = 45 * time.Minute
	// outputDelay is the time for which a child of an ended program may keep its output open.
	outputDelay = 10 * time.Second
)

// tailBytes is the maximum length of a failed program's output in the error.
const tailBytes = 2000

// Command is a program to run, with its input and the file for its output.
type Command struct {
	Name  string
	Args  []string
	Dir   string   // working folder; empty: the caller's
	Env   []string // added to the caller's environment
	Input string   // standard input
	Log   string   // file that gets standard output and error; empty: none
}

// Run runs the command and returns its standard output, or an error with the end of its output.
func (c Command) Run(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, deadline, fmt.Errorf("not finished within %s", deadline))
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Name, c.Args...)
	cmd.WaitDelay = outputDelay
	cmd.Dir = c.Dir
	cmd.Env = append(os.Environ(), c.Env...)
	cmd.Stdin = strings.NewReader(c.Input)
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if c.Log != "" {
		if err := os.MkdirAll(filepath.Dir(c.Log), 0o755); err != nil {
			return "", err
		}
		file, err := os.Create(c.Log)
		if err != nil {
			return "", err
		}
		defer file.Close()
		cmd.Stdout, cmd.Stderr = file, file
	}
	err := cmd.Run()
	if err == nil {
		return out.String(), nil
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("stopped: %w", context.Cause(ctx))
	}
	printed := append(out.Bytes(), complaints.Bytes()...)
	if c.Log != "" {
		printed, _ = os.ReadFile(c.Log)
	}
	line := strings.Join(append([]string{c.Name}, c.Args...), " ")
	if len(line) > 200 {
		line = line[:200] + "..."
	}
	hint := ""
	if c.Log != "" {
		hint = " (complete output: " + c.Log + ")"
	}
	return out.String(), fmt.Errorf("%s: %w%s\n%s", line, err, hint, tail(printed))
}

// Run runs a program with arguments and returns its standard output.
func Run(ctx context.Context, name string, args ...string) (string, error) {
	return Command{Name: name, Args: args}.Run(ctx)
}

// Quiet runs a program whose failure is ignored, such as one that removes something that may not exist.
func Quiet(name string, args ...string) bool {
	return exec.Command(name, args...).Run() == nil
}

func tail(printed []byte) string {
	if len(printed) > tailBytes {
		printed = append([]byte("..."), printed[len(printed)-tailBytes:]...)
	}
	return strings.TrimSpace(string(printed))
}

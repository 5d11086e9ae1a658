package workloads

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"dev.scalelab/benchmarks/process"
)

// Lab has what all measurements share: the packaged programs, a JDK, and a folder that is removed at the end.
type Lab struct {
	root   string
	jdk    jdk
	short  bool
	folder string
}

// The server has its own core, like a pod with a limit of one; everything else shares the other core.
const (
	serverCore = "0"
	otherCore  = "1"
)

const commandDeadline = 6 * time.Minute

// NewLab prepares measurements of a checkout that Maven has packaged. Short ones take seconds, and their figures are
// meaningless: they only show that the program works.
func NewLab(root string, short bool) (*Lab, error) {
	if runtime.NumCPU() < 2 {
		return nil, errors.New("two cores are required: one for the server, one for everything else")
	}
	jdk, err := findJDK()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "scalelab-bench.")
	if err != nil {
		return nil, err
	}
	return &Lab{root: root, jdk: jdk, short: short, folder: folder}, nil
}

// Close removes the files of the measurements.
func (l *Lab) Close() error { return os.RemoveAll(l.folder) }

// Versions returns the versions of the programs that ran.
func (l *Lab) Versions(ctx context.Context) (map[string]string, error) {
	programs, err := postgresPrograms()
	if err != nil {
		return nil, err
	}
	postgres, err := output(exec.CommandContext(ctx, filepath.Join(programs, "postgres"), "--version"))
	return map[string]string{"java": l.jdk.version, "postgresql": strings.TrimPrefix(postgres, "postgres (PostgreSQL) ")}, err
}

func (l *Lab) path(parts ...string) string { return filepath.Join(l.root, filepath.Join(parts...)) }

// length is that of a measurement, or a few seconds for a trial run.
func (l *Lab) length(whole, short int) int {
	if l.short {
		return short
	}
	return whole
}

// pinned returns a command on one core, with the JDK's programs first on its PATH.
func (l *Lab) pinned(core string, environment []string, name string, arguments ...string) *exec.Cmd {
	command := exec.Command("taskset", append([]string{"-c", core, name}, arguments...)...)
	command.Env = append(os.Environ(), "PATH="+filepath.Join(l.jdk.home, "bin")+":"+os.Getenv("PATH"))
	command.Env = append(command.Env, environment...)
	command.Dir = l.folder
	return command
}

// tool runs one of the JDK's programs and returns its standard output.
func (l *Lab) tool(ctx context.Context, name string, arguments ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, commandDeadline)
	defer cancel()
	return output(process.Group(ctx, filepath.Join(l.jdk.home, "bin", name), arguments...))
}

// output runs a command and returns its standard output; the end of its error output is part of the error.
func output(command *exec.Cmd) (string, error) {
	var problems bytes.Buffer
	command.Stderr = &problems
	text, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", strings.Join(command.Args, " "), err, strings.TrimSpace(problems.String()))
	}
	return strings.TrimSpace(string(text)), nil
}

func sleepUntil(ctx context.Context, moment time.Time) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Until(moment)):
		return nil
	}
}

func median(figures []float64) float64 {
	sorted := slices.Sorted(slices.Values(figures))
	return sorted[len(sorted)/2]
}

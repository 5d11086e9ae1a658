package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"dev.scalelab/benchmarks/process"
)

// classes are benchmarks of the operator's own classes, which need no cluster. They print their figures, and fail where they judge an aim
// that is missed; nothing is written.
var classes = map[string]string{"answers": "AnswersBenchmark", "disturbances": "DisturbanceBenchmark"}

// parts are their names.
func parts() []string { return slices.Sorted(maps.Keys(classes)) }

// benchClasses runs one of them.
func (p *Project) benchClasses(ctx context.Context, commit, part string, short bool) error {
	printHead(os.Stdout, commit, now(), machine())
	arguments := []string{"-B", "-q", "-ntp", "test-compile", "surefire:test", "-pl", "operator", "-Dtest=" + classes[part]}
	if short {
		arguments = append(arguments, "-Ddisturbance.experiments=1")
	}
	if err := p.show(ctx, time.Hour, "mvn", arguments...); err != nil {
		return fmt.Errorf("%s: %w", part, err)
	}
	return nil
}

// show runs a command in the project's folder, whose output is that of this program.
func (p *Project) show(ctx context.Context, deadline time.Duration, name string, arguments ...string) error {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	command := process.Group(ctx, name, arguments...)
	command.Dir, command.Env = p.Root, append(os.Environ(), "CLUSTER=embedded")
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command.Run()
}

// Command benchmarks measures ScaleLab itself on the embedded cluster: how long `make demo` takes and where the time goes,
// what the operator needs, how large the images are, what one application server does. It prints the figures and writes
// them as JSON beside itself.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// Report is one run of the benchmark. Times are in seconds, memory in MiB, CPU in cores. Failed has each part that could not be
// measured, and why.
type Report struct {
	Date       string            `json:"date"`
	Commit     string            `json:"commit"`
	Failed     []string          `json:"failed,omitempty"`
	Machine    map[string]string `json:"machine"`
	Versions   map[string]string `json:"versions"`
	Cold       Demo              `json:"coldDemo,omitzero"`
	Warm       Demo              `json:"warmDemo,omitzero"`
	Experiment Experiment        `json:"experiment,omitzero"`
	Operator   Operator          `json:"operator,omitzero"`
	Images     map[string]int    `json:"imageMiB"`
}

func main() {
	cold := flag.Bool("cold", true, "measure `make demo` of a fresh clone with empty caches too (half an hour more)")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: make bench [COLD=no]")
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := run(ctx, *cold); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, cold bool) error {
	root, err := filepath.Abs("../..")
	if err != nil {
		return err
	}
	project := Project{Root: root}
	report := Report{Date: time.Now().UTC().Format(time.RFC3339), Machine: machine()}
	if report.Commit, err = project.output(ctx, "git", "describe", "--always", "--dirty"); err != nil {
		return err
	}
	report.measure(ctx, &project, cold)
	report.print(os.Stdout)
	if report.Cold.Seconds+report.Warm.Seconds > 0 {
		err = report.write(filepath.Join(root, "config", "benchmarks"))
	}
	if len(report.Failed) > 0 {
		err = errors.Join(err, errors.New("not everything could be measured"))
	}
	return err
}

// measure fills the report. The parts after the demos look at what the warm one left, each for itself.
func (r *Report) measure(ctx context.Context, project *Project, cold bool) {
	failed := func(part string, err error) bool {
		if err != nil {
			r.Failed = append(r.Failed, part+": "+err.Error())
		}
		return err != nil
	}
	var err error
	if cold {
		r.Cold, err = project.coldDemo(ctx)
		failed("cold demo", err)
	}
	if failed("filling the caches", project.cacheAndTakeDown(ctx)) {
		return
	}
	watch := newWatch(project)
	if r.Warm, err = project.demo(ctx, project.Root, os.Environ(), watch); failed("warm demo", err) {
		return
	}
	r.Experiment, err = project.experiment(ctx, watch)
	failed("experiment", err)
	r.Operator, err = project.operator(ctx, watch)
	failed("operator", err)
	r.Images, err = project.images(ctx)
	failed("images", err)
	r.Versions, err = project.versions(ctx)
	failed("versions", err)
}

// write does not put a report with holes in the place of a whole one.
func (r Report) write(folder string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	name := r.Date[:10] + "-" + r.Commit
	if len(r.Failed) > 0 {
		name += "-incomplete"
	}
	path := filepath.Join(folder, name+".json")
	fmt.Println("\nwritten to", path)
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

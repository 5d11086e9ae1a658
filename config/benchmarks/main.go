// Command benchmarks measures ScaleLab itself on the embedded cluster: how long `make demo` takes and where the time goes,
// what the operator needs, how large the images are, what one application server does. It prints the figures and writes
// them as JSON beside itself.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

// Report is one run of the benchmark. Times are in seconds, memory in MiB, CPU in cores.
type Report struct {
	Date       string            `json:"date"`
	Commit     string            `json:"commit"`
	Machine    map[string]string `json:"machine"`
	Versions   map[string]string `json:"versions"`
	Cold       *Demo             `json:"coldDemo,omitempty"`
	Warm       Demo              `json:"warmDemo"`
	Experiment Experiment        `json:"experiment"`
	Operator   Operator          `json:"operator"`
	Images     map[string]int    `json:"imageMiB"`
}

func main() {
	cold := flag.Bool("cold", false, "also measure `make demo` of a fresh clone with empty caches (half an hour more)")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: make bench [COLD=yes]")
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
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
	if cold {
		demo, err := project.coldDemo(ctx)
		if err != nil {
			return err
		}
		report.Cold = &demo
	}
	if err := project.cacheAndTakeDown(ctx); err != nil {
		return err
	}
	watch := newWatch(&project)
	if report.Warm, err = project.demo(ctx, root, os.Environ(), watch); err != nil {
		return err
	}
	if report.Experiment, err = project.experiment(ctx, watch); err != nil {
		return err
	}
	if report.Operator, err = project.operator(ctx, watch); err != nil {
		return err
	}
	if report.Images, err = project.images(ctx); err != nil {
		return err
	}
	if report.Versions, err = project.versions(ctx); err != nil {
		return err
	}
	report.print(os.Stdout)
	return report.write(filepath.Join(root, "config", "benchmarks"))
}

func (r Report) write(folder string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	path := filepath.Join(folder, r.Date[:10]+"-"+r.Commit+".json")
	fmt.Println("\nwritten to", path)
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

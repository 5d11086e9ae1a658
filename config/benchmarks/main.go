// Command benchmarks measures ScaleLab itself. On the embedded cluster: the duration of `make demo` and its parts,
// the operator's resources, the sizes of the images, the throughput of one application server. Without a cluster: the resources
// of its workloads and its load generator. It prints the figures and writes them as JSON to its folder.
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
	"slices"
	"strings"
	"syscall"
	"time"

	"dev.scalelab/benchmarks/workloads"
)

// Report is one run of the benchmark on a cluster. Times are in seconds, memory in MiB, CPU in cores. Failed lists each part that could not be
// measured, with the reason.
type Report struct {
	Date       string            `json:"date"`
	Commit     string            `json:"commit"`
	Failed     []string          `json:"failed,omitempty"`
	Machine    map[string]string `json:"machine"`
	Versions   map[string]string `json:"versions"`
	Cold       Demo              `json:"coldDemo,omitzero"`
	Warm       Demo              `json:"warmDemo,omitzero"`
	Experiment Experiment        `json:"experiment,omitzero"`
	Sweep      Experiment        `json:"sweep,omitzero"`
	Operator   Operator          `json:"operator,omitzero"`
	Crowd      Crowd             `json:"crowd,omitzero"`
	Soak       Soak              `json:"soak,omitzero"`
	Search     Search            `json:"search,omitzero"`
	Scale      []Scale           `json:"scale,omitempty"`
	Images     map[string]int    `json:"imageMiB,omitempty"`
}

func main() {
	cold := flag.Bool("cold", true, "also measure `make demo` of a fresh clone with empty caches (takes half an hour more)")
	only := flag.String("only", "", "only measure one of "+strings.Join(choices, ", ")+"; "+strings.Join(workloads.Parts, ", ")+" are parts of workloads, each with a report of its own; "+strings.Join(experiments, ", ")+", scale, "+strings.Join(parts(), " and ")+" are not included by default; the last two are printed but not written")
	short := flag.Bool("short", false, "trial run without the demo: takes minutes instead of an hour, results are printed but not written")
	minutes := flag.Int("minutes", 0, "duration of the soak (0: 60), or of each of the two parts of scale at most (0: 20)")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: make bench [ONLY=...] [COLD=no] [SHORT=yes] [MINUTES=...]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *only != "" && !slices.Contains(choices, *only) {
		fmt.Fprintf(os.Stderr, "bench: ONLY must be one of %s, not %s\n", strings.Join(choices, ", "), *only)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := run(ctx, *only, *cold, *short, *minutes); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// experiments are the parts that run experiments on the local cluster; they are not included by default.
var experiments = []string{"operator", "crowd", "soak", "sweep", "search"}

// choices are the parts that can be measured separately.
var choices = slices.Concat([]string{"demo", "workloads", "scale"}, parts(), experiments, workloads.Parts)

func run(ctx context.Context, only string, cold, short bool, minutes int) error {
	root, err := filepath.Abs("../..")
	if err != nil {
		return err
	}
	project := Project{Root: root, minutes: minutes}
	commit, err := project.output(ctx, "git", "describe", "--always", "--dirty")
	if err != nil {
		return err
	}
	if slices.Contains(experiments, only) {
		return project.benchExperiments(ctx, commit, only, short)
	}
	if slices.Contains(parts(), only) {
		return project.benchClasses(ctx, commit, only, short)
	}
	switch only {
	case "demo":
		return project.benchDemo(ctx, commit, cold)
	case "":
		// The demos must start without a cluster, and a running cluster would affect the figures of the workloads.
		if _, err := project.output(ctx, "make", "-s", "cluster-down"); err != nil {
			return err
		}
		return errors.Join(project.benchWorkloads(ctx, commit, "", short), project.benchDemo(ctx, commit, cold))
	case "workloads":
		return project.benchWorkloads(ctx, commit, "", short)
	case "scale":
		return project.benchScale(ctx, commit, short)
	default:
		return project.benchWorkloads(ctx, commit, only, short)
	}
}

// benchDemo measures on the cluster.
func (p *Project) benchDemo(ctx context.Context, commit string, cold bool) error {
	report := Report{Date: now(), Commit: commit, Machine: machine()}
	report.measure(ctx, p, cold)
	report.print(os.Stdout)
	var err error
	if report.Cold.Seconds+report.Warm.Seconds > 0 {
		err = p.write(report.Date[:10]+"-"+commit, report.Failed, report)
	}
	return errors.Join(err, incomplete(report.Failed))
}

func incomplete(failed []string) error {
	if len(failed) > 0 {
		return errors.New("some parts could not be measured")
	}
	return nil
}

func now() string { return time.Now().UTC().Format(time.RFC3339) }

// measure fills the report. The parts after the demos use the cluster that the warm demo left, independently of each other.
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
	r.Experiment, err = project.experiment(ctx, "small", watch)
	failed("experiment", err)
	r.Operator, err = project.operator(ctx, watch)
	failed("operator", err)
	r.Images, err = project.images(ctx)
	failed("images", err)
	r.Versions, err = project.versions(ctx)
	failed("versions", err)
}

// write does not replace a complete report by an incomplete one.
func (p *Project) write(name string, failed []string, report any) error {
	text, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	if len(failed) > 0 {
		name += "-incomplete"
	}
	path := filepath.Join(p.Root, "config", "benchmarks", name+".json")
	fmt.Println("\nwritten to", path)
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

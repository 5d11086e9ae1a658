package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dev.scalelab/benchmarks/workloads"
)

// Scale is what the operator's own classes cost on the simulated cluster, in real time. The operator's ScaleBenchmark prints it.
type Scale struct {
	What             string  `json:"what"`
	Experiments      int     `json:"experiments"`
	Ended            int     `json:"ended"`
	Trials           string  `json:"trials"` // of the first experiment, such as 2000/2000
	Seconds          float64 `json:"seconds"`
	SimulatedHours   float64 `json:"hours"`
	Reconciliations  int     `json:"reconciliations"`
	P50Millis        float64 `json:"p50Millis"`
	P99Millis        float64 `json:"p99Millis"`
	MaxMillis        float64 `json:"maxMillis"`
	Writes           int     `json:"writes"`
	Requests         int     `json:"requests"`
	OperatorMiB      float64 `json:"operatorMiB"`
	StatusBytes      int     `json:"statusBytes"`
	TrialStatusBytes int     `json:"trialStatusBytes"`
}

// Both benchmarks together end within this.
const scaleDeadline = time.Hour

// benchScale needs no cluster.
func (p *Project) benchScale(ctx context.Context, commit string, short bool) error {
	report := Report{Date: now(), Commit: commit, Machine: machine()}
	var err error
	if report.Versions, err = p.chosenVersions(); err != nil {
		return err
	}
	if report.Scale, err = p.simulated(ctx, short); err != nil {
		report.Failed = append(report.Failed, "scale: "+err.Error())
	}
	report.print(os.Stdout)
	if short {
		return incomplete(report.Failed)
	}
	return errors.Join(p.write(report.Date[:10]+"-"+commit+"-scale", report.Failed, report), incomplete(report.Failed))
}

// simulated measures one large experiment, and many at once.
func (p *Project) simulated(ctx context.Context, short bool) ([]Scale, error) {
	folder, err := os.MkdirTemp("", "scalelab-scale.")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "report")
	arguments := []string{"-B", "-q", "-ntp", "test-compile", "surefire:test", "-pl", "operator", "-Dtest=ScaleBenchmark", "-Dsimulation.report=" + file}
	if p.minutes > 0 {
		arguments = append(arguments, fmt.Sprintf("-Dsimulation.minutes=%d", p.minutes))
	}
	if short {
		arguments = append(arguments, "-Dsimulation.configurations=40", "-Dsimulation.rounds=2", "-Dsimulation.experiments=10")
	}
	_, failed := p.outputWithin(ctx, scaleDeadline, "mvn", arguments...)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, errors.Join(failed, err)
	}
	scales, err := readScales(string(text))
	return scales, errors.Join(failed, err)
}

// readScales reads one benchmark from each line.
func readScales(text string) ([]Scale, error) {
	var scales []Scale
	for line := range strings.Lines(text) {
		var scale Scale
		if err := json.Unmarshal([]byte(line), &scale); err != nil {
			return scales, err
		}
		scales = append(scales, scale)
	}
	return scales, nil
}

func printScales(out io.Writer, scales []Scale) {
	row := func(name string, format string, figures ...any) { workloads.Row(out, name, format, figures...) }
	for _, scale := range scales {
		what := scale.What
		if scale.Ended < scale.Experiments {
			what += ", not finished"
		}
		row(what, "%d of %d ended, the first has %s trials, after %.1f simulated hours (%.0f s)",
			scale.Ended, scale.Experiments, scale.Trials, scale.SimulatedHours, scale.Seconds)
		row(fmt.Sprintf("  %d reconciliations", scale.Reconciliations), "p50 %.1f ms, p99 %.1f ms, longest %.0f ms; %d requests, %d of them writes",
			scale.P50Millis, scale.P99Millis, scale.MaxMillis, scale.Requests, scale.Writes)
		row("  operator", "%.0f MiB of heap; status %d KiB, of a trial %d KiB",
			scale.OperatorMiB, scale.StatusBytes/1024, scale.TrialStatusBytes/1024)
	}
}

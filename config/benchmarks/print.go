package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"dev.scalelab/benchmarks/workloads"
)

// printHead prints the header of every report.
func printHead(out io.Writer, commit, date string, machine map[string]string) {
	fmt.Fprintf(out, "\nScaleLab %s, %s\n", commit, date)
	for _, key := range slices.Sorted(maps.Keys(machine)) {
		workloads.Row(out, key, "%s", machine[key])
	}
}

func printFailed(out io.Writer, failed []string) {
	for _, part := range failed {
		workloads.Row(out, "failed", "%s", part)
	}
}

func (r Report) print(out io.Writer) {
	defer r.printCrowd(out)
	row := func(name string, format string, figures ...any) { workloads.Row(out, name, format, figures...) }
	printHead(out, r.Commit, r.Date, r.Machine)
	demo := func(name string, demo Demo) {
		row("make demo, "+name, "%.0f s, verdict %s", demo.Seconds, demo.Verdict)
		for _, part := range demo.Parts {
			row("  "+part.Name, "%.1f s", part.Seconds)
		}
	}
	if r.Cold.Seconds > 0 {
		demo("cold", r.Cold)
	}
	if r.Warm.Seconds > 0 {
		demo("warm (aim 300 s)", r.Warm)
	}
	times := func(name string, aim int, experiment Experiment) {
		row(name, "%.0f s", experiment.Seconds)
		row(fmt.Sprintf("  in measured windows (aim %d %%)", aim), "%.0f s, %.0f %%", experiment.MeasuredSeconds, experiment.MeasuredPercent)
		for _, trial := range experiment.Trials {
			row("  "+trial.Trial, "testbed %.0f s, reset %.0f s, load %.0f s (%.0f s measured), audit %.0f s",
				trial.Testbed, trial.Reset, trial.Load, trial.Measured, trial.Judge)
		}
		row("  peaks", "%.1f /s", experiment.PeaksPerSecond)
	}
	if r.Sweep.MeasuredPercent > 0 {
		times("the sweep", 80, r.Sweep)
	}
	if found := r.Search; found.Search.Steps > 0 {
		row("capacity of one server, searched for", "%.1f/s, %d steps, %.0f s", found.Search.CapacityPerSecond, found.Search.Steps, found.Search.Seconds)
		row("  by a ladder of the same resolution", "%.1f/s, %d steps, %.0f s", found.Ladder.CapacityPerSecond, found.Ladder.Steps, found.Ladder.Seconds)
		if found.Ladder.Steps > 0 {
			row("  of the ladder (aim 33 %, 33 %, 5 %)", "%.0f %% of its steps, %.0f %% of its time, capacity %.1f %% apart",
				100*float64(found.Search.Steps)/float64(found.Ladder.Steps), 100*found.Search.Seconds/found.Ladder.Seconds,
				100*math.Abs(found.Search.CapacityPerSecond/found.Ladder.CapacityPerSecond-1))
		}
	}
	if r.Experiment.MeasuredPercent > 0 {
		times("the experiment", 60, r.Experiment)
	}
	if r.Experiment.ServerStartSeconds > 0 {
		row("application server, start to ready", "%.0f s", r.Experiment.ServerStartSeconds)
		row("requests/s of one server per core", "%.0f", r.Experiment.RequestsPerCoreSecond)
	}
	if r.Operator.RSSMiBIdle > 0 {
		row("operator, start to ready", "%.0f s (%.1f s by its own log)", r.Operator.StartToReadySeconds, r.Operator.StartSecondsByItsLog)
		row("operator, resident idle (aim 100 MiB)", "%.0f MiB", r.Operator.RSSMiBIdle)
		row("operator, CPU idle", "%.3f cores", r.Operator.CPUIdle)
	}
	if r.Operator.RSSMiBDuringMost > 0 {
		row("operator, resident during an experiment", "%.0f MiB, at most %.0f MiB", r.Operator.RSSMiBDuringMedian, r.Operator.RSSMiBDuringMost)
		row("operator, CPU during an experiment", "%.3f cores", r.Operator.CPUDuring)
	}
	if passes := r.Operator.Passes; passes.Passes > 0 {
		row("API calls of a pass (aim 2)", "%.1f (%.0f calls, %.0f passes, %.0f steps measured)",
			passes.CallsPerPass, passes.Calls, passes.Passes, passes.Steps)
		row("a pass (aim p99 50 ms)", "p50 %.0f ms, p99 %.0f ms", passes.P50Millis, passes.P99Millis)
	}
	if many := r.Operator.Many; many.Experiments > 0 {
		row(fmt.Sprintf("operator, resident with %d finished experiments (aim 120 MiB)", many.Kept), "%.0f MiB", many.RSSMiBWithKept)
		row(fmt.Sprintf("operator, resident after %d experiments (aim 110 MiB)", many.Experiments), "%.0f MiB", many.RSSMiBAfter)
	}
	printScales(out, r.Scale)
	for _, name := range slices.Sorted(maps.Keys(r.Images)) {
		row("image "+name, "%d MiB", r.Images[name])
	}
	printFailed(out, r.Failed)
}

func (r Report) printCrowd(out io.Writer) {
	row := func(name string, format string, figures ...any) { workloads.Row(out, name, format, figures...) }
	cost := func(name string, cost Cost) {
		row(name, "%.4f cores, %.2f API calls/s, %.0f MiB", cost.Cores, cost.CallsPerSecond, cost.RSSMiB)
	}
	if crowd := r.Crowd; crowd.Waiting > 0 {
		cost("operator without experiments", crowd.None)
		cost(fmt.Sprintf("%d wait for nodes (aim 0.01 cores, 1 call/s)", crowd.Waiting), crowd.ForNodes)
		row("  one that is measured, alone", "%.0f s, p95 %.1f ms", crowd.AloneSeconds, crowd.AloneP95Millis)
		row("  with those that wait for its nodes", "%.0f s, p95 %.1f ms", crowd.BesideSeconds, crowd.BesideP95Millis)
		cost(fmt.Sprintf("one of %d configurations is measured", crowd.Configurations), crowd.Large)
		cost(fmt.Sprintf("%d nodes, %d finished (aim 160 MiB)", crowd.Nodes, crowd.Finished), crowd.Kept)
		row("  restarts", "%d", crowd.Restarts)
	}
	if soak := r.Soak; soak.Measured > 0 {
		row("soak", "%.0f minutes, %d waiting, %d finished, %d measured, %d not passed", soak.Minutes, soak.Waiting, soak.Finished, soak.Measured, soak.NotPassed)
		row("  operator", "%d restarts, %.0f MiB, later %.0f, at most %.0f, %.3f cores, %d errors in its log",
			soak.Restarts, soak.RSSFirst, soak.RSSLast, soak.RSSMost, soak.Cores, len(soak.LogErrors))
	}
}

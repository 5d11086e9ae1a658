package archive

import (
	"fmt"
	"math"
	"slices"

	"dev.scalelab/plugin/internal/histogram"
	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/operator"
	"github.com/HdrHistogram/hdrhistogram-go"
)

// ofSearch checks a row against the rounds of its trial, and each round against its runs. Where between two loads a search puts the capacity
// is not calculated again. A whole step of the search is measured for a number of seconds.
func (c *Checks) ofSearch(row *model.Row, trial *model.Trial, histograms map[string]map[string]string, whole int) {
	var capacities, logarithms, loads []float64
	var reporting []*model.Run
	steps, saturated := 0, true
	for _, round := range trial.Status.Result.Rounds {
		at := slices.IndexFunc(trial.Status.Searched, func(one model.SearchRound) bool { return one.Round == round.Round })
		if at < 0 {
			c.Wrong = append(c.Wrong, fmt.Sprintf("%s, round %d: its search is not in the trial", row.Name, round.Round))
			return
		}
		found := trial.Status.Searched[at]
		saturated = saturated && found.Saturated != nil && *found.Saturated
		for _, run := range trial.ValidOf(round.Round) {
			steps += len(run.Steps)
		}
		if run := c.ofRound(fmt.Sprintf("%s, round %d: ", row.Name, round.Round), trial, round, found, whole); run != nil {
			reporting, loads = append(reporting, run), append(loads, load(run))
		}
		if round.Capacity != nil {
			capacities = append(capacities, *round.Capacity)
		}
		if found.Level != nil {
			logarithms = append(logarithms, math.Log(*found.Level))
		}
	}
	c.capacityOf(row, capacities, len(trial.Status.Result.Rounds))
	if row.Saturated != nil && *row.Saturated != saturated {
		c.Wrong = append(c.Wrong, fmt.Sprintf("%s: saturated is %v, and %v by its rounds", row.Name, *row.Saturated, saturated))
	}
	if row.Search != nil {
		c.same(row.Name+": steps of its search", float64(row.Search.Steps), float64(steps))
		if row.Search.Level != nil && len(logarithms) > 0 {
			c.same(row.Name+": level of its search", *row.Search.Level, math.Exp(mean(logarithms)))
		}
	}
	if len(reporting) == len(trial.Status.Result.Rounds) {
		c.reported(row, reporting, histograms)
		c.ofLoad(row.Name, row.Search, loads)
		c.ofLoad(trial.Metadata.Name, trial.Status.Result.Search, loads)
	}
	c.NotKnown = append(c.NotKnown, row.Name+": where between two loads its search puts the capacity")
}

// capacityOf is the mean over the rounds that found one, if these are the majority.
func (c *Checks) capacityOf(row *model.Row, capacities []float64, rounds int) {
	found := 2*len(capacities) > rounds
	switch {
	case found != row.Capacity.Known():
		c.Wrong = append(c.Wrong, fmt.Sprintf("%s: capacityPerSecond is %s, and %d of %d rounds found one", row.Name, row.Capacity, len(capacities), rounds))
	case found:
		c.same(row.Name+": capacityPerSecond", row.Capacity.Value, mean(capacities))
	}
}

// ofRound checks a round, and returns the run whose response times it reports; nil if that is not known.
func (c *Checks) ofRound(of string, trial *model.Trial, round model.Round, found model.SearchRound, whole int) *model.Run {
	runs := trial.ValidOf(round.Round)
	if len(runs) == 0 || slices.ContainsFunc(runs, func(run *model.Run) bool { return len(run.Steps) == 0 || len(run.Steps) > operator.MaxStepsOfASearch }) {
		c.Wrong = append(c.Wrong, of+fmt.Sprintf("it needs valid runs with 1 to %d steps each", operator.MaxStepsOfASearch))
		return nil
	}
	low, high, peak := math.Inf(1), 0.0, 0.0
	for _, run := range runs {
		for _, step := range run.Steps {
			low, high, peak = math.Min(low, step.Target.Level()), math.Max(high, step.Target.Level()), math.Max(peak, step.Mix)
		}
	}
	if level := found.Level; level != nil && (*level < low/operator.Inverted || *level > high*operator.Inverted) {
		c.Wrong = append(c.Wrong, fmt.Sprintf("%slevel %s is outside of the loads that were measured, %s to %s", of, model.Number(*level), model.Number(low), model.Number(high)))
	}
	if trial.Status.Result.Search.Model == "Open" { // of a closed one, throughput is interpolated
		c.either(of+"capacityPerSecond", round.Capacity, found.Level)
	}
	if round.Capacity != nil {
		peak = math.Max(peak, *round.Capacity)
	}
	if round.Peak != nil {
		c.same(of+"peakPerSecond", *round.Peak, peak)
	}
	run := reportedRun(runs, found.Level, whole)
	if c.Done++; !round.Reports(run.Steps[0]) {
		c.Wrong = append(c.Wrong, fmt.Sprintf("%sits mean, p95 and number of transactions are not those of run %d, whose load is the one to report", of, run.Number))
	}
	return run
}

// either compares two figures of which one, or both, may be absent.
func (c *Checks) either(what string, claimed, found *float64) {
	switch {
	case claimed != nil && found != nil:
		c.same(what, *claimed, *found)
	case claimed != nil || found != nil:
		c.Wrong = append(c.Wrong, what+" and the level of its search must be both known, or both absent")
	}
}

// reported checks the errors and percentiles of a row, which are those of one run of each round together.
func (c *Checks) reported(row *model.Row, runs []*model.Run, histograms map[string]map[string]string) {
	var completed, failed int64
	var merged []*hdrhistogram.Histogram
	for _, run := range runs {
		step := run.Steps[0]
		completed, failed = completed+step.Counts.Completed, failed+step.Counts.Failed
		if one, err := histogram.Step(histograms[run.Histograms], step.Step); err == nil && one != nil {
			merged = append(merged, one)
		}
	}
	if row.Errors.Known() && completed+failed > 0 {
		c.same(row.Name+": errorPercent", row.Errors.Value, 100*float64(failed)/float64(completed+failed))
	}
	if len(merged) == len(runs) && len(merged) > 0 {
		c.percentiles(row, histogram.Merge(merged))
	}
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, value := range values {
		sum += value
	}
	return sum / float64(len(values))
}

package report

import (
	"fmt"
	"slices"

	"dev.scalelab/plugin/internal/model"
)

// meanings of the remarks on figures of configurations, and of notes on searches.
var meanings = []struct{ code, text string }{
	{"OneRound", "one round, so no intervals: nothing is known of chance"},
	{"TooFewTransactions", "fewer than 10 transactions are beyond a percentile, which has no interval"},
	{"PeakNotReached", "it did all of its load, so its peak is, or may be, higher, and is not compared"},
	{"NotSteady", "the step of the figures changed while it was measured, in two rounds or more or in the only one"},
	{"SameServers", "its rounds had the same servers, so that intervals do not contain how much servers differ"},
	{"NotSaturated", "the highest load of the search met every objective: the capacity is at least that"},
	{"BelowMin", "the lowest load of the search missed an objective"},
	{"NonMonotonic", "a load failed twice although one 10 % above it passed twice; the lower one counts"},
	{"FlatObjective", "the response time hardly depends on the load near its limit, so the capacity depends much on chance"},
	{"ToleranceNotShown", "the noise of one step, or one user more, moves the capacity by more than the tolerance"},
	{"NotConverged", "the search ended after its maximum of runs"},
	{"EndedEarly", "the experiment was ended in the first round: the capacity is at least the highest load that met every objective"},
}

// remarks are the meanings of the remarks and notes that a page has.
func remarks(e *model.Experiment) []string {
	var found []string
	for _, one := range meanings {
		if slices.ContainsFunc(e.Measured(), func(row *model.Row) bool {
			return slices.Contains(row.Notes, one.code) || row.Search != nil && slices.Contains(row.Search.Notes, one.code)
		}) {
			found = append(found, one.code+": "+one.text+".")
		}
	}
	if slices.ContainsFunc(e.Measured(), func(row *model.Row) bool {
		return row.Search != nil && row.Search.Reported != nil && row.Capacity.Known()
	}) {
		found = append(found, "The capacity of a search is estimated between loads that were measured; percentiles and errors are those of the load in the column “of step”.")
	}
	return found
}

// unsteady are the verdicts on whether the measured part of a step was steady, besides Steady.
var unsteady = []struct{ code, text string }{
	{"NotJudged", "less than 40 s were measured, or too few transactions, to see whether the step was steady; the run counts"},
	{"Unclear", "whether the step was steady cannot be told from its measured part; the run counts"},
	{"NotSteady", "the step became faster or slower while it was measured"},
}

// judgements are the meanings of the verdicts that a page has.
func judgements(in Input) []string {
	var found []string
	for _, one := range unsteady {
		if slices.ContainsFunc(in.Trials, func(trial *model.Trial) bool { return hasVerdict(trial, one.code) }) {
			found = append(found, fmt.Sprintf("%s: %s.", one.code, one.text))
		}
	}
	return found
}

func hasVerdict(trial *model.Trial, verdict string) bool {
	for _, run := range trial.Status.Runs {
		for _, step := range run.Steps {
			if step.Steady != nil && step.Steady.Verdict == verdict {
				return true
			}
		}
	}
	return false
}

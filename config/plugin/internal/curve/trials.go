package curve

import (
	"io"
	"slices"
	"strings"
	"time"

	"dev.scalelab/plugin/internal/model"
)

// TrialTables are the parts of trials that can be written as CSV, by name.
var TrialTables = map[string]func(io.Writer, []*model.Trial) error{"rounds": rounds, "steps": steps}

var trialHead = []string{"trial", "variant", "factors", "replicas"}

// identity has the columns by which a row is found among the configurations.
func identity(t *model.Trial) []string {
	configuration := model.Configuration{Variant: t.Spec.Variant, Factors: t.Spec.Factors, Replicas: t.Spec.Replicas}
	return []string{t.Metadata.Name, configuration.Variant, configuration.FactorText(), whole(configuration.Replicas)}
}

// rounds has a row for each round of each trial that has ended, with what a search found in it.
func rounds(to io.Writer, trials []*model.Trial) error {
	head := append(slices.Clone(trialHead), "round", "validRuns", "peakPerSecond", "capacityPerSecond", "meanMillis", "p95Millis", "searchLevel", "searchSaturated", "searchNotes")
	var rows [][]string
	for _, trial := range trials {
		figures, found := map[int]model.Round{}, map[int]model.SearchRound{}
		var numbers []int
		if trial.Status.Result != nil {
			for _, round := range trial.Status.Result.Rounds {
				figures[round.Round] = round
				numbers = append(numbers, round.Round)
			}
		}
		for _, round := range trial.Status.Searched {
			found[round.Round] = round
			numbers = append(numbers, round.Round)
		}
		slices.Sort(numbers)
		for _, number := range slices.Compact(numbers) {
			figure, search := figures[number], found[number]
			rows = append(rows, append(identity(trial), whole(number), whole(len(trial.ValidOf(number))), decimal(figure.Peak), decimal(figure.Capacity),
				decimal(figure.Mean), decimal(figure.P95), decimal(search.Level), truth(search.Saturated), strings.Join(search.Notes, " ")))
		}
	}
	return lines(to, head, rows)
}

// steps has a row for each measured step of each run, those of invalid runs included, with the reason.
func steps(to io.Writer, trials []*model.Trial) error {
	head := append(slices.Clone(trialHead), "round", "run", "phase", "step", "from", "seconds", "targetPerSecond", "targetUsers", "completed", "failed",
		"throughputPerSecond", "mixPerSecond", "errorPercent", "meanMillis", "p50Millis", "p90Millis", "p95Millis", "p99Millis", "maxMillis", "objectivesMet",
		"hostCpuPercent", "fullestHostCpuPercent", "reason", "message")
	var rows [][]string
	for _, trial := range trials {
		for _, run := range trial.Status.Runs {
			for _, step := range run.Steps {
				rows = append(rows, append(append(identity(trial), round(run), whole(run.Number), run.Phase), measured(run, step)...))
			}
		}
	}
	return lines(to, head, rows)
}

// round is empty of a run whose plan is not known.
func round(run *model.Run) string {
	if run.Plan.Repetition == 0 {
		return ""
	}
	return whole(run.Plan.Repetition)
}

func measured(run *model.Run, step *model.Step) []string {
	from := ""
	if step.Window.From != nil {
		from = step.Window.From.UTC().Format(time.RFC3339Nano)
	}
	line := []string{whole(step.Step), from, decimal(&step.Window.Seconds), decimal(step.Target.PerSecond), optional(step.Target.Users), whole(step.Counts.Completed),
		whole(step.Counts.Failed), decimal(&step.Throughput), decimal(&step.Mix), decimal(&step.ErrorPercent)}
	times := step.ResponseTimes
	for _, millis := range []*float64{times.Mean, times.P50, times.P90, times.P95, times.P99, times.Max} {
		line = append(line, decimal(millis))
	}
	var hosts, fullest *float64
	if step.Evidence != nil {
		hosts, fullest = step.Evidence.HostCPU, step.Evidence.FullestHost
	}
	reason, message := "", ""
	switch {
	case step.Invalid != nil:
		reason, message = step.Invalid.Reason, step.Invalid.Message
	case run.Phase == "Invalid":
		reason, message = run.Reason, run.Message
	}
	return append(line, truth(step.ObjectivesMet), decimal(hosts), decimal(fullest), reason, message)
}

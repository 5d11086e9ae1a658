package curve

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"dev.scalelab/plugin/internal/model"
)

// Steps is a table of the steps that trials have recorded so far, the last ones if a number is given; empty without one. It is for
// configurations that have no result yet.
func Steps(e *model.Experiment, trials []*model.Trial, last int) string {
	var rows []string
	for _, trial := range trials {
		name := strings.TrimPrefix(trial.Metadata.Name, e.Metadata.Name+"-")
		for _, run := range trial.Status.Runs {
			for _, step := range run.Steps {
				rows = append(rows, strings.Join(append([]string{name, orDash(round(run)), whole(run.Number)}, progressed(run, step)...), "\t"))
			}
		}
	}
	if len(rows) == 0 {
		return ""
	}
	title, without := "steps so far", "whose configurations have no result yet"
	if e.Finished() {
		title, without = "steps", "whose configurations have no result"
	}
	if last > 0 && len(rows) > last {
		title = fmt.Sprintf("the last %d of %d steps so far", last, len(rows))
		rows = rows[len(rows)-last:]
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s:\n", title, without)
	table := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, "CONFIGURATION\tROUND\tRUN\tSTEP\tLOAD\tCOMPLETED/s\tP50 ms\tP95 ms\tERRORS %\tOBJECTIVES\tREMARK")
	for _, row := range rows {
		fmt.Fprintln(table, row)
	}
	table.Flush()
	return b.String()
}

func progressed(run *model.Run, step *model.Step) []string {
	objectives, remark := "-", ""
	if step.ObjectivesMet != nil {
		objectives = map[bool]string{true: "met", false: "missed"}[*step.ObjectivesMet]
	}
	switch {
	case step.Invalid != nil:
		remark = "invalid: " + step.Invalid.Reason
	case run.Phase == "Invalid":
		remark = "invalid: " + run.Reason
	}
	millis := func(value *float64) string {
		if value == nil {
			return "-"
		}
		return model.Number(*value)
	}
	return []string{whole(step.Step), step.Load(), model.Number(step.Throughput), millis(step.ResponseTimes.P50), millis(step.ResponseTimes.P95),
		model.Number(step.ErrorPercent), objectives, remark}
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

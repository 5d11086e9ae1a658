package report

import (
	"fmt"

	"dev.scalelab/plugin/internal/model"
)

// attempt is a load that a search tried, and what it made of it: "met", "missed" or "invalid". An invalid run may not have measured its
// step, which is nil then.
type attempt struct {
	run    *model.Run
	step   *model.Step
	load   model.Target
	judged string
}

func attempts(runs []*model.Run) []attempt {
	var found []attempt
	for _, run := range runs {
		found = append(found, attemptsOf(run)...)
	}
	return found
}

// attemptsOf has an attempt for each step of a run; none of a run that has not ended, or whose load is not known.
func attemptsOf(run *model.Run) []attempt {
	if run.Phase != "Invalid" && run.Phase != "Valid" {
		return nil
	}
	var found []attempt
	for _, step := range run.Steps {
		if step.Target.Level() > 0 {
			found = append(found, attempt{run, step, step.Target, judgement(run, step)})
		}
	}
	if len(run.Steps) == 0 && run.Phase == "Invalid" && len(run.Plan.Steps) > 0 && run.Plan.Steps[0].Level() > 0 {
		found = append(found, attempt{run, nil, run.Plan.Steps[0], "invalid"})
	}
	return found
}

func judgement(run *model.Run, step *model.Step) string {
	switch {
	case run.Phase == "Invalid":
		return "invalid"
	case step.MetInSearch():
		return "met"
	}
	return "missed"
}

// text says at which load it was, what became of it, and why.
func (a attempt) text() string {
	of := fmt.Sprintf("run %d", a.run.Number)
	if a.step != nil && a.step.Step > 1 {
		of += fmt.Sprintf(", step %d", a.step.Step)
	}
	text := fmt.Sprintf("%s: %s %s", of, a.load, a.judged)
	if a.judged == "invalid" {
		return text + " (" + a.run.Reason + ")"
	}
	p95 := ""
	if a.step.ResponseTimes.P95 != nil {
		p95 = fmt.Sprintf("p95 %s ms, ", model.Number(*a.step.ResponseTimes.P95))
	}
	return fmt.Sprintf("%s; %s%s %% errors, %s/s", text, p95, model.Number(a.step.ErrorPercent), model.Number(a.step.Throughput))
}

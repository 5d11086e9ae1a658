package command

import (
	"testing"

	"dev.scalelab/plugin/internal/curve"
	"dev.scalelab/plugin/internal/model"
)

// The operator's Judgement has the same rules.
func TestTheVerdictFollowsFromTheRows(t *testing.T) {
	minCapacity := 12
	for name, one := range map[string]struct {
		verdict string
		change  func(*model.Experiment)
	}{
		"as recorded":        {"Passed", func(*model.Experiment) {}},
		"no capacity":        {"Failed", func(e *model.Experiment) { e.Status.Configurations[0].Capacity = nil }},
		"too low a capacity": {"Failed", func(e *model.Experiment) { e.Status.Configurations[0].Capacity.Value = 11 }},
		"a capacity that is higher": {"Inconclusive", func(e *model.Experiment) {
			e.Status.Configurations[0].Capacity.Value, *e.Status.Configurations[0].Saturated = 11, false
		}},
		"one not measured": {"Inconclusive", func(e *model.Experiment) { e.Status.Configurations[1].Peak = nil }},
		"one missing":      {"Inconclusive", func(e *model.Experiment) { e.Status.Configurations = e.Status.Configurations[:3] }},
		"terminated": {"Passed", func(e *model.Experiment) {
			e.Status.Phase, e.Status.Configurations = "Terminated", e.Status.Configurations[:3]
		}},
		"a diagnosis verified": {"Passed", func(e *model.Experiment) {
			more := *e.Status.Configurations[0]
			more.Variant, more.Capacity = model.Verify, nil
			e.Status.Configurations = append(e.Status.Configurations, &more)
		}},
		"rows left out": {"", func(e *model.Experiment) { e.Status.Omitted = 1 }},
	} {
		e, err := model.Read(objects(t)[0].Object)
		if err != nil {
			t.Fatal(err)
		}
		e.Spec.Objectives.MinCapacityPerSecond = &minCapacity
		one.change(e)
		if found := curve.Judged(e); found != one.verdict {
			t.Errorf("%s: %q, want %q", name, found, one.verdict)
		}
	}
}

package archive

import (
	"testing"

	"dev.scalelab/plugin/internal/model"
)

// searched is a trial of two rounds, whose runs are single levels of a search.
func searched(t *testing.T) *model.Trial {
	t.Helper()
	run := func(number, round int, mix float64) map[string]any {
		return map[string]any{"number": number, "phase": "Valid", "plan": map[string]any{"repetition": round}, "steps": []any{map[string]any{"step": 1, "mixPerSecond": mix}}}
	}
	trial, err := model.ReadTrial(map[string]any{"metadata": map[string]any{"name": "a-base-1"}, "status": map[string]any{
		"runs": []any{run(1, 1, 30), run(2, 1, 44), run(3, 2, 46), run(4, 2, 20)},
		"result": map[string]any{"search": map[string]any{"model": "Open"}, "rounds": []any{
			map[string]any{"round": 1, "capacityPerSecond": 40}, map[string]any{"round": 2, "capacityPerSecond": 48}}}}})
	if err != nil {
		t.Fatal(err)
	}
	return trial
}

func TestOnlyAStepThatKeptItsStreamCountsAsCapacity(t *testing.T) {
	for kept, want := range map[bool]int{true: 1, false: 0} {
		step := func(number, completed int) map[string]any {
			return map[string]any{"step": number, "counts": map[string]any{"completed": completed}, "window": map[string]any{"seconds": 10}, "objectivesMet": true,
				"stream": map[string]any{"kept": number == 1 || kept}}
		}
		trial, err := model.ReadTrial(map[string]any{"status": map[string]any{"runs": []any{map[string]any{"phase": "Valid", "steps": []any{step(1, 120), step(2, 400)}}}}})
		if err != nil {
			t.Fatal(err)
		}
		var checks Checks
		checks.ofStep(&model.Row{Name: "base-1", Step: 1, Capacity: &model.Figure{Value: 12}}, trial)
		if len(checks.Wrong) != want {
			t.Errorf("kept %v: %v", kept, checks.Wrong)
		}
	}
}

func TestThePeakOfASearchIsTheMeanOfItsRounds(t *testing.T) {
	if found := peak(&model.Row{}, searched(t)); found != 46 { // 44 and, since the capacity is higher, 48
		t.Errorf("got %g", found)
	}
}

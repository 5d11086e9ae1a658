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

func TestThePeakOfASearchIsTheMeanOfItsRounds(t *testing.T) {
	if found := peak(&model.Row{}, searched(t)); found != 46 { // 44 and, since the capacity is higher, 48
		t.Errorf("got %g", found)
	}
}

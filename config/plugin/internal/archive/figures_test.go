package archive

import (
	"slices"
	"strings"
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

// sought is a trial of two rounds whose figures agree, with its row.
func sought(t *testing.T) (*model.Row, *model.Trial) {
	t.Helper()
	run := func(number, round int, load, mix float64, completed int, p95 float64) map[string]any {
		return map[string]any{"number": number, "phase": "Valid", "plan": map[string]any{"repetition": round}, "steps": []any{map[string]any{"step": 1, "mixPerSecond": mix,
			"throughputPerSecond": mix, "objectivesMet": p95 < 500, "target": map[string]any{"perSecond": load}, "counts": map[string]any{"completed": completed, "failed": 1}, "responseTimes": map[string]any{"meanMillis": 20, "p95Millis": p95}}}}
	}
	trial, err := model.ReadTrial(map[string]any{"metadata": map[string]any{"name": "a-base-1"}, "status": map[string]any{
		"runs":     []any{run(1, 1, 10, 10, 99, 50), run(2, 1, 50, 44, 399, 900), run(3, 2, 20, 20, 199, 60), run(4, 2, 40, 38, 389, 800)},
		"searched": []any{map[string]any{"round": 1, "level": 40, "saturated": true}, map[string]any{"round": 2, "level": 22.5, "saturated": true}},
		"result": map[string]any{"search": map[string]any{"model": "Open"}, "rounds": []any{
			map[string]any{"round": 1, "peakPerSecond": 44, "capacityPerSecond": 40, "meanMillis": 20, "p95Millis": 50, "completed": 99},
			map[string]any{"round": 2, "peakPerSecond": 38, "capacityPerSecond": 22.5, "meanMillis": 20, "p95Millis": 60, "completed": 199}}}}})
	if err != nil {
		t.Fatal(err)
	}
	saturated, level, load := true, 30.0, 15.0
	return &model.Row{Name: "base-1", Peak: &model.Figure{Value: 41}, Capacity: &model.Figure{Value: 31.25}, Errors: &model.Figure{Value: 100. * 2 / 300}, Saturated: &saturated,
		Search: &model.Search{Level: &level, Reported: &load, Steps: 4}}, trial
}

func TestASearchIsCheckedAgainstItsRoundsAndTheseAgainstTheirRuns(t *testing.T) {
	number := func(value float64) *float64 { return &value }
	for want, change := range map[string]func(*model.Row, *model.Trial){
		"": func(*model.Row, *model.Trial) {},
		"base-1: peakPerSecond is 42, and 41 when calculated from the evidence":                                             func(r *model.Row, _ *model.Trial) { r.Peak.Value = 42 },
		"base-1: capacityPerSecond is 41.25, and 31.25 when calculated from the evidence":                                   func(r *model.Row, _ *model.Trial) { r.Capacity.Value = 41.25 },
		"base-1: capacityPerSecond is –, and 2 of 2 rounds found one":                                                       func(r *model.Row, _ *model.Trial) { r.Capacity = nil },
		"base-1: errorPercent is 0, and 0.67 when calculated from the evidence":                                             func(r *model.Row, _ *model.Trial) { r.Errors.Value = 0 },
		"base-1: saturated is false, and true by its rounds":                                                                func(r *model.Row, _ *model.Trial) { *r.Saturated = false },
		"base-1: steps of its search is 5, and 4 when calculated from the evidence":                                         func(r *model.Row, _ *model.Trial) { r.Search.Steps = 5 },
		"base-1: level of its search is 31, and 30 when calculated from the evidence":                                       func(r *model.Row, _ *model.Trial) { *r.Search.Level = 31 },
		"base-1, round 1: level 60 is outside of the loads that were measured, 10 to 50":                                    func(_ *model.Row, t *model.Trial) { t.Status.Searched[0].Level = number(60) },
		"base-1, round 2: capacityPerSecond is 22.5, and 23 when calculated from the evidence":                              func(_ *model.Row, t *model.Trial) { t.Status.Searched[1].Level = number(23) },
		"base-1, round 2: capacityPerSecond and the level of its search must be both known, or both absent":                 func(_ *model.Row, t *model.Trial) { t.Status.Searched[1].Level = nil },
		"base-1, round 1: peakPerSecond is 45, and 44 when calculated from the evidence":                                    func(_ *model.Row, t *model.Trial) { t.Status.Result.Rounds[0].Peak = number(45) },
		"base-1: reportedLevel of its search is 30, and 15 when calculated from the evidence":                               func(r *model.Row, _ *model.Trial) { *r.Search.Reported = 30 },
		"base-1, round 1: its mean, p95 and number of transactions are not those of run 1, whose load is the one to report": func(_ *model.Row, t *model.Trial) { t.Status.Result.Rounds[0].P95 = number(40) },
		"a-base-1: reportedLevel of its search is 20, and 15 when calculated from the evidence":                             func(_ *model.Row, t *model.Trial) { t.Status.Result.Search.Reported = number(20) },
		"base-1, round 2: it needs valid runs with 1 to 2 steps each":                                                       func(_ *model.Row, t *model.Trial) { t.Status.Runs[3].Steps = nil },
		"base-1, round 3: its search is not in the trial":                                                                   func(_ *model.Row, t *model.Trial) { t.Status.Result.Rounds[1].Round = 3 },
	} {
		row, trial := sought(t)
		change(row, trial)
		var checks Checks
		checks.row(row, trial, nil, 10)
		if found := slices.Contains(checks.Wrong, want); found != (want != "") || want == "" && len(checks.Wrong) > 0 || len(checks.NotKnown) != 1 && !strings.Contains(want, "not in the trial") {
			t.Errorf("%q: %q, not checked %q", want, checks.Wrong, checks.NotKnown)
		}
	}
}

// A run may have a level and the step above it, which shows the peak: it is counted, and its response times are not reported.
func TestTheOverloadStepOfASearchIsInTheRunOfAnotherStep(t *testing.T) {
	row, trial := sought(t)
	runs := trial.Status.Runs
	above := runs[1].Steps[0]
	above.Step = 2
	runs[0].Steps = append(runs[0].Steps, above)
	trial.Status.Runs = append(runs[:1], runs[2:]...)
	var checks Checks
	checks.row(row, trial, nil, 10)
	if len(checks.Wrong) > 0 {
		t.Errorf("two steps in a run: %q", checks.Wrong)
	}
	runs[0].Steps = append(runs[0].Steps, above)
	checks.row(row, trial, nil, 10)
	if !slices.Contains(checks.Wrong, "base-1, round 1: it needs valid runs with 1 to 2 steps each") {
		t.Errorf("three steps in a run: %q", checks.Wrong)
	}
}

package curve

import (
	"encoding/json"
	"testing"

	"dev.scalelab/plugin/internal/model"
)

// Two valid runs and an invalid one, whose second step is the one that the row describes.
const runs = `{"metadata": {"name": "base-1"}, "status": {"runs": [
 {"phase": "Valid", "plan": {"repetition": 1}, "steps": [{"step": 1, "transactions": [{"name": "newOrder", "p90Millis": 900}]},
  {"step": 2, "transactions": [{"name": "newOrder", "p90Millis": 180}, {"name": "browse", "p90Millis": 800}], "shares": [
   {"maxMillis": 500, "minSharePercent": 90, "within": 80, "completed": 100}, {"transaction": "newOrder", "maxMillis": 500, "minSharePercent": 90, "within": 19, "completed": 20}]}]},
 {"phase": "Invalid", "steps": [{"step": 2, "transactions": [{"name": "newOrder", "p90Millis": 5000}]}]},
 {"phase": "Valid", "plan": {"repetition": 2}, "steps": [{"step": 2, "transactions": [{"name": "newOrder", "p90Millis": 210}], "shares": [
   {"maxMillis": 500, "minSharePercent": 90, "within": 296, "completed": 300}, {"transaction": "newOrder", "maxMillis": 500, "minSharePercent": 90, "within": 17, "completed": 20}]}]}]}}`

// A search has a round of three loads, of which the second is the one that is reported; the third is in its run.
const searchedRuns = `{"metadata": {"name": "base-1"}, "status": {"result": {"rounds": [{"round": 1, "meanMillis": 30, "p95Millis": 60, "completed": 40}]}, "runs": [
 {"phase": "Valid", "plan": {"repetition": 1}, "steps": [{"step": 1, "counts": {"completed": 50}, "responseTimes": {"meanMillis": 90, "p95Millis": 99}, "transactions": [{"name": "newOrder", "p90Millis": 700}]}]},
 {"phase": "Valid", "plan": {"repetition": 1}, "steps": [{"step": 1, "counts": {"completed": 40}, "responseTimes": {"meanMillis": 30, "p95Millis": 60}, "transactions": [{"name": "newOrder", "p90Millis": 55}]},
  {"step": 2, "counts": {"completed": 60}, "responseTimes": {"meanMillis": 300, "p95Millis": 900}, "transactions": [{"name": "newOrder", "p90Millis": 800}]}]}]}}`

func TestLimitsOfSingleTransactionsAreJudgedByTheTrials(t *testing.T) {
	share := 90
	for _, one := range []struct {
		trial string
		row   model.Row
		limit model.Limit
		want  found
	}{
		{runs, model.Row{Step: 2}, model.Limit{Percentile: "90", MaxMillis: 200, Transaction: "newOrder"}, found{"210 ms, the worst of 2 runs,", true}},
		{runs, model.Row{Step: 2}, model.Limit{Percentile: "90", MaxMillis: 210, Transaction: "newOrder"}, found{"210 ms, the worst of 2 runs,", false}},
		{runs, model.Row{Step: 1}, model.Limit{Percentile: "90", MaxMillis: 210, Transaction: "newOrder"}, found{"900 ms", true}},
		{runs, model.Row{Step: 2}, model.Limit{Percentile: "90", MaxMillis: 210, Transaction: "payment"}, found{}},
		{runs, model.Row{Step: 2}, model.Limit{MinShare: &share, MaxMillis: 500}, found{"94 % within 500 ms", false}},
		{runs, model.Row{Step: 2}, model.Limit{MinShare: &share, MaxMillis: 500, Transaction: "newOrder"}, found{"85 % within 500 ms, the worst of 2 runs,", true}},
		{runs, model.Row{Step: 2}, model.Limit{MinShare: &share, MaxMillis: 400}, found{}},
		{searchedRuns, model.Row{}, model.Limit{Percentile: "90", MaxMillis: 60, Transaction: "newOrder"}, found{"55 ms", false}},
		{`{"metadata": {"name": "base-1"}}`, model.Row{}, model.Limit{Percentile: "90", MaxMillis: 60, Transaction: "newOrder"}, found{}},
	} {
		trial := &model.Trial{}
		if err := json.Unmarshal([]byte(one.trial), trial); err != nil {
			t.Fatal(err)
		}
		if got := ofLimit(one.limit, &one.row, trial); got != one.want {
			t.Errorf("%s in step %d: got %+v, want %+v", one.limit, one.row.Step, got, one.want)
		}
	}
	if got := ofLimit(model.Limit{Percentile: "90", MaxMillis: 200, Transaction: "newOrder"}, &model.Row{Step: 2}, nil); got != (found{}) {
		t.Errorf("without the trial it is %+v", got)
	}
}

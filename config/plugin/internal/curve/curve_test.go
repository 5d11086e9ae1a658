package curve

import (
	"encoding/json"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/model"
)

func TestATableHasTheMeanOfRowsThatHaveIt(t *testing.T) {
	const without = `{"name": "base-1", "variant": "base", "replicas": 1, "peakPerSecond": 40, "p95Millis": 64, "errorPercent": 0}`
	const with = `{"name": "base-2", "variant": "base", "replicas": 2, "peakPerSecond": 80, "meanMillis": 27.55,
 "intervals": {"meanMillis": {"low": 20.1, "high": 37.7}}, "p95Millis": 64, "errorPercent": 0}`
	table := Table(experiment(t, without, with))
	lines := strings.Split(table, "\n")
	at := strings.Index(lines[0], "MEAN ms   ")
	if at < 0 || at > strings.Index(lines[0], "P95 ms") {
		t.Fatalf("no mean before the 95th percentile:\n%s", table)
	}
	for i, want := range []string{"-  ", "27.55 (20.1 to 37.7)"} {
		if !strings.HasPrefix(lines[i+1][at:], want) {
			t.Errorf("row %d has no mean of %q:\n%s", i+1, want, table)
		}
	}
	if table := Table(experiment(t, without)); strings.Contains(table, "MEAN") {
		t.Errorf("a column without figures:\n%s", table)
	}
}

func experiment(t *testing.T, rows ...string) *model.Experiment {
	t.Helper()
	found := &model.Experiment{}
	for _, text := range rows {
		row := &model.Row{}
		if err := json.Unmarshal([]byte(text), row); err != nil {
			t.Fatal(err)
		}
		found.Status.Configurations = append(found.Status.Configurations, row)
	}
	return found
}

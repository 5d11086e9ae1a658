package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
)

const counted = `operator_sdk_controllers_execution_reconcile_seconds_count{controller="experiment"} 100
operator_sdk_controllers_execution_reconcile_seconds_bucket{controller="experiment",le="0.04"} 50
operator_sdk_controllers_execution_reconcile_seconds_bucket{controller="experiment",le="0.08"} 100
operator_sdk_controllers_execution_reconcile_seconds_bucket{controller="experiment",le="+Inf"} 100
apiserver_flowcontrol_dispatched_requests_total{flow_schema="scalelab-benchmark",priority_level="workload-low"} 700
apiserver_flowcontrol_dispatched_requests_total{flow_schema="service-accounts",priority_level="workload-low"} 9000
`

const twoTrials = `{"items": [
  {"metadata": {"name": "one"}, "status": {
    "startTime": "2026-01-01T00:00:00Z", "testbedReadyTime": "2026-01-01T00:00:20Z", "completionTime": "2026-01-01T00:01:30Z",
    "runs": [{"startedAt": "2026-01-01T00:00:25Z", "finishedAt": "2026-01-01T00:01:25Z", "steps": [
      {"window": {"from": "2026-01-01T00:00:30Z", "to": "2026-01-01T00:00:55Z"}},
      {"window": {"from": "2026-01-01T00:01:00Z", "to": "2026-01-01T00:01:25Z"}}]}]}},
  {"metadata": {"name": "two"}, "status": {"runs": [{"steps": [{"window": {"from": "2026-01-01T00:02:00Z", "to": "2026-01-01T00:02:10Z"}}]}]}}
]}`

func trialsOf(t *testing.T, text string) trialList {
	t.Helper()
	var trials trialList
	if err := json.Unmarshal([]byte(text), &trials); err != nil {
		t.Fatal(err)
	}
	return trials
}

func TestCallsAreThoseOfTheOperatorForEachPass(t *testing.T) {
	got, err := passesOf(parseMetrics(counted), trialsOf(t, twoTrials))
	want := Passes{Passes: 100, Calls: 700, Steps: 3, CallsPerPass: 7, CallsPerStep: 700. / 3, P50Millis: 40, P99Millis: 79.2}
	if got.P99Millis = float64(int(got.P99Millis*10+.5)) / 10; err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

func TestWithoutCallsThereIsNoFigure(t *testing.T) {
	if _, err := passesOf(metrics{}, trialsOf(t, twoTrials)); err == nil {
		t.Error("no error although nothing was counted")
	}
}

func TestTheShareIsThatOfTheMeasuredWindows(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	got, err := timesOf(curve{Start: start, End: start.Add(2 * time.Minute)}, trialsOf(t, twoTrials))
	if err != nil || got.MeasuredSeconds != 60 || got.MeasuredPercent != 50 {
		t.Errorf("%.0f s, %.0f %%, %v, want 60 s, 50 %%", got.MeasuredSeconds, got.MeasuredPercent, err)
	}
	if first := got.Trials[0]; first.Testbed != 20 || first.Reset != 5 || first.Load != 60 || first.Judge != 5 {
		t.Errorf("parts of the first trial: %+v", first)
	}
}

func TestTheManifestsHaveWhatIsReplacedInThem(t *testing.T) {
	for file, texts := range map[string][]string{
		"sweep.yaml":            {"name: bench-sweep\n", "repetitions: 3", "seconds: 60"},
		"tiny.yaml":             {"name: bench-tiny\n", "scalelab.dev/benchmark: tiny"},
		"../samples/small.yaml": {"name: small\n"},
		"flowschema.yaml":       {"name: " + flowSchema + "\n"},
	} {
		manifest, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			if strings.Count(string(manifest), text) != 1 {
				t.Errorf("%s does not have %q once", file, text)
			}
		}
	}
}

package main

import (
	"errors"
	"math"
	"testing"
)

const page = `# TYPE calls_total counter
calls_total{flow_schema="operator",priority_level="low"} 100.0
calls_total{flow_schema="operator",priority_level="high"} 20
calls_total{flow_schema="others",priority_level="low"} 1.5e3
up 1.0
pass_seconds_bucket{controller="experiment",le="0.01"} 50.0
pass_seconds_bucket{controller="experiment",le="0.02"} 98.0
pass_seconds_bucket{controller="experiment",le="0.04"} 100.0
pass_seconds_bucket{controller="experiment",le="+Inf"} 100.0
`

func TestSamplesOfANameAreAddedUpByALabel(t *testing.T) {
	parsed := parseMetrics(page)
	if got := parsed.sum("calls_total", `flow_schema="operator"`); got != 120 {
		t.Errorf("calls of the operator: %v, want 120", got)
	}
	if got := parsed.sum("up", ""); got != 1 {
		t.Errorf("a sample without labels: %v, want 1", got)
	}
}

func TestCountersCountFromTheSampleBefore(t *testing.T) {
	before := parseMetrics(`calls_total{flow_schema="operator",priority_level="low"} 90`)
	if got := parseMetrics(page).since(before).sum("calls_total", `"operator"`); got != 30 {
		t.Errorf("calls since: %v, want 10 and the 20 of the new level", got)
	}
}

func TestAQuantileIsInterpolatedWithinItsBucket(t *testing.T) {
	for q, want := range map[float64]float64{0.5: 0.01, 0.98: 0.02, 0.99: 0.03} {
		got, err := parseMetrics(page).quantile(q, "pass_seconds")
		if err != nil || math.Abs(got-want) > 1e-9 {
			t.Errorf("quantile %v: %v, %v, want %v", q, got, err, want)
		}
	}
}

func TestAQuantileBeyondTheLastBoundIsThatBound(t *testing.T) {
	slow := parseMetrics(`s_bucket{le="1"} 1
s_bucket{le="+Inf"} 10`)
	if got, err := slow.quantile(0.99, "s"); err != nil || got != 1 {
		t.Errorf("%v, %v, want 1", got, err)
	}
	if _, err := slow.quantile(0.99, "absent"); !errors.Is(err, errNoSamples) {
		t.Errorf("without samples: %v", err)
	}
}

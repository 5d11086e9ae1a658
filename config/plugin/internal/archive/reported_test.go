package archive

import (
	"testing"

	"dev.scalelab/plugin/internal/model"
)

// tried is a run of a search: a load, how long it was measured, whether it met the objectives, and how busy the compilers were.
type tried struct {
	load    float64
	seconds int
	met     bool
	jit     float64
}

func TestARoundReportsTheRunThatTheOperatorChooses(t *testing.T) {
	for name, one := range map[string]struct {
		capacity float64 // 0: none
		runs     []tried
		want     int
	}{
		"the highest that met":                     {12, []tried{{8, 30, true, 0}, {11, 30, true, 0}, {14, 30, false, 0}}, 2},
		"a whole step before a short one":          {12, []tried{{8, 30, true, 0}, {11, 10, true, 0}, {14, 30, false, 0}}, 1},
		"a short step without a whole one":         {12, []tried{{8, 10, true, 0}, {11, 10, true, 0}, {14, 30, false, 0}}, 2},
		"none far above the capacity":              {12, []tried{{8, 30, true, 0}, {13.3, 30, true, 0}, {20, 30, true, 0}}, 1},
		"one a little above the capacity":          {12, []tried{{8, 30, true, 0}, {13.1, 30, true, 0}}, 2},
		"the lowest without a capacity":            {0, []tried{{8, 30, false, 0}, {4, 10, false, 0}}, 2},
		"the first of equal loads":                 {12, []tried{{8, 30, true, 0}, {8, 30, true, 0}}, 1},
		"no miss of cold servers":                  {0, []tried{{2, 30, false, 5.1}, {4, 30, false, 5}}, 2},
		"the third miss of cold servers":           {0, []tried{{4, 30, false, 0}, {2, 30, false, 9}, {2, 30, false, 9}, {2, 30, false, 9}}, 4},
		"a miss of cold servers, if there is more": {0, []tried{{2, 30, false, 9}}, 1},
		"no run that fell short of its rate":       {12, []tried{{8, 30, true, 0}, {-11, 30, true, 0}}, 1},
	} {
		var runs []*model.Run
		for i, tried := range one.runs {
			short := tried.load < 0
			load, throughput := max(tried.load, -tried.load), max(tried.load, -tried.load)
			if short {
				throughput *= 0.94
			}
			run, err := model.ReadTrial(map[string]any{"status": map[string]any{"runs": []any{map[string]any{"number": i + 1, "plan": map[string]any{"stepSeconds": tried.seconds + 5, "settleSeconds": 5},
				"steps": []any{map[string]any{"target": map[string]any{"perSecond": load}, "throughputPerSecond": throughput, "objectivesMet": tried.met,
					"evidence": map[string]any{"servers": map[string]any{"jitPercent": tried.jit}}}}}}}})
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, run.Status.Runs...)
		}
		capacity := &one.capacity
		if one.capacity == 0 {
			capacity = nil
		}
		if found := reportedRun(runs, capacity, 30).Number; found != one.want {
			t.Errorf("%s: run %d, want %d", name, found, one.want)
		}
	}
}

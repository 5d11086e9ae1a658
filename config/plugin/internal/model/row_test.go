package model

import "testing"

func TestASingleNumberOfUsersDoesNotShowWhetherThePeakIsHigher(t *testing.T) {
	no, yes := false, true
	for _, one := range []struct {
		saturated *bool
		higher    bool
	}{{nil, true}, {&no, true}, {&yes, false}} {
		row := &Row{Saturated: one.saturated}
		if row.Unsaturated() != one.higher || row.PeakIsHigher() != one.higher {
			t.Errorf("saturated %v: higher is not %v", one.saturated, one.higher)
		}
	}
}

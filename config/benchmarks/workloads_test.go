package main

import "testing"

func TestAPartOfTheWorkloadsHasAReportOfItsOwn(t *testing.T) {
	report := WorkloadReport{Date: "2026-11-29T23:00:00Z", Commit: "9adb517a"}
	for part, want := range map[string]string{"": "2026-11-29-9adb517a-workloads", "copies": "2026-11-29-9adb517a-copies"} {
		if got := report.name(part); got != want {
			t.Errorf("the report of %q is %s, not %s", part, got, want)
		}
	}
}

package main

import (
	"strings"
	"testing"
)

func TestEachLineOfTheSimulationIsABenchmark(t *testing.T) {
	got, err := readScales(`{"what":"2000 configurations x 10 rounds","experiments":1,"ended":1,"trials":"2000/2000","seconds":900,"p99Millis":21.5,"statusBytes":61440}
{"what":"500 experiments at once","experiments":500,"ended":498}
`)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].P99Millis != 21.5 || got[1].Ended != 498 {
		t.Errorf("%+v", got)
	}
	var out strings.Builder
	printScales(&out, got)
	for _, text := range []string{"1 of 1 ended, the first has 2000/2000 trials", "p99 21.5 ms", "status 60 KiB", "500 experiments at once, not finished", "498 of 500 ended"} {
		if !strings.Contains(out.String(), text) {
			t.Errorf("%q is not in\n%s", text, out.String())
		}
	}
	if strings.Count(out.String(), "not finished") != 1 {
		t.Errorf("the first benchmark has ended:\n%s", out.String())
	}
}

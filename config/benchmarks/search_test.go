package main

import (
	"os"
	"strings"
	"testing"
)

func TestOneServerOfTheSmallExperimentGetsAnotherLoad(t *testing.T) {
	manifest, err := os.ReadFile("../samples/small.yaml")
	if err != nil {
		t.Fatal(err)
	}
	got := withLoad(string(manifest), "bench-search", "    search: {max: 200}\n")
	for _, text := range []string{"  name: bench-search\n", "    replicas: [1]\n", "  load:\n    search: {max: 200}\n    step:\n",
		"      transactionsPerServer: 2000\n"} {
		if strings.Count(got, text) != 1 {
			t.Errorf("%q is not once in\n%s", text, got)
		}
	}
	if strings.Contains(got, "rates:") {
		t.Error("the rates were kept")
	}
}

func TestTheLadderHasEachRateOnce(t *testing.T) {
	got := rates(1.5)
	if want := "4 6 9 14 20 30"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func TestASearchIsComparedWithItsLadder(t *testing.T) {
	var out strings.Builder
	Report{Search: Search{Search: Found{23.92, 10, 335.3}, Ladder: Found{24, 31, 608.4}}}.print(&out)
	if want := "32 % of its steps, 55 % of its time, capacity 0.3 % apart"; !strings.Contains(out.String(), want) {
		t.Errorf("%q is not in\n%s", want, out.String())
	}
	out.Reset()
	Report{Search: Search{Search: Found{23.92, 10, 335.3}}}.print(&out)
	if strings.Contains(out.String(), "of its steps") {
		t.Errorf("the ladder was not measured:\n%s", out.String())
	}
}

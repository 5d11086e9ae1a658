package workloads

import (
	"math"
	"os"
	"strings"
	"testing"
)

func TestPlainGatlingGetsTheOptionsOfTheLoadGenerator(t *testing.T) {
	script, err := os.ReadFile("../../../gatling/src/main/container/load-generator")
	if err != nil {
		t.Fatal(err)
	}
	_, collector, _ := strings.Cut(string(script), "\ncollector=")
	collector, _, _ = strings.Cut(collector, "\n")
	text := strings.NewReplacer(`-Xmx"$HEAP"`, "-Xmx256m", "$collector", collector).Replace(string(script))
	_, options, _ := strings.Cut(text, "exec java")
	options, _, _ = strings.Cut(options, "$cache")
	if got := strings.Fields(strings.ReplaceAll(options, "\\\n", "")); strings.Join(got, " ") != strings.Join(generatorOptions, " ") {
		t.Errorf("the start script has %v", got)
	}
}

func TestTheCostOfRecordingIsARoundsAgainstItsNeighbour(t *testing.T) {
	recording := Recording{
		Ours:              []GeneratorCPU{{1000, 0.102}, {1000, 0.220}, {2000, 0.202}},
		Plain:             []GeneratorCPU{{1000, 0.100}, {1000, 0.200}, {1000, 0.100}},
		OursBesideLogging: []GeneratorCPU{{1000, 0.202}, {1000, 0.220}, {2000, 0.404}},
		Logging:           []GeneratorCPU{{1000, 0.240}, {1000, 0.220}, {1000, 0.202}},
	}
	recording.compare()
	for name, pair := range map[string][2]float64{
		"cost": {recording.Cost.Median, 2}, "least": {recording.Cost.Least, 1}, "most": {recording.Cost.Most, 10},
		"against Gatling's log": {recording.CostAgainstGatlingsLog.Median, 0}, "at its least": {recording.CostAgainstGatlingsLog.Least, -100. * 38 / 240},
		"ours": {recording.OursRequestsPerCoreSecond, 1000 / 0.102}, "plain": {recording.PlainRequestsPerCoreSecond, 10000},
		"logging": {recording.LoggingRequestsPerCoreSecond, 1000 / 0.220},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-6 {
			t.Errorf("%s is %v, not %v", name, pair[0], pair[1])
		}
	}
}

func TestRecordingThatCostsTooMuchIsAMissedAim(t *testing.T) {
	for cost, missed := range map[float64]bool{-12.1: false, 0: false, 2.9: false, 3: true, 13.7: true} {
		err := Recording{Cost: Cost{Median: cost}}.MissedAim()
		if (err != nil) != missed {
			t.Errorf("%.1f %%: %v", cost, err)
		}
	}
}

package operator

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

const source = "../../../../operator/src/main/java/dev/scalelab/operator/"

func TestTheConstantsAreThoseOfTheOperator(t *testing.T) {
	for _, one := range []struct {
		class, name string
		value       float64
	}{
		{"api/StepTarget", "REACHED", Reached},
		{"search/Levels", "INVERTED", Inverted},
		{"search/Level", "AMBIGUOUS", Ambiguous},
		{"search/CapacitySearch", "OVERLOAD", Overload},
		{"api/RunPlan", "MAX_OF_A_SEARCH", MaxStepsOfASearch},
		{"search/Warming", "COMPILING_PERCENT", CompilingPercent},
		{"search/Warming", "MOST", MaxCold},
		{"report/SearchPace", "OF_THE_FIRST_ROUND", OfTheFirstRound},
		{"report/SearchPace", "OF_A_FIRST_ROUND", OfAFirstRound},
		{"report/SearchPace", "OF_A_LATER_ROUND", OfALaterRound},
		{"report/Estimate", "TESTBED_SECONDS", TestbedSeconds},
		{"report/Estimate", "RESET_SECONDS", ResetSeconds},
		{"diagnosis/CapacityAnswers", "MAX_SERVERS", MaxServers},
		{"diagnosis/Planning", "MAX_UTILIZATION", MaxUtilization},
	} {
		text, err := os.ReadFile(source + one.class + ".java")
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`\b` + one.name + ` = ([0-9.]+);`).FindSubmatch(text)
		if found == nil {
			t.Errorf("%s has no number %s", one.class, one.name)
			continue
		}
		if value, err := strconv.ParseFloat(string(found[1]), 64); err != nil || value != one.value {
			t.Errorf("%s.%s is %s, and the plugin has %g", one.class, one.name, found[1], one.value)
		}
	}
}

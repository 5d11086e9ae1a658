package command

import (
	"encoding/json"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func TestPlanSaysHowManyServersCustomersNeed(t *testing.T) {
	b := with(t, disturbed(t)...)
	b.expect(0, "base, 28800 customers with 60 requests an hour each with p95 up to 500 ms, which is 192 transactions/s and 345600 new orders/h: 3 servers (3 to 3); "+
		"then application CPU limits at 300/s. It assumes Poisson arrivals, the measured mix and CPU limits, and each CPU used up to 80 %",
		"plan", "failover", "--system", "base", "--customers", "28800", "--requests-per-hour", "60", "--p95", "500ms")
	fields := strings.Fields(strings.Split(b.out.String(), "\n")[1])
	if strings.Join(fields[:7], " ") != "base 3 3 3 192 480 345600" {
		t.Errorf("the row is %v", fields)
	}
	b.expect(0, "base, 28800 customers with 12 new orders an hour each", "plan", "failover", "--system", "base", "--customers", "28800", "--orders-per-hour", "12")
	b.expect(0, "2000 users with 10000 ms between transactions", "plan", "failover", "--system", "base", "--users", "2000", "--think", "10s")
}

func TestPlanHasTheExperimentsLimitUnlessOneIsGiven(t *testing.T) {
	b := with(t, disturbed(t)...)
	b.expect(0, "100 transactions/s with p95 up to 1000 ms", "plan", "failover", "--rate", "100")
	b.expect(0, "100 transactions/s with p95 up to 150.5 ms", "plan", "failover", "--rate", "100", "--p95", "150.5ms")
}

func TestPlanEndsWithTheStatusOfItsAnswer(t *testing.T) {
	b := with(t, disturbed(t)...)
	b.expect(1, "no number of servers up to 100 suffices: database CPU limits at 667/s", "plan", "failover", "--rate", "700", "--system", "base")
	b.expect(2, "one-copy, 10 transactions/s with p95 up to 1000 ms: not answered, NotTested: no queueing model, since", "plan", "failover", "--rate", "10", "--system", "one-copy")
	if strings.Contains(b.out.String(), "SYSTEM") {
		t.Error("a table without a figure was printed")
	}
	b.expect(2, `"reason": "NotTested"`, "plan", "failover", "--rate", "10", "--system", "one-copy", "-f", "json")
	b.expect(0, "not answered, NotTested: no queueing model", "plan", "failover", "--rate", "10")
	b.expect(3, "--system other: it must be one of base, one-copy", "plan", "failover", "--rate", "10", "--system", "other")
	b.expect(3, "there is no ScalabilityExperiment unknown", "plan", "unknown", "--rate", "10")
}

func TestAModelThatDoesNotFitPlansNothing(t *testing.T) {
	all := disturbed(t)
	models, _, _ := unstructured.NestedSlice(all[0].Object, "status", "models")
	models[0].(map[string]any)["reason"] = "Misfit"
	set(all[0], models, "status", "models")
	with(t, all...).expect(2, "base, 10 transactions/s with p95 up to 1000 ms: not answered, Misfit: ", "plan", "failover", "--rate", "10", "--system", "base")
}

func TestPlanNeedsAnEndedExperimentWithAModel(t *testing.T) {
	all := disturbed(t)
	unstructured.RemoveNestedField(all[0].Object, "status", "models")
	with(t, all...).expect(3, "failover has no queueing model in status.models", "plan", "failover", "--rate", "10")
	all = disturbed(t)
	set(all[0], "Running", "status", "phase")
	unstructured.RemoveNestedField(all[0].Object, "status", "conditions")
	with(t, all...).expect(3, "failover has not ended (phase Running: ", "plan", "failover", "--rate", "10")
}

func TestPlanSaysWhichLoadsAModelNeeds(t *testing.T) {
	all := disturbed(t)
	set(all[0], []any{map[string]any{"system": "base", "reason": "TooFewSteps",
		"message": "base: no queueing model, since fewer than two loads leave every CPU below 70 %: add lower ones"}}, "status", "models")
	const why = "failover has no queueing model: base: fewer than two loads leave every CPU below 70 %: add lower ones"
	with(t, all...).refuses(why+" in load.open.rates", "plan", "failover", "--rate", "10", "--system", "nope")
	set(all[0], map[string]any{"search": map[string]any{"model": "Open"}}, "spec", "load")
	for _, args := range [][]string{{"--rate", "10"}, {"--rate", "10", "-f", "json"}, {}} {
		with(t, all...).refuses(why+". A search measures only near the capacity: measure given loads instead, by load.open.rates in place of load.search",
			append([]string{"plan", "failover"}, args...)...)
	}
}

func TestPlanWithoutALoadShowsTheOperatorsAnswers(t *testing.T) {
	all := disturbed(t)
	b := with(t, all...)
	b.expect(0, "base, 2000 users with 10000 ms between transactions with p95 up to 500 ms, which is 192 transactions/s", "plan", "failover")
	unstructured.RemoveNestedField(all[0].Object, "status", "answers")
	with(t, all...).expect(3, "it has no spec.questions: give --customers, --users or --rate", "plan", "failover")
}

func TestPlanAsJSON(t *testing.T) {
	b := with(t, disturbed(t)...)
	b.expect(0, "", "plan", "failover", "--rate", "480", "--system", "base", "-f", "json")
	var plans []map[string]any
	if err := json.Unmarshal([]byte(b.out.String()), &plans); err != nil {
		t.Fatal(err)
	}
	if plans[0]["replicas"] != 6.0 || plans[0]["high"] != 7.0 || plans[0]["extrapolated"] != true || plans[0]["usedPercent"] != 80.0 {
		t.Errorf("got %v", plans[0])
	}
}

func TestContradictoryLoadsAreRefused(t *testing.T) {
	b := with(t, disturbed(t)...)
	for _, one := range [][]string{
		{"give one of --customers, --users and --rate", "--rate", "1", "--users", "2", "--think", "1s"},
		{"--customers needs --requests-per-hour or --orders-per-hour", "--customers", "5"},
		{"one of both", "--customers", "5", "--requests-per-hour", "5", "--orders-per-hour", "5"},
		{"are those of each of --customers", "--requests-per-hour", "5"},
		{"--users and --think belong together", "--users", "5"},
		{"--rate: it must be more than 0", "--rate", "-3"},
		{"--rate: it must be more than 0", "--rate", "NaN"},
		{"--think: it must not be negative", "--users", "5", "--think", "-1s"},
		{"--p95 is the limit of a load", "--p95", "1s"},
		{"--format yaml: it must be text or json", "-f", "yaml"},
	} {
		b.expect(3, one[0], append([]string{"plan", "failover"}, one[1:]...)...)
	}
}

func TestSystemsOfPlanAreCompleted(t *testing.T) {
	with(t, disturbed(t)...).expect(0, "base\none-copy\n", "__complete", "plan", "failover", "--system", "")
}

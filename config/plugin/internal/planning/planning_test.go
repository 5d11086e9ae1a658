package planning

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/model"
)

// examples are models and questions with the operator's answers; its test PluginAnswersTest writes the same file.
const examples = "../../testdata/answers.json"

type example struct {
	Models    []*model.SystemModel `json:"models"`
	Questions []struct {
		Users       int     `json:"users"`
		ThinkMillis float64 `json:"thinkMillis"`
		Rate        float64 `json:"rate"`
		P95Millis   float64 `json:"p95Millis"`
	} `json:"questions"`
	Answers []model.Answer `json:"answers"`
}

func read(t *testing.T) example {
	t.Helper()
	text, err := os.ReadFile(examples)
	if err != nil {
		t.Fatal(err)
	}
	var found example
	if err := json.Unmarshal(text, &found); err != nil {
		t.Fatal(err)
	}
	return found
}

func TestTheAnswersAreTheOperators(t *testing.T) {
	found, i := read(t), 0
	for _, one := range found.Models {
		for number, asked := range found.Questions {
			plan := Answer(one, Question{Load{Users: asked.Users, ThinkSeconds: asked.ThinkMillis / 1000, PerSecond: asked.Rate}, asked.P95Millis})
			want := found.Answers[i]
			plan.Question = number + 1
			if plan.Refused { // the operator's sentence has the reason in words, this one the model's
				if want.Replicas != nil || !strings.Contains(want.Message, "not answered") {
					t.Errorf("%s, question %d: refused, and the operator says %s", one.System, number+1, want.Message)
				}
			} else if mine, theirs := text(t, plan.Answer), text(t, want); mine != theirs {
				t.Errorf("%s, question %d:\n     got %s\noperator %s", one.System, number+1, mine, theirs)
			}
			i++
		}
	}
	if i != len(found.Answers) || i < 12 {
		t.Errorf("%d answers were compared of %d", i, len(found.Answers))
	}
}

func text(t *testing.T, answer model.Answer) string {
	t.Helper()
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestCustomersAreTransactionsByTheRequestsOfOne(t *testing.T) {
	base := read(t).Models[0] // 2.5 requests and 0.5 new orders for each transaction
	for _, one := range []Load{{Customers: 7200, RequestsAnHour: 125}, {Customers: 7200, OrdersAnHour: 25}, {PerSecond: 100}} {
		plan := Answer(base, Question{one, 500})
		if plan.Replicas == nil || *plan.Replicas != 2 || math.Abs(*plan.PerSecond-100) > 0.001 || *plan.RequestsPerSecond != 250 || *plan.OrdersPerHour != 180_000 {
			t.Errorf("%s: %s", one, text(t, plan.Answer))
		}
	}
}

func TestWithoutALimitOnlyTheCPUCounts(t *testing.T) {
	base := read(t).Models[0]
	strict, none := Answer(base, Question{Load{PerSecond: 160}, 80}), Answer(base, Question{Load{PerSecond: 160}, 0})
	if none.Replicas == nil || *none.Replicas != 2 || *none.UsedPercent != 80 {
		t.Errorf("160/s of 100/s for each server need two, used by 80 %%: %+v", none)
	}
	if strict.Replicas == nil || *strict.Replicas <= *none.Replicas || *strict.P95Millis > 80 {
		t.Errorf("a limit of 80 ms needs more: %+v", strict)
	}
}

func TestSlotsNeedTheSameRoomAsTheCPU(t *testing.T) {
	pooled := *read(t).Models[0]                                                    // 100/s for each server's CPU
	pooled.Slots = []model.SlotDemand{{Name: "JDBC pool", HeldMillis: 50, Size: 2}} // and 40/s for its connections
	for rate, want := range map[float64]int{30: 1, 32: 1, 33: 2, 64: 2, 65: 3} {
		plan := Answer(&pooled, Question{Load{PerSecond: rate}, 0})
		if plan.Replicas == nil || *plan.Replicas != want || plan.LimitedBy != "JDBC pool" || *plan.LimitPerSecond != 40*float64(want) {
			t.Errorf("%v/s: %s, and not %d servers", rate, text(t, plan.Answer), want)
		}
	}
	one := Answer(&pooled, Question{Load{PerSecond: 30}, 0})
	if !strings.Contains(one.Message, ": 1 server (1 to 1); then at most 40/s by JDBC pool. It assumes Poisson arrivals, the measured mix and CPU limits, and each CPU and pool used up to 80 %") {
		t.Error(one.Message)
	}
	if math.Abs(*one.UsedPercent-30) > 0.01 {
		t.Errorf("the percentage is that of the CPU: %v", *one.UsedPercent)
	}
	if free := Answer(read(t).Models[0], Question{Load{PerSecond: 30}, 0}); *one.P95Millis <= *free.P95Millis {
		t.Errorf("p95 %v has no wait for connections, %v is without", *one.P95Millis, *free.P95Millis)
	}
}

func TestWhatIsMissingInTheModelIsNamed(t *testing.T) {
	base := *read(t).Models[0]
	base.RequestsEach, base.OrdersEach = nil, nil
	for want, one := range map[string]Load{"has no requestsEach": {Customers: 10, RequestsAnHour: 6}, "has no ordersEach": {Customers: 10, OrdersAnHour: 6}} {
		if plan := Answer(&base, Question{one, 500}); !plan.Refused || plan.Replicas != nil || !strings.Contains(plan.Message, want) {
			t.Errorf("%s: %+v", one, plan)
		}
	}
}

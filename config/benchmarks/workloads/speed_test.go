package workloads

import (
	"slices"
	"testing"
)

func TestEveryLoadHasThreeStepsOfItsUsers(t *testing.T) {
	for _, each := range []load{
		{"alone", "cart", 16, nil, false},
		{"with suppliers", "ecperf", 400, []string{"PACING_MILLIS=5000"}, true},
	} {
		told := each.toldGenerator("http://host:1", 35, 10)
		users := map[bool]string{false: "USERS=16,16,16", true: "USERS=400,400,400"}[each.suppliers]
		for _, setting := range append([]string{"WORKLOAD=" + each.workload, "TARGET_URL=http://host:1", users, "STEP_SECONDS=35", "WARM_UP_SECONDS=10"},
			each.settings...) {
			if !slices.Contains(told, setting) {
				t.Errorf("%s: no %s in %v", each.name, setting, told)
			}
		}
	}
}

func TestAServerKnowsSuppliersWhereItHasSome(t *testing.T) {
	for _, each := range loads {
		told := each.toldServer("http://127.0.0.1:4711")
		if each.suppliers != slices.Equal(told, []string{"SUPPLIER_URL=http://127.0.0.1:4711"}) || !each.suppliers && told != nil {
			t.Errorf("%s: %v", each.name, told)
		}
	}
}

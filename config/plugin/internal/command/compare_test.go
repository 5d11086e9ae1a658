package command

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func renamed(object *unstructured.Unstructured, name string) *unstructured.Unstructured {
	object = object.DeepCopy()
	object.SetName(name)
	return object
}

func TestCompareNamesDifferencesOfFiguresAndSpecs(t *testing.T) {
	before := objects(t)[0]
	after := renamed(before, "after")
	rows, _, _ := unstructured.NestedSlice(after.Object, "status", "configurations")
	for i, interval := range []map[string]any{{"value": 40.0, "low": 38.0, "high": 42.0}, {"value": 50.0, "low": 45.0, "high": 55.0}} {
		rows[i].(map[string]any)["peakPerSecond"] = interval
	}
	set(after, rows, "status", "configurations")
	set(after, "400m", "spec", "system", "application", "cpu")
	rows, _, _ = unstructured.NestedSlice(before.Object, "status", "configurations")
	for i, interval := range []map[string]any{{"value": 32.0, "low": 30.0, "high": 34.0}, {"value": 49.7, "low": 46.0, "high": 53.0}} {
		rows[i].(map[string]any)["peakPerSecond"] = interval
	}
	set(before, rows, "status", "configurations")
	b := with(t, before, after)
	b.expect(0, "+25.0 %, apparent", "compare", "provisioners", "after")
	b.expect(0, "+0.6 %, intervals overlap", "compare", "provisioners", "after")
	b.expect(0, "spec.system.application.cpu differs: 200m, 400m", "compare", "provisioners", "after")
}

func TestCompareFirstSaysWhatIsNotComparable(t *testing.T) {
	before := objects(t)[0]
	after := renamed(before, "after")
	set(after, "400m", "spec", "system", "application", "cpu")
	set(after, int64(99), "spec", "load", "step", "seconds")
	b := with(t, before, after)
	b.expect(0, "The figures are not comparable", "compare", "provisioners", "after")
	if text := b.out.String(); strings.Index(text, "not comparable") > strings.Index(text, " differs: ") {
		t.Errorf("it is behind what differs:\n%s", text)
	}
}

func TestCompareStatesNoDifferenceOfWhatCannotBeCompared(t *testing.T) {
	before := objects(t)[0]
	after := renamed(before, "after")
	rows, _, _ := unstructured.NestedSlice(after.Object, "status", "configurations")
	rows[0].(map[string]any)["saturated"] = false
	rows[1].(map[string]any)["notes"] = []any{"PeakNotReached"}
	rows[2].(map[string]any)["step"] = int64(3)
	delete(rows[3].(map[string]any), "step")
	set(after, rows, "status", "configurations")
	b := with(t, before, after)
	b.expect(0, "DIFFERENCE", "compare", "provisioners", "after")
	for _, want := range []string{"operator-1 peak/s 32 >32 unknown: no limit was shown", "operator-1 capacity/s 12 >12 unknown: no limit was shown", "operator-1 p95 ms 40.84 40.84 +0.0 %, no intervals",
		"operator-2 peak/s 49.7 >49.7 unknown: no limit was shown", "operator-2 capacity/s 40 40 +0.0 %, no intervals",
		"base-1 peak/s 28.88 28.88 +0.0 %, no intervals", "base-1 p95 ms 135.17 in step 2 135.17 in step 3 different steps",
		"base-2 p95 ms 118.6 in step 3 118.6 at a load of the search different steps"} {
		if !b.hasLine(want) {
			t.Errorf("the comparison has no %q:\n%s", want, b.out.String())
		}
	}
}

func TestCompareWithoutACommonConfigurationSaysSo(t *testing.T) {
	before := objects(t)[0]
	after := renamed(before, "after")
	rows, _, _ := unstructured.NestedSlice(after.Object, "status", "configurations")
	for _, row := range rows {
		row.(map[string]any)["replicas"] = int64(7)
	}
	set(after, rows, "status", "configurations")
	with(t, before, after).expect(3, "provisioners and after have no measured configuration in common: provisioners has operator-1, operator-2", "compare", "provisioners", "after")
	unstructured.RemoveNestedField(after.Object, "status", "configurations")
	with(t, before, after).expect(3, "after has measured nothing", "compare", "provisioners", "after")
}

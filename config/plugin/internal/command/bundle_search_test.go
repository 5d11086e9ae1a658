package command

import (
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/cluster"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// The recorded search tried 10/s twice, the second time for a whole step, and nothing else met the objectives.
func TestTheLoadThatASearchReportsIsCalculatedAgain(t *testing.T) {
	all := objectsOf(t, "../../testdata/search.json")
	rows, _, _ := unstructured.NestedSlice(all[0].Object, "status", "configurations")
	rows[0].(map[string]any)["search"].(map[string]any)["reportedLevel"] = 10.0
	set(all[0], rows, "status", "configurations")
	set(all[1], 10.0, "status", "result", "search", "reportedLevel")
	all[1].SetLabels(map[string]string{cluster.ExperimentLabel: "sought"})
	b := with(t, all...)
	file, files := b.bundledOf("sought")
	b.expect(0, ": 0 wrong, ", "bundle", "verify", file)
	for name, of := range map[string]string{"experiment.json": "base-1", "trials/sought-base-1.json": "sought-base-1"} {
		before := files[name]
		files[name] = []byte(strings.Replace(string(before), `"reportedLevel": 10`, `"reportedLevel": 12.25`, 1))
		b.out.Reset()
		want := "wrong: " + of + ": reportedLevel of its search is 12.25, and 10 when calculated from the evidence\n"
		if err := newTool("test", &b.out, &b.notes).verified(rewritten(t, files)); err != (exit{1}) || !strings.Contains(b.out.String(), want) {
			t.Errorf("%v\n%s", err, b.out.String())
		}
		files[name] = before
	}
}

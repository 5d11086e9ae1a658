package command

import (
	"encoding/csv"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
	clienttesting "k8s.io/client-go/testing"
)

// disturbed reads an experiment with disturbances, diagnoses, models and answers.
func disturbed(t *testing.T) []*unstructured.Unstructured {
	t.Helper()
	return objectsOf(t, "../../testdata/failover.json")
}

func TestTheTextHasTheOperatorsSentences(t *testing.T) {
	b := with(t, disturbed(t)...)
	for _, want := range []string{"limit: base-2 is limited by the application CPU", "verification: verified: with application.cpu=450m",
		"kill in one-copy-2: deleting 1 of 2 servers in step 2 lost 137 of 412 sessions", "comparison: one-copy has 8 %", "answer to question 2: base, 700 transactions/s"} {
		b.expect(0, want, "export", "failover", "-f", "text")
		b.expect(0, "- "+want, "export", "failover", "-f", "markdown")
	}
}

func TestEachTableIsCSVWithItsRows(t *testing.T) {
	b := with(t, disturbed(t)...)
	for name, want := range map[string]struct {
		rows int
		text string
	}{"answers": {2, "1,base,3,3,4,191.9,"}, "comparisons": {1, "one-copy,,base,2,Higher,1.08,1.02,1.15,"}, "configurations": {2, "one-copy-2,"},
		"diagnoses": {2, "base-2,2,Limited,Application/Cpu,,,High,0.97,54.6,true,"}, "disturbances": {2, ",412,272,131,137,1,1,0,1,142,1412,7,2,\"deleting "},
		"models": {3, "base,2,application,,1,10,9,11,,,20,-2,10,,"}} {
		b.expect(0, want.text, "export", "failover", "--table", name)
		rows, err := csv.NewReader(strings.NewReader(b.out.String())).ReadAll()
		if err != nil || len(rows) != want.rows+1 {
			t.Errorf("%s: %d rows, want %d and a head; %v", name, len(rows), want.rows, err)
		}
	}
	b.expect(3, "--table parts: it must be one of answers, comparisons, configurations, diagnoses, disturbances, models, rounds, steps, with --format csv", "export", "failover", "--table", "parts")
	b.expect(3, "with --format csv", "export", "failover", "--table", "answers", "-f", "json")
	b.expect(0, "disturbances\n", "__complete", "export", "failover", "--table", "dis")
}

func TestCompareShowsWhatFollowedFromADisturbance(t *testing.T) {
	before := disturbed(t)[0]
	after := renamed(before, "after")
	rows, _, _ := unstructured.NestedSlice(after.Object, "status", "configurations")
	kill := rows[1].(map[string]any)["disturbances"].([]any)[0].(map[string]any)
	kill["state"].(map[string]any)["lost"] = 12.0
	kill["errorSeconds"] = map[string]any{"mean": 4.0, "min": 4.0, "max": 4.0}
	rows[0].(map[string]any)["bottleneck"].(map[string]any)["resource"] = "Database/Cpu"
	set(after, rows, "status", "configurations")
	b := with(t, before, after)
	b.expect(0, "kill: sessions lost", "compare", "failover", "after")
	for _, want := range []string{"one-copy-2 kill: sessions lost 137 of 412 12 of 412 –", "one-copy-2 kill: errors for s 2 (1 to 3) 4 +100.0 %, no intervals",
		"base-2 limit Application/Cpu Database/Cpu differs", "base application CPU ms 10 (9 to 11) 10 (9 to 11) +0.0 %, intervals overlap",
		"one-copy-2 kill: acknowledged transactions missing 7 of 1412 7 of 1412 –", "base-2 kill: failed requests 5 5 –"} {
		if !b.hasLine(want) {
			t.Errorf("the comparison has no %q:\n%s", want, b.out.String())
		}
	}
}

func TestWatchEndsWithTheSentences(t *testing.T) {
	all := disturbed(t)
	b := with(t, all...)
	b.client.PrependWatchReactor("scalabilityexperiments", func(clienttesting.Action) (bool, watch.Interface, error) {
		changes := watch.NewFakeWithChanSize(1, false)
		changes.Add(all[0])
		return true, changes, nil
	})
	b.expect(0, "kill in base-2: deleting 1 of 2 servers in step 2 lost 0 of 412 sessions", "watch", "failover")
}

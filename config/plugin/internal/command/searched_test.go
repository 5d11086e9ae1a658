package command

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// The capacity of a search is between loads that were measured, and its percentiles are those of one of them.
func TestTheFiguresOfASearchNameTheirLoad(t *testing.T) {
	before := objects(t)[0]
	searched(before, 27.4)
	after := renamed(before, "after")
	searched(after, 31)
	b := with(t, before, after)
	b.expect(0, "CAPACITY/s of a search is estimated between loads that were measured; response times and ERRORS are those of the load in OF STEP.", "export", "provisioners", "-f", "text")
	if !b.hasLine("operator 1 32 - 1 1 12 27.4/s 40.84 0") {
		t.Errorf("the table does not say at which load p95 was measured:\n%s", b.out.String())
	}
	b.expect(0, "capacity 12 transactions per second, estimated; at 27.4/s: p50 ", "export", "provisioners", "-f", "junit")
	b.expect(0, "DIFFERENCE", "compare", "provisioners", "after")
	if want := "operator-1 p95 ms 40.84 at 27.4/s 40.84 at 31/s different loads"; !b.hasLine(want) {
		t.Errorf("the comparison has no %q:\n%s", want, b.out.String())
	}
}

// searched makes the first configuration one whose capacity was searched for.
func searched(e *unstructured.Unstructured, reported float64) {
	rows, _, _ := unstructured.NestedSlice(e.Object, "status", "configurations")
	first := rows[0].(map[string]any)
	delete(first, "step")
	first["search"] = map[string]any{"model": "Open", "level": 12.0, "confirmedLevel": 11.9, "reportedLevel": reported, "steps": int64(6)}
	set(e, rows, "status", "configurations")
}

func TestCompareSaysWhatItsFiguresDoNotMean(t *testing.T) {
	before := objects(t)[0]
	after := renamed(before, "after")
	set(after, "400m", "spec", "system", "application", "cpu")
	b := with(t, before, after)
	const incomparable = "The figures are not comparable, since they are those of another workload, load or objectives."
	for _, want := range []string{"no intervals: at least one of both has no 95 % interval, as with one round, so nothing is known of chance.",
		"The CPU time of a transaction in each tier is not compared: provisioners has no queueing model."} {
		b.expect(0, want, "compare", "provisioners", "after")
	}
	if strings.Contains(b.out.String(), incomparable) || strings.Contains(b.out.String(), "itself") {
		t.Errorf("another system is what is compared:\n%s", b.out.String())
	}
	b.expect(0, "provisioners is compared with itself.", "compare", "provisioners", "provisioners")
	set(after, int64(7), "spec", "load", "seed")
	with(t, before, after).omits(incomparable, "compare", "provisioners", "after")
	set(after, int64(99), "spec", "load", "step", "seconds")
	with(t, before, after).expect(0, incomparable, "compare", "provisioners", "after")
}

// omits asserts that a command says nothing of something.
func (b *bench) omits(text string, args ...string) {
	b.Helper()
	b.expect(0, "", args...)
	if strings.Contains(b.out.String(), text) {
		b.Errorf("%q is said:\n%s", text, b.out.String())
	}
}

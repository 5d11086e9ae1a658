package command

import (
	"encoding/xml"
	"errors"
	"maps"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/cluster"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"
)

type junit struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
	Cases    []struct {
		Class   string    `xml:"classname,attr"`
		Name    string    `xml:"name,attr"`
		Failure *struct{} `xml:"failure"`
		Error   *struct{} `xml:"error"`
		Skipped *struct{} `xml:"skipped"`
	} `xml:"testcase"`
}

func (b *bench) junit() junit {
	b.Helper()
	var found junit
	if err := xml.Unmarshal([]byte(b.out.String()), &found); err != nil {
		b.Fatal(err)
	}
	return found
}

// judges asserts the outcome of each case, by its class without the experiment's name and the start of its own.
func (j junit) judges(t *testing.T, want map[string]string) {
	t.Helper()
	found := map[string]string{}
	for _, one := range j.Cases {
		outcome := "met"
		switch {
		case one.Failure != nil:
			outcome = "failed"
		case one.Error != nil:
			outcome = "an error"
		case one.Skipped != nil:
			outcome = "skipped"
		}
		name, _, _ := strings.Cut(one.Name, " ")
		found[strings.TrimPrefix(one.Class+" "+name, "provisioners.")] = outcome
	}
	if !maps.Equal(found, want) {
		t.Errorf("got %v, want %v", found, want)
	}
}

func TestJUnitHasACaseForEachConfigurationAndForTheVerdict(t *testing.T) {
	all := objects(t)
	rows, _, _ := unstructured.NestedSlice(all[0].Object, "status", "configurations")
	delete(rows[1].(map[string]any), "capacityPerSecond")
	rows[1].(map[string]any)["p95Millis"], rows[1].(map[string]any)["step"] = 7081.99, int64(4)
	rows[2] = map[string]any{"name": "base-1", "variant": "base", "replicas": int64(1), "reason": "ServersNotReady", "message": "no room"}
	set(all[0], rows, "status", "configurations")
	set(all[0], int64(12), "status", "configurationsOmitted")
	set(all[0], "Failed", "status", "verdict")
	b := with(t, all...)
	b.expect(1, `<skipped message="ServersNotReady: no room">`, "export", "provisioners", "-f", "junit")
	for _, want := range []string{`name="a step meets every objective: p95 within 1000 ms, at most 1 % errors"`, `<failure message="Failed: every configuration`,
		`name="p95 within 1000 ms">
    <failure message="7081.99 ms in step 4">`, `name="p95 within 1000 ms">
    <system-out>40.84 ms in step 2</system-out>`,
		`<skipped message="12 more configurations have no row here: kubectl get scaltrial --selector scalelab.dev/experiment=provisioners">`} {
		if !strings.Contains(b.out.String(), want) {
			t.Errorf("the cases have no %s:\n%s", want, b.out.String())
		}
	}
	found := b.junit()
	found.judges(t, map[string]string{"provisioners verdict": "failed", "provisioners configurations": "skipped", "operator-1 a": "met", "operator-2 a": "failed",
		"base-1 a": "skipped", "base-2 a": "met", "operator-1 p95": "met", "operator-2 p95": "failed", "base-1 p95": "skipped", "base-2 p95": "met",
		"operator-1 at": "met", "operator-2 at": "met", "base-1 at": "skipped", "base-2 at": "met"})
	if found.Tests != 14 || found.Failures != 3 || found.Skipped != 4 {
		t.Errorf("%+v", found)
	}
}

// The operator's ObjectiveCheck says unknown of a configuration that did all of its load and so could do more.
func TestJUnitSkipsWhatTheOperatorCallsUnknown(t *testing.T) {
	all := objects(t)
	set(all[0], map[string]any{"minCapacityPerSecond": int64(39), "minEfficiencyPercent": int64(80),
		"responseTimes": []any{map[string]any{"minSharePercent": int64(90), "maxMillis": int64(500)}}}, "spec", "objectives")
	unstructured.RemoveNestedField(all[0].Object, "status", "effective", "responseTimes")
	set(all[0], "Inconclusive", "status", "verdict")
	b := with(t, all...)
	b.expect(2, `<failure message="capacity 12">`, "export", "provisioners", "-f", "junit")
	b.expect(2, `<failure message="efficiency 77.66 %">`, "export", "provisioners", "-f", "junit")
	want := map[string]string{"provisioners verdict": "skipped", "operator-1 a": "met", "operator-1 capacity": "failed", "operator-1 efficiency": "met",
		"operator-2 a": "met", "operator-2 capacity": "met", "operator-2 efficiency": "failed", "base-1 a": "met", "base-1 capacity": "failed", "base-1 efficiency": "met",
		"base-2 a": "met", "base-2 capacity": "met", "base-2 efficiency": "met",
		"operator-1 90": "met", "operator-2 90": "met", "base-1 90": "met", "base-2 90": "met"}
	b.junit().judges(t, want)
	rows, _, _ := unstructured.NestedSlice(all[0].Object, "status", "configurations")
	for _, change := range []struct {
		row     int
		field   string
		value   any
		unknown []string
	}{{0, "saturated", false, []string{"operator-1 capacity"}}, {1, "notes", []any{"PeakNotReached"}, []string{"operator-2 efficiency"}},
		{2, "saturated", false, []string{"base-1 capacity", "base-2 efficiency"}}} {
		rows[change.row].(map[string]any)[change.field] = change.value
		set(all[0], rows, "status", "configurations")
		for _, one := range change.unknown {
			want[one] = "skipped"
		}
		b = with(t, all...)
		b.expect(2, "unknown: ", "export", "provisioners", "-f", "junit")
		b.junit().judges(t, want)
	}
}

// Its exit status is the verdict, in which that configuration has no part.
func TestJUnitSkipsTheConfigurationThatVerifiesADiagnosis(t *testing.T) {
	all := objects(t)
	rows, _, _ := unstructured.NestedSlice(all[0].Object, "status", "configurations")
	verifies := maps.Clone(rows[3].(map[string]any))
	verifies["name"], verifies["variant"] = "verify-2", "verify"
	delete(verifies, "capacityPerSecond")
	set(all[0], append(rows, verifies), "status", "configurations")
	b := with(t, all...)
	b.expect(0, `<skipped message="it verifies a diagnosis, and has no part in the verdict">`, "export", "provisioners", "-f", "junit")
	b.junit().judges(t, map[string]string{"provisioners verdict": "met", "operator-1 a": "met", "operator-2 a": "met", "base-1 a": "met", "base-2 a": "met", "verify-2 a": "skipped",
		"operator-1 p95": "met", "operator-2 p95": "met", "base-1 p95": "met", "base-2 p95": "met", "verify-2 p95": "skipped",
		"operator-1 at": "met", "operator-2 at": "met", "base-1 at": "met", "base-2 at": "met", "verify-2 at": "skipped"})
}

func TestJUnitOfAnExperimentWithoutAVerdictDoesNotPass(t *testing.T) {
	all := objects(t)
	set(all[0], map[string]any{"phase": "Rejected", "message": "spec.sweep: no", "conditions": []any{map[string]any{"type": "Finished", "status": "True"}}}, "status")
	b := with(t, all...)
	b.expect(3, "Rejected: spec.sweep: no", "export", "provisioners", "-f", "junit")
	b.junit().judges(t, map[string]string{"provisioners verdict": "failed"})
	set(all[0], map[string]any{"phase": "Queued"}, "status")
	b = with(t, all...)
	b.expect(3, `<error message="the experiment has not ended: phase Queued">`, "export", "provisioners", "-f", "junit")
	found := b.junit()
	found.judges(t, map[string]string{"provisioners verdict": "an error"})
	if found.Errors != 1 || found.Failures+found.Skipped != 0 {
		t.Errorf("%+v", found)
	}
}

// The experiment's rows have no figures of single transactions.
func TestJUnitReadsTheFiguresOfSingleTransactionsFromTheTrials(t *testing.T) {
	all := objects(t)
	set(all[0], []any{map[string]any{"percentile": "90", "transaction": "newOrder", "maxMillis": int64(200)}}, "status", "effective", "responseTimes")
	rows, _, _ := unstructured.NestedSlice(all[0].Object, "status", "configurations")
	delete(rows[1].(map[string]any), "capacityPerSecond")
	rows[1].(map[string]any)["step"] = int64(4)
	set(all[0], rows, "status", "configurations")
	b := with(t, all...)
	for _, want := range []string{`name="p90 of newOrder within 200 ms">
    <failure message="4399.11 ms in step 4">`, `name="p90 of newOrder within 200 ms">
    <system-out>133.25 ms in step 2</system-out>`} {
		b.expect(0, want, "export", "provisioners", "-f", "junit")
	}
	b.client.PrependReactor("list", "scalabilitytrials", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, nil, apierrors.NewForbidden(cluster.Trials.GroupResource(), "", errors.New("you may not list them"))
	})
	b.expect(0, "the trials cannot be read, so figures of single transactions and of shares are missing: ", "export", "provisioners", "-f", "junit")
	b.expect(0, `<skipped message="unknown: no step met every objective, and the figure of this one is in the steps of provisioners-operator-2">`, "export", "provisioners", "-f", "junit")
}

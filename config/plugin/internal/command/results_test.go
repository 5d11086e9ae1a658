package command

import (
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/cluster"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"
)

func TestExportAsCSVHasARowForEachConfiguration(t *testing.T) {
	b := with(t, objects(t)...)
	b.expect(0, "operator-1,operator,,1,1,2,true,,,32,,,32,32,12", "export", "provisioners")
	rows, err := csv.NewReader(strings.NewReader(b.out.String())).ReadAll()
	if err != nil || len(rows) != 5 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// byTitle reads a row of the CSV that was written last.
func (b *bench) byTitle(row int) map[string]string {
	b.Helper()
	rows, err := csv.NewReader(strings.NewReader(b.out.String())).ReadAll()
	if err != nil || len(rows) <= row {
		b.Fatalf("%d rows, %v", len(rows), err)
	}
	found := map[string]string{}
	for i, title := range rows[0] {
		found[title] = rows[row][i]
	}
	return found
}

func TestExportAsCSVSaysHowASearchFoundTheCapacity(t *testing.T) {
	all := objects(t)
	set(all[0], map[string]any{"search": map[string]any{"model": "Open", "min": int64(1), "max": int64(400), "tolerancePercent": int64(5)}}, "spec", "load")
	rows, _, _ := unstructured.NestedSlice(all[0].Object, "status", "configurations")
	first, second := rows[0].(map[string]any), rows[1].(map[string]any)
	first["intervals"] = map[string]any{"capacityPerSecond": map[string]any{"low": 11.5, "high": 12.5}}
	first["notes"] = []any{"TooFewTransactions"}
	first["search"] = map[string]any{"model": "Open", "level": 12.1, "confirmedLevel": 11.9, "reportedLevel": 11.8, "steps": int64(14), "resolutionPercent": 2.5, "hostFullFromLevel": 20.0,
		"notes": []any{"FlatObjective", "ToleranceNotShown"}}
	second["search"] = map[string]any{"model": "Open", "level": 400.0, "steps": int64(6), "notes": []any{"NotSaturated"}}
	second["capacityResolutionPercent"] = 8.5
	delete(first, "step")
	set(all[0], rows, "status", "configurations")
	b := with(t, all...)
	b.expect(0, "searchBracketed", "export", "provisioners")
	for row, want := range map[int]map[string]string{
		1: {"capacityPerSecondLow": "11.5", "capacityPerSecondHigh": "12.5", "notes": "TooFewTransactions", "searchModel": "Open", "searchTolerancePercent": "5",
			"searchLevel": "12.1", "searchConfirmedLevel": "11.9", "searchReportedLevel": "11.8", "step": "", "searchBracketed": "true", "searchSteps": "14", "searchResolutionPercent": "2.5",
			"searchHostFullFromLevel": "20", "searchNotes": "FlatObjective ToleranceNotShown"},
		2: {"capacityResolutionPercent": "8.5", "searchLevel": "400", "searchConfirmedLevel": "", "searchReportedLevel": "", "searchBracketed": "false", "searchSteps": "6", "searchNotes": "NotSaturated"},
		3: {"searchModel": "", "searchTolerancePercent": "", "searchBracketed": "", "searchSteps": ""},
	} {
		b.hasInRow(row, want)
	}
}

// hasInRow asserts fields of a row of the CSV that was written last.
func (b *bench) hasInRow(row int, want map[string]string) {
	b.Helper()
	found := b.byTitle(row)
	for title, text := range want {
		if got, is := found[title]; !is || got != text {
			b.Errorf("row %d: %s is %q, want %q", row, title, got, text)
		}
	}
}

// The operator writes the verdict alone into the experiment's rows, and the rest into the trials.
func TestTheSentencesOfDiagnosesAreReadFromTheTrials(t *testing.T) {
	all := objects(t)
	rows, _, _ := unstructured.NestedSlice(all[0].Object, "status", "configurations")
	first := rows[0].(map[string]any)
	first["bottleneck"] = map[string]any{"verdict": "Limited", "resource": "Application/Cpu", "confidence": "High", "verified": true}
	set(all[0], rows, "status", "configurations")
	for _, object := range all[1:] {
		if object.GetName() == first["trial"] {
			set(object, map[string]any{"verdict": "Limited", "resource": "Application/Cpu", "confidence": "High", "utilization": 0.98, "recommendation": "raise application.cpu",
				"message": "Application CPU limits it", "times": []any{map[string]any{"part": "webQueue", "millis": 1814.5}}}, "status", "result", "bottleneck")
		}
	}
	b := with(t, all...)
	for _, command := range [][]string{{"export", "provisioners", "-f", "text"}, {"export", "provisioners", "-f", "markdown"}, {"watch", "provisioners"}} {
		b.expect(0, "limit of "+first["name"].(string)+": Application CPU limits it", command...)
	}
	b.expect(0, "Limited,Application/Cpu,,,High,0.98,,true,raise application.cpu,Application CPU limits it", "export", "provisioners", "--table", "diagnoses")
	b.expect(0, "1814.5", "report", "provisioners", "-o", "-")
	b.client.PrependReactor("list", "scalabilitytrials", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, nil, apierrors.NewForbidden(cluster.Trials.GroupResource(), "", errors.New("you may not list them"))
	})
	b.expect(0, "the trials cannot be read, so the sentences on what limits each configuration are missing", "export", "provisioners", "-f", "text")
}

// The trial keeps what its own figures say; the row knows that more of the resource did not help.
func TestADiagnosisThatWasNotConfirmedIsNotShown(t *testing.T) {
	all := objects(t)
	rows, _, _ := unstructured.NestedSlice(all[0].Object, "status", "configurations")
	first := rows[0].(map[string]any)
	first["bottleneck"] = map[string]any{"verdict": "NotDetermined", "verified": false, "candidates": []any{map[string]any{"resource": "Application/Cpu"}}}
	set(all[0], rows, "status", "configurations")
	for _, object := range all[1:] {
		if object.GetName() == first["trial"] {
			set(object, map[string]any{"verdict": "Limited", "resource": "Application/Cpu", "confidence": "High", "recommendation": "raise application.cpu",
				"message": "Application CPU limits it", "times": []any{map[string]any{"part": "webQueue", "millis": 1814.5}}}, "status", "result", "bottleneck")
		}
	}
	b := with(t, all...)
	b.expect(0, ",NotDetermined,,,,,,,false,,", "export", "provisioners", "--table", "diagnoses")
	b.expect(0, "1814.5", "report", "provisioners", "-o", "-")
	if strings.Contains(b.out.String(), "Application CPU limits it") {
		t.Error("the report has the sentence of a diagnosis that was not confirmed")
	}
}

func TestExportAsCSVHasSingleRoundsAndSteps(t *testing.T) {
	all := objects(t)
	at := slices.IndexFunc(all, func(one *unstructured.Unstructured) bool { return one.GetName() == "provisioners-base-1" })
	set(all[at], int64(0), "spec", "order")
	set(all[at], []any{map[string]any{"round": int64(1), "peakPerSecond": 30.5, "capacityPerSecond": 28.0, "p95Millis": 420.0}}, "status", "result", "rounds")
	set(all[at], []any{map[string]any{"round": int64(1), "level": 28.4, "saturated": true, "notes": []any{"FlatObjective", "ToleranceNotShown"}},
		map[string]any{"round": int64(2), "saturated": true, "notes": []any{"BelowMin"}}}, "status", "searched")
	runs, _, _ := unstructured.NestedSlice(all[at].Object, "status", "runs")
	lost := runs[0].(map[string]any)
	lost["phase"], lost["reason"], lost["message"] = "Invalid", "GeneratorLost", "no more records"
	lost["steps"].([]any)[1].(map[string]any)["invalid"] = map[string]any{"reason": "HostBusy", "message": "99 %"}
	valid := runtime.DeepCopyJSON(lost)
	valid["number"], valid["phase"], valid["plan"].(map[string]any)["repetition"] = int64(2), "Valid", int64(2)
	delete(valid["steps"].([]any)[1].(map[string]any), "invalid")
	set(all[at], []any{lost, valid}, "status", "runs")
	b := with(t, all...)
	b.expect(0, "trial,variant,factors,replicas,round,", "export", "provisioners", "--table", "rounds")
	for row, want := range map[int]map[string]string{
		1: {"trial": "provisioners-base-1", "variant": "base", "replicas": "1", "round": "1", "validRuns": "0", "peakPerSecond": "30.5", "capacityPerSecond": "28",
			"meanMillis": "", "p95Millis": "420", "searchLevel": "28.4", "searchSaturated": "true", "searchNotes": "FlatObjective ToleranceNotShown"},
		2: {"round": "2", "validRuns": "1", "peakPerSecond": "", "searchLevel": "", "searchNotes": "BelowMin"},
	} {
		b.hasInRow(row, want)
	}
	b.expect(0, "trial,variant,factors,replicas,round,", "export", "provisioners", "--table", "steps")
	for row, want := range map[int]map[string]string{
		1: {"trial": "provisioners-base-1", "round": "1", "run": "1", "phase": "Invalid", "step": "1", "completed": "30", "failed": "0", "errorPercent": "0",
			"targetUsers": "", "hostCpuPercent": "98.31", "reason": "GeneratorLost", "message": "no more records"},
		2: {"step": "2", "reason": "HostBusy", "message": "99 %"},
		6: {"round": "2", "run": "2", "phase": "Valid", "step": "2", "reason": "", "message": ""},
	} {
		b.hasInRow(row, want)
	}
}

func TestMarkdownIsATable(t *testing.T) {
	with(t, objects(t)...).expect(0, "| base | 2 | 52.92 | 83.24 | 1.83 | 0.92 | 39.9 | 3 | 118.6 | 0 |", "export", "provisioners", "-f", "markdown")
}

func TestAnUnknownFormatIsNamed(t *testing.T) {
	with(t, objects(t)...).expect(3, "--format html: it must be one of csv, json, junit, markdown, svg, text", "export", "provisioners", "-f", "html")
}

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
	for _, want := range []string{"operator-1 peak/s 32 >32 unknown: not saturated", "operator-1 capacity/s 12 >12 unknown: not saturated", "operator-1 p95 ms 40.84 40.84 +0.0 %, no intervals",
		"operator-2 peak/s 49.7 >49.7 unknown: not saturated", "operator-2 capacity/s 40 40 +0.0 %, no intervals",
		"base-1 peak/s 28.88 28.88 +0.0 %, no intervals", "base-1 p95 ms 135.17 in step 2 135.17 in step 3 different steps",
		"base-2 p95 ms 118.6 in step 3 118.6 at a load of the search different steps"} {
		if !b.hasLine(want) {
			t.Errorf("the comparison lacks %q:\n%s", want, b.out.String())
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

func node(name string, labels map[string]any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Node", "metadata": map[string]any{"name": name, "labels": labels}}}
}

func TestValidateSaysWhatWouldBeMeasuredAndWhatIsMissing(t *testing.T) {
	manifest := objects(t)[0]
	unstructured.RemoveNestedField(manifest.Object, "status")
	text, err := manifest.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "experiment.json")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	definition := func(name string) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": name}}}
	}
	nodes := []*unstructured.Unstructured{node("a", map[string]any{"scalelab.dev/role": "database"}), node("b", map[string]any{"scalelab.dev/role": "load"}),
		definition("clusters.postgresql.cnpg.io")}
	b := with(t, nodes...)
	for _, want := range []string{"provisioners: 4 configurations\n  operator with [1 2] pods\n  base with [1 2] pods", "load: 4 steps of 12 s, repetitions: 1, in the order Listed",
		"duration: 3m12s of load; at most about 16m0s", "missing: wildfly-operator"} {
		b.expect(2, want, "validate", file)
		// The fake client ignores that it is a dry run.
		if err := b.client.Tracker().Delete(cluster.Experiments, "default", "provisioners"); err != nil {
			t.Fatal(err)
		}
	}
	for _, action := range b.client.Actions() {
		if create, ok := action.(clienttesting.CreateActionImpl); ok && (len(create.CreateOptions.DryRun) != 1 || create.CreateOptions.DryRun[0] != metav1.DryRunAll) {
			t.Errorf("%v is no dry run", action)
		}
	}
	nodes = append(nodes, definition("wildflyservers.wildfly.org"))
	with(t, nodes...).expect(0, "nothing is known to be missing; nothing was created", "validate", file)
	nodes = slices.Delete(nodes, 1, 2) // that of the load
	with(t, nodes...).expect(2, "missing: nodes for balancer, load: no usable one has the label; kubectl label node NODE scalelab.dev/role=load, unless the chart's testbed.pod", "validate", file)
	for _, one := range []struct {
		status              int
		text, pod, onDemand string
	}{{2, "kubectl label node NODE scalelab.dev/role=load\n", "{}", "false"}, {0, "nothing is known to be missing", `{"nodeSelector": {}}`, "false"},
		{2, "for the tier balancer: none has the labels disk=ssd without", `{"nodeSelector": {"disk": "ssd"}}`, "false"},
		{0, "not checked: a node for the tier balancer: no usable one has the labels scalelab.dev/role=load; by the chart's", "{}", "true"}} {
		with(t, append(nodes, operatorWith(one.pod, one.onDemand))...).expect(one.status, one.text, "validate", file)
	}
}

// operatorWith is the operator's Deployment as the chart creates it.
func operatorWith(pod, onDemand string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"name": "scalelab-operator", "namespace": "scalelab-system",
		"labels": map[string]any{"app.kubernetes.io/name": "scalelab", "app.kubernetes.io/component": "operator"}},
		"spec": map[string]any{"template": map[string]any{"spec": map[string]any{"containers": []any{map[string]any{"name": "operator", "env": []any{
			map[string]any{"name": "SCALELAB_TESTBED_POD", "value": pod}, map[string]any{"name": "SCALELAB_EXPERIMENTS_NODES_ON_DEMAND", "value": onDemand}}}}}}}}}
}

// The operator's SearchPace has the same numbers of steps.
func TestValidateEstimatesASearchAndCountsWhatIsAdded(t *testing.T) {
	manifest := objects(t)[0]
	unstructured.RemoveNestedField(manifest.Object, "status")
	set(manifest, map[string]any{"search": map[string]any{"model": "Open", "min": int64(1), "max": int64(400)}, "repetitions": int64(2),
		"step": map[string]any{"seconds": int64(60)}, "warmUp": map[string]any{"maxSeconds": int64(120)}}, "spec", "load")
	set(manifest, true, "spec", "sweep", "aa")
	set(manifest, []any{map[string]any{"variant": "base", "replicas": int64(1)}}, "spec", "sweep", "exclude")
	set(manifest, true, "spec", "diagnosis", "verify")
	text, err := manifest.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "experiment.json")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	// Five trials: 9 + 4 x 7 steps of the first round and 5 x 5 of the second, each with 10 s around it; five testbeds with 60 s and a warm-up.
	with(t).expect(2, "provisioners: 4 configurations\n  operator with [1 2] pods\n  base with [2] pods\n  base-again with [2] pods\n  and one more at the end, to verify a diagnosis\n"+
		"load: a search chooses the loads of runs with a step of 60 s, usually 62 runs in all, rounds: 2, in the order Listed\n"+
		"duration: usually about 1h2m0s of load; about 1h27m0s with testbeds", "validate", file)
}

func TestEveryCommandExplainsItself(t *testing.T) {
	for _, command := range newTool("test", nil, nil).root().Commands() {
		if command.Short == "" || command.Long == "" || command.ValidArgsFunction == nil && command.Name() != "validate" {
			t.Errorf("%s lacks a help text or completion", command.Name())
		}
		for _, line := range strings.Split(command.Long, "\n") {
			if len(line) > 145 {
				t.Errorf("%s has a line of %d characters in its help: %s", command.Name(), len(line), line)
			}
		}
	}
}

// In kubectl, -v is no version.
func TestTheLevelOfTheLogIsThatOfKubectl(t *testing.T) {
	with(t, objects(t)...).expect(0, firstTitles, "export", "provisioners", "-v", "0")
	with(t).refuses(`--v "much": it must be a whole number; see kubectl scalelab export --help`, "export", "provisioners", "-v", "much")
	with(t).expect(0, "kubectl scalelab version test\n", "--version")
}

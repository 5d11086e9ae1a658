package command

import (
	"encoding/csv"
	"errors"
	"slices"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/cluster"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
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
	lost["steps"].([]any)[0].(map[string]any)["evidence"].(map[string]any)["fullestHostCpuPercent"] = 99.5
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
			"targetUsers": "", "hostCpuPercent": "98.31", "fullestHostCpuPercent": "99.5", "reason": "GeneratorLost", "message": "no more records"},
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

package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/archive"
	"dev.scalelab/plugin/internal/histogram"
	"github.com/HdrHistogram/hdrhistogram-go"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// stored is a ConfigMap with a histogram of a run's steps: one value for each completed transaction, all of the same duration.
func stored(t *testing.T, trial *unstructured.Unstructured) []*unstructured.Unstructured {
	t.Helper()
	var maps []*unstructured.Unstructured
	runs, _, _ := unstructured.NestedSlice(trial.Object, "status", "runs")
	for _, item := range runs {
		run := item.(map[string]any)
		name, _ := run["histograms"].(string)
		data := map[string]any{}
		for _, item := range run["steps"].([]any) {
			step := item.(map[string]any)
			counted := hdrhistogram.New(1, 1<<24, 3)
			completed, _, _ := unstructured.NestedFloat64(step, "counts", "completed")
			if err := counted.RecordValues(20_000, int64(completed)); err != nil {
				t.Fatal(err)
			}
			encoded, err := counted.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
			if err != nil {
				t.Fatal(err)
			}
			number, _, _ := unstructured.NestedFloat64(step, "step")
			data[histogram.Key(int(number))] = "newOrder " + string(encoded) + "\n"
			for _, percentile := range []string{"p50Millis", "p90Millis", "p95Millis", "p99Millis"} {
				step["responseTimes"].(map[string]any)[percentile] = 20.02
			}
		}
		maps = append(maps, &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap",
			"metadata": map[string]any{"name": name, "namespace": "default"}, "data": data}})
	}
	set(trial, runs, "status", "runs")
	return maps
}

func withHistograms(t *testing.T) []*unstructured.Unstructured {
	all := objects(t)
	rows, _, _ := unstructured.NestedSlice(all[0].Object, "status", "configurations")
	for _, row := range rows {
		for _, percentile := range []string{"p50Millis", "p90Millis", "p95Millis", "p99Millis"} {
			row.(map[string]any)[percentile] = 20.02
		}
	}
	set(all[0], rows, "status", "configurations")
	for i := 1; i < 5; i++ {
		all = append(all, stored(t, all[i])...)
	}
	return all
}

// bundled writes a bundle and reads it.
func (b *bench) bundled() (string, archive.Files) {
	b.Helper()
	file := filepath.Join(b.TempDir(), "b.tar.gz")
	b.expect(0, "files", "bundle", "provisioners", "-o", file)
	reader, err := os.Open(file)
	if err != nil {
		b.Fatal(err)
	}
	defer reader.Close()
	files, err := archive.Read(reader)
	if err != nil {
		b.Fatal(err)
	}
	return file, files
}

func TestABundleIsVerified(t *testing.T) {
	b := with(t, withHistograms(t)...)
	file, files := b.bundled()
	b.expect(0, "0 wrong, 0 not checked", "bundle", "verify", file)
	b.expect(0, "not checked in any bundle: mixPerSecond", "bundle", "verify", file)
	for _, name := range []string{"report.html", "figures.csv", "manifest.yaml", "experiment.json", "facts.json", "trials/provisioners-base-1.json",
		"histograms/provisioners-base-1-r1-histograms.json", "systems/operator.json", archive.Sums} {
		if len(files[name]) == 0 {
			t.Errorf("the bundle lacks %s", name)
		}
	}
}

func TestAFigureThatWasChangedIsFound(t *testing.T) {
	for what, change := range map[string]func(archive.Files){
		"experiment.json was changed":                          func(f archive.Files) { f["experiment.json"] = append(f["experiment.json"], '\n') },
		"facts.json is missing":                                func(f archive.Files) { delete(f, "facts.json") },
		"wrong: experiment.json: unexpected end of JSON input": func(f archive.Files) { f["experiment.json"] = f["experiment.json"][:99] },
		"base-2: capacityPerSecond is 49.9, and 39.9 when calculated from the evidence": func(f archive.Files) {
			f["experiment.json"] = []byte(strings.ReplaceAll(string(f["experiment.json"]), "39.9", "49.9"))
		},
		"base-2: capacityPerSecond is 39.9, and step 4, in which every run met every objective, has 54.9": func(f archive.Files) {
			f["trials/provisioners-base-2.json"] = []byte(strings.ReplaceAll(string(f["trials/provisioners-base-2.json"]), `"objectivesMet": false`, `"objectivesMet": true`))
		},
		"base-2: errorPercent is 3, and 0 when": func(f archive.Files) {
			f["experiment.json"] = []byte(strings.ReplaceAll(string(f["experiment.json"]), `"errorPercent": 0`, `"errorPercent": 3`))
		},
		"notes.txt was added": func(f archive.Files) { f["notes.txt"] = []byte("x") },
		"base-2: peakPerSecond is 62.92, and 52.92 when calculated from the evidence": func(f archive.Files) {
			f["experiment.json"] = []byte(strings.ReplaceAll(string(f["experiment.json"]), "52.92", "62.92"))
		},
		"base-2: speedup is 2.83, and 1.83 when calculated from the evidence": func(f archive.Files) {
			f["experiment.json"] = []byte(strings.ReplaceAll(string(f["experiment.json"]), "1.83", "2.83"))
		},
		"provisioners-base-1, run 1, step 1: p95Millis is 19.01, and 20.02": func(f archive.Files) {
			f["trials/provisioners-base-1.json"] = []byte(strings.Replace(string(f["trials/provisioners-base-1.json"]), `"p95Millis": 20.02`, `"p95Millis": 19.01`, 1))
		},
	} {
		b := with(t, withHistograms(t)...)
		_, files := b.bundled()
		tool := newTool("test", &b.out, &b.notes)
		change(files)
		b.out.Reset()
		if err := tool.verified(files); err != (exit{1}) || !strings.Contains(b.out.String(), what) {
			t.Errorf("%s: %v\n%s", what, err, b.out.String())
		}
	}
}

func TestABundleOfARunningExperimentIsRefused(t *testing.T) {
	all := objects(t)
	set(all[0], "Running", "status", "phase")
	unstructured.RemoveNestedField(all[0].Object, "status", "conditions")
	with(t, all...).expect(3, "provisioners has not ended (phase Running: ", "bundle", "provisioners")
}

package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
func (b *bench) bundled() (string, archive.Files) { return b.bundledOf("provisioners") }

func (b *bench) bundledOf(experiment string) (string, archive.Files) {
	b.Helper()
	file := filepath.Join(b.TempDir(), "b.tar.gz")
	b.expect(0, "files", "bundle", experiment, "-o", file)
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
	b.expect(0, "not checked in any bundle:\n  mixPerSecond", "bundle", "verify", file)
	b.expect(0, "5 of them made again from the records", "bundle", "verify", file)
	for _, name := range []string{"report.html", "figures.csv", "manifest.yaml", "experiment.json", "facts.json", "trials/provisioners-base-1.json",
		"histograms/provisioners-base-1-r1-histograms.json", "systems/operator.json", archive.Sums} {
		if len(files[name]) == 0 {
			t.Errorf("the bundle has no %s", name)
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
		if err := tool.verified(files); err != (exit{1}) || !strings.Contains(b.out.String(), what) || strings.Contains(b.out.String(), "in any bundle") {
			t.Errorf("%s: %v\n%s", what, err, b.out.String())
		}
	}
}

// rewritten has the checksums of a bundle that somebody has changed.
func rewritten(t *testing.T, files archive.Files) archive.Files {
	t.Helper()
	delete(files, archive.Sums)
	var packed bytes.Buffer
	if err := archive.Write(&packed, "b", files, time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	all, err := archive.Read(&packed)
	if err != nil || len(all.Changed()) > 0 {
		t.Fatal(err, all.Changed())
	}
	return all
}

func TestWhatWasChangedIsFoundWithNewChecksums(t *testing.T) {
	replace := func(file, from, to string) func(archive.Files) {
		return func(f archive.Files) {
			if !strings.Contains(string(f[file]), from) {
				t.Fatalf("%s has no %q", file, from)
			}
			f[file] = []byte(strings.ReplaceAll(string(f[file]), from, to))
		}
	}
	for what, change := range map[string]func(archive.Files){
		`figures.csv is not what follows from the records: base-2, peakPerSecond is "62.92", and "52.92" is right`: replace("figures.csv", "52.92", "62.92"),
		"figures.csv is not what follows from the records: it has 1 rows, and 5 are right":                         func(f archive.Files) { f["figures.csv"] = []byte("name\n") },
		"report.html is not what follows from the records":                                                         replace("report.html", "52.92", "62.92"),
		"manifest.yaml is not what follows from the records":                                                       replace("manifest.yaml", "cpu: 200m", "cpu: 300m"),
		"systems/base.json is not what follows from the records":                                                   replace("systems/base.json", `"200m"`, `"300m"`),
		"systems/other.json is of no variant that is measured":                                                     func(f archive.Files) { f["systems/other.json"] = []byte("{}") },
		"report.html is missing, and follows from the records":                                                     func(f archive.Files) { delete(f, "report.html") },
		"the verdict is Failed, and Passed by the figures and the objectives":                                      replace("experiment.json", `"Passed"`, `"Failed"`),
		"provisioners-base-1, run 1: histograms/provisioners-base-1-r1-histograms.json is missing":                 func(f archive.Files) { delete(f, "histograms/provisioners-base-1-r1-histograms.json") },
		"base-1: trials/provisioners-base-1.json is missing":                                                       func(f archive.Files) { delete(f, "trials/provisioners-base-1.json") },
		"base-1: it has figures, and names no trial":                                                               replace("experiment.json", `"trial": "provisioners-base-1"`, `"trial": ""`),
		"provisioners-base-1, run 1, step 1: its histogram is missing": func(f archive.Files) {
			f["histograms/provisioners-base-1-r1-histograms.json"] = []byte("{}")
		},
	} {
		b := with(t, withHistograms(t)...)
		_, files := b.bundled()
		tool := newTool("test", &b.out, &b.notes)
		change(files)
		b.out.Reset()
		if err := tool.verified(rewritten(t, files)); err != (exit{1}) || !strings.Contains(b.out.String(), "wrong: "+what) {
			t.Errorf("%s: %v\n%s", what, err, b.out.String())
		}
	}
}

// Another version may word the same page otherwise.
func TestWhatAnotherVersionHasMadeIsNotWrong(t *testing.T) {
	b := with(t, withHistograms(t)...)
	_, files := b.bundled()
	tool := newTool("9.9.9", &b.out, &b.notes)
	for _, want := range []string{": 0 wrong, 0 not checked", "not checked: report.html is not what follows from the records, by version 9.9.9 of the plugin: report.html names version test, which may have made it otherwise"} {
		b.out.Reset()
		if err := tool.verified(rewritten(t, files)); err != nil || !strings.Contains(b.out.String(), want) {
			t.Errorf("%v\n%s", err, b.out.String())
		}
		files["report.html"] = []byte(strings.ReplaceAll(string(files["report.html"]), "52.92", "62.92"))
	}
}

// The version in the page is as easily changed as a figure, and other files do not differ between versions.
func TestAnotherVersionInThePageExcusesNoOtherFile(t *testing.T) {
	in := func(file, from, to string) func(archive.Files) {
		return func(f archive.Files) { f[file] = []byte(strings.ReplaceAll(string(f[file]), from, to)) }
	}
	for what, change := range map[string]func(archive.Files){
		`wrong: figures.csv is not what follows from the records: base-2, peakPerSecond is "62.92"`: in("figures.csv", "52.92", "62.92"),
		"wrong: manifest.yaml is not what follows from the records":                                 in("manifest.yaml", "cpu: 200m", "cpu: 300m"),
		"wrong: systems/base.json is not what follows from the records":                             in("systems/base.json", `"200m"`, `"300m"`),
		"not checked: figures.csv is not what follows from the records, by version test":            in("figures.csv", ",peakPerSecond,", ",peak,"),
	} {
		b := with(t, withHistograms(t)...)
		_, files := b.bundled()
		tool := newTool("test", &b.out, &b.notes)
		in("report.html", "Written by kubectl scalelab test on", "Written by kubectl scalelab 9.9.9 on")(files)
		change(files)
		b.out.Reset()
		err := tool.verified(rewritten(t, files))
		if wrong := strings.HasPrefix(what, "wrong"); wrong != (err == exit{1}) || !wrong && err != nil || !strings.Contains(b.out.String(), what) {
			t.Errorf("%s: %v\n%s", what, err, b.out.String())
		}
	}
}

// A user without the right to read ConfigMaps has no histograms, and the bundle says so.
func TestHistogramsThatCouldNotBeReadAreListed(t *testing.T) {
	b := with(t, objects(t)...)
	file, files := b.bundled()
	if !strings.Contains(string(files["notes.json"]), "The histograms of 4 valid runs could not be read.") {
		t.Errorf("the bundle has no note: %s", files["notes.json"])
	}
	b.expect(0, "not checked: percentiles of 16 steps, without their histograms", "bundle", "verify", file)
}

func TestABundleIsReadFromTheStandardInput(t *testing.T) {
	b := with(t, withHistograms(t)...)
	file, _ := b.bundled()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b.in = text
	b.expect(0, ": 0 wrong, 0 not checked", "bundle", "verify", "-")
	b.in = text[:len(text)/2]
	b.refuses("the standard input: it ends too early: a part of the archive is missing", "bundle", "verify", "-")
	b.in = []byte("no archive")
	b.refuses("the standard input: not a bundle: it is no compressed archive", "bundle", "verify", "-")
	var packed bytes.Buffer
	if err := archive.Write(&packed, "b", archive.Files{"notes.txt": []byte("x")}, time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	b.in = packed.Bytes()
	b.refuses("the standard input: not a bundle that kubectl scalelab bundle has written: it has no experiment.json", "bundle", "verify", "-")
}

func TestABundleHasNoAddressesOfNodes(t *testing.T) {
	near := node("near", map[string]any{"scalelab.dev/role": "app"})
	set(near, map[string]any{"capacity": map[string]any{"cpu": "2"}, "addresses": []any{map[string]any{"type": "InternalIP", "address": "192.0.2.7"}},
		"nodeInfo": map[string]any{"machineID": "m", "systemUUID": "u", "bootID": "b", "kernelVersion": "6.1"}}, "status")
	_, files := with(t, append(objects(t), near)...).bundled()
	const want = `{"labels":{"scalelab.dev/role":"app"},"status":{"capacity":{"cpu":"2"},"nodeInfo":{"kernelVersion":"6.1"}}}`
	var compact bytes.Buffer
	if err := json.Compact(&compact, files["nodes/near.json"]); err != nil || compact.String() != want {
		t.Errorf("%v: %s", err, compact.String())
	}
}

func TestABundleOfARunningExperimentIsRefused(t *testing.T) {
	all := objects(t)
	set(all[0], "Running", "status", "phase")
	unstructured.RemoveNestedField(all[0].Object, "status", "conditions")
	with(t, all...).expect(3, "provisioners has not ended (phase Running: ", "bundle", "provisioners")
}

func TestABundleWithoutTrialsIsNotVerified(t *testing.T) {
	b := with(t, objects(t)[0])
	file := filepath.Join(t.TempDir(), "b.tar.gz")
	b.expect(0, "base-1: its trial provisioners-base-1 does not exist any more, so bundle verify calls its figures wrong\n", "bundle", "provisioners", "-o", file)
	b.expect(1, "wrong: base-1: trials/provisioners-base-1.json is missing\n", "bundle", "verify", file)
	all := objects(t)
	rows, _, _ := unstructured.NestedSlice(all[0].Object, "status", "configurations")
	delete(rows[0].(map[string]any), "trial")
	set(all[0], rows, "status", "configurations")
	with(t, all...).expect(0, "operator-1: it names no trial, so bundle verify calls its figures wrong\n", "bundle", "provisioners", "-o", file)
}

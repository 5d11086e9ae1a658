package main

import (
	"encoding/csv"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestPagesAreUpToDate(t *testing.T) {
	all, err := names()
	if err != nil || len(all) == 0 {
		t.Fatalf("no studies: %v", err)
	}
	files, err := pages(all)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range files {
		if found, err := os.ReadFile(file); err != nil || string(found) != want {
			t.Errorf("%s does not match study.json and result.json; run: make study", file)
		}
	}
}

func TestEveryPointHasAConfigurationOfTheResult(t *testing.T) {
	all, _ := names()
	for _, name := range all {
		study, err := readStudy(name)
		if err != nil {
			t.Fatal(err)
		}
		result, err := readResult(name)
		if err != nil {
			t.Fatal(err)
		}
		if result == nil {
			continue
		}
		var wanted []string
		for _, series := range study.Series {
			for _, point := range series.Measured {
				wanted = append(wanted, point.Configuration)
			}
		}
		for _, one := range study.Unpublished {
			wanted = append(wanted, one.Configuration)
		}
		for _, configuration := range wanted {
			if !slices.ContainsFunc(result.Configurations, func(row Configuration) bool { return row.Name == configuration }) {
				t.Errorf("%s: the result has no configuration %s", name, configuration)
			}
		}
	}
}

// withFigures are the studies that have published figures.
func withFigures(t *testing.T) map[string]*Study {
	t.Helper()
	all, err := names()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]*Study{}
	for _, name := range all {
		study, err := readStudy(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(study.Series) > 0 {
			found[name] = study
		}
	}
	return found
}

// steady is a figure whose repetitions differ little.
func steady(mean float64) *Spread {
	return &Spread{Mean: mean, Min: 0.99 * mean, Max: 1.01 * mean}
}

// ladder is a study of servers with three compared points, and a fourth that was only published.
func ladder() *Study {
	return &Study{Axis: "servers", Series: []Series{{
		Name:      "one",
		Published: []Published{{X: 1, Value: 100}, {X: 2, Value: 200}, {X: 4, Value: 210}, {X: 8, Value: 211}},
		Measured: []Measured{
			{X: 1, OursX: 1, Configuration: "base-1"}, {X: 2, OursX: 2, Configuration: "base-2"}, {X: 4, OursX: 4, Configuration: "base-4"},
		},
	}}}
}

// peaks is a result of the ladder; 0 was not measured.
func peaks(values ...float64) *Result {
	result := &Result{}
	for i, peak := range values {
		row := Configuration{Name: ladder().Series[0].Measured[i].Configuration}
		if peak > 0 {
			row.Peak = steady(peak)
		}
		result.Configurations = append(result.Configurations, row)
	}
	return result
}

func TestShapes(t *testing.T) {
	for want, measured := range map[string][]float64{
		"agrees":              {10, 18, 20},
		"agrees in direction": {10, 13, 14},
		"differs":             {10, 18, 30},
		"is unknown":          {10, 0, 30},
	} {
		t.Run(want, func(t *testing.T) {
			if found := shape(pairs(ladder(), peaks(measured...))); found.Verdict != want {
				t.Errorf("the shape %s: %s", found.Verdict, found.Why)
			}
		})
	}
}

// Each curve of a study gets the figures of its first one, and a single curve is level: the factor has done nothing.
func withoutEffect(study *Study) *Result {
	result := &Result{}
	var first *Series
	curves := 0
	for i := range study.Series {
		series := &study.Series[i]
		if len(series.Measured) == 0 {
			continue
		}
		if first == nil {
			first = series
		}
		curves++
	}
	for _, series := range study.Series {
		for _, point := range series.Measured {
			row := Configuration{Name: point.Configuration, Peak: steady(1)}
			for _, published := range append(slices.Clone(first.Published), series.Published...) {
				if curves > 1 && published.X == point.X {
					row.Peak = steady(published.Value)
					break
				}
			}
			result.Configurations = append(result.Configurations, row)
		}
	}
	return result
}

func TestNoStudyAgreesIfItsFactorDidNothing(t *testing.T) {
	for name, study := range withFigures(t) {
		if found := shape(pairs(study, withoutEffect(study))); found.Verdict != "differs" {
			t.Errorf("%s %s: %s", name, found.Verdict, found.Why)
		}
	}
}

// The published figures, as if they were ours.
func asPublished(study *Study) *Result {
	result := &Result{}
	for _, series := range study.Series {
		for _, point := range series.Measured {
			for _, published := range series.Published {
				if published.X != point.X {
					continue
				}
				row := Configuration{Name: point.Configuration, Peak: steady(published.Value)}
				if series.Failures {
					row = Configuration{Name: point.Configuration, Peak: steady(1), Failed: published.Value}
				}
				result.Configurations = append(result.Configurations, row)
			}
		}
	}
	return result
}

func TestEveryStudyAgreesWithItsOwnFigures(t *testing.T) {
	for name, study := range withFigures(t) {
		if found := shape(pairs(study, asPublished(study))); found.Verdict != "agrees" {
			t.Errorf("%s %s: %s", name, found.Verdict, found.Why)
		}
	}
}

// twoCurves is a study of a factor that raised throughput by 13 % with four servers, and by nothing with two.
func twoCurves() *Study {
	return &Study{Axis: "servers", Publication: "zhou2005", Series: []Series{
		{
			Name: "without", Published: []Published{{X: 2, Value: 100}, {X: 4, Value: 170}},
			Measured: []Measured{{X: 2, OursX: 2, Configuration: "base-2"}, {X: 4, OursX: 4, Configuration: "base-4"}},
		},
		{
			Name: "with", Published: []Published{{X: 2, Value: 101}, {X: 4, Value: 192}},
			Measured: []Measured{{X: 2, OursX: 2, Configuration: "with-2"}, {X: 4, OursX: 4, Configuration: "with-4"}},
		},
	}}
}

func TestTheEffectIsComparedToo(t *testing.T) {
	for _, one := range []struct {
		name, want       string
		base, with       float64
		worst, best, two float64
	}{
		{"as published", "agrees", 17, 19.2, 0.99 * 19.2, 1.01 * 19.2, 10},
		{"none", "differs", 17, 17, 0.99 * 17, 1.01 * 17, 10},
		{"the opposite", "differs", 17, 16, 0.99 * 16, 1.01 * 16, 10},
		{"too large", "agrees in direction", 17, 23, 0.99 * 23, 1.01 * 23, 10},
		{"within the repetitions", "differs", 17, 19.2, 16.5, 22, 10},
		{"where none was published", "differs", 17, 19.2, 0.99 * 19.2, 1.01 * 19.2, 12},
	} {
		t.Run(one.name, func(t *testing.T) {
			result := &Result{Configurations: []Configuration{
				{Name: "base-2", Peak: steady(10)}, {Name: "base-4", Peak: steady(one.base)},
				{Name: "with-2", Peak: steady(one.two)}, {Name: "with-4", Peak: &Spread{one.with, one.worst, one.best}},
			}}
			if found := shape(pairs(twoCurves(), result)); found.Verdict != one.want {
				t.Errorf("the shape %s: %s", found.Verdict, found.Why)
			}
		})
	}
}

func TestFiguresWithoutRepetitionsConfirmNothing(t *testing.T) {
	for name, with := range map[string]*Spread{"mean only": {Mean: 19.2}, "one repetition": {19.2, 19.2, 19.2}} {
		result := &Result{Configurations: []Configuration{
			{Name: "base-2", Peak: steady(10)}, {Name: "base-4", Peak: steady(17)}, {Name: "with-2", Peak: steady(10)}, {Name: "with-4", Peak: with},
		}}
		found := shape(pairs(twoCurves(), result))
		if found.Verdict != "says nothing of the effect" || !strings.Contains(found.Why, "without repetitions of with-4") {
			t.Errorf("%s: the shape %s: %s", name, found.Verdict, found.Why)
		}
	}
}

func TestAnEffectBelowFivePercentIsNone(t *testing.T) {
	study := twoCurves()
	study.Series[1].Published[1].Value = 182 // 7 % more
	result := func(with float64) *Result {
		return &Result{Configurations: []Configuration{
			{Name: "base-2", Peak: steady(10)}, {Name: "base-4", Peak: steady(17)}, {Name: "with-2", Peak: steady(10)}, {Name: "with-4", Peak: steady(with)},
		}}
	}
	for with, want := range map[float64]string{17 * 1.045: "differs", 17 * 1.055: "agrees"} {
		if found := shape(pairs(study, result(with))); found.Verdict != want {
			t.Errorf("%.1f: the shape %s: %s", with, found.Verdict, found.Why)
		}
	}
}

// noisy has three repetitions of each figure, which vary by 5 %.
func noisy(exact *Result, chance *rand.Rand) *Result {
	result := &Result{}
	for _, row := range exact.Configurations {
		var repetitions []float64
		sum := 0.0
		for range 3 {
			figure := row.Peak.Mean * (1 + 0.05*chance.NormFloat64())
			repetitions = append(repetitions, figure)
			sum += figure
		}
		row.Peak = &Spread{Mean: sum / 3, Min: slices.Min(repetitions), Max: slices.Max(repetitions)}
		result.Configurations = append(result.Configurations, row)
	}
	return result
}

// The worst cases are studies of a single effect. introduction.md states both bounds.
func TestNoiseSeldomLooksLikeAnEffect(t *testing.T) {
	const draws = 1000
	for name, study := range withFigures(t) {
		chance := rand.New(rand.NewPCG(7, 7))
		nothing := withoutEffect(study)
		found := map[string]int{}
		for range draws {
			found[shape(pairs(study, noisy(nothing, chance))).Verdict]++
		}
		t.Logf("%s: %v", name, found)
		if agrees := found["agrees"]; agrees > draws*5/100 || agrees+found["agrees in direction"] > draws*7/100 {
			t.Errorf("%s: of %d measurements without any effect %v", name, draws, found)
		}
	}
}

func TestWithoutAPublishedEffectNothingIsConfirmed(t *testing.T) {
	study := twoCurves()
	for i := range study.Series {
		study.Series[i].Measured = study.Series[i].Measured[:1]
	}
	result := &Result{Configurations: []Configuration{{Name: "base-2", Peak: steady(10)}, {Name: "with-2", Peak: steady(10)}}}
	if found := shape(pairs(study, result)); found.Verdict != "says nothing of the effect" {
		t.Errorf("the shape %s: %s", found.Verdict, found.Why)
	}
}

func TestPublishedPointsWithoutAMeasurementAreListed(t *testing.T) {
	text := page("ladder", ladder(), peaks(10, 18, 20))
	for _, want := range []string{
		"**The shape agrees**, at 3 measured of 4 published points",
		"Not measured here (servers): one: 8.",
		"| one | 4 | 210 | 2.10 | 4 | 20.0 (19.8 to 20.2) | 2.00 |",
		"| one | 8 | 211 | 2.11 |  | not measured |  |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q:\n%s", want, text)
		}
	}
	if row := indexRow("ladder", ladder(), peaks(10, 18, 20)); !strings.Contains(row, "agrees, at 3 measured of 4 published points") {
		t.Error(row)
	}
}

// Reads the published rows as text, so that a row that the program drops is missed here.
func TestPagesHaveEveryPublishedPointOfTheirTables(t *testing.T) {
	text, err := os.ReadFile(publishedFile)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	all, _ := names()
	for _, name := range all {
		study, err := readStudy(name)
		if err != nil {
			t.Fatal(err)
		}
		readme, err := os.ReadFile(filepath.Join(name, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, series := range study.Series {
			found := 0
			for _, row := range rows {
				if row[0] != study.Publication || row[1] != series.Table {
					continue
				}
				found++
				compared := strings.HasPrefix(row[2], series.Rows) && row[5] == series.metric(study)
				line := "| " + series.Name + " | " + row[4] + " | " + row[7]
				if !compared {
					line = " | " + row[4] + " | " + row[7]
				}
				if !strings.Contains(string(readme), line) {
					t.Errorf("%s has no published point %q", name, line)
				}
			}
			if found == 0 {
				t.Errorf("%s: table %s is not in %s", name, series.Table, publishedFile)
			}
		}
	}
}

// A table is in a study, or has a row below "Not repeated".
func TestEveryPublishedTableHasAStudyOrAReason(t *testing.T) {
	known := map[string]bool{}
	all, _ := names()
	for _, name := range all {
		study, err := readStudy(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, series := range study.Series {
			known[publications[study.Publication]+" "+series.Table] = true
		}
	}
	missing, err := os.ReadFile("missing.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(missing), "\n") {
		if cells := strings.Split(line, "|"); len(cells) == 6 {
			for _, table := range strings.Split(cells[2], ",") {
				known[strings.TrimSpace(cells[1])+" "+strings.TrimSpace(table)] = true
			}
		}
	}
	text, err := os.ReadFile(publishedFile)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		if !known[publications[row[0]]+" "+row[1]] {
			t.Errorf("table %s of %s is in no study, and missing.md does not say why", row[1], row[0])
		}
	}
}

func TestFailuresAreComparedAsWhatSucceeds(t *testing.T) {
	study := ladder()
	study.Series = append(study.Series, Series{
		Name: "not sticky", Failures: true, Published: []Published{{X: 30, Value: 10}},
		Measured: []Measured{{X: 30, OursX: 2, Configuration: "any-2"}},
	})
	for failed, want := range map[float64]string{10: "agrees", 70: "agrees in direction", 0: "differs"} {
		result := peaks(10, 18, 19)
		result.Configurations = append(result.Configurations, Configuration{Name: "any-2", Peak: steady(9), Failed: failed})
		if found := shape(pairs(study, result)); found.Verdict != want {
			t.Errorf("with %g %% failed the shape %s: %s", failed, found.Verdict, found.Why)
		}
	}
}

func TestSystemsAtOnePointAreDrawnAsBars(t *testing.T) {
	study := twoCurves()
	for i := range study.Series {
		study.Series[i].Published = study.Series[i].Published[:1]
	}
	result := &Result{Configurations: []Configuration{{Name: "base-2", Peak: &Spread{10, 10, 10}}, {Name: "with-2", Peak: &Spread{5, 5, 5}}}}
	drawn := chart(study, pairs(study, result))
	for _, want := range []string{">without<", ">with<", "1.01 published", "0.50 here"} {
		if !strings.Contains(drawn, want) {
			t.Errorf("the chart has no %q:\n%s", want, drawn)
		}
	}
}

func TestAStudyThatWasNotMeasuredSaysHow(t *testing.T) {
	text := page("ladder", ladder(), nil)
	for _, want := range []string{"make study STUDY=ladder", "| one | 4 | 210 | 2.10 | 4 | not measured |  |", "| one | 8 | 211 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q:\n%s", want, text)
		}
	}
}

func TestAMeasuredPointMustBePublished(t *testing.T) {
	name := t.TempDir()
	study := `{"publication": "zhou2005", "metric": "peakThroughput", "series": [{"name": "one", "table": "6.4", "measured": [{"x": 3, "oursX": 3, "configuration": "base-3"}]}]}`
	if err := os.WriteFile(filepath.Join(name, "study.json"), []byte(study), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readStudy(name); err == nil || !strings.Contains(err.Error(), "table 6.4 has no figure at 3") {
		t.Errorf("%v", err)
	}
}

func TestWhatWasNotPublishedIsListed(t *testing.T) {
	study := &Study{Publication: "zhou2005", Unpublished: []Unpublished{{What: "a replica", Configuration: "replica-2"}}}
	if text := page("wish", study, nil); !strings.Contains(text, "Not measured yet: `make study STUDY=wish`.") ||
		!strings.Contains(text, "| a replica | replica-2 | not measured |  |") {
		t.Errorf("not measured:\n%s", text)
	}
	var result Result
	err := json.Unmarshal([]byte(`{"verdict": "Passed", "configurations": [
		{"name": "replica-2", "peakPerSecond": {"mean": 12.34, "min": 12, "max": 13}, "disturbances": [{"text": "deleting it lost nothing"}]}]}`), &result)
	if err != nil {
		t.Fatal(err)
	}
	text := page("wish", study, &result)
	for _, want := range []string{"No figure was published that could be compared.", "| a replica | replica-2 | 12.3 | deleting it lost nothing |", "Verdict: Passed"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "The shape") || strings.Contains(text, "curves.svg") {
		t.Errorf("there is nothing to compare:\n%s", text)
	}
	if row := indexRow("wish", study, &result); !strings.Contains(row, "no figure was published") {
		t.Error(row)
	}
}

func TestAStudyMeasuresSomething(t *testing.T) {
	name := t.TempDir()
	if err := os.WriteFile(filepath.Join(name, "study.json"), []byte(`{"publication": "zhou2005"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readStudy(name); err == nil || !strings.Contains(err.Error(), "a point must be measured") {
		t.Errorf("%v", err)
	}
}

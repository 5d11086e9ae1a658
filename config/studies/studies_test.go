package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
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
		for _, series := range study.Series {
			for _, point := range series.Measured {
				known := false
				for _, row := range result.Configurations {
					known = known || row.Name == point.Configuration
				}
				if !known {
					t.Errorf("%s: the result has no configuration %s", name, point.Configuration)
				}
			}
		}
	}
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
			row.Peak = &Spread{Mean: peak}
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

func TestPublishedPointsWithoutAMeasurementAreListed(t *testing.T) {
	text := page("ladder", ladder(), peaks(10, 18, 20))
	for _, want := range []string{
		"**The shape agrees**, at 3 measured of 4 published points",
		"Not measured here (servers): one: 8.",
		"| one | 4 | 210 | 2.10 | 4 | 20.0 | 2.00 |",
		"| one | 8 | 211 | 2.11 |  | not measured |  |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
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
				if row[0] != source || row[1] != series.Table {
					continue
				}
				found++
				if line := "| " + series.Name + " | " + row[4] + " | " + row[7] + " |"; !strings.Contains(string(readme), line) {
					t.Errorf("%s lacks the published point %q", name, line)
				}
			}
			if found == 0 {
				t.Errorf("%s: table %s is not in %s", name, series.Table, publishedFile)
			}
		}
	}
}

func TestAStudyThatWasNotMeasuredSaysHow(t *testing.T) {
	text := page("ladder", ladder(), nil)
	for _, want := range []string{"make study STUDY=ladder", "| one | 4 | 210 | 2.10 | 4 | not measured |  |", "| one | 8 | 211 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
}

func TestAMeasuredPointMustBePublished(t *testing.T) {
	name := t.TempDir()
	study := `{"series": [{"name": "one", "table": "6.4", "measured": [{"x": 3, "oursX": 3, "configuration": "base-3"}]}]}`
	if err := os.WriteFile(filepath.Join(name, "study.json"), []byte(study), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readStudy(name); err == nil || !strings.Contains(err.Error(), "table 6.4 has no figure at 3") {
		t.Errorf("%v", err)
	}
}

package main

import (
	"os"
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
			for _, point := range series.Points {
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

func TestShapes(t *testing.T) {
	study := &Study{Series: []Series{{Name: "one", Points: []Point{
		{X: 1, Published: 100, Configuration: "base-1"},
		{X: 2, Published: 200, Configuration: "base-2"},
		{X: 4, Published: 210, Configuration: "base-4"},
	}}}}
	for want, peaks := range map[string][]float64{
		"agrees":              {10, 18, 20},
		"agrees in direction": {10, 13, 14},
		"differs":             {10, 18, 30},
		"is unknown":          {10, 0, 30},
	} {
		t.Run(want, func(t *testing.T) {
			result := &Result{}
			for i, peak := range peaks {
				row := Configuration{Name: study.Series[0].Points[i].Configuration}
				if peak > 0 {
					row.Peak = &Spread{Mean: peak}
				}
				result.Configurations = append(result.Configurations, row)
			}
			if found := shape(pairs(study, result)); found.Verdict != want {
				t.Errorf("the shape %s: %s", found.Verdict, found.Why)
			}
		})
	}
}

func TestAStudyThatWasNotMeasuredSaysHow(t *testing.T) {
	study := &Study{Title: "Heap", Series: []Series{{Points: []Point{{Published: 1}}}}}
	if text := page("z1-heap", study, nil); !strings.Contains(text, "make study STUDY=z1-heap") {
		t.Error(text)
	}
}

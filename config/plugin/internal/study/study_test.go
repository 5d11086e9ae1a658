package study

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write assets/studies.json")

const folder = "../../../studies"

// fromSource builds the list from the studies' own files.
func fromSource(t *testing.T) []byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*", "study.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no studies in %s: %v", folder, err)
	}
	table, err := os.Open(filepath.Join(folder, "published-results.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	rows, err := csv.NewReader(table).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var all []Study
	for _, file := range files {
		if study := read(t, file, rows); len(study.Curves) > 0 { // else no figure was published that could be drawn
			all = append(all, study)
		}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(all); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func read(t *testing.T, file string, rows [][]string) Study {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var source struct {
		Title, Publication, Source, Metric, Published, Axis string
		Series                                              []struct {
			Name, Table, Rows string
			Failures          bool
			Measured          []struct {
				X             float64
				Configuration string
			}
		}
	}
	if err := json.Unmarshal(text, &source); err != nil {
		t.Fatal(err)
	}
	study := Study{Name: filepath.Base(filepath.Dir(file)), Title: source.Title, Source: source.Source, Text: source.Published, Axis: source.Axis}
	for _, series := range source.Series {
		if series.Failures {
			// Has no peak to be divided by.
			continue
		}
		curve := Curve{Name: series.Name}
		for _, row := range rows {
			if row[0] != source.Publication || row[1] != series.Table || !strings.HasPrefix(row[2], series.Rows) || row[5] != source.Metric {
				continue
			}
			x, _ := strconv.ParseFloat(row[4], 64)
			value, _ := strconv.ParseFloat(row[7], 64)
			point := Point{X: x, Value: value}
			for _, measured := range series.Measured {
				if measured.X == x {
					point.Configuration = measured.Configuration
				}
			}
			study.Unit = row[6]
			curve.Points = append(curve.Points, point)
		}
		study.Curves = append(study.Curves, curve)
	}
	return study
}

func TestTheStudiesAreThoseOfTheRepository(t *testing.T) {
	want := fromSource(t)
	if *update {
		if err := os.WriteFile("assets/studies.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(want, embedded) {
		t.Error("assets/studies.json differs from config/studies; correct with: cd config/plugin && go test ./internal/study -update")
	}
}

func TestAStudyIsFoundByItsName(t *testing.T) {
	found, err := Named("z2-servers")
	if err != nil || found == nil || len(found.Curves[0].Points) != 5 || found.Curves[0].Points[0].Configuration != "base-1" {
		t.Errorf("%+v, %v", found, err)
	}
	if none, err := Named("small"); err != nil || none != nil {
		t.Errorf("%+v, %v", none, err)
	}
}

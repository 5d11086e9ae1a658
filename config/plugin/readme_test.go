package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/curve"
	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/report"
)

var update = flag.Bool("update", false, "write docs/small.svg")

const drawing = "../../docs/small.svg"

// small is the experiment of the README's example, with the figures that were measured.
func small(t *testing.T) *model.Experiment {
	t.Helper()
	text, err := os.ReadFile("testdata/small.json")
	if err != nil {
		t.Fatal(err)
	}
	var object map[string]any
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatal(err)
	}
	experiment, err := model.Read(object)
	if err != nil {
		t.Fatal(err)
	}
	return experiment
}

func TestTheReadmesPictureShowsTheReadmesFigures(t *testing.T) {
	var picture bytes.Buffer
	if err := report.Picture(&picture, small(t)); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(drawing, picture.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := os.ReadFile(drawing); err != nil || !bytes.Equal(found, picture.Bytes()) {
		t.Errorf("docs/small.svg is not what export draws; correct with: cd config/plugin && go test . -update")
	}
}

func TestTheReadmesTableIsThatOfTheExport(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(curve.Text(small(t))), "\n") {
		if !strings.Contains(string(readme), "    "+strings.TrimRight(line, " ")+"\n") {
			t.Errorf("the README does not have the line %q", line)
		}
	}
}

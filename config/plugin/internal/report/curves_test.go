package report

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/model"
)

func TestEachCurveHasAPointForEachConfiguration(t *testing.T) {
	in := read(t, recorded)
	page := written(t, in)
	for _, id := range []string{"throughput", "speedup", "efficiency", "responses"} {
		drawing := regexp.MustCompile(`(?s)<svg class="chart" id="` + id + `".*?</svg>`).FindString(page)
		for _, row := range in.Experiment.Measured() {
			if strings.Count(drawing, `data-configuration="`+row.Name+`"`) != 1 {
				t.Errorf("%s must have one point of %s", id, row.Name)
			}
		}
	}
}

func TestTheBestNumberOfTheModelIsMarked(t *testing.T) {
	in := read(t, recorded)
	for number, marked := range map[float64]bool{2.2: true, 9: false} {
		in.Experiment.Status.Scalability = []model.Model{{System: "base", Model: "Usl", Lambda: &model.Figure{Value: 29}, BestReplicas: &model.Figure{Value: number}}}
		page := written(t, in)
		if strings.Contains(page, fmt.Sprintf("<title>base, best number of servers by the model: %s</title>", model.Number(number))) != marked {
			t.Errorf("%g: marked, want %v", number, marked)
		}
	}
}

func TestTheIntervalOfThe95thPercentileIsDrawn(t *testing.T) {
	in := read(t, recorded)
	const drawn, said = `class="interval s1" d="`, "; broad: its 95 % interval."
	if page := written(t, in); strings.Contains(page, drawn) || strings.Contains(page, said) {
		t.Error("there is an interval of one round")
	}
	low, high := 100.0, 140.0
	in.Experiment.Measured()[2].P95.Low, in.Experiment.Measured()[2].P95.High = &low, &high
	if page := written(t, in); strings.Count(page, drawn) != 1 || !strings.Contains(page, said) {
		t.Error("the interval is not drawn, or not explained")
	}
}

func TestTheLegendSaysWhichLineIsThePeak(t *testing.T) {
	names := func(in Input) (all []string) {
		for _, line := range Throughput(in.Experiment).Lines {
			all = append(all, line.Name)
		}
		return all
	}
	if found := names(read(t, recorded)); !slices.Equal(found, []string{"peak of operator", "capacity of operator", "peak of base", "capacity of base"}) {
		t.Errorf("%q", found)
	}
	if found := names(large(t, 5, 2)); found[0] != "v00" || len(found) != 5 {
		t.Errorf("without lines of capacities: %q", found)
	}
}

func TestIntervalsModelsAndComparisonsAreShownWhereTheyExist(t *testing.T) {
	in := read(t, recorded)
	object := in.Experiment.Raw
	status := object["status"].(map[string]any)
	row := status["configurations"].([]any)[3].(map[string]any)
	row["intervals"] = map[string]any{"peakPerSecond": map[string]any{"value": 52.92, "low": 50.1, "high": 55.8}}
	row["bottleneck"] = map[string]any{"resource": "Application/Cpu", "message": "base-2 is limited by application CPU"}
	status["scalability"] = []any{map[string]any{"variant": "base", "system": "base", "model": "Usl", "lambda": 29.0, "sigma": map[string]any{"value": 0.09, "low": 0.05, "high": 0.12}, "kappa": 0.001}}
	status["comparisons"] = []any{map[string]any{"variant": "operator", "baseline": "base", "replicas": 2, "verdict": "NotShown",
		"ratio": map[string]any{"value": 0.94, "low": 0.9, "high": 1.02}, "message": "no difference shown between operator and base at 2 pods"}}
	var err error
	if in.Experiment, err = model.Read(object); err != nil {
		t.Fatal(err)
	}
	page := written(t, in)
	for _, want := range []string{"52.92 (50.1 to 55.8)", "Bars are 95 % intervals", "base-2 is limited by application CPU", "base, model Usl",
		"0.94 (0.9 to 1.02)", "no difference shown between operator and base at 2 pods"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
}

func TestAStudyIsShownBesideItsPublishedCurve(t *testing.T) {
	in := read(t, recorded)
	in.Experiment.Metadata.Name = "z2-servers"
	text, err := os.ReadFile("../../../studies/z2-servers/result.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &in.Experiment.Status); err != nil {
		t.Fatal(err)
	}
	page := written(t, in)
	if !strings.Contains(page, "<td>43.85</td><td>3.06</td>") || !strings.Contains(page, "62 % more throughput from 1 to 2 servers") {
		t.Error("the page does not have the published curve")
	}
}

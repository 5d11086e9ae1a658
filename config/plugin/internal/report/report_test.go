package report

import (
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"dev.scalelab/plugin/internal/model"
)

// recorded is a real experiment, of two provisioners with one and two servers, two of whose runs were invalid.
const recorded = "../../testdata/provisioners.json"

func read(t testing.TB, file string) Input {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Items []map[string]any }
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	in := Input{Version: "test", Now: time.Date(2026, 11, 27, 15, 0, 0, 0, time.UTC)}
	for _, item := range list.Items {
		if item["kind"] == "ScalabilityTrial" {
			trial, err := model.ReadTrial(item)
			if err != nil {
				t.Fatal(err)
			}
			in.Trials = append(in.Trials, trial)
			continue
		}
		if in.Experiment, err = model.Read(item); err != nil {
			t.Fatal(err)
		}
	}
	return in
}

func written(t testing.TB, in Input) string {
	t.Helper()
	var page strings.Builder
	if err := Write(&page, in); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

func TestThePageShowsTheRecordedExperiment(t *testing.T) {
	page := written(t, read(t, recorded))
	for what, want := range map[string]string{
		"the verdict":            "<strong>Passed</strong>",
		"a peak":                 ">52.92<",
		"an invalid run":         "one in a hundred transactions of step 3 began more than 236.3 ms late",
		"a variant's difference": `<th scope="row">system.application.provisioner</th><td class="t">WildFlyServer</td><td class="t hot">StatefulSet`,
		"a setting in force":     "collector Serial",
		"an image":               "sha256:c912fe823d5d68bbc93a72fb6cfcc0fb77912cd2988ab889738fbcb48bb6f514",
		"a step's percentile":    "7081.99",
		"the use of a limit":     `<td class="hot">99.5 `,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %s: %s", what, want)
		}
	}
}

func TestThePageShowsWhatAVariantChangesInWorkloadAndLoad(t *testing.T) {
	in := read(t, recorded)
	spec := in.Experiment.Raw["spec"].(map[string]any)
	variant := spec["variants"].([]any)[0].(map[string]any)
	variant["workload"] = map[string]any{"scale": 20.0, "mix": map[string]any{"newOrder": 1.0, "workOrder": nil}}
	variant["load"] = map[string]any{"step": map[string]any{"seconds": 30.0}}
	var err error
	if in.Experiment, err = model.Read(in.Experiment.Raw); err != nil {
		t.Fatal(err)
	}
	page := written(t, in)
	for _, want := range []string{`<th scope="row">workload.scale</th><td class="t">20</td><td class="t hot">10`, `<th scope="row">load.step.seconds</th><td class="t">30</td><td class="t hot">12`,
		`<th scope="row">load.step.rampSeconds</th><td class="t">1</td><td class="t">1</td>`, `<th scope="row">workload.mix.newOrder</th><td class="t">1</td><td class="t hot">`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Contains(page, "workload.mix.workOrder") {
		t.Error("the page shows a setting that the variant removes")
	}
}

func TestThePageShowsEachPartition(t *testing.T) {
	in := read(t, recorded)
	if strings.Contains(written(t, in), "Partitions in the step") {
		t.Error("the page has a table of partitions without any")
	}
	value := func(of float64) *float64 { return &of }
	in.Trials[0].PeakStep().Evidence.Partitions = []model.Partition{
		{Name: "front", Servers: 3, Cores: value(1.14), Limit: value(1.2), DatabaseCores: value(0.25), DatabaseLimit: value(0.5), Requests: value(80), Calls: value(0)},
		{Name: "plant", Servers: 1, Cores: value(0.2), Limit: value(0.4), Requests: value(20)},
	}
	in.Experiment.Measured()[0].Bottleneck = &model.Bottleneck{Verdict: "Limited", Resource: "Application/Cpu", Partition: "plant"}
	page := written(t, in)
	for _, row := range []string{
		`<td class="t">Application/Cpu plant</td><td class="t">Limited</td>`,
		`front</td><td>3</td><td class="hot">95 `,
		`plant</td><td>1</td><td>50</td><td>–</td><td>20</td><td>–</td>`,
	} {
		if !strings.Contains(page, row) {
			t.Errorf("the page has no %s", row)
		}
	}
}

func TestInvalidRunsAndFailedConfigurationsAreCountedApart(t *testing.T) {
	in := read(t, recorded)
	in.Trials[0].Status.Phase, in.Trials[0].Status.Reason = "Failed", "TooManyInvalidRuns"
	if page := written(t, in); !strings.Contains(page, "Valid runs: 4, invalid runs: 2, failed configurations: 1.") || !strings.Contains(page, "TooManyInvalidRuns") {
		t.Error("the page does not count them apart")
	}
}

func TestEveryPartOfAResponseTimeHasANameInWords(t *testing.T) {
	source, err := os.ReadFile("../../../../operator/src/main/java/dev/scalelab/operator/diagnosis/TimeBreakdown.java")
	if err != nil {
		t.Fatal(err)
	}
	parts := regexp.MustCompile(`add\("(\w+)"`).FindAllStringSubmatch(string(source), -1)
	for _, part := range parts {
		if partNames[part[1]] == "" {
			t.Errorf("%s has no name in words", part[1])
		}
	}
	if len(parts) < 5 {
		t.Errorf("%d parts are in the operator's source", len(parts))
	}
}

func TestNothingIsRequestedFromOutside(t *testing.T) {
	page := written(t, read(t, recorded))
	if found := regexp.MustCompile(`(?i)(src|href|url)\s*[=(]\s*["']?(https?:)?//`).FindString(page); found != "" {
		t.Errorf("the page requests something: %s", found)
	}
}

func TestAnExperimentWithoutFiguresHasNoReport(t *testing.T) {
	in := read(t, recorded)
	in.Experiment.Status.Configurations, in.Trials = nil, in.Trials[:1]
	in.Trials[0].Status.Runs = nil
	in.Experiment.Status.Phase, in.Experiment.Status.Message = "Queued", "no usable node has the label scalelab.dev/role=app"
	err := Write(&strings.Builder{}, in)
	if !errors.Is(err, ErrNothingMeasured) || !strings.Contains(err.Error(), "no usable node has the label") {
		t.Errorf("got %v", err)
	}
}

func TestStepsAreReportedBeforeAnyConfigurationHasAResult(t *testing.T) {
	in := read(t, recorded)
	in.Experiment.Status.Configurations, in.Experiment.Status.Conditions, in.Experiment.Status.Verdict, in.Trials = nil, nil, "", in.Trials[:1]
	page := written(t, in)
	for _, want := range []string{"<strong>Not ended</strong>", "<dt>Results</dt><dd>none yet: a configuration has one when all of its runs have ended", `<section id="validity"`,
		`<section id="limits"`, "<details open><summary>", "invalid runs: "} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, unwanted := range []string{`<section id="curves"`, `<section id="configurations"`, "<svg class=\"chart\""} {
		if strings.Contains(page, unwanted) {
			t.Errorf("the page has %q", unwanted)
		}
	}
	in.Experiment.Status.Conditions = []model.Condition{{Type: "Finished", Status: "True"}}
	if page = written(t, in); !strings.Contains(page, "<dd>none: what was measured is in the table of steps</dd>") {
		t.Error("the page of an ended experiment without a result does not say so")
	}
}

func TestASearchShowsHowItFoundTheCapacity(t *testing.T) {
	in := read(t, recorded)
	trial := in.Trials[0].Raw
	trial["status"].(map[string]any)["result"] = map[string]any{"search": map[string]any{"model": "Open", "level": 38.1, "confirmedLevel": 36.5, "steps": 14, "resolutionPercent": 2.5, "notes": []any{"FlatObjective"}}}
	var err error
	if in.Trials[0], err = model.ReadTrial(trial); err != nil {
		t.Fatal(err)
	}
	page := written(t, in)
	if !strings.Contains(page, `<td class="t">Open, transactions per second</td><td>38.1</td><td>36.5</td><td>–</td><td>14</td><td>2.5</td><td class="t">FlatObjective</td>`) {
		t.Error("the page does not say how the capacity was found")
	}
	// The row has it, too, without reading trials, and is not shown twice.
	row := in.Experiment.Measured()[0]
	row.Name = configurationOf(in, in.Trials[0])
	level, full := 38.0, 30.5
	row.Search = &model.Search{Model: "Closed", Level: &level, HostFull: &full, Steps: 15, Notes: []string{"NotConverged"}}
	page = written(t, in)
	if !strings.Contains(page, `<td class="t">Closed, users</td><td>38</td><td>–</td><td>30.5</td><td>15</td><td>–</td><td class="t">NotConverged</td>`) || strings.Contains(page, "FlatObjective") {
		t.Error("the page does not have the search of the row alone")
	}
}

func TestThePodsOfGeneratorsAreThoseOfARun(t *testing.T) {
	for want, pods := range map[string][]string{
		"2":                                   {"a-base-1-app-0", "a-base-1-app-1"},
		"2 in 1 run":                          {"a-base-1-r1-load-x", "a-base-1-r1-load-y"},
		"1 in each of 2 runs, 1 for warm-ups": {"a-base-1-r6-load-x", "a-base-1-r12-load-x", "a-base-1-warmup-x"},
		"1 to 2 in each of 2 runs":            {"a-base-1-r6-load-x", "a-base-1-r7-load-x", "a-base-1-r7-load-y"},
	} {
		if got := podCount(pods).Text; got != want {
			t.Errorf("%v are %q, want %q", pods, got, want)
		}
	}
}

func TestCodesOfAPageAreExplained(t *testing.T) {
	in := read(t, recorded)
	const oneRound, notJudged = "<p>OneRound: one round, so no intervals: nothing is known of chance.</p>", "<p>NotJudged: less than 40 s were measured"
	if page := written(t, in); strings.Contains(page, oneRound) {
		t.Error("a remark is explained that no configuration has")
	}
	level := 27.4
	row := in.Experiment.Measured()[0]
	row.Notes, row.Step, row.Search = []string{"OneRound"}, 0, &model.Search{Model: "Open", Reported: &level, Notes: []string{"BelowMin"}}
	in.Trials[0].Valid()[0].Steps[0].Steady = &struct {
		Verdict string `json:"verdict"`
		Class   string `json:"class"`
	}{Verdict: "NotJudged"}
	page := written(t, in)
	for _, want := range []string{oneRound, notJudged, "<p>BelowMin: the lowest load", "The capacity of a search is estimated between loads", "<td>27.4/s</td>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
}

func TestAPageSaysWhenTheExperimentWasSuspended(t *testing.T) {
	in := read(t, recorded)
	if err := json.Unmarshal([]byte(`{"pauses": {"seconds": 620, "ended": "2026-11-27T14:10:00Z"}}`), &in.Experiment.Status); err != nil {
		t.Fatal(err)
	}
	if page := written(t, in); !strings.Contains(page, "It was suspended for 620 seconds in all.") || !strings.Contains(page, "The latest pause ended at 2026-11-27 14:10:00 UTC.") {
		t.Error("the page does not say when the pause ended")
	}
}

func TestATrialWithoutAStepHasNoTable(t *testing.T) {
	in := read(t, recorded)
	in.Trials[0].Status.Runs = nil
	page := written(t, in)
	if name := configurationOf(in, in.Trials[0]); strings.Contains(page, "Steps of "+name+";") || !strings.Contains(page, "Steps of "+configurationOf(in, in.Trials[1])+";") {
		t.Errorf("the page must have the steps of all configurations but %s", name)
	}
}

// In a narrow column, a row with a sentence is as high as a phone.
func TestALongTextHasAWideColumn(t *testing.T) {
	rows := table{Rows: [][]cell{{words("a"), words(strings.Repeat("long ", 20)), words("short")}}}
	if html := string(rows.HTML()); !strings.Contains(html, `<td class="t w">long `) || !strings.Contains(html, `<td class="t">short<`) {
		t.Error(html)
	}
}

func TestThePageShowsTheFullestHostBesideTheMean(t *testing.T) {
	in := read(t, recorded)
	mean, fullest := 66.4, 98.3
	for _, trial := range in.Trials {
		if step := trial.PeakStep(); step != nil && step.Evidence != nil {
			step.Evidence.HostCPU, step.Evidence.FullestHost = &mean, &fullest
		}
	}
	if page, want := written(t, in), `<td>66.4</td><td class="hot">98.3 `; !strings.Contains(page, want) {
		t.Errorf("the page does not have %s", want)
	}
}

func TestThePageSaysWhetherItIsKnownThatThePeakIsHigher(t *testing.T) {
	in, below := read(t, recorded), false
	rows := in.Experiment.Status.Configurations
	rows[0].Saturated, rows[1].Saturated = &below, nil
	page := written(t, in)
	for _, want := range []string{"not saturated</td>", "no limit was shown</td>"} {
		if got := strings.Count(page, want); got != 1 {
			t.Errorf("the page has %s %d times", want, got)
		}
	}
}

func TestTheNextStepIsHigherByWholePercents(t *testing.T) {
	in := read(t, recorded)
	in.Experiment.Status.Configurations[0].Resolution = &model.Figure{Value: 233.33}
	if page, want := written(t, in), "next step 233 % higher"; !strings.Contains(page, want) {
		t.Errorf("the page does not have %q", want)
	}
}

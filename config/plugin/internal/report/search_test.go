package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"dev.scalelab/plugin/internal/model"
)

// sought is a real search, with a round of twelve runs, two of which are invalid.
const sought = "../../testdata/search.json"

// again gives the search further rounds, and more configurations. Their figures are made up.
func again(t testing.TB, rounds, configurations int) Input {
	in := read(t, sought)
	first, row := in.Trials[0], in.Experiment.Measured()[0]
	in.Trials, in.Experiment.Status.Configurations = nil, nil
	for n := 1; n <= configurations; n++ {
		trial, like := *first, *row
		like.Name = fmt.Sprintf("v%03d-1", n)
		like.Variant = fmt.Sprintf("v%03d", n)
		trial.Metadata.Name = in.Experiment.Metadata.Name + "-" + like.Name
		trial.Status.Runs, trial.Status.Searched = nil, nil
		for round := 1; round <= rounds; round++ {
			for _, run := range first.Status.Runs {
				one := *run
				one.Number, one.Plan.Repetition = len(trial.Status.Runs)+1, round
				trial.Status.Runs = append(trial.Status.Runs, &one)
			}
			level := 10.2 + 0.3*float64(round)
			trial.Status.Searched = append(trial.Status.Searched, model.SearchRound{Round: round, Level: &level})
		}
		in.Trials = append(in.Trials, &trial)
		in.Experiment.Status.Configurations = append(in.Experiment.Status.Configurations, &like)
	}
	return in
}

// chartOf is a chart of the page.
func chartOf(page, id string) string {
	return regexp.MustCompile(`(?s)<svg class="chart" id="` + id + `".*?</svg>`).FindString(page)
}

func TestThePageShowsTheLoadsThatASearchTried(t *testing.T) {
	in := read(t, sought)
	in.Experiment.Complete(in.Trials)
	page := written(t, in)
	drawing := chartOf(page, "search-base-1")
	for mark, count := range map[string]int{`class="point s2"`: 2, `class="point outline s4"`: 8, `class="point outline s7"`: 2, "dashed": 1, ">round 1<": 0} {
		if found := strings.Count(drawing, mark); found != count {
			t.Errorf("the chart has %d times %s, not %d", found, mark, count)
		}
	}
	for what, want := range map[string]string{
		"what is heard": "Loads that the search for the capacity of base-1 tried, in transactions per second: round 1: 10 met, 15 missed, 15 missed, 15 invalid, 15 invalid, " +
			"15 missed, 12.25 missed, 12.25 missed, 12.25 missed, 11.07 missed, 10 met, 13.64 missed; found 10.49</title>",
		"what a mark says":        "<title>run 10: 11.07/s missed; p95 4370.44 ms, 0 % errors, 12/s</title>",
		"why a run is invalid":    "<title>run 4: 15/s invalid (NotWarm)</title>",
		"between which loads":     "base-1: a capacity of 10.49 transactions per second, confirmed at 10; the lowest load above it that missed an objective is 11.07.",
		"why there is no figure":  "the resolution is by how much the noise of one step moves the capacity, – where too few steps were near a limit",
		"the number of rounds":    `<th scope="col">rounds</th>`,
		"what is known of chance": "Throughput: the peak. Each configuration has one round, so nothing is known of chance.",
		"what limits it":          "<p>base-1 is limited by application CPU",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %s: %s", what, want)
		}
	}
	for _, id := range []string{"speedup", "efficiency"} {
		if chartOf(page, id) != "" {
			t.Errorf("the page of one number of servers has a chart of %s", id)
		}
	}
}

func TestTheStepThatShowsThePeakIsDrawnAfterTheOneOfItsRun(t *testing.T) {
	in := read(t, sought)
	runs := in.Trials[0].Status.Runs
	last := runs[len(runs)-1]
	before, above := runs[len(runs)-2], *last.Steps[0]
	above.Step = 2
	before.Steps = append(before.Steps, &above)
	in.Trials[0].Status.Runs = runs[:len(runs)-1]
	page := written(t, in)
	if drawing := chartOf(page, "search-base-1"); strings.Count(drawing, `class="point`) != 12 || !strings.Contains(drawing, "<title>run 11, step 2: 13.64/s missed; ") {
		t.Errorf("the chart does not have both steps of a run:\n%s", drawing)
	}
	if !strings.Contains(page, "10 met, 13.64 missed; found") || !strings.Contains(page, ">steps</th>") {
		t.Error("the step above the capacity is not heard, or steps are not counted")
	}
}

func TestRoundsOfASearchAreToldApart(t *testing.T) {
	page := written(t, again(t, 3, 2))
	for _, id := range []string{"search-v001-1", "search-v002-1"} {
		drawing := chartOf(page, id)
		if strings.Count(drawing, `class="point`) != 36 || !strings.Contains(drawing, ">round 1</text>") || !strings.Contains(drawing, ">round 3</text>") || strings.Contains(drawing, "round 4") ||
			strings.Count(drawing, `class="line s0"`) != 3 || strings.Count(drawing, `class="line s0 dashed"`) != 1 {
			t.Errorf("%s does not have the marks, names and capacities of three rounds", id)
		}
		if !strings.Contains(drawing, "13.64 missed, round 2: 10 met,") {
			t.Errorf("the rounds of %s are not heard", id)
		}
	}
}

func TestARunThatIsNotJudgedYetHasNoMark(t *testing.T) {
	in := read(t, sought)
	trial := in.Trials[0]
	trial.Status.Result, in.Experiment.Measured()[0].Search = nil, nil
	trial.Status.Runs[10].Phase, trial.Status.Runs[11].Phase, trial.Status.Runs[11].Steps = "Running", "Running", nil
	trial.Status.Runs[3].Steps = nil                   // an invalid run that measured nothing
	trial.Status.Runs[0].Steps[0].Throughput = 9.4     // of 10 that were requested
	in.Experiment.Spec.Load.Search["model"] = "Closed" // the unit as long as there is no result
	page := written(t, in)
	if strings.Count(chartOf(page, "search-base-1"), `class="point`) != 10 || !strings.Contains(page, "base-1: the search has no capacity so far.") {
		t.Error("the page does not have the ten loads that are judged")
	}
	if !strings.Contains(page, "tried, in users: round 1: 10 missed, 15 missed, 15 missed, 15 invalid, 15 invalid, 15 missed,") {
		t.Error("a load whose rate was not reached is not missed")
	}
}

func TestAReportOf200SearchesIsSmallAndFast(t *testing.T) {
	in := again(t, 3, 200)
	var page strings.Builder
	began := processor(t)
	if err := Write(&page, in); err != nil {
		t.Fatal(err)
	}
	if took := processor(t) - began; page.Len() > 2_000_000 || took > 5*time.Second {
		t.Errorf("%d bytes in %s", page.Len(), took)
	}
	head, steps, _ := strings.Cut(page.String(), `<section id="steps"`)
	if strings.Contains(head, `class="chart" id="search-v`) || strings.Count(steps, `class="chart" id="search-v`) != maxSearchCharts || !strings.Contains(head, "of each of the first 40 configurations") {
		t.Error("the charts of the first configurations are not with their steps")
	}
	few := written(t, again(t, 1, maxOpenSearches+1))
	if _, steps, _ := strings.Cut(few, `<section id="steps"`); strings.Count(steps, `class="chart" id="search-v`) != maxOpenSearches+1 {
		t.Error("the charts of a few more configurations than fit are not with their steps")
	}
}

package report

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"dev.scalelab/plugin/internal/histogram"
	"dev.scalelab/plugin/internal/model"
)

// large multiplies the recorded trials: systems with up to a number of servers each, three runs and histograms. Its figures are made up.
func large(t testing.TB, systems, servers int) Input {
	in := read(t, recorded)
	experiment := *in.Experiment
	pattern := in.Trials
	experiment.Status.Configurations, in.Trials, in.Histograms = nil, nil, map[string]map[string]string{}
	stored := hdrhistogram.New(1, 1<<23, 3)
	for i := int64(1); i < 2000; i++ {
		if err := stored.RecordValue(i * i); err != nil {
			t.Fatal(err)
		}
	}
	text, err := stored.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	if err != nil {
		t.Fatal(err)
	}
	for system := range systems {
		for n := 1; n <= servers; n++ {
			name := fmt.Sprintf("v%02d-%d", system, n)
			figure := func(value float64) *model.Figure {
				low, high := value*0.95, value*1.05
				return &model.Figure{Value: value, Low: &low, High: &high}
			}
			peak := float64(30+system) * float64(n) / (1 + 0.05*float64(n))
			experiment.Status.Configurations = append(experiment.Status.Configurations, &model.Row{Name: name, Configuration: model.Configuration{Variant: fmt.Sprintf("v%02d", system), Replicas: n},
				Trial: "large-" + name, Step: 3, Runs: 3, Peak: figure(peak), Capacity: figure(peak * 0.8), Speedup: figure(peak / float64(30+system) * 1.05),
				Efficiency: figure(1.05 / (1 + 0.05*float64(n))), P50: figure(20), P95: figure(80), P99: figure(200)})
			trial := *pattern[n%len(pattern)]
			trial.Metadata.Name = experiment.Metadata.Name + "-" + name
			valid := *trial.Valid()[0]
			data := map[string]string{}
			for _, step := range valid.Steps {
				data[histogram.Key(step.Step)] = "newOrder " + string(text) + "\n"
			}
			trial.Status.Runs = nil
			for number := 1; number <= 3; number++ {
				run := valid
				run.Number, run.Histograms = number, fmt.Sprintf("%s-r%d", name, number)
				in.Histograms[run.Histograms] = data
				trial.Status.Runs = append(trial.Status.Runs, &run)
			}
			in.Trials = append(in.Trials, &trial)
		}
	}
	in.Experiment = &experiment
	return in
}

func TestAReportOf200ConfigurationsIsSmallAndFast(t *testing.T) {
	in := large(t, 20, 10)
	var page strings.Builder
	began := processor(t)
	if err := Write(&page, in); err != nil {
		t.Fatal(err)
	}
	took := processor(t) - began
	t.Logf("%d configurations, %d bytes, %s", len(in.Trials), page.Len(), took)
	// A processor that is shared with others needs several times as long as one that is not.
	if page.Len() > 2_000_000 || took > 5*time.Second {
		t.Errorf("%d bytes in %s", page.Len(), took)
	}
}

// Each run of a search has other levels of its load.
func TestALargeSearchShowsOneRoundOfEachConfiguration(t *testing.T) {
	in := large(t, 40, 10)
	in.Histograms = nil
	in.Experiment.Spec.Load = model.Load{Search: map[string]any{"model": "Closed", "min": 1.0, "max": 400.0}, Repetitions: 2.0}
	for _, trial := range in.Trials {
		for i, run := range trial.Status.Runs {
			run.Plan.Repetition = i/2 + 1
		}
	}
	page := written(t, in)
	if !strings.Contains(page, "<dd>a search from 1 to 400 users; steps of up to 0 s, of which 0 s are measured; 2 rounds</dd>") {
		t.Error("the head does not have the unit of the search, or its rounds")
	}
	steps := page[strings.Index(page, `<section id="steps"`):strings.Index(page, `<section id="validity"`)]
	if !strings.Contains(steps, "those of one round") || strings.Count(steps, `<th scope="row">1</th>`) != 4*len(in.Trials) ||
		strings.Count(steps, `<th scope="row">2</th>`) != 4*len(in.Trials) || strings.Contains(steps, `<th scope="row">3</th>`) {
		t.Error("the steps are not those of the first two runs, which are the first round")
	}
}

// processor is the CPU time of this process so far, which unlike the clock does not depend on what else the machine does.
func processor(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

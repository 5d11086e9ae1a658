package report

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/HdrHistogram/hdrhistogram-go"

	"dev.scalelab/plugin/internal/chart"
	"dev.scalelab/plugin/internal/histogram"
	"dev.scalelab/plugin/internal/model"
)

// maxStepRows keeps the page of a large sweep small: beyond it, only one round of a trial is listed.
const maxStepRows = 3000

// steps lists every step of every run, with histograms where they could be read.
func steps(in Input) section {
	if len(in.Trials) == 0 {
		return section{}
	}
	found := section{ID: "steps", Title: "Steps: percentiles and histograms", Text: append(slices.Clone(in.Notes), judgements(in)...)}
	rows := 0
	for _, trial := range in.Trials {
		for _, run := range trial.Status.Runs {
			rows += len(run.Steps)
		}
	}
	short := rows > maxStepRows
	if short {
		found.Text = append(found.Text, "There are too many steps for one page: of each configuration it has those of one round. The trials have all.")
	}
	tried := searchedTrials(in)
	if len(tried) <= maxOpenSearches {
		tried = nil // their charts are in a section of their own
	}
	for _, trial := range in.Trials {
		runs := trial.Status.Runs
		if !slices.ContainsFunc(runs, func(run *model.Run) bool { return len(run.Steps) > 0 }) {
			continue // its first step is still measured, or was never reached
		}
		if valid := trial.Valid(); short && len(valid) > 0 {
			runs = valid[:1]
			if in.Experiment.Spec.Load.Searches() { // each of its runs has other levels
				runs = trial.ValidOf(valid[0].Plan.Repetition)
			}
		}
		part := stepsOf(in, trial, runs)
		if slices.Contains(tried[:min(len(tried), maxSearchCharts)], trial) {
			part.Charts = []drawing{tries(in, trial, runs)}
		}
		part.Open = len(in.Experiment.Measured()) == 0 // there is nothing else to look at
		found.Folds = append(found.Folds, part)
	}
	if len(found.Folds) == 0 {
		return section{}
	}
	return found
}

func stepsOf(in Input, trial *model.Trial, runs []*model.Run) fold {
	name := configurationOf(in, trial)
	part := fold{Summary: name, Table: table{Caption: "Steps of " + name + "; response times of completed transactions in milliseconds",
		Head: []string{"run", "step", "load", "completed/s", "of the mix/s", "errors %", "p50", "p90", "p95", "p99", "max", "objectives", "run's validity"}}}
	for _, run := range runs {
		for _, step := range run.Steps {
			part.Table.Rows = append(part.Table.Rows, stepRow(run, step))
		}
	}
	part.Bars = histograms(in, trial)
	return part
}

func stepRow(run *model.Run, step *model.Step) []cell {
	met, times := "–", step.ResponseTimes
	if step.ObjectivesMet != nil {
		met = map[bool]string{true: "met", false: "missed"}[*step.ObjectivesMet]
	}
	validity := run.Phase
	if step.Invalid != nil {
		validity = "Invalid: " + step.Invalid.Reason
	}
	if step.Steady != nil && step.Steady.Verdict != "Steady" {
		validity += ", " + step.Steady.Verdict + " " + step.Steady.Class
	}
	return []cell{number(fmt.Sprint(run.Number)), number(fmt.Sprint(step.Step)), number(step.Load()), number(model.Number(step.Throughput)), number(model.Number(step.Mix)),
		number(model.Number(step.ErrorPercent)), optional(times.P50), optional(times.P90), optional(times.P95), optional(times.P99), optional(times.Max), words(met), words(validity)}
}

// histograms merges the valid runs of each load.
func histograms(in Input, trial *model.Trial) []bars {
	merged := map[string][]*hdrhistogram.Histogram{}
	var loads []string
	for _, run := range trial.Valid() {
		data := in.Histograms[run.Histograms]
		for _, step := range run.Steps {
			one, err := histogram.Step(data, step.Step)
			if err != nil || one == nil || one.TotalCount() == 0 {
				continue
			}
			if merged[step.Load()] == nil {
				loads = append(loads, step.Load())
			}
			merged[step.Load()] = append(merged[step.Load()], one)
		}
	}
	var found []bars
	for _, load := range loads {
		all := histogram.Merge(merged[load])
		edges, counts := histogram.Bars(all)
		p50, p95 := histogram.Millis(all, 50), histogram.Millis(all, 95)
		caption := fmt.Sprintf("%s: %d transactions, median %s ms, p95 %s ms (dashes)", load, all.TotalCount(), model.Number(p50), model.Number(p95))
		drawn := chart.Bars{Title: "Histogram at " + load, Edges: edges, Counts: counts, P50: p50, P95: p95}
		found = append(found, bars{Caption: caption, SVG: template.HTML(drawn.SVG())})
	}
	return found
}

// validity lists the runs that count in no figure.
func validity(in Input) section {
	if len(in.Trials) == 0 {
		return section{}
	}
	valid, invalid, failed, t := 0, 0, 0, table{Caption: "Invalid runs, which are in no figure, and failed configurations", Head: []string{"configuration", "run", "reason", "what was found"}}
	for _, trial := range in.Trials {
		valid += len(trial.Valid())
		invalid += len(trial.Invalid())
		for _, run := range trial.Invalid() {
			t.Rows = append(t.Rows, []cell{words(configurationOf(in, trial)), number(fmt.Sprint(run.Number)), words(run.Reason), words(run.Message)})
		}
		if trial.Status.Phase == "Failed" {
			failed++
			t.Rows = append(t.Rows, []cell{words(configurationOf(in, trial)), number("–"), words(trial.Status.Reason), words(trial.Status.Message)})
		}
	}
	found := section{ID: "validity", Title: "Validity", Text: []string{fmt.Sprintf("Valid runs: %d, invalid runs: %d, failed configurations: %d.", valid, invalid, failed)}}
	if len(t.Rows) > 0 {
		found.Tables = []table{t}
	}
	if changed := in.Experiment.Condition("PodsChanged"); changed != nil && changed.Status == "True" {
		found.Text = append(found.Text, changed.Message)
	}
	if pauses := in.Experiment.Status.Pauses; pauses != nil {
		found.Text = append(found.Text, fmt.Sprintf("It was suspended for %d seconds in all.", pauses.Seconds))
		if pauses.Ended != nil {
			found.Text = append(found.Text, "The latest pause ended at "+clock(*pauses.Ended)+".")
		}
		if pauses.Since != nil {
			found.Text = append(found.Text, "It has been suspended since "+clock(*pauses.Since)+".")
		}
	}
	return found
}

// system is the system of each variant, with what users and load generator do, and the settings that the servers reported.
func system(in Input) section {
	e := in.Experiment
	names := e.VariantNames()
	found := section{ID: "system", Title: "System, workload and load of each variant"}
	columns, paths := make([]map[string]string, len(names)), map[string]bool{}
	for i, name := range names {
		columns[i] = map[string]string{}
		for _, setting := range model.Flatten(e.Resolved(name)) {
			columns[i][setting.Path], paths[setting.Path] = setting.Value, true
		}
	}
	t := table{Caption: "Settings of each variant; a block that only a variant adds is shown without its defaults; ▲ marks a value that differs from the first", Head: append([]string{"setting"}, names...)}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		row := []cell{words(path)}
		for i := range names {
			row = append(row, cell{Text: columns[i][path], Left: true, Hot: columns[i][path] != columns[0][path]})
		}
		t.Rows = append(t.Rows, row)
	}
	found.Tables = append(found.Tables, t)
	for _, factor := range e.Spec.Sweep.Factors {
		var values []string
		for _, value := range factor.Values {
			values = append(values, fmt.Sprint(value))
		}
		found.Text = append(found.Text, fmt.Sprintf("Factor %s: %s.", factor.Setting, strings.Join(values, ", ")))
	}
	if chosen, ok := e.Raw["status"].(map[string]any); ok {
		if effective, ok := chosen["effective"].(map[string]any); ok {
			effective = maps.Clone(effective)
			delete(effective, "images") // they have a table of their own
			found.Tables = append(found.Tables, settingsTable("Settings that ScaleLab chose", effective))
		}
	}
	if force := inForce(in); len(force.Rows) > 0 {
		found.Tables = append(found.Tables, force)
	}
	return found
}

func settingsTable(caption string, object map[string]any) table {
	t := table{Caption: caption, Head: []string{"setting", "value"}}
	for _, setting := range model.Flatten(object) {
		t.Rows = append(t.Rows, []cell{words(setting.Path), words(setting.Value)})
	}
	return t
}

func inForce(in Input) table {
	t := table{Caption: "Settings in force, as the servers reported them in the step with the highest throughput", Head: []string{"configuration", "settings"}}
	for _, trial := range in.Trials {
		step := trial.PeakStep()
		if step == nil || step.Evidence == nil || step.Evidence.Servers == nil || len(step.Evidence.Servers.Settings) == 0 {
			continue
		}
		var all []string
		for name, value := range step.Evidence.Servers.Settings {
			all = append(all, name+" "+value)
		}
		slices.Sort(all)
		t.Rows = append(t.Rows, []cell{words(configurationOf(in, trial)), words(strings.Join(all, ", "))})
	}
	return t
}

// facts has versions, images and placement.
func facts(in Input) section {
	found := section{ID: "facts", Title: "Facts"}
	t := table{Caption: "Versions and identity", Head: []string{"fact", "value"}}
	for _, fact := range append([]Fact{{"Plan", in.Experiment.Status.Plan.Hash}, {"Generation", fmt.Sprint(in.Experiment.Metadata.Generation)}}, in.Facts...) {
		t.Rows = append(t.Rows, []cell{words(fact.Name), words(fact.Value)})
	}
	images := table{Caption: "Images, and what the nodes ran for them", Head: []string{"tier", "image", "digest"}}
	for _, image := range in.Experiment.Status.Effective.Images {
		images.Rows = append(images.Rows, []cell{words(image.Tier), words(image.Image), words(image.Digest)})
	}
	placed := table{Caption: "Placement: on which nodes the pods of each tier ran", Head: []string{"configuration", "tier", "pods", "nodes"}}
	for _, trial := range in.Trials {
		placed.Rows = append(placed.Rows, placement(configurationOf(in, trial), trial)...)
	}
	for _, one := range []table{t, images, placed} {
		if len(one.Rows) > 0 {
			found.Tables = append(found.Tables, one)
		}
	}
	return found
}

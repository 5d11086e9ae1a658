package report

import (
	"fmt"
	"slices"
	"strings"

	"dev.scalelab/plugin/internal/chart"
	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/operator"
)

// Beyond maxOpenSearches configurations each has its chart with its steps, and beyond maxSearchCharts only the first have one: a chart takes
// 5 kB.
const maxOpenSearches, maxSearchCharts = 6, 40

// Colours of the marks of a search.
const (
	metColour, missedColour, invalidColour, levelColour = 2, 4, 7, 0
)

// search has the loads that searches tried, and how each capacity was found.
func search(in Input) section {
	found := section{ID: "search", Title: "The search for the capacity"}
	tried := searchedTrials(in)
	if len(tried) > 0 {
		found.Text = append(found.Text, fmt.Sprintf("Each run tries one load, and one run of each round usually has a second step, at about %g times the capacity, to show the peak. A load is tried "+
			"again if its run is invalid, if its figures are within %g %% of a limit and the result depends on them, or if it missed an objective while the servers' JIT compilers were "+
			"busy; such a miss counts from run %d at that load on.", operator.Overload, 100*operator.Ambiguous, operator.MaxCold))
	}
	switch {
	case len(tried) > maxSearchCharts:
		found.Text = append(found.Text, fmt.Sprintf("The loads that were tried are drawn with the steps of each of the first %d configurations.", maxSearchCharts))
	case len(tried) > maxOpenSearches:
		found.Text = append(found.Text, "The loads that were tried are drawn with the steps of each configuration.")
	default:
		for _, trial := range tried {
			found.Charts = append(found.Charts, tries(in, trial, trial.Status.Runs))
		}
	}
	if t := searches(in); len(t.Rows) > 0 {
		found.Tables = append(found.Tables, t)
	}
	if len(tried)+len(found.Tables) == 0 {
		return section{}
	}
	return found
}

// searchedTrials are those that have tried a load.
func searchedTrials(in Input) []*model.Trial {
	var found []*model.Trial
	for _, trial := range in.Trials {
		if in.Experiment.Spec.Load.Searches() && slices.ContainsFunc(trial.Status.Runs, func(run *model.Run) bool { return len(attemptsOf(run)) > 0 }) {
			found = append(found, trial)
		}
	}
	return found
}

// tries draws the loads of a search in the order of its steps.
func tries(in Input, trial *model.Trial, runs []*model.Run) drawing {
	name, kind := configurationOf(in, trial), searchOf(in, trial)
	order := chart.Line{Bare: true, Thin: true}
	marks := map[string]*chart.Line{
		"met":     {Name: "met every objective", Colour: metColour, Mark: chart.Disc},
		"missed":  {Name: "missed an objective", Colour: missedColour, Mark: chart.Cross},
		"invalid": {Name: "invalid run, which does not count", Colour: invalidColour, Mark: chart.Diamond},
	}
	c := chart.Chart{ID: "search-" + name, XTitle: "steps in their order", YTitle: kind.Unit()}
	var heard []string
	for i, one := range attempts(runs) {
		point := chart.Point{X: float64(i + 1), Y: one.load.Level(), Name: name, Text: one.text()}
		order.Points = append(order.Points, point)
		marks[one.judged].Points = append(marks[one.judged].Points, point)
		if round := roundName(one.run.Plan.Repetition); len(c.Bands) == 0 || c.Bands[len(c.Bands)-1].Name != round {
			c.Bands = append(c.Bands, chart.Band{From: point.X - 0.5, Name: round})
			heard = append(heard, round+":")
		}
		heard = append(heard, fmt.Sprintf("%s %s,", model.Number(one.load.Level()), one.judged))
	}
	c.Lines = append(c.Lines, order)
	for _, judged := range []string{"met", "missed", "invalid"} {
		if len(marks[judged].Points) > 0 {
			c.Lines = append(c.Lines, *marks[judged])
		}
	}
	c.Lines = append(c.Lines, levels(trial, kind, c.Bands, order.Points)...)
	c.Title = fmt.Sprintf("Loads that the search for the capacity of %s tried, in %s: %s", name, kind.Unit(), strings.TrimSuffix(strings.Join(heard, " "), ","))
	if kind.Level != nil {
		c.Title += "; found " + model.Number(*kind.Level)
	}
	if len(c.Bands) == 1 {
		c.Bands = nil
	}
	return drawn(c, name+": "+bracket(trial, kind))
}

func roundName(number int) string { return fmt.Sprintf("round %d", number) }

// searchOf is the search of a trial; as long as it has no result, only its model is known.
func searchOf(in Input, trial *model.Trial) *model.Search {
	if trial.Searched() {
		return trial.Status.Result.Search
	}
	kind, _ := in.Experiment.Spec.Load.Search["model"].(string)
	return &model.Search{Model: kind}
}

// levels are lines at the capacity of each of several rounds, and at that of all.
func levels(trial *model.Trial, of *model.Search, rounds []chart.Band, points []chart.Point) []chart.Line {
	if len(points) == 0 {
		return nil
	}
	var found []chart.Line
	from, to := points[0].X-0.5, points[len(points)-1].X+0.5
	if len(rounds) > 1 {
		name := "capacity of a round"
		for i, band := range rounds {
			end := to
			if i+1 < len(rounds) {
				end = rounds[i+1].From
			}
			for _, one := range trial.Status.Searched {
				if one.Level != nil && roundName(one.Round) == band.Name {
					found = append(found, flat(name, band.From, end, *one.Level))
					name = ""
				}
			}
		}
	}
	if of.Level != nil {
		line := flat("capacity", from, to, *of.Level)
		line.Dashed = true
		found = append(found, line)
	}
	return found
}

func flat(name string, from, to, y float64) chart.Line {
	return chart.Line{Name: name, Colour: levelColour, Bare: true, Points: []chart.Point{{X: from, Y: y}, {X: to, Y: y}}}
}

// bracket says between which loads a capacity was found.
func bracket(trial *model.Trial, of *model.Search) string {
	if of.Level == nil {
		if trial.Searched() {
			return "no load was found that meets every objective."
		}
		return "the search has no capacity so far."
	}
	text := fmt.Sprintf("a capacity of %s %s", model.Number(*of.Level), of.Unit())
	if of.Confirmed != nil {
		text += ", confirmed at " + model.Number(*of.Confirmed)
	}
	missed := 0.0
	for _, one := range attempts(trial.Valid()) {
		if load := one.load.Level(); one.judged == "missed" && load > *of.Level && (missed == 0 || load < missed) {
			missed = load
		}
	}
	if missed > 0 {
		text += fmt.Sprintf("; the lowest load above it that missed an objective is %s", model.Number(missed))
	}
	return text + "."
}

// searches says how capacities were found, where they were searched for.
func searches(in Input) table {
	t := table{Caption: "How each capacity was found by the search", Head: []string{"configuration", "load", "level", "confirmed level", "hosts full from level", "steps", "resolution %", "notes"}}
	unresolved := false
	add := func(name string, found *model.Search) {
		t.Rows = append(t.Rows, []cell{words(name), words(found.Model + ", " + found.Unit()), optional(found.Level), optional(found.Confirmed), optional(found.HostFull),
			number(fmt.Sprint(found.Steps)), optional(found.Resolution), words(strings.Join(found.Notes, ", "))})
		unresolved = unresolved || found.Level != nil && found.Resolution == nil
	}
	shown := map[string]bool{}
	for _, row := range in.Experiment.Status.Configurations {
		if row.Search != nil {
			add(row.Name, row.Search)
			shown[row.Name] = true
		}
	}
	for _, trial := range in.Trials { // those whose row is omitted
		if name := configurationOf(in, trial); trial.Searched() && !shown[name] {
			add(name, trial.Status.Result.Search)
		}
	}
	if unresolved {
		t.Caption += "; the resolution is by how much the noise of one step moves the capacity, – where too few steps were near a limit (from half to twice of it), or their values did not rise with the load"
	}
	return t
}

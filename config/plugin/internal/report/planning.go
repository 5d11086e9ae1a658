package report

import (
	"fmt"
	"slices"
	"strings"

	"dev.scalelab/plugin/internal/chart"
	"dev.scalelab/plugin/internal/model"
)

// maxModelCharts is the number of trials beyond which predictions are only in the table.
const maxModelCharts = 4

// planning has the queueing models, beside what was measured, and their answers to the questions.
func planning(in Input) section {
	status := in.Experiment.Status
	found := section{ID: "models", Title: "Queueing models, and how many servers are needed"}
	for _, one := range status.Answers {
		found.Text = append(found.Text, fmt.Sprintf("Question %d: %s.", one.Question, strings.TrimSuffix(one.Message, ".")))
	}
	predicted, charts := predictions(in)
	for _, one := range []table{answers(status.Answers), systemModels(status.Models), predicted} {
		if len(one.Rows) > 0 {
			found.Tables = append(found.Tables, one)
		}
	}
	if len(found.Tables) == 0 {
		return section{}
	}
	found.Charts = charts
	return found
}

func answers(all []*model.Answer) table {
	t := table{Caption: "Answers to the questions: the servers that suffice, and their range if the demands are at the ends of their intervals",
		Head: []string{"question", "system", "servers", "at least", "at most", "load/s", "requests/s", "orders/h", "then limits", "at/s", "remark"}}
	whole := func(value *int) cell {
		if value == nil {
			return number("–")
		}
		return number(fmt.Sprint(*value))
	}
	for _, one := range all {
		remark := ""
		if one.Extrapolated {
			remark = "more than twice the servers that were measured"
		}
		if one.Replicas == nil {
			remark = "no number of servers, see the sentence"
		}
		limit := one.LimitedBy
		if limit == "" {
			limit = "–"
		}
		t.Rows = append(t.Rows, []cell{words(fmt.Sprint(one.Question)), words(one.System), whole(one.Replicas), whole(one.Low), whole(one.High), optional(one.PerSecond),
			optional(one.RequestsPerSecond), optional(one.OrdersPerHour), words(limit), optional(one.LimitPerSecond), words(remark)})
	}
	return t
}

func systemModels(all []*model.SystemModel) table {
	t := table{Caption: "The queueing model of each system: CPU time of a transaction in each tier with 95 % intervals, and the largest errors of its predictions",
		Head: []string{"system", "pods", "CPU time, ms", "CPU limits, cores", "other time, ms", "requests each", "throughput error %", "response time error %", "remark"}}
	for _, one := range all {
		var demands, cores []string
		for _, demand := range one.Demands {
			demands = append(demands, demand.Name()+" "+demand.Millis.String())
			cores = append(cores, demand.Name()+" "+model.Number(demand.Cores))
		}
		remark := one.Reason
		if remark != "" {
			remark += ": " + strings.TrimPrefix(one.Message, one.System+": ")
		}
		pods, other := number(fmt.Sprint(one.Replicas)), number(model.Number(one.DelayMillis))
		if len(one.Demands) == 0 {
			pods, other = number("–"), number("–")
		}
		t.Rows = append(t.Rows, []cell{words(one.System), pods, words(orDash(strings.Join(demands, ", "))), words(orDash(strings.Join(cores, ", "))),
			other, optional(one.RequestsEach), optional(one.ThroughputError), optional(one.ResponseError), words(remark)})
	}
	return t
}

// predictions are the loads of each trial as measured and as its model predicts them, as a table and, of few trials, as charts.
func predictions(in Input) (table, []drawing) {
	t := table{Caption: "Measured beside predicted; loads with a CPU above 70 % test the model, the others are what it was made of",
		Head: []string{"configuration", "load", "measured/s", "predicted/s", "mean ms", "predicted ms"}}
	var modelled []*model.Trial
	for _, trial := range in.Trials {
		if trial.Status.Result == nil || trial.Status.Result.Model == nil || len(trial.Status.Result.Model.Steps) == 0 {
			continue
		}
		modelled = append(modelled, trial)
		for _, step := range trial.Status.Result.Model.Steps {
			_, load := loadOf(step)
			t.Rows = append(t.Rows, []cell{words(configurationOf(in, trial)), number(load), optional(step.PerSecond), optional(step.Predicted), optional(step.MeanMillis), optional(step.PredictedMillis)})
		}
	}
	if len(modelled) > maxModelCharts {
		return t, nil
	}
	var charts []drawing
	for _, trial := range modelled {
		charts = append(charts, prediction(configurationOf(in, trial), trial.Status.Result.Model)...)
	}
	return t, charts
}

// loadOf is the load of a step as a number and as text.
func loadOf(step model.PredictedStep) (float64, string) {
	switch {
	case step.Users != nil:
		return float64(*step.Users), fmt.Sprintf("%d users", *step.Users)
	case step.Rate != nil:
		return *step.Rate, model.Number(*step.Rate) + "/s"
	}
	return 0, "–"
}

// prediction draws throughput and mean response time over the load: points are measured, the dashed line is the model.
func prediction(name string, of *model.QueueingModel) []drawing {
	steps := slices.Clone(of.Steps)
	slices.SortStableFunc(steps, func(a, b model.PredictedStep) int {
		one, _ := loadOf(a)
		other, _ := loadOf(b)
		return int(one*100) - int(other*100)
	})
	axis := "transactions per second, as requested"
	if steps[0].Users != nil {
		axis = "users"
	}
	draw := func(id, title, unit string, measured, predicted func(model.PredictedStep) *float64) drawing {
		points, line := chart.Line{Name: name + ", measured"}, chart.Line{Name: name + ", predicted", Colour: 1, Dashed: true, Bare: true}
		for _, step := range steps {
			x, load := loadOf(step)
			if y := measured(step); y != nil {
				points.Points = append(points.Points, chart.Point{X: x, Y: *y, Name: name, Text: fmt.Sprintf("%s: %s measured", load, model.Number(*y))})
			}
			if y := predicted(step); y != nil {
				line.Points = append(line.Points, chart.Point{X: x, Y: *y})
			}
		}
		c := chart.Chart{ID: id + "-" + name, Title: fmt.Sprintf("%s of %s, measured and predicted; the table below has the figures", title, name), XTitle: axis, YTitle: unit,
			Lines: []chart.Line{points, line}}
		return drawn(c, title+" of "+name+": points are measured, the dashed line is predicted by its model.")
	}
	return []drawing{
		draw("model-throughput", "Throughput", "transactions per second", func(s model.PredictedStep) *float64 { return s.PerSecond }, func(s model.PredictedStep) *float64 { return s.Predicted }),
		draw("model-response", "Mean response time", "milliseconds", func(s model.PredictedStep) *float64 { return s.MeanMillis }, func(s model.PredictedStep) *float64 { return s.PredictedMillis }),
	}
}

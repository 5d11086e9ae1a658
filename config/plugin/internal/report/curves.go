package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dev.scalelab/plugin/internal/chart"
	"dev.scalelab/plugin/internal/model"
)

// pods is the title of the axis that all curves have in common.
const pods = "application servers (pods)"

// maxCapacities is the number of systems beyond which a chart has no second line for each.
const maxCapacities = 4

// curves has the charts over the number of servers.
func curves(in Input) section {
	e := in.Experiment
	if len(e.Measured()) == 0 {
		return section{}
	}
	systems := model.Systems(e.Status.Configurations)
	found := section{ID: "curves", Title: "Curves"}
	if text := unsaturated(e); text != "" {
		found.Text = append(found.Text, text)
	}
	throughput := Throughput(e)
	found.Charts = append(found.Charts, drawn(throughput, throughputCaption(e, throughput)+bounds(e)))
	for _, message := range models(e) {
		found.Text = append(found.Text, message)
	}
	speedup := chart.Chart{ID: "speedup", Title: "Speed-up over pods: " + inWords(systems, func(r *model.Row) *model.Figure { return r.Speedup }), XTitle: pods, YTitle: "speed-up"}
	efficiency := chart.Chart{ID: "efficiency", Title: "Efficiency over pods: " + inWords(systems, func(r *model.Row) *model.Figure { return r.Efficiency }), XTitle: pods, YTitle: "efficiency", Floor: 1}
	for i, system := range systems {
		speedup.Lines = append(speedup.Lines, line(i, system, func(r *model.Row) *model.Figure { return r.Speedup }))
		efficiency.Lines = append(efficiency.Lines, line(i, system, func(r *model.Row) *model.Figure { return r.Efficiency }))
	}
	if low, high := smallest(e), largest(e); high > low {
		speedup.Lines = append(speedup.Lines, chart.Line{Name: "ideal", Colour: chart.Colours - 1, Bare: true, Dashed: true,
			Points: []chart.Point{{X: low, Y: 1}, {X: high, Y: high / low}}})
	}
	if speedup.Points() > 0 && slices.ContainsFunc(systems, func(s model.System) bool { return len(s.Rows) > 1 }) {
		found.Charts = append(found.Charts, drawn(speedup, "Speed-up against the same system with the fewest servers."),
			drawn(efficiency, "Efficiency: the speed-up as a part of the ideal one; 1 is linear scaling."))
	}
	found.Charts = append(found.Charts, responses(e, systems))
	return found
}

func throughputCaption(e *model.Experiment, of chart.Chart) string {
	switch {
	case !slices.ContainsFunc(of.Lines, func(l chart.Line) bool { return l.Dashed }):
		return "Throughput: the peak. "
	case e.Spec.Load.Searches():
		return "Throughput: the peak (line) and the capacity that the search found (dashes). "
	}
	return "Throughput: the peak (line) and the capacity, the highest throughput of a step that met every objective (dashes). "
}

// Throughput is the chart of peaks and capacities, with models where the operator has fitted them.
func Throughput(e *model.Experiment) chart.Chart {
	systems := model.Systems(e.Status.Configurations)
	c := chart.Chart{ID: "throughput", Title: "Peak throughput over pods: " + inWords(systems, func(r *model.Row) *model.Figure { return r.Peak }),
		XTitle: pods, YTitle: "transactions per second"}
	for i, system := range systems {
		peak := line(i, system, func(r *model.Row) *model.Figure { return r.Peak })
		capacity := line(i, system, func(r *model.Row) *model.Figure { return r.Capacity })
		if len(capacity.Points) > 1 && len(systems) <= maxCapacities {
			peak.Name, capacity.Name, capacity.Dashed, capacity.Bare = "peak of "+system.Name, "capacity of "+system.Name, true, true
			c.Lines = append(c.Lines, peak, capacity)
		} else {
			c.Lines = append(c.Lines, peak)
		}
		for _, fitted := range e.Status.Scalability {
			if curve := curve(fitted, largest(e)); curve != nil && (fitted.System == system.ID || fitted.System == "" && fitted.Variant == system.Name) {
				c.Lines = append(c.Lines, chart.Line{Name: fmt.Sprintf("%s, model %s", system.Name, fitted.Model), Colour: i + chart.Colours, Bare: true, Points: curve})
				c.Lines = append(c.Lines, best(system.Name, i, fitted, curve)...)
			}
		}
	}
	return c
}

func line(colour int, system model.System, of func(*model.Row) *model.Figure) chart.Line {
	found := chart.Line{Name: system.Name, Colour: colour}
	for _, row := range system.Rows {
		figure := of(row)
		if !figure.Known() {
			continue
		}
		point := chart.Point{X: float64(row.Replicas), Y: figure.Value, Name: row.Name, Text: row.Name + ": " + figure.String()}
		if low, high, _, ok := figure.Bounds(); ok {
			point.Low, point.High = &low, &high
		}
		found.Points = append(found.Points, point)
	}
	return found
}

// responses has the 95th percentile with its interval, and a bar from the median to the 99th.
func responses(e *model.Experiment, systems []model.System) drawing {
	c := chart.Chart{ID: "responses", Title: "95th percentile of response times over pods: " + inWords(systems, func(r *model.Row) *model.Figure { return r.P95 }),
		XTitle: pods, YTitle: "milliseconds"}
	caption := "Response times at the capacity, or at the peak where no step met the objectives: the 95th percentile, with a bar from the median to the 99th percentile"
	broad := ""
	for i, system := range systems {
		found := line(i, system, func(r *model.Row) *model.Figure { return r.P95 })
		for j := range found.Points {
			point := &found.Points[j]
			for _, row := range system.Rows {
				if row.Name != point.Name || !row.P50.Known() || !row.P99.Known() {
					continue
				}
				if _, _, interval, _ := row.P95.Bounds(); interval {
					point.From, point.To = point.Low, point.High
					broad = "; broad: its 95 % interval"
				}
				point.Low, point.High = &row.P50.Value, &row.P99.Value
			}
		}
		c.Lines = append(c.Lines, found)
	}
	return drawn(c, caption+broad+".")
}

// curve samples a fitted model; nil if its parameters are not known.
func curve(m model.Model, upTo float64) []chart.Point {
	if !m.Lambda.Known() {
		return nil
	}
	sigma, kappa, plateau := 0.0, 0.0, math.Inf(1)
	if m.Sigma.Known() {
		sigma = m.Sigma.Value
	}
	if m.Kappa.Known() {
		kappa = m.Kappa.Value
	}
	if m.Plateau.Known() {
		plateau = m.Plateau.Value
	}
	if m.BestReplicas.Known() {
		upTo = math.Max(upTo, math.Min(m.BestReplicas.Value*1.2, 2*upTo))
	}
	return chart.Curve(1, upTo, func(n float64) float64 {
		return math.Min(m.Lambda.Value*n/(1+sigma*(n-1)+kappa*n*(n-1)), plateau)
	})
}

// best marks the number of servers with the highest throughput by the model, where the curve has it.
func best(system string, colour int, fitted model.Model, curve []chart.Point) []chart.Line {
	if !fitted.BestReplicas.Known() || fitted.BestReplicas.Value > curve[len(curve)-1].X {
		return nil
	}
	near := curve[0]
	for _, point := range curve {
		if math.Abs(point.X-fitted.BestReplicas.Value) < math.Abs(near.X-fitted.BestReplicas.Value) {
			near = point
		}
	}
	name := fmt.Sprintf("%s, best number of servers by the model: %s", system, fitted.BestReplicas)
	return []chart.Line{{Name: name, Colour: colour, Bare: true, Mark: chart.Diamond, Points: []chart.Point{{X: fitted.BestReplicas.Value, Y: near.Y, Text: name}}}}
}

// models has the message of each fitted model, or the model itself if the operator gave no message.
func models(e *model.Experiment) []string {
	var found []string
	for _, fitted := range e.Status.Scalability {
		text := fitted.Message
		if text == "" {
			text = strings.TrimSpace(fmt.Sprintf("Model of %s%s: %s", fitted.System, fitted.Variant, fitted.Model))
			if fitted.BestReplicas.Known() {
				text += fmt.Sprintf(", most throughput with %s servers", fitted.BestReplicas)
			}
		}
		if fitted.Reason != "" {
			text += " (" + fitted.Reason + ")"
		}
		found = append(found, text)
	}
	return found
}

func inWords(systems []model.System, of func(*model.Row) *model.Figure) string {
	var parts []string
	for _, system := range systems {
		var figures []string
		for _, row := range system.Rows {
			if figure := of(row); figure.Known() {
				figures = append(figures, fmt.Sprintf("%s with %d", model.Number(figure.Value), row.Replicas))
			}
		}
		if len(figures) > 0 {
			parts = append(parts, system.Name+" "+strings.Join(figures, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

func bounds(e *model.Experiment) string {
	ranges := false
	for _, row := range e.Measured() {
		_, _, interval, ok := row.Peak.Bounds()
		if interval {
			return "Bars are 95 % intervals."
		}
		ranges = ranges || ok
	}
	if ranges {
		return "Bars are the lowest and the highest " + e.Spec.Load.Repeated() + "; they are no intervals."
	}
	return "Each configuration has one " + e.Spec.Load.Repeated() + ", so nothing is known of chance."
}

func unsaturated(e *model.Experiment) string {
	var names []string
	for _, row := range e.Measured() {
		if row.Unsaturated() {
			names = append(names, row.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Not saturated, so that the real peak is higher than the measured one, or with a single number of users may be: " + strings.Join(names, ", ") + "."
}

func smallest(e *model.Experiment) float64 {
	low := math.Inf(1)
	for _, row := range e.Measured() {
		low = math.Min(low, float64(row.Replicas))
	}
	return low
}

func largest(e *model.Experiment) float64 {
	high := 0.0
	for _, row := range e.Measured() {
		high = math.Max(high, float64(row.Replicas))
	}
	return high
}

package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"dev.scalelab/plugin/internal/chart"
	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/study"
)

// hot is the percentage of a limit from which a resource is marked.
const hot = 90

// configurations is the table of all rows.
func configurations(in Input) section {
	e := in.Experiment
	t := table{Caption: "Figures of each configuration; in parentheses the 95 % interval, or the lowest and highest " + e.Spec.Load.Repeated(),
		Head: []string{"configuration", "pods", "peak/s", "change %", "speed-up", "efficiency", "capacity/s", "of step", "p50 ms", "p95 ms", "p99 ms", "errors %", e.Spec.Load.Repeated() + "s", "remark"}}
	for _, row := range e.Status.Configurations {
		if !row.Peak.Known() {
			t.Rows = append(t.Rows, append(append([]cell{words(row.Name), number(fmt.Sprint(row.Replicas))}, blank(11)...), words("not measured: "+row.Reason+": "+row.Message)))
			continue
		}
		remark := strings.Join(row.Notes, ", ")
		if row.Resolution.Known() {
			remark = strings.TrimPrefix(fmt.Sprintf("%s, next step %s %% higher", remark, model.Number(math.Round(row.Resolution.Value))), ", ")
		}
		if row.Unsaturated() {
			remark = strings.TrimPrefix(remark+", "+belowLimit(row), ", ")
		}
		t.Rows = append(t.Rows, []cell{words(row.Name), number(fmt.Sprint(row.Replicas)), number(row.Peak.String()), number(row.Change.String()), number(row.Speedup.String()),
			number(row.Efficiency.String()), number(row.Capacity.String()), stepOf(row), number(row.P50.String()), number(row.P95.String()),
			number(row.P99.String()), number(row.Errors.String()), number(fmt.Sprint(row.Runs)), words(remark)})
	}
	if len(t.Rows) == 0 {
		return section{}
	}
	found := section{ID: "configurations", Title: "Configurations", Text: remarks(e), Tables: []table{t}}
	if e.Status.Omitted > 0 {
		found.Text = append(found.Text, fmt.Sprintf("%d more configurations have no row in the status; their figures are in their trials.", e.Status.Omitted))
	}
	return found
}

// belowLimit says whether the load is known to be below the limit.
func belowLimit(row *model.Row) string {
	if row.Saturated == nil {
		return "no limit was shown"
	}
	return "not saturated"
}

func stepOf(row *model.Row) cell {
	return number(orDash(row.Described()))
}

func blank(count int) []cell {
	cells := make([]cell, count)
	for i := range cells {
		cells[i] = number("–")
	}
	return cells
}

// comparisons are judged by the operator, where it does so.
func comparisons(in Input) section {
	all := in.Experiment.Status.Comparisons
	found := section{ID: "comparisons", Title: "Comparisons"}
	if aa := in.Experiment.Status.AA; aa != nil {
		found.Text = append(found.Text, fmt.Sprintf("The base against itself: %s. %s", aa.Ratio, aa.Message))
	}
	t := table{Caption: "Each configuration against its baseline with the same number of servers", Head: []string{"variant", "baseline", "pods", "ratio (95 %)", "could show %", "verdict", "message"}}
	for _, one := range all {
		t.Rows = append(t.Rows, []cell{words(strings.TrimSpace(one.Variant + " " + one.Factors)), words(one.Baseline), number(fmt.Sprint(one.Replicas)),
			number(one.Ratio.String()), number(one.Floor.String()), words(one.Verdict), words(one.Message)})
	}
	for _, one := range []table{t, plateaus(in.Experiment)} {
		if len(one.Rows) > 0 {
			found.Tables = append(found.Tables, one)
		}
	}
	if len(found.Text)+len(found.Tables) == 0 {
		return section{}
	}
	return found
}

// limits shows what the operator says of the bottleneck, and how much of each resource was used at the peak.
func limits(in Input) section {
	found := section{ID: "limits", Title: "What limits it, and where the time goes"}
	for _, row := range in.Experiment.Measured() {
		if row.Bottleneck != nil && row.Bottleneck.Message != "" {
			found.Text = append(found.Text, model.Named(row.Name, row.Bottleneck.Message))
		}
	}
	for _, one := range []table{diagnoses(in.Experiment), times(in.Experiment), verification(in.Experiment)} {
		if len(one.Rows) > 0 {
			found.Tables = append(found.Tables, one)
		}
	}
	tiers := map[string]bool{}
	for _, trial := range in.Trials {
		if step := trial.PeakStep(); step != nil && step.Evidence != nil {
			for _, tier := range step.Evidence.Tiers {
				tiers[tier.Tier] = true
			}
		}
	}
	if len(tiers) == 0 {
		if len(found.Text)+len(found.Tables) == 0 {
			return section{}
		}
		return found
	}
	names := slices.Sorted(maps.Keys(tiers))
	t := table{Caption: fmt.Sprintf("Use of each resource in the step with the highest throughput; ▲ marks %d %% of a limit or more", hot), Head: []string{"configuration", "load"}}
	for _, name := range names {
		t.Head = append(t.Head, name+" CPU %")
	}
	t.Head = append(t.Head, "hosts' CPU %", "fullest host %", "throttled %", "JDBC pool", "pool wait ms", "web threads", "balancer's queue", "heap %", "GC %", "lock waits")
	for _, trial := range in.Trials {
		if step := trial.PeakStep(); step != nil && step.Evidence != nil {
			t.Rows = append(t.Rows, usage(configurationOf(in, trial), step, names))
		}
	}
	found.Text = append(found.Text, "A full pool or queue is often a symptom of something behind it that is slow: look from the web threads inwards, to the pool and the database.")
	found.Tables = append(found.Tables, t)
	if divided := partitions(in); len(divided.Rows) > 0 {
		found.Tables = append(found.Tables, divided)
	}
	return found
}

// configurationOf is the name of a trial's configuration: its own name without the experiment's.
func configurationOf(in Input, trial *model.Trial) string {
	return strings.TrimPrefix(trial.Metadata.Name, in.Experiment.Metadata.Name+"-")
}

func usage(name string, step *model.Step, tiers []string) []cell {
	row := []cell{words(name), number(step.Load())}
	evidence := step.Evidence
	var throttled *float64
	for _, wanted := range tiers {
		value := number("–")
		for _, tier := range evidence.Tiers {
			if tier.Tier == "application" {
				throttled = tier.Throttled
			}
			if tier.Tier == wanted {
				value = used(tier.Cores, tier.Limit)
			}
		}
		row = append(row, value)
	}
	row = append(row, host(evidence.HostCPU), host(evidence.FullestHost), optional(throttled))
	if servers := evidence.Servers; servers != nil {
		row = append(row, slots(servers.Pool), wait(servers.Pool), slots(servers.WebThreads), queue(evidence), optional(servers.Heap), optional(servers.GC))
	} else {
		row = append(row, append(blank(3), queue(evidence), number("–"), number("–"))...)
	}
	return append(row, locks(evidence))
}

func host(used *float64) cell {
	if used == nil {
		return number("–")
	}
	return percent(*used)
}

func percent(value float64) cell {
	return cell{Text: model.Number(math.Round(value*10) / 10), Hot: value >= hot}
}

func slots(of *model.Slots) cell {
	if of == nil || of.Size == nil {
		return number("–")
	}
	used := of.InUse
	if used == nil {
		used = of.Busy
	}
	if used == nil {
		return number("–")
	}
	return cell{Text: model.Number(*used) + " of " + model.Number(*of.Size), Hot: *used >= *of.Size*hot/100}
}

func wait(of *model.Slots) cell {
	if of == nil {
		return number("–")
	}
	return optional(of.Wait)
}

func queue(of *model.Evidence) cell {
	if of.Balancer == nil {
		return number("–")
	}
	return optional(of.Balancer.Queue)
}

func locks(of *model.Evidence) cell {
	var highest *float64
	for _, database := range of.Databases {
		if database.Waiting != nil && (highest == nil || *database.Waiting > *highest) {
			highest = database.Waiting
		}
	}
	return optional(highest)
}

// published is the curve of the study that the experiment repeats; each curve divided by the first compared point.
func published(in Input) section {
	found, err := study.Named(in.Experiment.Metadata.Name)
	if err != nil || found == nil {
		return section{}
	}
	peaks := map[string]*model.Row{}
	for _, row := range in.Experiment.Measured() {
		peaks[row.Name] = row
	}
	base, ours := reference(found, peaks)
	if ours == nil {
		return section{}
	}
	c := chart.Chart{ID: "published", Title: found.Title + ": the published curve and ours, both divided by their first common point", XTitle: found.Axis + " (as published)", YTitle: "normalised throughput"}
	t := table{Caption: "Published figures beside ours", Head: []string{found.Axis, "curve", "published, " + found.Unit, "normalised", "configuration", "ours, peak/s", "normalised"}}
	for i, published := range found.Curves {
		theirs := chart.Line{Name: published.Name + ", published", Colour: 2 * i, Dashed: true}
		own := chart.Line{Name: published.Name + ", here", Colour: 2*i + 1}
		for _, point := range published.Points {
			relative := point.Value / base
			theirs.Points = append(theirs.Points, chart.Point{X: point.X, Y: relative, Name: "published", Text: fmt.Sprintf("published at %g: %.2f", point.X, relative)})
			cells := []cell{words(model.Number(point.X)), words(published.Name), number(model.Number(point.Value)), number(fmt.Sprintf("%.2f", relative)), words("not compared"), number(""), number("")}
			if row := peaks[point.Configuration]; row != nil {
				own.Points = append(own.Points, chart.Point{X: point.X, Y: row.Peak.Value / ours.Value, Name: row.Name, Text: fmt.Sprintf("%s: %.2f", row.Name, row.Peak.Value/ours.Value)})
				cells[4], cells[5], cells[6] = words(row.Name), number(row.Peak.String()), number(fmt.Sprintf("%.2f", row.Peak.Value/ours.Value))
			}
			t.Rows = append(t.Rows, cells)
		}
		c.Lines = append(c.Lines, theirs, own)
	}
	return section{ID: "published", Title: "The published curve beside it", Text: []string{found.Text + " (" + found.Source + ")"},
		Charts: []drawing{drawn(c, "Absolute figures of different machines cannot agree, the shape can.")}, Tables: []table{t}}
}

// reference is the first published point that a measured configuration is compared with.
func reference(found *study.Study, peaks map[string]*model.Row) (float64, *model.Figure) {
	for _, curve := range found.Curves {
		for _, point := range curve.Points {
			if row := peaks[point.Configuration]; row != nil && point.Value > 0 && row.Peak.Value > 0 {
				return point.Value, row.Peak
			}
		}
	}
	return 0, nil
}

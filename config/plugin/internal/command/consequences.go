package command

import (
	"fmt"
	"slices"

	"dev.scalelab/plugin/internal/model"
)

// consequences are lines of a comparison besides the figures: what limits a configuration, and what followed from the disturbances that
// both experiments have. Counts depend on the number of runs, so the table has them without a difference.
func consequences(name string, a, b *model.Row) [][]string {
	var lines [][]string
	if a.Bottleneck != nil || b.Bottleneck != nil {
		lines = append(lines, []string{name, "limit", a.Bottleneck.Limit(), b.Bottleneck.Limit(), same(a.Bottleneck.Limit(), b.Bottleneck.Limit())})
	}
	for _, first := range a.Disturbances {
		for _, next := range b.Disturbances {
			if first.Name != next.Name {
				continue
			}
			add := func(figure, one, other, judged string) {
				lines = append(lines, []string{name, first.Name + ": " + figure, one, other, judged})
			}
			if first.Action != next.Action || first.Tier != next.Tier || first.Step != next.Step {
				add("what was done", first.Action+" "+first.Tier, next.Action+" "+next.Tier, "differs, so the figures are not comparable")
				continue
			}
			if first.State != nil || next.State != nil {
				add("sessions lost", first.State.LostOf(), next.State.LostOf(), "–")
			}
			if one, other := first.Stored(), next.Stored(); one != nil || other != nil {
				add("acknowledged transactions missing", one.MissingOf(), other.MissingOf(), "–")
			}
			add("failed requests", fmt.Sprint(first.Requests()), fmt.Sprint(next.Requests()), "–")
			for _, pair := range []struct {
				name       string
				one, other *model.Figure
			}{{"errors for s", first.ErrorSeconds, next.ErrorSeconds}, {"throughput back s", first.ThroughputBack, next.ThroughputBack},
				{"response time back s", first.ResponseTimeBack, next.ResponseTimeBack}, {"pods back s", first.PodsBack, next.PodsBack}} {
				add(pair.name, pair.one.String(), pair.other.String(), difference(pair.one, pair.other))
			}
		}
	}
	return lines
}

func same(one, other string) string {
	if one == other {
		return "the same"
	}
	return "differs"
}

// demands compares the CPU time of a transaction in each tier, of the systems whose models both experiments have.
func demands(a, b *model.Experiment) [][]string {
	var lines [][]string
	for _, first := range a.Status.Models {
		for _, next := range b.Status.Models {
			if first.System != next.System {
				continue
			}
			for _, demand := range first.Demands {
				for _, other := range next.Demands {
					if demand.Name() == other.Name() {
						lines = append(lines, []string{first.System, demand.Name() + " CPU ms", demand.Millis.String(), other.Millis.String(), difference(demand.Millis, other.Millis)})
					}
				}
			}
		}
	}
	return lines
}

// noDemands is why demands has no line.
func noDemands(a, b *model.Experiment) string {
	for _, e := range []*model.Experiment{a, b} {
		if !slices.ContainsFunc(e.Status.Models, func(one *model.SystemModel) bool { return len(one.Demands) > 0 }) {
			text := e.Metadata.Name + " has no queueing model"
			if len(e.Status.Models) > 0 && e.Status.Models[0].Reason != "" {
				text += " (" + e.Status.Models[0].Reason + ")"
			}
			return text
		}
	}
	return "no queueing model of both is of the same system"
}

package main

import (
	"fmt"
	"math"
	"slices"
)

// visible is the relative difference from which something counts as an effect.
const visible = 0.05

// Effect is what a change does to the figure, published and here: the ratio of two points.
type Effect struct {
	From, To        string
	Published, Ours float64
	// Distinct is false if the repetitions of both points overlap: then ours is no effect, however far apart their means are.
	Distinct bool
}

// effects are the ratios that a study is about. With several curves, what each does to the figure at the same x, compared with the first
// curve that has it; with one, what the axis does, compared with the first point. A share of failed requests is compared with none.
func effects(both []Pair) []Effect {
	several := false
	for _, pair := range both {
		several = several || pair.Series != both[0].Series && !pair.Failures
	}
	var all []Effect
	for i, pair := range both {
		name := pair.Compared.Configuration
		if pair.Failures {
			all = append(all, Effect{"no failures", name, pair.Published, pair.Ours, true})
			continue
		}
		for _, base := range both[:i] {
			if base.Failures || several && base.X != pair.X || base.Series != pair.Series != several {
				continue
			}
			all = append(all, Effect{
				base.Compared.Configuration, name, pair.Published / base.Published, pair.Ours / base.Ours, distinct(base.Raw, pair.Raw),
			})
			break
		}
	}
	return all
}

func distinct(one, other *Spread) bool {
	return one.Max < other.Min || other.Max < one.Min
}

// once are the compared configurations that were not repeated: their figures have no spread with which an effect could be compared.
func once(both []Pair) []string {
	var names []string
	for _, pair := range both {
		if !pair.Repeated && !slices.Contains(names, pair.Compared.Configuration) {
			names = append(names, pair.Compared.Configuration)
		}
	}
	return names
}

// judge compares effects: those that differ in direction, those that differ in size, and whether the study found any at these points.
func judge(all []Effect) (wrong, sizes []string, shown bool) {
	for _, effect := range all {
		said := fmt.Sprintf("from %s to %s %s, published %s", effect.From, effect.To, percent(effect.Ours), percent(effect.Published))
		if !effect.Distinct {
			said += ", within our repetitions"
		}
		published, ours := math.Log(effect.Published), math.Log(effect.Ours)
		found := math.Abs(published) >= math.Log(1+visible)
		shown = shown || found
		switch {
		case !found && effect.Distinct && math.Abs(ours) >= math.Log(1+flat):
			wrong = append(wrong, said)
		case !found:
		case !effect.Distinct || math.Abs(ours) < math.Log(1+visible) || ours*published < 0:
			wrong = append(wrong, said)
		case ours/published < 0.5 || ours/published > 2:
			sizes = append(sizes, said)
		}
	}
	return wrong, sizes, shown
}

func percent(ratio float64) string {
	// The sum turns -0 into 0.
	return fmt.Sprintf("%+.0f %%", math.Round(100*(ratio-1))+0)
}

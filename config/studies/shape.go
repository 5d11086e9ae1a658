package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

const (
	// near is the maximum relative difference of two normalised figures that count as equal.
	near = 0.25
	// flat is the relative change from one point to the next, in either direction, below which a curve is level.
	flat = 0.10
)

// Pair is one published point, and ours if we measure it, each divided by the same point of its own curve.
type Pair struct {
	Series          string
	X               float64
	Published, Ours float64
	RawPublished    float64
	Raw             *Spread
	// Repeated says that the configuration was measured more often than once.
	Repeated bool
	// Compared is nil for a published point without a configuration of ours.
	Compared *Measured
	// Failures says that RawPublished and Raw are percentages of failed requests.
	Failures bool
}

// pairs has every published point. Ours is NaN if it was not measured, or if the first one was not.
func pairs(study *Study, result *Result) []Pair {
	published, base := math.NaN(), math.NaN()
	var all []Pair
	for i := range study.Series {
		series := &study.Series[i]
		for _, point := range series.Published {
			pair := Pair{
				Series: series.Name, X: point.X, RawPublished: point.Value, Ours: math.NaN(),
				Compared: series.measured(point.X), Failures: series.Failures,
			}
			if pair.Compared != nil {
				pair.Raw = result.figure(pair.Compared.Configuration, series.Failures)
				pair.Repeated = result.repeated(pair.Compared.Configuration)
				if math.IsNaN(published) && !series.Failures {
					published = point.Value
					if pair.Raw != nil {
						base = pair.Raw.Mean
					}
				}
			}
			all = append(all, pair)
		}
	}
	for i := range all {
		pair := &all[i]
		if pair.Failures {
			pair.Published = succeeded(pair.RawPublished)
		} else {
			pair.Published = pair.RawPublished / published
		}
		switch {
		case pair.Raw == nil:
		case pair.Failures:
			pair.Ours = succeeded(pair.Raw.Mean)
		default:
			pair.Ours = pair.Raw.Mean / base
		}
	}
	return all
}

// succeeded is the share of requests that succeed, of a percentage of those that fail.
func succeeded(failedPercent float64) float64 {
	return 1 - failedPercent/100
}

// compared has the points with a configuration of ours.
func compared(all []Pair) []Pair {
	var both []Pair
	for _, pair := range all {
		if pair.Compared != nil {
			both = append(both, pair)
		}
	}
	return both
}

// Shape is the result of a comparison.
type Shape struct {
	// Verdict is agrees, "agrees in direction", differs, "says nothing of the effect" or "is unknown".
	Verdict string
	Why     string
}

// shape compares the points that have a configuration of ours, and the effect of what is varied. The verdict is agrees only if every point
// is within a quarter of the published one and every effect has its direction and size. So no study agrees whose factor did nothing here.
// Figures of a single repetition can be far apart without any effect: then there is no verdict.
func shape(all []Pair) Shape {
	var far, turns []string
	both := compared(all)
	for i, pair := range both {
		name := pair.Compared.Configuration
		if math.IsNaN(pair.Ours) {
			return Shape{"is unknown", name + " was not measured"}
		}
		if math.Abs(pair.Ours/pair.Published-1) > near {
			far = append(far, fmt.Sprintf("%s is %.2f, published %.2f", name, pair.Ours, pair.Published))
		}
		if i > 0 && both[i-1].Series == pair.Series {
			before := both[i-1]
			published, ours := trend(before.Published, pair.Published), trend(before.Ours, pair.Ours)
			if published != ours {
				turns = append(turns, fmt.Sprintf("from %s to %s ours %s, published %s",
					before.Compared.Configuration, name, ours, published))
			}
		}
	}
	wrong, sizes, shown := judge(effects(both))
	single := once(both)
	switch {
	case len(single) > 0:
		return Shape{"says nothing of the effect", strings.Join(append([]string{
			"without repetitions of " + strings.Join(single, ", ") + " an effect cannot be told from noise",
		}, slices.Concat(wrong, sizes)...), "; ")}
	case len(wrong) > 0:
		return Shape{"differs", strings.Join(wrong, "; ")}
	case len(far) > 0 && len(turns) > 0:
		return Shape{"differs", strings.Join(turns, "; ")}
	case !shown:
		return Shape{"says nothing of the effect", fmt.Sprintf("at the measured points the published effect is below %.0f %%, and so is ours", 100*visible)}
	case len(far) == 0 && len(sizes) == 0:
		return Shape{"agrees", fmt.Sprintf("every point is within %.0f %% of the published one, and every effect is between half and twice the published one", 100*near)}
	default:
		return Shape{"agrees in direction", strings.Join(append(sizes, far...), "; ")}
	}
}

func trend(from, to float64) string {
	switch change := to/from - 1; {
	case change > flat:
		return "rises"
	case change < -flat:
		return "falls"
	default:
		return "is level"
	}
}

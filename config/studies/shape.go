package main

import (
	"fmt"
	"math"
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
	// Compared is nil for a published point without a configuration of ours.
	Compared *Measured
}

// pairs has every published point. Ours is NaN if it was not measured, or if the first one was not.
func pairs(study *Study, result *Result) []Pair {
	published, base := math.NaN(), math.NaN()
	var all []Pair
	for i := range study.Series {
		series := &study.Series[i]
		for _, point := range series.Published {
			pair := Pair{Series: series.Name, X: point.X, RawPublished: point.Value, Ours: math.NaN(), Compared: series.measured(point.X)}
			if pair.Compared != nil {
				pair.Raw = result.peak(pair.Compared.Configuration)
				if math.IsNaN(published) {
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
		all[i].Published = all[i].RawPublished / published
		if all[i].Raw != nil {
			all[i].Ours = all[i].Raw.Mean / base
		}
	}
	return all
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
	// Verdict is agrees, "agrees in direction", differs or "is unknown".
	Verdict string
	Why     string
}

// shape compares the points that have a configuration of ours: they agree if every point is within a quarter of the published one; in
// direction, if each change from one point to the next rises, falls or is level (less than a tenth) as the published one does.
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
	switch {
	case len(far) == 0:
		return Shape{"agrees", fmt.Sprintf("every point is within %.0f %% of the published one", 100*near)}
	case len(turns) == 0:
		return Shape{"agrees in direction", strings.Join(far, "; ")}
	default:
		return Shape{"differs", strings.Join(turns, "; ")}
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

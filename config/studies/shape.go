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

// Pair is one point of both curves, each divided by the same point of its own.
type Pair struct {
	Series, Configuration string
	X, OursX              float64
	Published, Ours       float64
	RawPublished          float64
	Raw                   *Spread
}

// pairs sets Ours to NaN if a configuration was not measured, or if the first one was not.
func pairs(study *Study, result *Result) []Pair {
	first := study.Series[0].Points[0]
	base := math.NaN()
	if peak := result.peak(first.Configuration); peak != nil {
		base = peak.Mean
	}
	var all []Pair
	for _, series := range study.Series {
		for _, point := range series.Points {
			pair := Pair{
				Series: series.Name, Configuration: point.Configuration, X: point.X, OursX: point.OursX,
				Published: point.Published / first.Published, RawPublished: point.Published, Ours: math.NaN(),
			}
			if peak := result.peak(point.Configuration); peak != nil {
				pair.Raw = peak
				pair.Ours = peak.Mean / base
			}
			all = append(all, pair)
		}
	}
	return all
}

// Shape is the result of a comparison.
type Shape struct {
	// Verdict is agrees, "agrees in direction", differs or "is unknown".
	Verdict string
	Why     string
}

// shape compares curves: they agree if every point is within a quarter of the published one; in direction, if each change from one
// point to the next rises, falls or is level (less than a tenth) as the published one does.
func shape(all []Pair) Shape {
	var far, turns []string
	for i, pair := range all {
		if math.IsNaN(pair.Ours) {
			return Shape{"is unknown", pair.Configuration + " was not measured"}
		}
		if math.Abs(pair.Ours/pair.Published-1) > near {
			far = append(far, fmt.Sprintf("%s is %.2f, published %.2f", pair.Configuration, pair.Ours, pair.Published))
		}
		if i > 0 && all[i-1].Series == pair.Series {
			published, ours := trend(all[i-1].Published, pair.Published), trend(all[i-1].Ours, pair.Ours)
			if published != ours {
				turns = append(turns, fmt.Sprintf("from %s to %s ours %s, published %s",
					all[i-1].Configuration, pair.Configuration, ours, published))
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

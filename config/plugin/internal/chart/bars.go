package chart

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Bars is a small histogram of times on a logarithmic axis.
type Bars struct {
	Title    string
	Edges    []float64 // of the bars, in milliseconds, one more than counts
	Counts   []int64
	P50, P95 float64
}

const barsWidth, barsHeight, barsBottom = 300.0, 80.0, 16.0

// SVG draws the bars as one path, with marks at the median and the 95th percentile.
func (h Bars) SVG() string {
	var highest int64 = 1
	for _, count := range h.Counts {
		highest = max(highest, count)
	}
	low, high := math.Log(h.Edges[0]), math.Log(h.Edges[len(h.Edges)-1])
	x := func(millis float64) float64 {
		return math.Min(math.Max((math.Log(millis)-low)/(high-low), 0), 1) * barsWidth
	}
	base := barsHeight - barsBottom
	// One outline: lines along the bars' tops, in whole pixels.
	var path strings.Builder
	last := base
	fmt.Fprintf(&path, "M0 %g", base)
	for i, count := range h.Counts {
		y := base - math.Round(float64(count)/float64(highest)*(base-2))
		if y != last {
			fmt.Fprintf(&path, "H%.0fV%g", x(h.Edges[i]), y)
			last = y
		}
	}
	fmt.Fprintf(&path, "H%gV%gZ", barsWidth, base)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="bars" viewBox="0 0 %g %g" role="img" aria-label="%s"><path class="fill" d="%s"/><path class="axis" d="M0 %gH%g"/>`,
		barsWidth, barsHeight, html.EscapeString(h.Title), path.String(), base, barsWidth)
	fmt.Fprintf(&b, `<path class="mark" d="M%.0f 0V%g"/><path class="mark dashed" d="M%.0f 0V%g"/>`, x(h.P50), base, x(h.P95), base)
	for millis := 0.1; millis <= h.Edges[len(h.Edges)-1]; millis *= 10 {
		if millis >= h.Edges[0] {
			fmt.Fprintf(&b, `<text x="%.0f" y="%g" text-anchor="middle">%g</text>`, x(millis), barsHeight-3, math.Round(millis*10)/10)
		}
	}
	b.WriteString("</svg>")
	return b.String()
}

package main

import (
	"fmt"
	"math"
	"strings"
)

const (
	barHeight = 16
	// labels is the width of the names of the systems.
	labels = 260
)

// categories says that the study compares systems, at one point each: there is no curve.
func categories(study *Study) bool {
	for _, series := range study.Series {
		if len(series.Published) > 1 {
			return false
		}
	}
	return true
}

// bars draws two bars for each system: published pale, ours full.
func bars(all []Pair) string {
	highest := 0.0
	for _, pair := range all {
		highest = math.Max(highest, math.Max(pair.Published, zeroIfNaN(pair.Ours)))
	}
	high := 20 + len(all)*(2*barHeight+12)
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n", width, high)
	fmt.Fprintf(&b, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n", width, high)
	for i, pair := range all {
		at := 10 + i*(2*barHeight+12)
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", labels-8, at+barHeight+4, pair.Series)
		bar(&b, at, highest, pair.Published, "published", "0.4")
		if !math.IsNaN(pair.Ours) {
			bar(&b, at+barHeight, highest, pair.Ours, "here", "1")
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func bar(b *strings.Builder, at int, highest, value float64, kind, opacity string) {
	long := value / highest * (width - labels - 120)
	fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\" fill-opacity=\"%s\"/>\n", labels, at, long, barHeight, colours[0], opacity)
	fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%d\">%.2f %s</text>\n", labels+long+6, at+12, value, kind)
}

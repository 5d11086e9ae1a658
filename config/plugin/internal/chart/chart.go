// Package chart draws line charts as SVG. Colours are classes (s0 to s7), so that the page decides them for light, dark and print;
// markers and dashes differ too, for readers who see no colours.
package chart

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"dev.scalelab/plugin/internal/model"
)

// Point is a value of a line, with a bar from Low to High where they are known, and a broad one over its interval if Low and High are not that.
type Point struct {
	X, Y      float64
	Low, High *float64
	From, To  *float64
	// Name is the configuration; Text what a pointer that rests on the point shows.
	Name, Text string
}

// Line is a series of points. A line that is not measured (an ideal, a model, a limit) has no markers.
type Line struct {
	Name   string
	Colour int
	Points []Point
	Dashed bool
	Bare   bool
	// Thin is a line that only leads the eye from one point of other lines to the next.
	Thin bool
	// Mark, if set, replaces the marker of the colour, and the points are not joined. Those of a bare line are not measured.
	Mark Mark
}

// Mark is the form of single points, which differs where their meaning does.
type Mark int

// Forms of single points.
const (
	Joined Mark = iota
	Disc
	Cross
	Diamond
)

// Band is a part of the axis, from one x to that of the next band.
type Band struct {
	From float64
	Name string
}

// Chart has lines over a common axis.
type Chart struct {
	ID, Title, XTitle, YTitle string
	Lines                     []Line
	// Bands, if set, are divided by lines, and named above their points.
	Bands []Band
	// Floor, if set, keeps a small range readable: the axis reaches at least this far.
	Floor float64
}

// Colours is the number of classes.
const Colours = 8

const (
	width, height               = 640.0, 320.0
	left, right, top, bottom    = 80.0, 12.0, 12.0, 44.0
	minimumDistance, barHalf    = 30.0, 4.0
	highestTicks                = 6.0
	headroom, roomForBands      = 1.05, 1.2
	markers                     = 4
	markerSize                  = 4.0
	dodge                       = 3.0
	shortestGap, longestCurveBy = 1e-9, 60
)

type scale struct{ xLow, xHigh, yHigh float64 }

func (s scale) x(value float64) float64 {
	return left + (value-s.xLow)/math.Max(s.xHigh-s.xLow, shortestGap)*(width-left-right)
}

func (s scale) y(value float64) float64 {
	return height - bottom - value/s.yHigh*(height-top-bottom)
}

func (c Chart) scale() scale {
	s := scale{xLow: 0, yHigh: c.Floor}
	for _, line := range c.Lines {
		for _, point := range line.Points {
			s.xHigh, s.yHigh = math.Max(s.xHigh, point.X), math.Max(s.yHigh, point.Y)
			for _, high := range []*float64{point.High, point.To} {
				if high != nil {
					s.yHigh = math.Max(s.yHigh, *high)
				}
			}
		}
	}
	if s.yHigh <= 0 {
		s.yHigh = 1
	}
	s.yHigh *= headroom
	if len(c.Bands) > 0 {
		s.yHigh *= roomForBands
	}
	s.xHigh *= headroom
	return s
}

// Points returns the number of measured points.
func (c Chart) Points() int {
	count := 0
	for _, line := range c.Lines {
		if !line.Bare {
			count += len(line.Points)
		}
	}
	return count
}

// SVG draws the chart. Its title describes it for screen readers; the tables of the page have the figures.
func (c Chart) SVG() string {
	return fmt.Sprintf(`<svg class="chart" id="%s" viewBox="0 0 %g %g" role="img" aria-labelledby="%s-t">%s</svg>`, c.ID, width, height, c.ID, c.Content())
}

// Content is the drawing without its svg element, with the title.
func (c Chart) Content() string {
	s := c.scale()
	var b strings.Builder
	fmt.Fprintf(&b, `<title id="%s-t">%s</title>`, c.ID, html.EscapeString(c.Title))
	c.axes(&b, s)
	for _, band := range c.Bands {
		fmt.Fprintf(&b, `<path class="grid" d="M%.1f %gV%g"/><text x="%.1f" y="%g">%s</text>`,
			s.x(band.From), top, height-bottom, s.x(band.From)+6, top+16, html.EscapeString(band.Name))
	}
	for _, line := range c.Lines {
		draw(&b, s, line)
	}
	return b.String()
}

func (c Chart) axes(b *strings.Builder, s scale) {
	for _, tick := range Ticks(s.yHigh) {
		fmt.Fprintf(b, `<path class="grid" d="M%g %.1fH%g"/><text x="%g" y="%.1f" text-anchor="end">%s</text>`,
			left, s.y(tick), width-right, left-6, s.y(tick)+4, model.Number(tick))
	}
	for _, mark := range c.marks(s) {
		fmt.Fprintf(b, `<path class="axis" d="M%.1f %gv4"/><text x="%.1f" y="%g" text-anchor="middle">%s</text>`,
			s.x(mark), height-bottom, s.x(mark), height-bottom+17, model.Number(mark))
	}
	fmt.Fprintf(b, `<path class="axis" d="M%g %gV%gH%g"/>`, left, top, height-bottom, width-right)
	fmt.Fprintf(b, `<text x="%g" y="%g" text-anchor="middle">%s</text>`, (left+width-right)/2, height-8, html.EscapeString(c.XTitle))
	fmt.Fprintf(b, `<text transform="translate(18 %g) rotate(-90)" text-anchor="middle">%s</text>`, (top+height-bottom)/2, html.EscapeString(c.YTitle))
}

// marks are the measured x, without those whose numbers would overlap the one before.
func (c Chart) marks(s scale) []float64 {
	var values, readable []float64
	for _, line := range c.Lines {
		if line.Bare {
			continue
		}
		for _, point := range line.Points {
			values = append(values, point.X)
		}
	}
	slices.Sort(values)
	for _, value := range slices.Compact(values) {
		if len(readable) == 0 || s.x(value)-s.x(readable[len(readable)-1]) >= minimumDistance {
			readable = append(readable, value)
		}
	}
	return readable
}

func (l Line) class() string {
	switch {
	case l.Thin:
		return "trace"
	case l.Dashed:
		return fmt.Sprintf("line s%d dashed", l.Colour%Colours)
	case l.Colour >= Colours:
		return fmt.Sprintf("line s%d again", l.Colour%Colours)
	}
	return fmt.Sprintf("line s%d", l.Colour%Colours)
}

func draw(b *strings.Builder, s scale, line Line) {
	var path strings.Builder
	for i, point := range line.Points {
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(&path, "%s%.1f %.1f", command, s.x(point.X), s.y(point.Y))
	}
	if path.Len() > 0 && line.Mark == Joined {
		fmt.Fprintf(b, `<path class="%s" d="%s"/>`, line.class(), path.String())
	}
	if line.Bare {
		if line.Mark != Joined {
			for _, point := range line.Points {
				fmt.Fprintf(b, `<path class="solid%s s%d" d="%s"><title>%s</title></path>`,
					line.Mark.class(), line.Colour%Colours, line.marker(s.x(point.X), s.y(point.Y)), html.EscapeString(point.Text))
			}
		}
		return
	}
	for _, point := range line.Points {
		x, y := s.x(point.X), s.y(point.Y)
		if point.From != nil && point.To != nil {
			fmt.Fprintf(b, `<path class="interval s%d" d="M%.1f %.1fV%.1f"/>`, line.Colour%Colours, x+dodge*float64(line.Colour%Colours), s.y(*point.From), s.y(*point.To))
		}
		if point.Low != nil && point.High != nil {
			x := x + dodge*float64(line.Colour%Colours) // bars of several lines do not hide each other
			fmt.Fprintf(b, `<path class="bar s%d" d="M%.1f %.1fV%.1fM%.1f %.1fh%gM%.1f %.1fh%g"/>`, line.Colour%Colours, x, s.y(*point.Low), s.y(*point.High),
				x-barHalf, s.y(*point.Low), 2*barHalf, x-barHalf, s.y(*point.High), 2*barHalf)
		}
		fmt.Fprintf(b, `<path class="point%s s%d" data-configuration="%s" d="%s"><title>%s</title></path>`,
			line.Mark.class(), line.Colour%Colours, html.EscapeString(point.Name), line.marker(x, y), html.EscapeString(point.Text))
	}
}

// class is that of a form which is only an outline.
func (m Mark) class() string {
	if m == Cross || m == Diamond {
		return " outline"
	}
	return ""
}

func (l Line) marker(x, y float64) string {
	switch l.Mark {
	case Disc:
		return marker(0, x, y)
	case Cross:
		const r = markerSize
		return fmt.Sprintf("M%.1f %.1fl%g %gm0 %gl%g %g", x-r, y-r, 2*r, 2*r, -2*r, -2*r, 2*r)
	case Diamond:
		return marker(2, x, y)
	}
	return marker(l.Colour, x, y)
}

// marker is a circle, square, diamond or triangle.
func marker(colour int, x, y float64) string {
	const r = markerSize
	switch colour % markers {
	case 0:
		return fmt.Sprintf("M%.1f %.1fa%g %g 0 1 0 %g 0a%g %g 0 1 0 %g 0z", x-r, y, r, r, 2*r, r, r, -2*r)
	case 1:
		return fmt.Sprintf("M%.1f %.1fh%gv%gh%gz", x-r, y-r, 2*r, 2*r, -2*r)
	case 2:
		return fmt.Sprintf("M%.1f %.1fl%g %gl%g %gl%g %gz", x, y-r-1, r+1, r+1, -r-1, r+1, -r-1, -r-1)
	}
	return fmt.Sprintf("M%.1f %.1fl%g %gh%gz", x, y-r-1, r+1, 2*r+1, -2*r-2)
}

// Key is a small sample of a line for a legend.
func Key(line Line) string {
	text := `<svg class="key" viewBox="0 0 34 12" aria-hidden="true">`
	if line.Mark == Joined {
		text += fmt.Sprintf(`<path class="%s" d="M1 6H33"/>`, line.class())
	}
	if !line.Bare || line.Mark != Joined {
		text += fmt.Sprintf(`<path class="s%d solid%s" d="%s"/>`, line.Colour%Colours, line.Mark.class(), line.marker(17, 6))
	}
	return text + "</svg>"
}

// Ticks returns up to seven round numbers from 0.
func Ticks(upTo float64) []float64 {
	step := math.Pow(10, math.Floor(math.Log10(upTo)))
	for _, factor := range []float64{0.2, 0.5, 1} {
		if upTo/(step*factor) <= highestTicks {
			step *= factor
			break
		}
	}
	var all []float64
	for i := 0; float64(i)*step <= upTo; i++ {
		all = append(all, float64(i)*step)
	}
	return all
}

// Curve samples a function, for a model between and beyond the measured points.
func Curve(from, to float64, y func(float64) float64) []Point {
	var points []Point
	for i := 0; i <= longestCurveBy; i++ {
		x := from + (to-from)*float64(i)/longestCurveBy
		points = append(points, Point{X: x, Y: y(x)})
	}
	return points
}

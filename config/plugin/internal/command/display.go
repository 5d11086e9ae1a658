package command

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"dev.scalelab/plugin/internal/curve"
	"dev.scalelab/plugin/internal/model"
	"golang.org/x/term"
)

// display shows the state of an experiment: redrawn on a terminal, else as a line for each change.
type display struct {
	to  io.Writer
	now func() time.Time
	// size is that of the terminal in columns and lines; nil without one.
	size   func() (width, height int)
	shown  []string
	before string
}

// terminal returns the size of the terminal, or nil if the output is not written to one.
func terminal(out io.Writer) func() (width, height int) {
	if standard, ok := out.(*output); ok {
		out = standard.to
	}
	file, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return nil
	}
	return func() (int, int) {
		if width, height, err := term.GetSize(int(file.Fd())); err == nil && width > 0 && height > 1 {
			return width, height
		}
		return math.MaxInt32, math.MaxInt32
	}
}

// show writes the state, on a terminal with a table of the steps so far.
func (d *display) show(e *model.Experiment, steps string) {
	line := progress(e, d.now())
	switch {
	case d.size != nil:
		text := line + "\n" + curve.Sparks(e)
		if len(e.Status.Configurations) > 0 {
			text += curve.Table(e)
		}
		text += steps
		d.redraw(strings.Split(strings.TrimSuffix(text, "\n"), "\n"), e.Finished())
	case e.Finished():
		fmt.Fprintf(d.to, "%s\n\n%s", line, curve.Text(e))
	case line != d.before:
		fmt.Fprintln(d.to, line)
	}
	d.before = line
	if e.Finished() {
		if d.size != nil { // long sentences cannot be redrawn
			for _, finding := range e.Findings() {
				fmt.Fprintln(d.to, finding)
			}
		}
		fmt.Fprintf(d.to, "verdict: %s: %s\n", e.VerdictText(), e.Status.Message)
	}
}

// redraw replaces what is shown. Only the last state is shown whole: what has left the screen cannot be replaced.
func (d *display) redraw(lines []string, last bool) {
	width, height := d.size()
	if above := d.above(width); above > 0 {
		fmt.Fprintf(d.to, "\x1b[%dA\x1b[J", min(above, height-1))
	}
	if !last {
		lines = cropped(lines, width, height)
	}
	fmt.Fprintln(d.to, strings.Join(lines, "\n"))
	d.shown = lines
}

// above is the number of the terminal's lines that are to be replaced. A terminal that became narrower has wrapped them.
func (d *display) above(width int) int {
	count := 0
	for _, line := range d.shown {
		count += max(1, (len([]rune(line))+width-1)/width)
	}
	return count
}

// keep leaves what is shown where it is, for a message that follows it.
func (d *display) keep() { d.shown = nil }

// cropped fits lines into a terminal, whose last line is that of the cursor.
func cropped(lines []string, width, height int) []string {
	var fitting []string
	for i, line := range lines {
		if i == height-2 && len(lines) > height-1 {
			line = fmt.Sprintf("… %d more lines", len(lines)-i)
		}
		if text := []rune(line); len(text) > width {
			line = string(text[:width-1]) + "…"
		}
		if fitting = append(fitting, line); len(fitting) == height-1 {
			break
		}
	}
	return fitting
}

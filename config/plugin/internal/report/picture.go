package report

import (
	"fmt"
	"html"
	"io"
	"strings"

	"dev.scalelab/plugin/internal/chart"
	"dev.scalelab/plugin/internal/model"
)

// Picture writes the chart of throughput as an SVG file of its own, with the colours of the page and a legend.
func Picture(to io.Writer, e *model.Experiment) error {
	if len(e.Measured()) == 0 {
		return fmt.Errorf("%s: no configuration has a result, so there is no chart (%s)", e.Metadata.Name, e.State())
	}
	c := Throughput(e)
	height := 330 + 20*len(c.Lines)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 %d" width="640" height="%d" font-family="sans-serif" role="img"><style>%s
svg{background:var(--bg)}</style>`, height, height, colours+chartStyle)
	b.WriteString(c.Content())
	for i, line := range c.Lines {
		fmt.Fprintf(&b, "\n"+`<g transform="translate(80 %d)">%s<text x="42" y="10">%s</text></g>`, 326+20*i, strings.Replace(chart.Key(line), `<svg class="key"`, `<svg width="34" height="12"`, 1), html.EscapeString(line.Name))
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(to, b.String())
	return err
}

package report

import (
	"html"
	"html/template"
	"strings"
	"unicode/utf8"

	"dev.scalelab/plugin/internal/model"
)

type table struct {
	Caption string
	Head    []string
	Rows    [][]cell
}

// mark says the same to those who hear the page.
const mark = ` <span role="img" aria-label="marked">▲</span>`

// longText is the number of characters from which a text gets a wide column, so that its row is not as high as a narrow screen.
const longText = 60

// cell is text; a number is aligned to the right, and a hot one is marked by more than a colour.
type cell struct {
	Text string
	Left bool
	Hot  bool
}

func words(text string) cell  { return cell{Text: text, Left: true} }
func number(text string) cell { return cell{Text: text} }

func optional(value *float64) cell {
	if value == nil {
		return number("–")
	}
	return number(model.Number(*value))
}

// HTML writes the table. It is not part of the template, which takes four times as long for tens of thousands of cells.
func (t table) HTML() template.HTML {
	var b strings.Builder
	caption := html.EscapeString(t.Caption)
	b.WriteString(`<div class="scroll" role="region" aria-label="` + caption + `" tabindex="0"><table><caption>` + caption + "</caption>\n<thead><tr>")
	for i, name := range t.Head {
		if len(t.Rows) > 0 && i < len(t.Rows[0]) && t.Rows[0][i].Left {
			b.WriteString(`<th scope="col" class="t">`)
		} else {
			b.WriteString(`<th scope="col">`)
		}
		b.WriteString(html.EscapeString(name) + "</th>")
	}
	b.WriteString("</tr></thead>\n<tbody>")
	for _, row := range t.Rows {
		b.WriteString("<tr>")
		for i, c := range row {
			c.write(&b, i == 0)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table></div>")
	return template.HTML(b.String())
}

func (c cell) write(b *strings.Builder, first bool) {
	open, shut := "<td>", "</td>"
	switch {
	case c.Left && !first && !c.Hot && utf8.RuneCountInString(c.Text) > longText:
		open = `<td class="t w">`
	case first:
		open, shut = `<th scope="row">`, "</th>"
	case c.Hot && c.Left:
		open, shut = `<td class="t hot">`, mark+"</td>"
	case c.Hot:
		open, shut = `<td class="hot">`, mark+"</td>"
	case c.Left:
		open = `<td class="t">`
	}
	b.WriteString(open)
	b.WriteString(html.EscapeString(c.Text))
	b.WriteString(shut)
}

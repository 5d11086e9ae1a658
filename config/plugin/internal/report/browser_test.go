package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/browser"
)

// pictures is a folder in which this test leaves pictures of the page to look at, if it is set.
const pictures = "SCALELAB_REPORT_PICTURES"

func opened(t *testing.T, in Input) *browser.Page {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(written(t, in)), 0o644); err != nil {
		t.Fatal(err)
	}
	return browser.Open(t, file)
}

func TestThePageInABrowser(t *testing.T) {
	many := large(t, 8, 6)
	for _, row := range many.Experiment.Measured() {
		row.P99.Value = 4000 // labels of four digits
	}
	for name, in := range map[string]Input{"recorded": read(t, recorded), "large": many, "failover": read(t, failover), "search": again(t, 3, 2)} {
		t.Run(name, func(t *testing.T) {
			page := opened(t, in)
			charts := []string{"throughput", "speedup", "efficiency", "responses"}
			if name == "failover" || name == "search" { // one number of servers has no speed-up
				charts = []string{"throughput", "responses"}
			}
			if name == "search" {
				points(t, page, []string{"search-v001-1", "search-v002-1"}, 36)
			}
			points(t, page, charts, len(in.Experiment.Measured()))
			for _, width := range []int{1280, 1112, 1000, 641, 360} {
				page.Size(width, false, width == 360)
				fits(t, page, width)
				legible(t, page, fmt.Sprint(width), 9.5)
				if width == 1280 || width == 360 {
					save(t, name, width, page)
				}
			}
			contrast(t, page)
			keyboard(t, page)
			a4(t, page, name)
			if name == "recorded" {
				forTheDocumentation(t, page)
			}
			for _, problem := range page.Errors() {
				t.Errorf("console: %s", problem)
			}
		})
	}
}

// points counts what is really drawn: a point outside of its chart, or without an area, does not count.
func points(t *testing.T, page *browser.Page, charts []string, configurations int) {
	t.Helper()
	var drawn map[string]int
	page.Evaluate(`Object.fromEntries([...document.querySelectorAll('svg.chart')].map(c=>{const o=c.getBoundingClientRect();
		return [c.id,[...c.querySelectorAll('.point')].filter(p=>{const r=p.getBoundingClientRect();
		return r.width>2&&r.height>2&&r.left>=o.left&&r.right<=o.right&&r.top>=o.top&&r.bottom<=o.bottom}).length]}))`, &drawn)
	for _, chart := range charts {
		if drawn[chart] != configurations {
			t.Errorf("%s has %d points of %d configurations", chart, drawn[chart], configurations)
		}
	}
}

func fits(t *testing.T, page *browser.Page, width int) {
	t.Helper()
	var wide int
	page.Evaluate("document.documentElement.scrollWidth", &wide)
	if wide > width {
		t.Errorf("the page is %d px wide in a window of %d", wide, width)
	}
	var cut []string
	page.Evaluate(`[...document.querySelectorAll('caption')].filter(c=>{const text=document.createRange();text.selectNodeContents(c);
		return text.getBoundingClientRect().right>innerWidth}).map(c=>c.textContent)`, &cut)
	if len(cut) > 0 {
		t.Errorf("captions go beyond a window of %d px: %v", width, cut)
	}
}

// legible asserts the size of the labels of charts as they are drawn, and that those of the vertical axis are beside its title.
func legible(t *testing.T, page *browser.Page, where string, pixels float64) {
	t.Helper()
	var smallest float64
	page.Evaluate(`Math.min(...[...document.querySelectorAll('.chart text')].map(e=>parseFloat(getComputedStyle(e).fontSize)*e.ownerSVGElement.getBoundingClientRect().width/640))`, &smallest)
	if smallest < pixels {
		t.Errorf("%s: labels of %.1f px", where, smallest)
	}
	var overlapping []string
	page.Evaluate(`[...document.querySelectorAll('.chart')].flatMap(c=>{const title=c.querySelector('text[transform]').getBoundingClientRect(),left=c.getBoundingClientRect().left;
		return [...c.querySelectorAll('text[text-anchor=end]')].filter(e=>e.getBoundingClientRect().left<title.right||title.left<left).map(e=>c.id+' '+e.textContent)})`, &overlapping)
	if len(overlapping) > 0 {
		t.Errorf("%s: labels overlap the title of their axis, or it is cut off: %v", where, overlapping)
	}
}

// contrast is that of every text with its background, light and dark, by the formula of WCAG.
func contrast(t *testing.T, page *browser.Page) {
	t.Helper()
	for _, dark := range []bool{false, true} {
		page.Size(1280, false, dark)
		var worst []any
		page.Evaluate(`(()=>{const rgb=s=>s.match(/[\d.]+/g).map(Number),lum=c=>{const f=v=>{v/=255;return v<=.04045?v/12.92:((v+.055)/1.055)**2.4};
			return .2126*f(c[0])+.7152*f(c[1])+.0722*f(c[2])},back=e=>{for(;e;e=e.parentElement){const b=getComputedStyle(e).backgroundColor;
			if(rgb(b)[3]!==0)return b}return 'rgb(255,255,255)'};let low=[99,''];for(const e of document.querySelectorAll('body *')){
			if(![...e.childNodes].some(n=>n.nodeType===3&&n.data.trim())||e.closest('title,script'))continue;const s=getComputedStyle(e),
			a=lum(rgb(e.closest('svg')?s.fill:s.color)),b=lum(rgb(back(e))),c=(Math.max(a,b)+.05)/(Math.min(a,b)+.05);if(c<low[0])low=[c,e.outerHTML.slice(0,90)]}return low})()`, &worst)
		if worst[0].(float64) < 4.5 {
			t.Errorf("dark %v: contrast %.2f of %v; 4.5 is needed", dark, worst[0], worst[1])
		}
	}
}

// keyboard asserts headings in order, a caption of each table, a name of each chart, and that wide tables can be reached.
func keyboard(t *testing.T, page *browser.Page) {
	t.Helper()
	for what, expression := range map[string]string{
		"headings that skip a level":      `[...document.querySelectorAll('h1,h2,h3')].filter((h,i,a)=>i&&h.tagName[1]-a[i-1].tagName[1]>1).length`,
		"more or fewer than one h1":       `Math.abs(document.querySelectorAll('h1').length-1)`,
		"tables without a caption":        `[...document.querySelectorAll('table')].filter(t=>!t.caption||!t.caption.textContent).length`,
		"tables that keys cannot scroll":  `[...document.querySelectorAll('table')].filter(t=>t.parentElement.tabIndex!==0).length`,
		"charts without a name":           `[...document.querySelectorAll('svg[role=img]')].filter(s=>!s.getAttribute('aria-label')&&!s.querySelector('title')).length`,
		"cells of a head without a scope": `[...document.querySelectorAll('th')].filter(t=>!t.scope).length`,
		"marks without a name":            `[...document.querySelectorAll('.hot')].filter(c=>!c.querySelector('[role=img][aria-label]')).length`,
		"links to nowhere":                `[...document.querySelectorAll('a')].filter(a=>!document.getElementById(a.hash.slice(1))).length`,
	} {
		var count int
		if page.Evaluate(expression, &count); count != 0 {
			t.Errorf("%d %s", count, what)
		}
	}
}

// a4 prints: the sheets are A4, nothing is cut off at their right, and closed parts are printed too.
func a4(t *testing.T, page *browser.Page, name string) {
	t.Helper()
	page.Size(688, true, false) // A4 less two margins of 14 mm, at 96 px an inch
	page.Evaluate("dispatchEvent(new Event('beforeprint'))", new(bool))
	legible(t, page, "A4", 8)
	var overflow []string
	page.Evaluate(`[...document.querySelectorAll('table,svg,p,dl')].filter(e=>e.getBoundingClientRect().right>innerWidth+1).map(e=>e.outerHTML.slice(0,120)+' '+e.getBoundingClientRect().right)`, &overflow)
	for _, one := range overflow {
		t.Errorf("wider than A4: %s", one)
	}
	var hidden int
	if page.Evaluate("[...document.querySelectorAll('details table')].filter(e=>e.getBoundingClientRect().height===0).length", &hidden); hidden > 0 {
		t.Errorf("%d tables of steps are not printed", hidden)
	}
	sheets := page.Print()
	boxes := regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`).FindAllStringSubmatch(string(sheets), -1)
	if !bytes.HasPrefix(sheets, []byte("%PDF")) || len(boxes) == 0 {
		t.Fatal("nothing was printed")
	}
	for _, box := range boxes {
		if !strings.HasPrefix(box[1], "59") || !strings.HasPrefix(box[2], "84") { // 595 x 842 points
			t.Errorf("a sheet of %s x %s points is not A4", box[1], box[2])
		}
	}
	keep(t, name+".pdf", sheets)
}

func save(t *testing.T, name string, width int, page *browser.Page) {
	if os.Getenv(pictures) != "" {
		keep(t, name+map[bool]string{true: "-wide.png", false: "-narrow.png"}[width > 600], page.Picture("html"))
	}
}

func keep(t *testing.T, name string, content []byte) {
	if folder := os.Getenv(pictures); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			t.Error(err)
		}
	}
}

// forTheDocumentation leaves docs/plugin-report.png, if pictures are wanted: the head of the page, its curves and configurations.
func forTheDocumentation(t *testing.T, page *browser.Page) {
	if os.Getenv(pictures) == "" {
		return
	}
	page.Size(1112, false, false)
	page.Evaluate("document.querySelectorAll('section:not(#curves):not(#configurations),footer,nav').forEach(e=>e.remove()) || true", new(bool))
	page.Evaluate("document.body.style.cssText=`height:${document.querySelector('#configurations').getBoundingClientRect().bottom+16}px;overflow:hidden`,true", new(bool))
	keep(t, "plugin-report.png", page.Picture("body"))
}

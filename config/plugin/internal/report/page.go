// Package report writes an experiment as one HTML file: charts as SVG in it, no request to anywhere.
package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"dev.scalelab/plugin/internal/chart"
	"dev.scalelab/plugin/internal/model"
)

// Input is everything that a report can show. Only the experiment is needed.
type Input struct {
	Experiment *model.Experiment
	Trials     []*model.Trial
	// Histograms has the data of the ConfigMaps that could be read, by name.
	Histograms map[string]map[string]string
	// Facts are further lines for the table of facts, such as versions of the cluster and of its nodes.
	Facts []Fact
	// Notes say what could not be read.
	Notes   []string
	Version string
	Now     time.Time
}

// Fact is a line of the table of facts.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ErrNothingMeasured is returned for an experiment without a recorded step: a page without one would look like a result.
var ErrNothingMeasured = errors.New("nothing has been measured, so there is nothing to report")

//go:embed assets/page.gohtml
var pageText string

// The style sheet is in parts, since a chart as a file of its own needs only its colours and rules.
var (
	//go:embed assets/colours.css
	colours string
	//go:embed assets/chart.css
	chartStyle string
	//go:embed assets/page.css
	pageStyle string
)

var page = template.Must(template.New("page").Parse(pageText))

// Policy is the Content-Security-Policy of the page: its own style and script, and nothing from elsewhere.
func Policy() string { return policy }

// Style is the style sheet of a page without charts.
func Style() template.CSS { return template.CSS(colours + pageStyle) }

var policy = func() string {
	_, rest, _ := strings.Cut(pageText, "<script>")
	script, _, _ := strings.Cut(rest, "</script>")
	hash := sha256.Sum256([]byte(script))
	return "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
}()

type section struct {
	ID, Title string
	Text      []string
	Charts    []drawing
	Tables    []table
	Folds     []fold
}

// fold is a part that is closed until a reader opens it, and open when printed.
type fold struct {
	Summary string
	Open    bool
	Text    []string
	Charts  []drawing
	Bars    []bars
	Table   table
}

type bars struct {
	Caption string
	SVG     template.HTML
}

type drawing struct {
	Caption string
	SVG     template.HTML
	Legend  []legend
}

type legend struct {
	Key  template.HTML
	Name string
}

type pageData struct {
	Name, Namespace, Verdict, Message string
	Policy                            string
	Style                             template.CSS
	Summary                           []Fact
	Sections                          []section
	Foot                              string
}

// Write writes the page.
func Write(to io.Writer, in Input) error {
	e := in.Experiment
	if len(e.Measured()) == 0 && model.Recorded(in.Trials) == 0 {
		return fmt.Errorf("%s: %w (%s)", e.Metadata.Name, ErrNothingMeasured, e.State())
	}
	data := pageData{
		Name: e.Metadata.Name, Namespace: e.Metadata.Namespace, Verdict: e.VerdictText(), Message: e.Status.Message,
		Policy: Policy(), Style: template.CSS(colours + chartStyle + pageStyle), Summary: summary(e),
		Foot: fmt.Sprintf("Written by kubectl scalelab %s on %s.", in.Version, in.Now.UTC().Format("2006-01-02 15:04 UTC")),
	}
	if len(e.Measured()) == 0 {
		data.Summary = append(data.Summary, Fact{"Results", noResult(e)})
	}
	for _, part := range []func(Input) section{curves, search, comparisons, configurations, limits, failures, planning, published, steps, validity, system, facts} {
		if found := part(in); found.ID != "" {
			data.Sections = append(data.Sections, found)
		}
	}
	return page.Execute(to, data)
}

// noResult says where the figures are of an experiment whose configurations have none.
func noResult(e *model.Experiment) string {
	if e.Finished() {
		return "none: what was measured is in the table of steps"
	}
	return "none yet: a configuration has one when all of its runs have ended; what was measured so far is in the table of steps"
}

func summary(e *model.Experiment) []Fact {
	status := e.Status
	facts := []Fact{{"Workload", e.Spec.Workload.Type}, {"Load", load(e.Spec.Load)}, {"Objectives", objectives(e)},
		{"Trials", status.Progress.Trials}, {"Invalid runs", fmt.Sprint(status.Progress.InvalidRuns)}}
	if status.StartTime != nil {
		facts = append(facts, Fact{"Started", clock(*status.StartTime)})
	}
	switch {
	case status.CompletionTime != nil && status.StartTime != nil:
		facts = append(facts, Fact{"Ended", fmt.Sprintf("%s, after %s", clock(*status.CompletionTime), status.CompletionTime.Sub(*status.StartTime).Round(time.Second))})
	case !e.Finished():
		facts = append(facts, Fact{"Ended", "not yet: these are the figures so far"})
	}
	return facts
}

func clock(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05 UTC") }

func load(l model.Load) string {
	list := func(levels []float64) string {
		var texts []string
		for _, level := range levels {
			texts = append(texts, model.Number(level))
		}
		return strings.Join(texts, ", ")
	}
	low, high := l.RunCount()
	runs := fmt.Sprint(low)
	if high > low {
		runs = fmt.Sprintf("%d to %d", low, high)
	}
	runs += " " + l.Repeated()
	if high > 1 {
		runs += "s"
	}
	upTo := map[bool]string{true: "up to "}[l.Search != nil] // those of a search that probe are shorter
	each := fmt.Sprintf("; steps of %s%d s, of which %d s are measured; %s", upTo, l.Step.Seconds, l.Step.Seconds-l.Step.SettleSeconds, runs)
	switch {
	case l.Open != nil:
		return list(l.Open.Rates) + " transactions per second" + each
	case l.Closed != nil:
		return list(l.Closed.Users) + " users" + each
	case l.Search != nil:
		kind, _ := l.Search["model"].(string)
		return fmt.Sprintf("a search from %v to %v %s", l.Search["min"], l.Search["max"], (&model.Search{Model: kind}).Unit()) + each
	}
	return "–"
}

func objectives(e *model.Experiment) string {
	all := e.StepObjectives()
	for _, objective := range []string{e.CapacityObjective(), e.EfficiencyObjective()} {
		if objective != "" {
			all = append(all, objective)
		}
	}
	return strings.Join(all, ", ")
}

func drawn(c chart.Chart, caption string) drawing {
	found := drawing{Caption: caption, SVG: template.HTML(c.SVG())}
	for _, line := range c.Lines {
		if line.Name != "" {
			found.Legend = append(found.Legend, legend{template.HTML(chart.Key(line)), line.Name})
		}
	}
	return found
}

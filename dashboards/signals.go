package main

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/prometheus"
	"github.com/grafana/grafana-foundation-sdk/go/timeseries"
	"github.com/grafana/grafana-foundation-sdk/go/units"
)

// signalTable are the figures that the diagnosis uses, which make generate writes from the operator's code.
//
//go:embed signals.csv
var signalTable string

// signals are the rows of the table, in its order.
var signals = readSignals(signalTable)

// signal is a figure that the diagnosis uses.
type signal struct {
	figure, metric, kind, scope string
	// Value of the label type of the series that count; empty if all do.
	ofType    string
	mandatory bool
	meaning   string
}

// scope says whose series a signal adds up.
type scope struct {
	tier     string
	matchers string
	// Those of its containers, or networks; empty for what a pod itself reports.
	containers string
	// The figures that panels show apart, and their names.
	labels, legend string
}

// tiers are those of scopes, in the order of their panels.
var tiers = []string{"application", "balancer", "database"}

var scopes = map[string]scope{
	"servers":             {"application", application, "", "experiment", "{{experiment}}"},
	"servlets":            {"application", application, "", "experiment", "{{experiment}}"},
	"beans":               {"application", application, "", "experiment", "{{experiment}}"},
	"bean servers":        {"application", application, "", "experiment", "{{experiment}}"},
	"pools":               {"application", application, "", "experiment, name", "{{name}} {{experiment}}"},
	"server containers":   {"application", application, components, "experiment", "{{experiment}}"},
	"server network":      {"application", application, networks, "experiment", "{{experiment}}"},
	"balancer":            {"balancer", balancer, "", "experiment", "{{experiment}}"},
	"database":            {"database", database, "", "experiment, pod", "{{pod}}"},
	"database containers": {"database", database, postgres, "experiment, pod", "{{pod}}"},
}

// readSignals are the rows of the table without its heading.
func readSignals(table string) []signal {
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("signals.csv: %v", err))
	}
	var all []signal
	for _, row := range rows[1:] {
		all = append(all, signal{row[0], row[1], row[2], row[3], row[4], row[5] == "true", row[6]})
	}
	return all
}

// named is the signal of a figure.
func named(figure string) signal {
	i := slices.IndexFunc(signals, func(one signal) bool { return one.figure == figure })
	if i < 0 {
		panic("signals.csv has no " + figure)
	}
	return signals[i]
}

// figureNow is the figure of a signal, for each value of some labels.
func figureNow(figure, labels string) string { return named(figure).now(labels) }

// in is its scope.
func (s signal) in() scope {
	found, ok := scopes[s.scope]
	if !ok {
		panic(fmt.Sprintf("%s: add the scope %q to scopes in signals.go", s.figure, s.scope))
	}
	return found
}

// series are those that it adds up, without the labels of pods if they are of containers.
func (s signal) series() string {
	in := s.in()
	switch {
	case in.containers != "":
		return of(s.metric, in.containers)
	case s.ofType != "":
		return of(s.metric, in.matchers+`,type="`+s.ofType+`"`)
	default:
		return of(s.metric, in.matchers)
	}
}

// now is its latest figure, calculated as the operator calculates that of a step; a mean or highest value is the latest one.
func (s signal) now(labels string) string {
	switch s.kind {
	case "growth":
		return sumBy(labels, s.ofPods("rate(%s[%s])"))
	case "fastest growth":
		return maxBy(labels, sumBy(labels+", name", s.ofPods("rate(%s[%s])")))
	case "slope":
		return sumBy(labels, s.ofPods("deriv(%s[%s])"))
	case "mean", "highest":
		return sumBy(labels, s.ofPods("%s%.s"))
	default:
		panic(fmt.Sprintf("%s: add the kind %q to now in signals.go", s.figure, s.kind))
	}
}

// ofPods is a function of each of its series and an interval, with the labels of pods.
func (s signal) ofPods(function string) string {
	in := s.in()
	if in.containers == "" {
		return fmt.Sprintf(function, s.series(), "$window")
	}
	return onPods(fmt.Sprintf(function, s.series(), "$containers_window"), "experiment", in.matchers)
}

// unit is that of its values.
func (s signal) unit() string {
	grows := s.kind != "mean" && s.kind != "highest"
	switch {
	case !grows:
		return units.Short
	case strings.HasSuffix(s.figure, "Millis"):
		return "suffix:ms/s"
	case strings.Contains(s.metric, "_seconds"):
		return "suffix:s/s"
	case strings.Contains(s.metric, "_bytes"):
		return units.BytesPerSecondSI
	case strings.Contains(s.metric, "_packets"):
		return units.PacketsPerSecond
	default:
		panic(fmt.Sprintf("%s: add its unit to unit in signals.go", s.figure))
	}
}

// panel shows it, with the first part of its meaning as title.
func (s signal) panel() *timeseries.PanelBuilder {
	meaning := strings.ToUpper(s.meaning[:1]) + s.meaning[1:]
	title := meaning[:strings.IndexAny(meaning+",", ",;")]
	description := meaning + ". Its name in the evidence of a step is " + s.figure + "."
	if s.in().tier == "database" {
		description += " Here for each instance of a database."
	}
	if s.mandatory {
		description += " Without it the confidence of a diagnosis is at most Medium."
	}
	panel := signed(title, s.unit(), description, q(s.in().legend, s.now(s.in().labels))).Span(half)
	if s.kind != "slope" {
		panel.Min(0)
	}
	if _, condition, ok := strings.Cut(s.meaning, "; only "); ok {
		panel.NoValue("only " + condition)
	}
	return panel
}

// otherSignals is a row with the signals that no panel of some dashboards shows, by tier.
func otherSignals(boards ...*dashboard.DashboardBuilder) *dashboard.RowBuilder {
	shown := strings.Join(expressions(boards), "\n")
	row := dashboard.NewRowBuilder("Other figures that the diagnosis uses")
	for _, tier := range tiers {
		for _, one := range signals {
			if one.in().tier == tier && !strings.Contains(shown, one.metric+"{") {
				row.WithPanel(one.panel())
			}
		}
	}
	return row
}

// expressions are the queries of all panels.
func expressions(boards []*dashboard.DashboardBuilder) []string {
	var all []string
	for _, board := range boards {
		built, err := board.Build()
		if err != nil {
			panic(err)
		}
		for _, one := range panelsOf(built) {
			for _, target := range one.Targets {
				all = append(all, target.(prometheus.Dataquery).Expr)
			}
		}
	}
	return all
}

// panelsOf are all panels, also those in collapsed rows.
func panelsOf(built dashboard.Dashboard) []*dashboard.Panel {
	var all []*dashboard.Panel
	for _, one := range built.Panels {
		if one.Panel != nil {
			all = append(all, one.Panel)
		} else {
			for i := range one.RowPanel.Panels {
				all = append(all, &one.RowPanel.Panels[i])
			}
		}
	}
	return all
}

package main

import (
	"fmt"
	"strings"

	"github.com/grafana/grafana-foundation-sdk/go/common"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/prometheus"
)

// The dashboards by identity, with the titles of links to them.
var boards = []struct{ uid, title string }{
	{"scalelab-live", "Live"},
	{"scalelab-limits", "What limits it now"},
	{"scalelab-results", "Results"},
}

// begun is a dashboard with what all have: variables, annotations, and links to the others.
func begun(uid, title, description string) *dashboard.DashboardBuilder {
	board := dashboard.NewDashboardBuilder("ScaleLab: " + title).Uid(uid).Description(description).Tags([]string{"scalelab"}).
		Editable().Tooltip(dashboard.DashboardCursorSyncCrosshair).Timezone("browser").Version(1).
		WithVariable(dashboard.NewDatasourceVariableBuilder("datasource").Label("Data source").Type("prometheus")).
		Annotation(dashboard.NewAnnotationQueryBuilder().Name("Annotations & Alerts").BuiltIn(1).Type("dashboard").
			Datasource(common.DataSourceRef{Type: ref("grafana"), Uid: ref("-- Grafana --")}).
			Enable(true).Hide(true).IconColor("rgba(0, 211, 255, 1)"))
	for _, other := range boards {
		if other.uid != uid {
			board.Link(link(other.uid, other.title))
		}
	}
	return board
}

// link leads to another dashboard with the same experiment and time range.
func link(uid, title string) *dashboard.DashboardLinkBuilder {
	return dashboard.NewDashboardLinkBuilder(title).Type(dashboard.DashboardLinkTypeLink).Url("/d/" + uid).Icon("dashboard").
		KeepTime(true).IncludeVars(true).Tags([]string{})
}

// ofLabel is a variable with the values of a label of some series.
func ofLabel(name, title, label, series string) *dashboard.QueryVariableBuilder {
	asked := fmt.Sprintf("label_values(%s, %s)", series, label)
	return dashboard.NewQueryVariableBuilder(name).Label(title).Datasource(source()).Definition(asked).
		Query(dashboard.StringOrMap{Map: map[string]any{"query": asked, "refId": "Variable"}}).
		Refresh(dashboard.VariableRefreshOnTimeRangeChanged).Sort(dashboard.VariableSortAlphabeticalAsc)
}

// several is a variable of which several values, or all, can be chosen, first all.
func several(variable *dashboard.QueryVariableBuilder) *dashboard.QueryVariableBuilder {
	return variable.IncludeAll(true).Multi(true).AllValue(".+").Current(dashboard.VariableOption{Selected: ref(true),
		Text:  dashboard.StringOrArrayOfString{ArrayOfString: []string{"All"}},
		Value: dashboard.StringOrArrayOfString{ArrayOfString: []string{"$__all"}}})
}

// over is a variable with the interval over which rates are calculated.
func over(name, title, description, usual string, choices ...string) *dashboard.CustomVariableBuilder {
	option := func(choice string) dashboard.VariableOption {
		text := dashboard.StringOrArrayOfString{String: ref(choice)}
		return dashboard.VariableOption{Selected: ref(choice == usual), Text: text, Value: text}
	}
	var options []dashboard.VariableOption
	for _, choice := range choices {
		options = append(options, option(choice))
	}
	return dashboard.NewCustomVariableBuilder(name).Label(title).Description(description).
		Values(dashboard.StringOrMap{String: ref(strings.Join(choices, ","))}).Options(options).Current(option(usual))
}

// ofRunningTrials has the variables of a dashboard that shows what runs. Namespaces and experiments are those with one of the
// metrics.
func ofRunningTrials(board *dashboard.DashboardBuilder, metrics ...string) *dashboard.DashboardBuilder {
	having := func(matchers string) string {
		if len(metrics) == 1 {
			return of(metrics[0], matchers)
		}
		return of("", `__name__=~"`+strings.Join(metrics, "|")+`",`+matchers)
	}
	return board.
		WithVariable(ofLabel("namespace", "Namespace", "namespace", having(`experiment!=""`))).
		WithVariable(several(ofLabel("experiment", "Experiment", "experiment", having(`namespace="$namespace",experiment!=""`)))).
		WithVariable(several(ofLabel("trial", "Trial", "trial", of("up", experiment+`,trial!=""`)))).
		WithVariable(over("window", "Rates over",
			"Time range over which each rate is calculated: at least two scrapes, and less than a step. 15s suits scrapes every 5 s.",
			"15s", "10s", "15s", "30s", "1m", "5m")).
		WithVariable(over("containers_window", "Rates of containers over",
			"The same for the CPU of containers and nodes, which most kubelets sample every 10 to 15 s.",
			"30s", "15s", "30s", "1m", "5m"))
}

// withMarks has the annotations of a dashboard that shows what runs.
func withMarks(board *dashboard.DashboardBuilder) *dashboard.DashboardBuilder {
	return board.
		Annotation(changes("Runs", "blue", "{{run}}",
			maxBy("trial, run", of("scalelab_load_info", trial)),
			maxBy("trial, run", of("scalelab_load_info", trial)+" offset 6s"))).
		Annotation(changes("Steps", "orange", "step {{step}} of {{trial}}",
			`count_values by (trial, pod) ("step", `+of("scalelab_load_step", trial)+` > 0)`,
			`count_values by (trial, pod) ("step", `+of("scalelab_load_step", trial)+` offset 6s)`)).
		Annotation(marks("Disturbances", "red", "{{disturbance}}", "{{trial}}", "",
			// They are marked when they were made, which their figure says.
			maxBy("experiment, trial, disturbance", of("scalelab_disturbance_made_millis", trial))).UseValueForTime(true))
}

// marks are vertical lines where a query has samples.
func marks(name, color, titleFormat, textFormat, step, expr string) *dashboard.AnnotationQueryBuilder {
	return dashboard.NewAnnotationQueryBuilder().Name(name).Datasource(source()).Enable(true).Hide(false).IconColor(color).
		Expr(expr).Step(step).TitleFormat(titleFormat).TextFormat(textFormat).TagKeys("").
		Target(prometheus.NewDataqueryBuilder().RefId("Anno").Expr(expr).Interval(step))
}

// changes are marked where a series is new.
func changes(name, color, titleFormat, now, before string) *dashboard.AnnotationQueryBuilder {
	return marks(name, color, titleFormat, "", "2s", now+" unless "+before).UseValueForTime(false)
}

package main

import (
	"github.com/grafana/grafana-foundation-sdk/go/cog"
	"github.com/grafana/grafana-foundation-sdk/go/common"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/units"
	"github.com/grafana/grafana-foundation-sdk/go/xychart"
)

// results compares configurations.
func results() *dashboard.DashboardBuilder {
	board := begun("scalelab-results", "results",
		"How throughput grows with the number of pods, where it stops growing, and at which response times: the operator's own results.").
		Refresh("").Time("now-5m", "now").
		WithVariable(ofLabel("namespace", "Namespace", "namespace", "scalelab_configuration_peak_per_second")).
		WithVariable(several(ofLabel("experiment", "Experiment", "experiment", `scalelab_configuration_peak_per_second{namespace="$namespace"}`)))
	configurationsRow(board)
	diagnosesRow(board)
	stepsRow(board)
	disturbancesRow(board)
	return board
}

// ofConfiguration is a figure of each configuration, once, although each of two operators has it.
func ofConfiguration(figure string) string {
	return maxBy("experiment, system, replicas", of("scalelab_configuration_"+figure, experiment))
}

var (
	configuration = []key{{"experiment", "Experiment"}, {"system", "System"}, {"replicas", "Pods"}}
	// A configuration without a capacity has 0 rather than nothing.
	capacity = ofConfiguration("capacity_per_second") + " or 0 * " + ofConfiguration("peak_per_second")
)

// limitReached says in words whether a configuration was saturated.
func limitReached() dashboard.DynamicConfigValue {
	return dashboard.DynamicConfigValue{Id: "mappings", Value: []dashboard.ValueMap{{Type: dashboard.MappingTypeValueToText,
		Options: map[string]dashboard.ValueMappingResult{
			"0": {Text: ref("not reached"), Color: ref("orange"), Index: ref[int32](0)},
			"1": {Text: ref("reached"), Index: ref[int32](1)},
		}}}}
}

func configurationsRow(board *dashboard.DashboardBuilder) {
	board.WithRow(dashboard.NewRowBuilder("Configurations")).
		WithPanel(rows("Configurations",
			"One row per configuration. Peak is the highest throughput of the requested mix in any step, the mean of the valid runs; lowest and highest peak are those of single runs: configurations whose ranges overlap may be equally fast. Change is the growth of the peak against the row before; capacity the highest of the steps that met every objective, 0 if none did; speed-up is against the smallest configuration, efficiency against linear speed-up. Where Limit says not reached, the system was not saturated: its real peak is higher; where it is empty, a single number of users showed no limit. HTTP requests, response times and failures are those of the capacity's step, or of the peak's if there is no capacity.",
			configuration, []column{
				{title: "Peak", unit: transactionsPerSecond, expr: ofConfiguration("peak_per_second")},
				{title: "Lowest peak", unit: transactionsPerSecond, expr: ofConfiguration("peak_min_per_second")},
				{title: "Highest peak", unit: transactionsPerSecond, expr: ofConfiguration("peak_max_per_second")},
				{title: "Capacity", unit: transactionsPerSecond, expr: capacity},
				{"Change", units.Percent, ofConfiguration("change_percent"), []dashboard.DynamicConfigValue{decimals(1)}},
				{"Speed-up", units.NoUnit, ofConfiguration("speedup"), []dashboard.DynamicConfigValue{decimals(2)}},
				{title: "Efficiency", unit: units.PercentUnit, expr: ofConfiguration("efficiency")},
				{"Limit", units.NoUnit, ofConfiguration("saturated"), []dashboard.DynamicConfigValue{limitReached()}},
				{title: "Requests", unit: units.RequestsPerSecond, expr: ofConfiguration("requests_per_second")},
				{title: "p50", unit: units.Milliseconds, expr: ofConfiguration("p50_millis")},
				{title: "p95", unit: units.Milliseconds, expr: ofConfiguration("p95_millis")},
				{title: "p99", unit: units.Milliseconds, expr: ofConfiguration("p99_millis")},
				{title: "Failed", unit: units.Percent, expr: ofConfiguration("error_percent")},
			}, []string{"replicas"}, sortedBy("Pods")).Height(height)).
		WithPanel(bars("Throughput against pods", transactionsPerSecond,
			"Peak of each configuration, in transactions of the requested mix per second: the number of pods on the x axis, one bar for each system of an experiment.",
			ofConfiguration("peak_per_second"))).
		WithPanel(bars("Speed-up against the ideal", units.NoUnit,
			"Peak divided by the smallest configuration's peak; ideal is the ratio of the numbers of pods.",
			ofConfiguration("speedup")+" or label_replace("+
				maxBy("experiment, replicas", of("scalelab_configuration_ideal_speedup", experiment))+`, "system", "ideal", "", "")`)).
		WithPanel(bars("Capacity against pods", transactionsPerSecond,
			"Highest throughput that met every objective. 0 if no step met them.", capacity)).
		WithPanel(bars("Efficiency", units.PercentUnit,
			"Speed-up against the ideal one: 100 % is linear.", ofConfiguration("efficiency"))).
		WithPanel(bars("ECperf: BBops/min", bbopsPerMinute,
			"ECperf's own figure, only for the workload ECperf: order transactions and completed work orders a minute at the capacity, 60 times that. No bar if no step met every objective.",
			ofConfiguration("bbops_per_minute")).NoValue("no experiment with ECperf")).
		WithPanel(bars("Requests against pods", units.RequestsPerSecond,
			"HTTP requests answered per second in the capacity's step, or in the peak's if there is no capacity; a transaction is one or several. Requests of a stream beside the load are not counted.",
			ofConfiguration("requests_per_second")))
}

// ofStep is a figure of each step of each trial.
func ofStep(figures ...string) string {
	return ofSteps("experiment, trial, system, replicas, step", figures...)
}

// ofSteps is the same with some labels; of several figures one that the step has.
func ofSteps(labels string, figures ...string) string {
	series := of("scalelab_step_"+figures[0], experiment)
	for _, other := range figures[1:] {
		series += " or " + of("scalelab_step_"+other, experiment)
	}
	return maxBy(labels, series)
}

// objectiveAsTrial gives the lines of objectives names as trials have them.
func objectiveAsTrial(expr string) string {
	return maxBy("trial, step", `label_replace(`+expr+`, "trial", "objective of $1", "experiment", "(.*)")`)
}

// series is a field of an xy chart, of each trial; Grafana has added the trial's name to the field's.
func series(name string) *xychart.MatcherConfigBuilder {
	return xychart.NewMatcherConfigBuilder().Id("byRegexp").Options("/^" + name + "/")
}

// curve shows one figure of each step against another, one line for each trial. The fields are organized before they are partitioned.
func curve(title, unit, description, x, xUnit, xExpr, y, yExpr string, sorted func(dashboard.DataTransformerConfig) []dashboard.DataTransformerConfig) *xychart.PanelBuilder {
	fields := organized([]string{"trial", "Value #A", "Value #B"}, map[string]string{"Value #A": x, "Value #B": y}, "step")
	transformations := append([]dashboard.DataTransformerConfig{merge()}, sorted(fields)...)
	return xychart.NewPanelBuilder().Title(title).Description(description).Unit(unit).Min(0).
		Datasource(source()).Span(half).Height(tallHeight).
		WithTarget(latest(0, xExpr)).WithTarget(latest(1, yExpr)).
		Transformations(append(transformations,
			transformation("partitionByValues", map[string]any{"fields": []string{"trial"}, "keepFields": false}))).
		Mapping(xychart.SeriesMappingAuto).
		Series([]cog.Builder[xychart.XYSeriesConfig]{xychart.NewXYSeriesConfigBuilder().
			X(xychart.NewXychartXYSeriesConfigXBuilder().Matcher(series(x))).
			Y(xychart.NewXychartXYSeriesConfigYBuilder().Matcher(series(y)))}).
		Show(xychart.XYShowModePointsAndLines).PointSize(xychart.NewXychartFieldConfigPointSizeBuilder().Fixed(6)).LineWidth(1).
		AxisPlacement(common.AxisPlacementAuto).AxisLabel("").
		ColorScheme(palette()).Legend(legend()).Tooltip(tooltip(common.TooltipDisplayModeSingle)).
		OverrideByRegexp("^"+x+".*", []dashboard.DynamicConfigValue{{Id: "unit", Value: xUnit}})
}

func stepsRow(board *dashboard.DashboardBuilder) {
	throughput, p95 := "scalelab_step_throughput_per_second", "scalelab_step_p95_millis"
	objective := "0 * " + maxBy("namespace, experiment, step", of(p95, experiment)) + " + on (namespace, experiment) group_left () " +
		maxBy("namespace, experiment", of("scalelab_objective_p95_millis", experiment))
	board.WithRow(dashboard.NewRowBuilder("Steps")).
		WithPanel(curve("Response time against throughput", units.Milliseconds,
			"95th percentile of each step against its completed transactions, one line per trial, from step to step. Where it turns upward, or back, the system is saturated. The dashed line is the objective of each experiment.",
			"Throughput", transactionsPerSecond,
			ofSteps("trial, step", "throughput_per_second")+" or "+objectiveAsTrial(maxBy("experiment, step", of(throughput, experiment))),
			"p95", ofSteps("trial, step", "p95_millis")+" or "+objectiveAsTrial(objective),
			func(fields dashboard.DataTransformerConfig) []dashboard.DataTransformerConfig {
				return []dashboard.DataTransformerConfig{asNumbers("step"), sortedBy("step"), fields}
			}).
			OverrideByRegexp("/^p95 objective of /", []dashboard.DynamicConfigValue{{Id: "custom.show", Value: xychart.XYShowModeLines}, dashes(), red()})).
		WithPanel(curve("Throughput against load", transactionsPerSecond,
			"Completed transactions of each step against its target, arrivals per second or users; one line per trial. Where a line bends the system no longer keeps up.",
			"Target", units.NoUnit, ofSteps("trial, step", "target_per_second", "users"),
			"Throughput", ofSteps("trial, step", "throughput_per_second"),
			func(fields dashboard.DataTransformerConfig) []dashboard.DataTransformerConfig {
				return []dashboard.DataTransformerConfig{fields, sortedBy("Target")}
			})).
		WithPanel(rows("Steps", "Every step of each trial's latest run that is not invalid.",
			append(configuration[:len(configuration):len(configuration)], key{"trial", "Trial"}, key{"step", "Step"}), []column{
				{title: "Target", unit: units.NoUnit, expr: ofStep("target_per_second", "users")},
				{title: "Throughput", unit: transactionsPerSecond, expr: ofStep("throughput_per_second")},
				{title: "Of the mix", unit: transactionsPerSecond, expr: ofStep("mix_per_second")},
				{title: "p95", unit: units.Milliseconds, expr: ofStep("p95_millis")},
				{title: "Failed", unit: units.Percent, expr: ofStep("error_percent")},
			}, []string{"replicas", "step"}, sortedBy("Step")).Height(tallHeight))
}

func disturbancesRow(board *dashboard.DashboardBuilder) {
	ofDisturbance := func(title, unit, figure string) column {
		return column{title: title, unit: unit,
			expr: maxBy("experiment, system, replicas, disturbance", of("scalelab_disturbance_"+figure, experiment))}
	}
	board.WithRow(dashboard.NewRowBuilder("Disturbances")).
		WithPanel(rows("What followed from disturbances",
			"Means of the valid runs; sessions and acknowledged transactions, of a database, are those of all runs together. A time is missing where it was not back by the next disturbance or the end of the step; counts of sessions are those of the whole step.",
			append(configuration[:len(configuration):len(configuration)], key{"disturbance", "Disturbance"}), []column{
				ofDisturbance("Failed transactions", units.NoUnit, "failed"),
				ofDisturbance("Errors for", units.Seconds, "error_seconds"),
				ofDisturbance("Throughput back after", units.Seconds, "throughput_back_seconds"),
				ofDisturbance("Response time back after", units.Seconds, "response_time_back_seconds"),
				ofDisturbance("Pods ready after", units.Seconds, "pods_back_seconds"),
				ofDisturbance("Sessions", units.NoUnit, "sessions"),
				ofDisturbance("Sessions lost", units.NoUnit, "sessions_lost"),
				ofDisturbance("Members back after", units.Seconds, "members_back_seconds"),
				ofDisturbance("Acknowledged transactions", units.NoUnit, "acknowledged"),
				ofDisturbance("Missing", units.NoUnit, "acknowledged_missing"),
				ofDisturbance("There twice", units.NoUnit, "acknowledged_twice"),
			}, []string{"replicas"}).Height(height))
}

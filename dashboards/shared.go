package main

import (
	"github.com/grafana/grafana-foundation-sdk/go/common"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/timeseries"
	"github.com/grafana/grafana-foundation-sdk/go/units"
)

// Panels that several dashboards show.

// howFull compares the resources that may stop the system.
func howFull() []query {
	return []query{
		q("CPU of {{tier}} {{experiment}}", percent(tierCores, tierCoresLimit)),
		q("JDBC connections {{experiment}}", percent(sumBy("experiment", jdbcInUse), sumBy("experiment", jdbcSize))),
		q("web threads {{experiment}}", percent(sumBy("experiment", webBusy), sumBy("experiment", webSize))),
	}
}

func loadAndThroughput() *timeseries.PanelBuilder {
	as := func(load, metric string) string {
		return `label_replace(` + maxBy("experiment", of(metric, trial)) + `, "load", "` + load + `", "", "")`
	}
	return lines("Load and throughput", transactionsPerSecond,
		"Business transactions per second: target of the step, begun, and completed without a failure. While completed follows the target, the system keeps up; it is saturated where completed falls below the target. With load.closed there are users instead of a target, on the right axis, and the limit is where more users complete no more.",
		q("{{load}} {{experiment}}", as("target", "scalelab_load_target_rate_per_second")+" or "+as("users", "scalelab_load_target_users")),
		q("begun {{experiment}}", sumBy("experiment", rate("scalelab_load_sent_total", trial))),
		q("completed {{experiment}}", sumBy("experiment", rate("scalelab_load_completed_total", succeeded))),
	).OverrideByRegexp("/^users/", []dashboard.DynamicConfigValue{{Id: "unit", Value: "suffix:users"}, {Id: "custom.axisPlacement", Value: common.AxisPlacementRight}}).Span(half)
}

func responseTimes() *timeseries.PanelBuilder {
	return lines("Response times", units.Seconds,
		"Percentiles of completed transactions, from their scheduled start to the last response, without pauses, by the load generator's histogram buckets. The exact percentiles of a step are in its trial. The dashed line is the objective for the p95.",
		q("p50 {{experiment}}", quantile(0.5, "scalelab_load_response_time_seconds_bucket")),
		q("p90 {{experiment}}", quantile(0.9, "scalelab_load_response_time_seconds_bucket")),
		q("p95 {{experiment}}", quantile(0.95, "scalelab_load_response_time_seconds_bucket")),
		q("p99 {{experiment}}", quantile(0.99, "scalelab_load_response_time_seconds_bucket")),
		q("objective p95 {{experiment}}", maxBy("experiment", of("scalelab_objective_p95_millis", experiment))+" / 1000"),
	).OverrideByRegexp("/^objective/", []dashboard.DynamicConfigValue{dashes(), red()}).Span(half)
}

func throttled() *timeseries.PanelBuilder {
	return shares("Throttled",
		"Share of scheduling periods in which a tier's containers had used up their limit.",
		q("{{tier}} {{experiment}}", tierThrottled))
}

func howFullOverTime() *timeseries.PanelBuilder {
	return shares("How full each resource is",
		"CPU of each tier against its limit, and the connections and web threads in use of all that there are. What stays near 100 % may stop the system now; connections and threads also fill up if something inside became slower. The diagnosis of a configuration, at its end, tells one from the other.",
		howFull()...)
}

func waitForJdbc() *timeseries.PanelBuilder {
	return lines("Wait for a JDBC connection", units.Milliseconds,
		"Mean over all HTTP requests of all servers. Empty for workloads without a database.",
		q("wait {{experiment}}", jdbcWait))
}

func garbageCollection() *timeseries.PanelBuilder {
	return lines("Garbage collection", units.Percent,
		"Share of time that each server spends in garbage collection.",
		q("{{pod}}", gcTime))
}

func waitsForLocks() *timeseries.PanelBuilder {
	return lines("Waits for locks", units.Short,
		"Connections that wait for a lock, and the deadlocks that PostgreSQL resolved within the interval of Rates over.",
		q("waiting {{pod}}", lockWaiters),
		q("deadlocks {{pod}}", sumBy("pod", "increase("+of("cnpg_pg_stat_database_deadlocks", database)+"[$window])")))
}

// diagnosed is the peak of each configuration that has a diagnosis, with the diagnosis as labels.
var diagnosed = maxBy("experiment, system, replicas, verdict, resource, database, partition, confidence", of("scalelab_configuration_bottleneck", experiment)) +
	" * on (experiment, system, replicas) group_left () " + ofConfiguration("peak_per_second")

func diagnosesRow(board *dashboard.DashboardBuilder) {
	board.WithRow(dashboard.NewRowBuilder("What the diagnosis said")).
		WithPanel(rows("Diagnosed configurations",
			"What limited each measured configuration. Limited: one resource, which is named. NotDetermined: the figures fit several, or none. NotSaturated: no load reached the limit. The trial has the reasons, and what to change.",
			append(configuration[:len(configuration):len(configuration)],
				key{"verdict", "Verdict"}, key{"resource", "Resource"}, key{"database", "Database"}, key{"partition", "Partition"}, key{"confidence", "Confidence"}),
			[]column{{title: "Peak", unit: transactionsPerSecond, expr: diagnosed}},
			[]string{"replicas"}, sortedBy("Pods")).Height(height))
}

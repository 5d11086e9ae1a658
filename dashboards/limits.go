package main

import (
	"github.com/grafana/grafana-foundation-sdk/go/bargauge"
	"github.com/grafana/grafana-foundation-sdk/go/common"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/units"
)

// limits answers what stops the system now, as far as it can be seen while it runs, and what the diagnosis said of configurations that
// have ended.
func limits() *dashboard.DashboardBuilder {
	board := withMarks(ofRunningTrials(begun("scalelab-limits", "what limits it now",
		"Which resource is full, what waits for it, and the diagnosis of the configurations that have been measured."),
		// Diagnoses stay when nothing runs any more.
		"up", "scalelab_configuration_bottleneck")).
		Refresh("5s").Time("now-15m", "now")
	board.WithRow(dashboard.NewRowBuilder("What is full")).
		WithPanel(latestShares("How full each resource is now",
			"The latest figures. Red, from 90 % on, is what the diagnosis takes for full, of CPU, connections and threads; orange is from 75 % on. A heap rises until it is collected: the diagnosis takes it for full if its highest sample is at least 85 % while servers spend at least 20 % of their time on collections. Connections and threads also fill up because something further inside is full: then that is the limit. If a node or the load's CPU is red, the machine or the load generator is the limit, and not the system.",
			fullNow()...)).
		WithPanel(howFullOverTime().Span(half).Height(tallHeight)).
		WithPanel(loadAndThroughput()).
		WithPanel(responseTimes())
	board.WithRow(dashboard.NewRowBuilder("What waits")).
		WithPanel(waitForJdbc()).
		WithPanel(lines("Requests that wait", units.Short,
			"Requests that wait in the balancer because every server has its maximum in progress, and in the servers for a web thread.",
			q("in the balancer {{experiment}}", balancerWaiting),
			q("for a web thread {{experiment}}", figureNow("webQueue", "experiment")))).
		WithPanel(waitsForLocks()).
		WithPanel(throttled()).
		WithPanel(garbageCollection()).
		WithPanel(lines("Waits in the databases", units.Short,
			"Connections that wait for reads or writes, and those that commit.",
			q("reads and writes {{pod}}", figureNow("databaseIo", "pod")),
			q("commits {{pod}}", figureNow("databaseCommits", "pod")))).
		WithPanel(lines("Time throttled", units.Seconds,
			"Seconds in each second for which the containers of a tier were held back by their limit, added up.",
			q("{{tier}} {{experiment}}", sumBy("experiment, tier", onPods(containersRate("container_cpu_cfs_throttled_seconds_total", components), "experiment, tier", trialOrNone))))).
		WithPanel(shares("Pressure",
			"Share of time in which a thread of a server waited for a CPU, for its limit or for the host, and a process of a database for reads or writes. Kubelets report it from Kubernetes 1.34 on.",
			q("CPU {{pod}}", "100 * "+figureNow("serverCpuPressure", "pod")),
			q("reads and writes {{pod}}", "100 * "+figureNow("databaseIoPressure", "pod"))))
	diagnosesRow(board)
	return board.WithRow(otherSignals(board, live()))
}

// fullNow are the resources of howFull, and others that can stop a system.
func fullNow() []query {
	return append(howFull(),
		q("heap {{experiment}}", "100 * "+maxBy("experiment", of("memory_used_heap_bytes", trial)+" / "+of("memory_max_heap_bytes", trial))),
		q("connections of the balancer {{experiment}}", "100 * "+maxBy("experiment",
			named("balancerConnections").series()+" / "+named("balancerMaxConnections").series())),
		q("CPU of {{node}}", nodeCores))
}

// latestShares compares the latest figures of shares of a limit, as bars.
func latestShares(title, description string, queries ...query) *bargauge.PanelBuilder {
	return bargauge.NewPanelBuilder().Title(title).Description(description).Unit(units.Percent).Min(0).Max(100).Decimals(0).
		Datasource(source()).Targets(targets(queries)).Span(half).Height(tallHeight).
		Orientation(common.VizOrientationHorizontal).DisplayMode(common.BarGaugeDisplayModeBasic).ValueMode(common.BarGaugeValueModeColor).
		ReduceOptions(common.NewReduceDataOptionsBuilder().Calcs([]string{"lastNotNull"}).Values(false)).
		ColorScheme(dashboard.NewFieldColorBuilder().Mode(dashboard.FieldColorModeIdThresholds)).
		Thresholds(dashboard.NewThresholdsConfigBuilder().Mode(dashboard.ThresholdsModeAbsolute).
			Steps([]dashboard.Threshold{{Color: "green"}, {Color: "orange", Value: ref(75.0)}, {Color: "red", Value: ref(90.0)}}))
}

package main

import (
	"github.com/grafana/grafana-foundation-sdk/go/common"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/timeseries"
	"github.com/grafana/grafana-foundation-sdk/go/units"
)

// live shows a running trial.
func live() *dashboard.DashboardBuilder {
	board := withMarks(ofRunningTrials(begun("scalelab-live", "live", "The running trial: load, response times, and every tier's resources."), "up")).
		Refresh("5s").Time("now-15m", "now")
	loadRow(board)
	cpuRow(board)
	serversRow(board)
	balancerAndDatabasesRow(board)
	generatorRow(board)
	streamRow(board)
	infinispanRow(board)
	return board
}

func loadRow(board *dashboard.DashboardBuilder) {
	board.WithRow(dashboard.NewRowBuilder("Load")).
		WithPanel(loadAndThroughput()).
		WithPanel(responseTimes()).
		WithPanel(stacked("Failed transactions", transactionsPerSecond,
			"Failures per second by reason, as seen by the client.",
			q("{{reason}} {{experiment}}", sumBy("experiment, reason", rate("scalelab_load_errors_total", trial))+
				` or label_replace(vector(0), "reason", "none", "", "")`))).
		WithPanel(stacked("Completed by kind", transactionsPerSecond,
			"Completed transactions per second of each kind. Until the system is saturated they have the proportions of the requested mix.",
			q("{{transaction}} {{experiment}}", sumBy("experiment, transaction", rate("scalelab_load_completed_total", succeeded))))).
		WithPanel(lines("Transactions in flight", units.Short,
			"Transactions begun and not finished. With load.open it rises to a limit once the system cannot keep up; further transactions are shed.",
			q("in flight {{experiment}}", sumBy("experiment", of("scalelab_load_in_flight", trial)))))
}

func nodes() *timeseries.PanelBuilder {
	return shares("CPU use of each node",
		"CPU of each node, by its root cgroup, against the cores of its machine. Nodes on one machine report either the use of the whole machine, each the same value, or each its own part (kind): then the machine's use is their sum. Near 100 % the machine is the bottleneck, whatever the servers do.",
		q("{{node}}", nodeCores))
}

func cpuRow(board *dashboard.DashboardBuilder) {
	board.WithRow(dashboard.NewRowBuilder("CPU")).
		WithPanel(withLimits(lines("CPU of each tier", coresUnit,
			"Cores used by all pods of a tier, by the kubelets' count. Dashed: the sum of its pods' limits.",
			q("{{tier}} {{experiment}}", tierCores),
			q("limit {{tier}} {{experiment}}", tierCoresLimit)))).
		WithPanel(withLimits(lines("CPU of each server against its limit", coresUnit,
			"Cores used by each application server, and the limit in force: a server starts with a higher limit than the one at which it is measured.",
			q("{{pod}}", sumBy("pod", onPods(cores(components), "", application))),
			q("limit {{experiment}}", maxBy("experiment", sumBy("experiment, pod", onPods(coresLimit(components), "experiment", application))))))).
		WithPanel(throttled()).
		WithPanel(nodes()).
		WithPanel(lines("Memory of each tier", units.BytesIEC,
			"Working set of all pods of a tier.",
			q("{{tier}} {{experiment}}", sumBy("experiment, tier", onPods(of("container_memory_working_set_bytes", components), "experiment, tier", trialOrNone))))).
		WithPanel(howFullOverTime())
}

func serversRow(board *dashboard.DashboardBuilder) {
	board.WithRow(dashboard.NewRowBuilder("Application servers")).
		WithPanel(lines("Requests of each server", units.RequestsPerSecond,
			"Responses per second, counted by the balancer. The balancing policy should distribute them equally; with system.partitions, within each partition.",
			q("{{server}} {{experiment}}", sumBy("experiment, server", rate("haproxy_server_http_responses_total", balancer))))).
		WithPanel(withLimits(lines("JDBC connections", units.Short,
			"Connections in use by each server; dashed: their maximum. Empty for workloads without a database.",
			q("{{pod}} {{name}}", maxBy("pod, name", jdbcInUse)),
			q("limit {{experiment}}", maxBy("experiment", jdbcSize))))).
		WithPanel(waitForJdbc()).
		WithPanel(withLimits(lines("Web threads", units.Short,
			"Busy worker threads of each server; dashed: their maximum.",
			q("{{pod}}", maxBy("pod", webBusy)),
			q("limit {{experiment}}", maxBy("experiment", webSize))))).
		WithPanel(garbageCollection()).
		WithPanel(shares("Heap",
			"Used heap of each server against its limit. It has a sawtooth shape; the low points show how much is live.",
			q("{{pod}}", heapUsed))).
		WithPanel(lines("Cluster", units.Short,
			"Members in the smallest and in the largest cluster view of any server. Both must equal the number of servers; otherwise the servers are not one cluster. With system.partitions each partition is a cluster of its own.",
			q("smallest view {{experiment}}", by("min", "experiment", of("scalelab_cluster_members", trial))),
			q("largest view {{experiment}}", maxBy("experiment", of("scalelab_cluster_members", trial))),
			q("servers {{experiment}}", by("count", "experiment", of("scalelab_cluster_members", trial))),
		).Decimals(0)).
		WithPanel(lines("Session state held", units.Short,
			"Entries in the servers' session caches, including copies: web sessions and stateful beans.",
			q("{{name}} {{experiment}}", sumBy("experiment, name", of("infinispan_number_of_entries", trial))))).
		WithPanel(lines("Cluster traffic", units.BytesPerSecondSI,
			"Data that servers send to each other, mostly copies of session state.",
			q("{{pod}}", sumBy("pod", rate("jgroups_sent_bytes", trial))))).
		WithPanel(lines("Network of the servers", units.BytesPerSecondSI,
			"What all servers together send and receive, to clients, databases and each other.",
			q("sent {{experiment}}", figureNow("serverSentBytes", "experiment")),
			q("received {{experiment}}", figureNow("serverReceivedBytes", "experiment"))))
}

func balancerAndDatabasesRow(board *dashboard.DashboardBuilder) {
	hit, read := sumBy("pod", rate("cnpg_pg_stat_database_blks_hit", database)), sumBy("pod", rate("cnpg_pg_stat_database_blks_read", database))
	unanswered := balancer + `,code=~"4xx|5xx|other"`
	board.WithRow(dashboard.NewRowBuilder("Balancer and databases")).
		WithPanel(lines("Requests waiting in the balancer", units.Short,
			"Requests that wait because every server has its maximum number of requests in progress.",
			q("waiting {{experiment}}", balancerWaiting))).
		WithPanel(stacked("Database connections", units.Short,
			"Connections by state. Each connection idle in transaction keeps its locks.",
			q("{{state}} {{pod}}", sumBy("pod, state", of("cnpg_backends_total", database))))).
		WithPanel(lines("Database transactions", transactionsPerSecond,
			"Transactions per second that were committed, and that were rolled back.",
			q("committed {{pod}}", sumBy("pod", rate("cnpg_pg_stat_database_xact_commit", database))),
			q("rolled back {{pod}}", sumBy("pod", rate("cnpg_pg_stat_database_xact_rollback", database))))).
		WithPanel(shares("Blocks found in the database's memory",
			"Fraction of the requested blocks that were in shared buffers.",
			q("in memory {{pod}}", percent(hit, "("+hit+" + "+read+")")))).
		WithPanel(withLimits(lines("CPU of each database", coresUnit,
			"In cores; dashed: the limit.",
			q("{{pod}}", sumBy("pod", onPods(cores(postgres), "", database))),
			q("limit {{experiment}}", maxBy("experiment", sumBy("experiment, pod", onPods(coresLimit(postgres), "experiment", database))))))).
		WithPanel(waitsForLocks()).
		WithPanel(lines("Replication lag", units.Seconds,
			"Age of the last transaction that each replica of a database has replayed, while it has not replayed all that it received; 0 for a primary.",
			q("{{pod}}", maxBy("pod", of("cnpg_pg_replication_lag", database))))).
		WithPanel(lines("Responses of the balancer itself", units.RequestsPerSecond,
			"Responses per second that no server gave. 5xx: requests refused after they waited in the balancer for queueTimeoutMillis, or whose server's answer took too long. 4xx and other: requests whose client gave up.",
			q("{{code}} {{experiment}}", "clamp_min("+
				sumBy("experiment, code", rate("haproxy_backend_http_responses_total", unanswered))+" - "+
				sumBy("experiment, code", rate("haproxy_server_http_responses_total", unanswered))+", 0)")))
}

func generatorRow(board *dashboard.DashboardBuilder) {
	board.WithRow(dashboard.NewRowBuilder("Load generator")).
		WithPanel(lines("Lateness", units.Seconds,
			"How much later than scheduled transactions began. A late generator does not apply the requested load. A run is invalid if the p99 is above the line, 50 ms (or above a tenth of the p95 if that is more).",
			q("p50 {{experiment}}", quantile(0.5, "scalelab_load_lateness_seconds_bucket")),
			q("p99 {{experiment}}", quantile(0.99, "scalelab_load_lateness_seconds_bucket")),
		).ThresholdsStyle(common.NewGraphThresholdsStyleConfigBuilder().Mode(common.GraphThresholdsStyleModeDashed)).
			Thresholds(dashboard.NewThresholdsConfigBuilder().Mode(dashboard.ThresholdsModeAbsolute).
				Steps([]dashboard.Threshold{{Color: "transparent"}, {Color: "red", Value: ref(0.05)}}))).
		WithPanel(withLimits(lines("CPU of the load generator", coresUnit,
			"Cores used, as the generator itself reports. Near its limit the generator is the bottleneck. Dashed: its limit.",
			q("used {{experiment}}", sumBy("experiment", rate("scalelab_load_cpu_seconds_total", trial))),
			q("limit {{experiment}}", sumBy("experiment", onPods(coresLimit(components), "experiment", trial+`,tier="load"`))))))
}

func streamRow(board *dashboard.DashboardBuilder) {
	board.WithRow(dashboard.NewRowBuilder("Stream beside the load, of workloads that have one")).
		WithPanel(lines("Stream: accepted and completed", transactionsPerSecond,
			"Transactions per second that arrive in addition to the load, as a portal's orders: accepted into the servers' queues, and completed by listeners. While completed is less than accepted the backlog grows.",
			q("accepted {{experiment}}", sumBy("experiment", rate("scalelab_load_stream_completed_total", succeeded))),
			q("completed {{experiment}}", sumBy("experiment", rate("messaging_activemq_messages_added_total", orders))+" - "+
				sumBy("experiment", "deriv("+of("messaging_activemq_message_count", accepted)+"[$window])")),
		).NoValue("no stream").Span(half)).
		WithPanel(lines("Stream: backlog", units.Short,
			"Transactions in the servers' queues: orders or their changes, waiting or being processed by listeners. A step during which this grows does not count as capacity.",
			q("backlog {{experiment}}", sumBy("experiment", of("messaging_activemq_message_count", accepted))),
		).NoValue("no stream").Span(half))
}

func infinispanRow(board *dashboard.DashboardBuilder) {
	const none = "no Infinispan servers"
	heap := cache + `,area="heap"`
	size := of("infinispan_cluster_size", cache)
	counted := func(one, other string) string {
		return sumBy("experiment", rate(one, cache)) + " + " + sumBy("experiment", rate(other, cache))
	}
	board.WithRow(dashboard.NewRowBuilder("Infinispan servers, with state.store Remote")).
		WithPanel(lines("Operations of the Infinispan servers", units.OpsPerSecond,
			"Reads and writes of entries, as all of them count them.",
			q("reads {{experiment}}", counted("infinispan_statistics_hits", "infinispan_statistics_misses")),
			q("writes {{experiment}}", counted("infinispan_statistics_stores", "infinispan_statistics_remove_hits"))).NoValue(none)).
		WithPanel(shares("Heap of the Infinispan servers",
			"Used heap against its maximum.",
			q("{{pod}}", percent(sumBy("pod", of("jvm_memory_used_bytes", heap)), sumBy("pod", of("jvm_memory_max_bytes", heap))))).NoValue(none)).
		WithPanel(lines("Cluster of the Infinispan servers", units.Short,
			"Members in the smallest and the largest view, and servers that report one.",
			q("smallest view {{experiment}}", by("min", "experiment", size)),
			q("largest view {{experiment}}", maxBy("experiment", size)),
			q("servers {{experiment}}", by("count", "experiment", size)),
		).Decimals(0).NoValue(none)).
		WithPanel(lines("Entries of the Infinispan servers", units.Short,
			"Entries of each cache, copies included.",
			q("{{cache}} {{experiment}}", sumBy("experiment, cache", of("infinispan_statistics_approximate_entries", cache)))).NoValue(none))
}

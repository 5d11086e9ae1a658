package main

import (
	"fmt"
	"regexp"
	"strings"
)

// Matchers of PromQL with the dashboards' variables.
const (
	experiment = `namespace="$namespace",experiment=~"$experiment"`
	trial      = experiment + `,trial=~"$trial"`
	// A database outlives the trials of its experiment.
	trialOrNone = experiment + `,trial=~"$trial|"`
	database    = experiment + `,tier="database"`
	application = trial + `,tier="application"`
	cache       = trial + `,tier="cache"`
	succeeded   = trial + `,outcome="ok"`
	// Not the balancer's part through which servers call themselves.
	balancer = trial + `,proxy!~"calls-.+"`
	orders   = trial + `,name="orders"`
	accepted = trial + `,name=~"orders|portal.changes"`

	// The containers of all components, without those of sidecars. wildfly-operator names that of a server after its WildFlyServer:
	// TRIAL-app, or TRIAL-app-PARTITION.
	components = `namespace="$namespace",container=~"server|.+-app(-.+)?|haproxy|postgres|gatling|supplier|infinispan"`
	postgres   = `namespace="$namespace",container="postgres"`
	// A pod's containers share its network.
	networks = `namespace="$namespace",interface!="lo"`
)

// query is one query of a panel.
type query struct{ expr, legend string }

// q is a query whose series have a name, with {{label}} for the value of a label.
func q(legend, expr string) query { return query{expr, legend} }

// of selects the series of a metric.
func of(metric, matchers string) string { return metric + "{" + matchers + "}" }

// rate is the growth per second over the interval that the person chose.
func rate(metric, matchers string) string { return "rate(" + of(metric, matchers) + "[$window])" }

// containersRate is the same for figures of the kubelets, which are taken less often.
func containersRate(metric, matchers string) string {
	return "rate(" + of(metric, matchers) + "[$containers_window])"
}

// by aggregates: sumBy("experiment, tier", ...) is sum by (experiment, tier) (...).
func by(function, labels, expr string) string {
	return fmt.Sprintf("%s by (%s) (%s)", function, labels, expr)
}

// percent is the share of a part in a whole.
func percent(part, whole string) string { return "100 * " + part + " / " + whole }

func sumBy(labels, expr string) string { return by("sum", labels, expr) }
func maxBy(labels, expr string) string { return by("max", labels, expr) }

// onPods gives a container's figure the labels of its pod, which only the scrapes of the pod have. Pods that matchers do not select
// are left out.
func onPods(expr, labels, matchers string) string {
	group := "namespace, pod"
	if labels != "" {
		group += ", " + labels
	}
	return fmt.Sprintf("%s * on (namespace, pod) group_left (%s) max by (%s) (up{%s} >= bool 0)", expr, labels, group, matchers)
}

// cores are the CPU cores that containers use, and coresLimit those that they may use.
func cores(containers string) string {
	return containersRate("container_cpu_usage_seconds_total", containers)
}

func coresLimit(containers string) string {
	return of("container_spec_cpu_quota", containers) + " / " + of("container_spec_cpu_period", containers)
}

// quantile is a percentile of the load generator's times.
func quantile(fraction float64, metric string) string {
	return fmt.Sprintf("histogram_quantile(%v, %s)", fraction, sumBy("experiment, le", rate(metric, trial)))
}

// Shares of a limit, in percent, that several dashboards show.
var (
	tierCores      = sumBy("experiment, tier", onPods(cores(components), "experiment, tier", trialOrNone))
	tierCoresLimit = sumBy("experiment, tier", onPods(coresLimit(components), "experiment, tier", trialOrNone))
	tierThrottled  = percent(
		sumBy("experiment, tier", onPods(containersRate("container_cpu_cfs_throttled_periods_total", components), "experiment, tier", trialOrNone)),
		sumBy("experiment, tier", onPods(containersRate("container_cpu_cfs_periods_total", components), "experiment, tier", trialOrNone)))
	nodeCores = percent(maxBy("node", containersRate("container_cpu_usage_seconds_total", `id="/"`)), maxBy("node", "machine_cpu_cores"))

	jdbcInUse = named("jdbcInUse").series()
	// In use and available add up to the size only while no connection is on its way from one to the other.
	jdbcSize = "round(quantile_over_time(0.5, (" + jdbcInUse + " + " + of("datasources_pool_available_count", application) + ")[5m:5s]))"
	jdbcWait = figureNow("jdbcWaitedMillis", "experiment") +
		" / (" + sumBy("experiment", rate("undertow_request_count_total", trial+`,type="http-listener"`)) + " > 0)"

	webBusy = named("webThreadsBusy").series()
	webSize = of("io_max_pool_size", application)

	balancerWaiting = figureNow("balancerQueue", "experiment") + " + " + figureNow("balancerServerQueue", "experiment")
	heapUsed        = "100 * " + maxBy("pod", of("memory_used_heap_bytes", trial)+" / "+of("memory_max_heap_bytes", trial))
	gcTime          = "100 * " + sumBy("pod", rate("gc_time_seconds_total", trial))

	lockWaiters = figureNow("lockWaiters", "pod")
)

var (
	ofContainers       = regexp.MustCompile(`\b(container|machine)_`)
	atDataSourcesSteps = regexp.MustCompile(`\b(haproxy|scalelab_(load|objective|configuration|step|disturbance))_`)
)

// interval is the least distance of a query's points, so that it does not look closer than samples are taken: a kubelet's every 10 to
// 15 seconds, a server's or database's every 5. The others are taken as often as Grafana's data source says.
func interval(expr string) string {
	switch {
	case ofContainers.MatchString(expr):
		return "15s"
	case atDataSourcesSteps.MatchString(expr) && !strings.Contains(expr, "messaging_"):
		return ""
	default:
		return "5s"
	}
}

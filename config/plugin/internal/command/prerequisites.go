package command

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/model"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// The label of the nodes of a tier, unless the experiment selects others.
const roleLabel = "scalelab.dev/role"

// experiments is the definition of ScalabilityExperiments, by which settings are known.
var experiments = cluster.Experiments.GroupResource().String()

// onlyTheOperator is what no request of this command checks.
const onlyTheOperator = "what the operator checks when the experiment is applied: whether variants, values of factors, tiers, partitions and disturbances fit together, " +
	"lengths of names, environment variables, quotas, room on the nodes and admission policies"

// prerequisites returns what is known to be missing in the cluster, and what could not be checked. Its definitions were served, unless there was an error.
func prerequisites(ctx context.Context, c *cluster.Cluster, e *model.Experiment, served map[string]*unstructured.Unstructured, unserved error) (missing, unknown []string) {
	if unserved != nil {
		unknown = append(unknown, "definitions, of other operators and with the settings that factors may have: "+unserved.Error())
	} else {
		for _, needed := range kinds(e) {
			if served[needed.name] == nil {
				missing = append(missing, needed.text)
			}
		}
	}
	nodes, err := c.List(ctx, cluster.Nodes)
	if err != nil {
		return missing, append(unknown, "nodes: "+err.Error())
	}
	settings := installation(ctx, c)
	labels := map[string][]string{}
	for _, tier := range tiers(e, settings.pod) {
		switch {
		case anyNode(nodes, tier):
		case settings.onDemand:
			unknown = append(unknown, fmt.Sprintf("a node for the tier %s: no usable one has the labels %s; by the chart's experiments.nodesOnDemand the cluster creates one", tier.name, selectorText(tier.selector)))
		case tier.given:
			missing = append(missing, fmt.Sprintf("a usable node for the tier %s: none has the labels %s without a taint that is not tolerated", tier.name, selectorText(tier.selector)))
		default:
			labels[selectorText(tier.selector)] = append(labels[selectorText(tier.selector)], tier.name)
		}
	}
	unless := map[bool]string{false: ", unless the chart's testbed.pod selects or tolerates others"}[settings.known]
	for _, label := range slices.Sorted(maps.Keys(labels)) {
		missing = append(missing, fmt.Sprintf("nodes for %s: no usable one has the label; kubectl label node NODE %s%s", strings.Join(labels[label], ", "), label, unless))
	}
	return missing, unknown
}

func definitions(ctx context.Context, c *cluster.Cluster) (map[string]*unstructured.Unstructured, error) {
	all, err := c.List(ctx, cluster.Definitions)
	if err != nil {
		return nil, err
	}
	served := map[string]*unstructured.Unstructured{}
	for i := range all {
		served[all[i].GetName()] = &all[i]
	}
	return served, nil
}

type kind struct{ name, text string }

// kinds are the definitions of other operators that an experiment needs.
func kinds(e *model.Experiment) []kind {
	var needed []kind
	if hasDatabases(e) {
		needed = append(needed, kind{"clusters.postgresql.cnpg.io", "CloudNativePG, which creates the databases: docs/install.md"})
	}
	provisioners := map[string]bool{}
	for _, variant := range e.VariantNames() {
		resolved := e.Resolved(variant)
		for _, path := range [][]string{{"system", "application", "provisioner"}, {"system", "state", "remote", "provisioner"}} {
			if value, found, _ := unstructured.NestedString(resolved, path...); found {
				provisioners[value] = true
			}
		}
	}
	if provisioners["WildFlyServer"] {
		needed = append(needed, kind{"wildflyservers.wildfly.org", "wildfly-operator, which creates WildFlyServers: install it, or set application.provisioner to StatefulSet"})
	}
	if provisioners["Infinispan"] {
		needed = append(needed, kind{"infinispans.infinispan.org", "the Infinispan operator: install it, or set state.remote.provisioner to StatefulSet"})
	}
	return needed
}

// tier is a group of pods with the requirements on their node.
type tier struct {
	component   string
	name        string // with its variant, where another one has other requirements
	selector    map[string]string
	tolerations []any
	given       bool // by the experiment or the chart, and not ScaleLab's own
}

// tiers are those of every variant that is measured, each requirement once, with the chart's settings of pods where the experiment has none.
func tiers(e *model.Experiment, chart map[string]any) []tier {
	var found []tier
	for _, variant := range e.VariantNames() {
		for _, one := range tiersOf(e, variant, chart) {
			same := func(other tier) bool { return other.component == one.component }
			if slices.ContainsFunc(found, func(other tier) bool { return same(other) && other.sameNodes(one) }) {
				continue
			}
			if slices.ContainsFunc(found, same) {
				one.name += " of " + variant
			}
			found = append(found, one)
		}
	}
	return found
}

// tiersOf has the settings of every component's pods, as a test of the operator requires; suppliers have those of the load.
func tiersOf(e *model.Experiment, variant string, chart map[string]any) []tier {
	resolved := e.Resolved(variant)
	of := func(name, role string, object map[string]any, path ...string) tier {
		return tierOf(name, role, chart, object, path...)
	}
	found := []tier{of("application", "app", resolved, "system", "application", "pod"), of("balancer", "load", resolved, "system", "balancer", "pod"),
		of("load", "load", resolved, "load", "generators", "pod")}
	for _, item := range databases(resolved) {
		if database, ok := item.(map[string]any); ok {
			found = append(found, of(fmt.Sprintf("database %v", database["name"]), "database", database, "pod"))
		}
	}
	if store, _, _ := unstructured.NestedString(resolved, "system", "state", "store"); store == "Remote" {
		found = append(found, of("cache", "database", resolved, "system", "state", "remote", "pod"))
	}
	return found
}

func (t tier) sameNodes(other tier) bool {
	return maps.Equal(t.selector, other.selector) && reflect.DeepEqual(t.tolerations, other.tolerations)
}

// databases are those of a resolved variant; no other workloads use any.
func databases(resolved map[string]any) []any {
	switch workload, _, _ := unstructured.NestedString(resolved, "workload", "type"); workload {
	case "OrderEntry", "ECperf", "Bookstore", "Portal":
		all, _, _ := unstructured.NestedFieldNoCopy(resolved, "system", "databases")
		found, _ := all.([]any)
		return found
	}
	return nil
}

// hasDatabases reports whether a variant that is measured has databases.
func hasDatabases(e *model.Experiment) bool {
	return slices.ContainsFunc(e.VariantNames(), func(variant string) bool { return len(databases(e.Resolved(variant))) > 0 })
}

func tierOf(name, role string, chart, object map[string]any, path ...string) tier {
	pod, _, _ := unstructured.NestedMap(object, path...)
	found := tier{component: name, name: name, selector: map[string]string{roleLabel: role}}
	for _, settings := range []map[string]any{chart, pod} { // each field by itself
		if selector, given, _ := unstructured.NestedStringMap(settings, "nodeSelector"); given {
			found.selector, found.given = selector, true
		}
		if tolerations, given, _ := unstructured.NestedSlice(settings, "tolerations"); given {
			found.tolerations = tolerations
		}
	}
	return found
}

func selectorText(selector map[string]string) string {
	if len(selector) == 0 {
		return "of any node"
	}
	var parts []string
	for name, value := range selector {
		parts = append(parts, name+"="+value)
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

func anyNode(nodes []unstructured.Unstructured, wanted tier) bool {
	for _, node := range nodes {
		if usable(node, wanted) {
			return true
		}
	}
	return false
}

func usable(node unstructured.Unstructured, wanted tier) bool {
	labels := node.GetLabels()
	for name, value := range wanted.selector {
		if labels[name] != value {
			return false
		}
	}
	if off, _, _ := unstructured.NestedBool(node.Object, "spec", "unschedulable"); off {
		return false
	}
	taints, _, _ := unstructured.NestedSlice(node.Object, "spec", "taints")
	for _, item := range taints {
		taint, _ := item.(map[string]any)
		if taint["effect"] != "PreferNoSchedule" && !tolerated(taint, wanted.tolerations) {
			return false
		}
	}
	return true
}

func tolerated(taint map[string]any, tolerations []any) bool {
	for _, item := range tolerations {
		one, _ := item.(map[string]any)
		key, effect := text(one["key"]), text(one["effect"])
		if (effect == "" || effect == taint["effect"]) && (key == "" && one["operator"] == "Exists" ||
			key == taint["key"] && (one["operator"] == "Exists" || text(one["value"]) == text(taint["value"]))) {
			return true
		}
	}
	return false
}

func text(value any) string {
	found, _ := value.(string)
	return found
}

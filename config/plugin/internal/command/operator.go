package command

import (
	"context"
	"encoding/json"

	"dev.scalelab/plugin/internal/cluster"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// operatorSelector has the labels that the chart gives the operator's Deployment.
const operatorSelector = "app.kubernetes.io/name=scalelab,app.kubernetes.io/component=operator"

// installed is what the chart's values say of nodes, by the operator's Deployment.
type installed struct {
	known    bool           // whether the Deployment may be read, and is the only one
	pod      map[string]any // testbed.pod
	onDemand bool           // experiments.nodesOnDemand
}

// installation reads the environment of the operator. A user who measures often has no right to it.
func installation(ctx context.Context, c *cluster.Cluster) installed {
	found, err := c.Client.Resource(cluster.Deployments).List(ctx, metav1.ListOptions{LabelSelector: operatorSelector, Limit: 2})
	if err != nil || len(found.Items) != 1 {
		return installed{}
	}
	settings := installed{known: true}
	containers, _, _ := unstructured.NestedSlice(found.Items[0].Object, "spec", "template", "spec", "containers")
	for _, item := range containers {
		container, _ := item.(map[string]any)
		variables, _, _ := unstructured.NestedSlice(container, "env")
		for _, item := range variables {
			variable, _ := item.(map[string]any)
			switch variable["name"] {
			case "SCALELAB_TESTBED_POD":
				settings.known = settings.known && json.Unmarshal([]byte(text(variable["value"])), &settings.pod) == nil
			case "SCALELAB_EXPERIMENTS_NODES_ON_DEMAND":
				settings.onDemand = text(variable["value"]) == "true"
			}
		}
	}
	return settings
}

package command

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dev.scalelab/plugin/internal/cluster"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	clienttesting "k8s.io/client-go/testing"
)

func node(name string, labels map[string]any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Node", "metadata": map[string]any{"name": name, "labels": labels}}}
}

func TestValidateSaysWhatWouldBeMeasuredAndWhatIsMissing(t *testing.T) {
	manifest := objects(t)[0]
	unstructured.RemoveNestedField(manifest.Object, "status")
	text, err := manifest.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "experiment.json")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	definition := func(name string) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": name}}}
	}
	nodes := []*unstructured.Unstructured{node("a", map[string]any{"scalelab.dev/role": "database"}), node("b", map[string]any{"scalelab.dev/role": "load"}),
		definition("clusters.postgresql.cnpg.io")}
	b := with(t, nodes...)
	for _, want := range []string{"provisioners: 4 configurations\n  operator with [1 2] pods\n  base with [1 2] pods", "load: 4 steps of 12 s, repetitions: 1, in the order Listed",
		"duration: 3m12s of load; at most about 16m0s", "missing: wildfly-operator"} {
		b.expect(2, want, "validate", file)
		// The fake client ignores that it is a dry run.
		if err := b.client.Tracker().Delete(cluster.Experiments, "default", "provisioners"); err != nil {
			t.Fatal(err)
		}
	}
	for _, action := range b.client.Actions() {
		if create, ok := action.(clienttesting.CreateActionImpl); ok && (len(create.CreateOptions.DryRun) != 1 || create.CreateOptions.DryRun[0] != metav1.DryRunAll) {
			t.Errorf("%v is no dry run", action)
		}
	}
	nodes = append(nodes, definition("wildflyservers.wildfly.org"))
	with(t, nodes...).expect(0, "nothing is known to be missing; nothing was created", "validate", file)
	nodes = slices.Delete(nodes, 1, 2) // that of the load
	with(t, nodes...).expect(2, "missing: nodes for balancer, load: no usable one has the label; kubectl label node NODE scalelab.dev/role=load, unless the chart's testbed.pod", "validate", file)
	for _, one := range []struct {
		status              int
		text, pod, onDemand string
	}{{2, "kubectl label node NODE scalelab.dev/role=load\n", "{}", "false"}, {0, "nothing is known to be missing", `{"nodeSelector": {}}`, "false"},
		{2, "for the tier balancer: none has the labels disk=ssd without", `{"nodeSelector": {"disk": "ssd"}}`, "false"},
		{0, "not checked: a node for the tier balancer: no usable one has the labels scalelab.dev/role=load; by the chart's", "{}", "true"}} {
		with(t, append(nodes, operatorWith(one.pod, one.onDemand))...).expect(one.status, one.text, "validate", file)
	}
}

// operatorWith is the operator's Deployment as the chart creates it.
func operatorWith(pod, onDemand string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"name": "scalelab-operator", "namespace": "scalelab-system",
		"labels": map[string]any{"app.kubernetes.io/name": "scalelab", "app.kubernetes.io/component": "operator"}},
		"spec": map[string]any{"template": map[string]any{"spec": map[string]any{"containers": []any{map[string]any{"name": "operator", "env": []any{
			map[string]any{"name": "SCALELAB_TESTBED_POD", "value": pod}, map[string]any{"name": "SCALELAB_EXPERIMENTS_NODES_ON_DEMAND", "value": onDemand}}}}}}}}}
}

// The operator's SearchPace has the same numbers of steps.
func TestValidateEstimatesASearchAndCountsWhatIsAdded(t *testing.T) {
	manifest := objects(t)[0]
	unstructured.RemoveNestedField(manifest.Object, "status")
	set(manifest, map[string]any{"search": map[string]any{"model": "Open", "min": int64(1), "max": int64(400)}, "repetitions": int64(2),
		"step": map[string]any{"seconds": int64(60)}, "warmUp": map[string]any{"maxSeconds": int64(120)}}, "spec", "load")
	set(manifest, true, "spec", "sweep", "aa")
	set(manifest, []any{map[string]any{"variant": "base", "replicas": int64(1)}}, "spec", "sweep", "exclude")
	set(manifest, true, "spec", "diagnosis", "verify")
	text, err := manifest.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "experiment.json")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	// Five trials: 6.8 + 4 x 6.2 steps of the first round and 5 x 4.6 of the second, each but one of a round with 10 s around it; five testbeds
	// with 60 s and a warm-up.
	with(t).expect(2, "provisioners: 4 configurations\n  operator with [1 2] pods\n  base with [2] pods\n  base-again with [2] pods\n  and one more at the end, to verify a diagnosis\n"+
		"load: a search chooses the loads of steps of 60 s, usually 55 steps in all, rounds: 2, in the order Listed\n"+
		"duration: usually about 55m0s of load; about 1h18m0s with testbeds", "validate", file)
}

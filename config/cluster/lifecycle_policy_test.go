package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dev.scalelab/cluster/internal/kubeapi"
	"dev.scalelab/cluster/internal/layout"
	"dev.scalelab/cluster/internal/policies"
)

// patience is enough for a pod to start on a busy machine.
const patience = 5 * time.Minute

// aPolicyCutsAPodOff checks on the running cluster that a NetworkPolicy which allows nothing cuts off a pod.
func aPolicyCutsAPodOff(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := policies.Supported(ctx); err != nil {
		t.Logf("not checked: %v", err)
		return
	}
	api, err := kubeapi.Open(layout.Kubeconfig())
	if err != nil {
		t.Fatal(err)
	}
	until(ctx, t, "the pod is created", func() bool { // once its namespace has a service account
		err = api.Create(ctx, "/api/v1/namespaces/default/pods", map[string]any{"apiVersion": "v1", "kind": "Pod",
			"metadata": map[string]any{"name": "fenced", "labels": map[string]any{"app": "fenced"}},
			"spec": map[string]any{"nodeName": "node-load", "automountServiceAccountToken": false,
				"containers": []any{map[string]any{"name": "pause", "image": "localhost/scalelab/pause:1"}}}})
		return err == nil
	})
	var pod struct {
		Status struct {
			IP string `json:"podIP"`
		} `json:"status"`
	}
	until(ctx, t, "the pod has an address", func() bool {
		return api.Get(ctx, "/api/v1/namespaces/default/pods/fenced", &pod) == nil && pod.Status.IP != ""
	})
	// Nothing listens there, so the pod's kernel refuses a connection, unless the pod is cut off.
	answer := func() string {
		connect := exec.CommandContext(ctx, "nsenter", "--net", "--target", processOf(t, "node-app"), "timeout", "1", "bash", "-c", ": </dev/tcp/"+pod.Status.IP+"/9")
		out, _ := connect.CombinedOutput()
		return string(out)
	}
	until(ctx, t, "the pod is reachable from another node", func() bool { return strings.Contains(answer(), "refused") })
	err = api.Create(ctx, "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies", map[string]any{
		"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": map[string]any{"name": "nothing"},
		"spec": map[string]any{"podSelector": map[string]any{"matchLabels": map[string]any{"app": "fenced"}}, "policyTypes": []string{"Ingress", "Egress"}}})
	if err != nil {
		t.Fatal(err)
	}
	until(ctx, t, "the pod is cut off", func() bool { return answer() == "" })
}

func until(ctx context.Context, t *testing.T, what string, check func() bool) {
	t.Helper()
	for !check() {
		select {
		case <-ctx.Done():
			t.Fatalf("not within %s: %s", patience, what)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// processOf returns the number of a process of the node's components, as this machine sees it.
func processOf(t *testing.T, node string) string {
	t.Helper()
	for _, file := range glob(t, "/sys/fs/cgroup/pids/scalelab", "/sys/fs/cgroup/scalelab") {
		if strings.HasSuffix(filepath.Dir(file), "/components/"+node) {
			content, _ := os.ReadFile(file)
			if fields := strings.Fields(string(content)); len(fields) > 0 {
				return fields[0]
			}
		}
	}
	t.Fatalf("%s has no processes", node)
	return ""
}

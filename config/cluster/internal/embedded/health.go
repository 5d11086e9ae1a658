package embedded

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	"dev.scalelab/cluster/internal/kubeapi"
	"dev.scalelab/cluster/internal/layout"
	"dev.scalelab/cluster/internal/supervisor"
)

type nodeList struct {
	Items []struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
		Status struct {
			Conditions []struct {
				Type    string `json:"type"`
				Status  string `json:"status"`
				Message string `json:"message"`
			} `json:"conditions"`
		} `json:"status"`
	} `json:"items"`
}

// patience is the time for which a check is repeated if the cluster is slow, as on a machine that is busy with an experiment.
const patience = 30 * time.Second

// brokenError is a problem that is not temporary.
type brokenError struct{ error }

// lasting returns nil as soon as the cluster is healthy, a permanent problem immediately, and any other after patience.
func lasting(ctx context.Context) error {
	for end := time.Now().Add(patience); ; time.Sleep(200 * time.Millisecond) {
		err := healthy(ctx)
		var broken brokenError
		if err == nil || errors.As(err, &broken) || time.Now().After(end) || ctx.Err() != nil {
			return err
		}
	}
}

// healthy returns nil if every component of every node is healthy, every node is ready and DNS works;
// otherwise the first problem.
func healthy(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for _, node := range layout.Nodes() {
		states, err := supervisor.Ask(ctx, node.Socket())
		if errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.ENOENT) {
			return brokenError{fmt.Errorf("%s is not running", node.Name)}
		}
		if err != nil {
			return fmt.Errorf("%s does not answer: %w", node.Name, err)
		}
		for _, state := range states {
			problem := fmt.Errorf("%s on %s: %s %s", state.Name, node.Name, state.Phase, state.Message)
			if state.Phase == supervisor.Ended {
				return brokenError{problem}
			}
			if state.Phase != supervisor.Healthy {
				return problem
			}
		}
	}
	ready, err := nodesReady(ctx)
	if err != nil {
		return err
	}
	for _, node := range layout.Nodes() {
		if problem, there := ready[node.Name]; !there || problem != "" {
			return fmt.Errorf("%s is not ready: %s", node.Name, problem)
		}
	}
	return namesAnswered(ctx)
}

// nodesReady returns for each node the reason why it is not ready, or an empty string if it is.
func nodesReady(ctx context.Context) (map[string]string, error) {
	api, err := kubeapi.Open(layout.Kubeconfig())
	if err != nil {
		return nil, err
	}
	var nodes nodeList
	if err := api.Get(ctx, "/api/v1/nodes", &nodes); err != nil {
		return nil, err
	}
	ready := map[string]string{}
	for _, item := range nodes.Items {
		ready[item.Metadata.Name] = "not reported yet"
		for _, condition := range item.Status.Conditions {
			if condition.Type == "Ready" {
				ready[item.Metadata.Name] = condition.Message
				if condition.Status == "True" {
					ready[item.Metadata.Name] = ""
				}
			}
		}
	}
	return ready, nil
}

func namesAnswered(ctx context.Context) error {
	remembered, err := readRecord()
	if err != nil {
		return err
	}
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, protocol, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, protocol, remembered.Network.Address(layout.Nodes()[0])+":53")
	}}
	addresses, err := resolver.LookupHost(ctx, "kubernetes.default.svc."+layout.Domain+".")
	if err == nil && (len(addresses) != 1 || addresses[0] != remembered.Network.APIService()) {
		err = fmt.Errorf("the DNS server resolves `kubernetes` to %v", addresses)
	}
	return err
}

// Status prints every component, every node and the paths of logs and kubeconfig, and reports whether all are healthy.
func (c *Cluster) Status(ctx context.Context) bool {
	if !Present() {
		fmt.Println("no cluster is running: make cluster-up starts one")
		return false
	}
	fmt.Print(c.describe(ctx))
	problem := healthy(ctx)
	if problem != nil {
		fmt.Printf("not healthy: %v\n`make cluster-up` replaces it\n", problem)
	}
	return problem == nil
}

func (c *Cluster) describe(ctx context.Context) string {
	var text strings.Builder
	ready, err := nodesReady(ctx)
	if err != nil {
		fmt.Fprintf(&text, "API server: %v\n", err)
	}
	for _, node := range layout.Nodes() {
		answer := "Ready"
		if problem, there := ready[node.Name]; !there {
			answer = "not registered"
		} else if problem != "" {
			answer = "not ready: " + problem
		}
		fmt.Fprintf(&text, "%s (scalelab.dev/role=%s): %s\n", node.Name, node.Role, answer)
		states, err := supervisor.Ask(ctx, node.Socket())
		if err != nil {
			log, _ := os.ReadFile(layout.Logs(node.Name, "node.log"))
			fmt.Fprintf(&text, "  does not answer: %v %s\n", err, strings.TrimSpace(string(log)))
		}
		for _, state := range states {
			fmt.Fprintf(&text, "  %-24s %-10s %s\n", state.Name, state.Phase, state.Message)
		}
	}
	fmt.Fprintf(&text, "logs: %s/NODE/COMPONENT.log\nkubeconfig: %s\n", layout.Logs(), layout.Kubeconfig())
	return text.String()
}

// Package kind runs the cluster as containers of a Docker engine, using kind.
package kind

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"dev.scalelab/cluster/internal/cachedir"
	"dev.scalelab/cluster/internal/images"
	"dev.scalelab/cluster/internal/layout"
	"dev.scalelab/cluster/internal/progress"
	"dev.scalelab/cluster/internal/shell"
)

// name of the kind cluster; the same as in kind.yaml.
const name = "scalelab"

// engineAnswer is the time within which the Docker engine must respond to count as available.
const engineAnswer = 5 * time.Second

// nodesAnswer is the maximum time in which the control plane lists its nodes, on a machine that is busy with an experiment.
const nodesAnswer = 30 * time.Second

// Cluster is the kind cluster of this machine's Docker engine.
type Cluster struct {
	Log    *progress.Log
	Source string // config/cluster of the clone
}

// Missing returns why kind cannot be used here, or nil if it can.
func Missing(ctx context.Context) error {
	for _, program := range []string{"docker", "kind"} {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("%s is not on PATH", program)
		}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, engineAnswer, fmt.Errorf("no answer within %s", engineAnswer))
	defer cancel()
	if _, err := shell.Run(ctx, "docker", "version", "--format", "{{.Server.Version}}"); err != nil {
		return fmt.Errorf("no Docker engine responds: %w", err)
	}
	return nil
}

// Kubeconfig returns the path of the cluster's kubeconfig, which may not exist yet.
func Kubeconfig() (string, error) { return cachedir.Path("kind", "kubeconfig") }

// node is a node as reported by the control plane.
type node struct {
	Metadata struct {
		Name   string            `json:"name"`
		Labels map[string]string `json:"labels"`
	} `json:"metadata"`
	Status struct {
		Conditions []struct{ Type, Status string } `json:"conditions"`
	} `json:"status"`
}

func (n node) ready() bool {
	for _, condition := range n.Status.Conditions {
		if condition.Type == "Ready" {
			return condition.Status == "True"
		}
	}
	return false
}

// nodes lists the control plane's nodes, using the kubectl in its container.
func nodes(ctx context.Context) ([]node, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, nodesAnswer, fmt.Errorf("no answer within %s", nodesAnswer))
	defer cancel()
	out, err := shell.Run(ctx, "docker", "exec", name+"-control-plane",
		"kubectl", "--kubeconfig=/etc/kubernetes/admin.conf", "get", "nodes", "-o", "json")
	if err != nil {
		return nil, err
	}
	var answer struct{ Items []node }
	return answer.Items, json.Unmarshal([]byte(out), &answer)
}

// healthy returns nil if each of the cluster's containers is a ready node, otherwise the problem.
func healthy(ctx context.Context) error {
	found, err := nodes(ctx)
	if err != nil {
		return err
	}
	containers, err := shell.Run(ctx, "kind", "get", "nodes", "--name", name)
	if err != nil {
		return err
	}
	if wanted := len(strings.Fields(containers)); len(found) != wanted {
		return fmt.Errorf("%d nodes instead of %d", len(found), wanted)
	}
	for _, each := range found {
		if !each.ready() {
			return fmt.Errorf("%s is not ready", each.Metadata.Name)
		}
	}
	return nil
}

// Present reports whether the cluster, healthy or broken, exists.
func Present(ctx context.Context) bool {
	out, err := shell.Run(ctx, "kind", "get", "clusters")
	return err == nil && slices.Contains(strings.Fields(out), name)
}

// Up creates the cluster unless a healthy one is running; a broken one is deleted first. KIND_IMAGE selects another node image.
func (c *Cluster) Up(ctx context.Context) error {
	kubeconfig, err := Kubeconfig()
	if err != nil {
		return err
	}
	wanted, err := layout.CountsFromEnvironment()
	if err != nil {
		return err
	}
	if Present(ctx) {
		if err := otherNodes(ctx, wanted); err != nil {
			return err
		}
		problem := healthy(ctx)
		if problem == nil {
			if _, err := shell.Run(ctx, "kind", "export", "kubeconfig", "--name", name, "--kubeconfig", kubeconfig); err != nil {
				return err
			}
			c.Log.Say("the kind cluster is up already; kubeconfig: %s", kubeconfig)
			return nil
		}
		c.Log.Say("the existing kind cluster is not healthy and is replaced: %v", problem)
		if err := c.Down(ctx); err != nil {
			return err
		}
	}
	log, err := cachedir.Path("logs", "kind-create.log")
	if err != nil {
		return err
	}
	config, err := c.config(wanted)
	if err != nil {
		return err
	}
	arguments := []string{"create", "cluster", "--config", config, "--kubeconfig", kubeconfig, "--wait", "5m"}
	if image := os.Getenv("KIND_IMAGE"); image != "" {
		arguments = append(arguments, "--image", image)
	}
	err = c.Log.Step("creating a kind cluster (log "+log+")", func() error {
		if _, err := (shell.Command{Name: "kind", Args: arguments, Log: log}).Run(ctx); err != nil {
			return err
		}
		return await(ctx)
	})
	if err != nil {
		return fmt.Errorf("%w\nif kind's node image could not be pulled, set KIND_IMAGE=... to one that Docker has; CLUSTER=embedded needs no image", err)
	}
	c.Log.Say("%d nodes are ready; kubeconfig: %s", wanted.Total(), kubeconfig)
	return nil
}

// await waits for the workers, for which `kind create cluster --wait` does not.
func await(ctx context.Context) error {
	const patience = 3 * time.Minute
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		err := healthy(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("after %s still %w (kind export logs --name %s collects the nodes' logs)", patience, err, name)
		case <-time.After(time.Second):
		}
	}
}

// Lose kills the container of a node, with everything in it, and starts it again after a time.
func (c *Cluster) Lose(ctx context.Context, lost string, away time.Duration) error {
	found, err := nodes(ctx)
	if err != nil {
		return err
	}
	worker := slices.ContainsFunc(found, func(each node) bool { return each.Metadata.Name == lost && lost != name+"-control-plane" })
	if !worker {
		return fmt.Errorf("%q must be a node other than %s-control-plane: kubectl get nodes lists them", lost, name)
	}
	if err := c.Log.Step("losing "+lost, func() error {
		_, err := shell.Run(ctx, "docker", "kill", lost)
		return err
	}); err != nil {
		return err
	}
	select {
	case <-ctx.Done(): // the node comes back all the same
	case <-time.After(away):
	}
	ctx = context.WithoutCancel(ctx)
	return c.Log.Step("starting "+lost+" again", func() error {
		if _, err := shell.Run(ctx, "docker", "start", lost); err != nil {
			return err
		}
		return await(ctx)
	})
}

// Down deletes the cluster.
func (c *Cluster) Down(ctx context.Context) error {
	kubeconfig, err := Kubeconfig()
	if err != nil {
		return err
	}
	return c.Log.Step("deleting the kind cluster", func() error {
		_, err := shell.Run(ctx, "kind", "delete", "cluster", "--name", name, "--kubeconfig", kubeconfig)
		return err
	})
}

// Status prints the nodes and the path of the kubeconfig, and reports whether all are healthy.
func (c *Cluster) Status(ctx context.Context) bool {
	found, _ := nodes(ctx)
	for _, each := range found {
		state := "not ready"
		if each.ready() {
			state = "Ready"
		}
		fmt.Printf("%s (scalelab.dev/role=%s): %s\n", each.Metadata.Name, each.Metadata.Labels["scalelab.dev/role"], state)
	}
	kubeconfig, _ := Kubeconfig()
	fmt.Printf("logs: kind export logs --name %s FOLDER\nkubeconfig: %s\n", name, kubeconfig)
	problem := healthy(ctx)
	if problem != nil {
		fmt.Printf("not healthy: %v\n`make cluster-up` replaces it\n", problem)
	}
	return problem == nil
}

// Images builds the wanted images and loads them, and the upstream images that Docker already has, into the nodes that need
// them; the nodes pull other upstream images themselves.
func (c *Cluster) Images(ctx context.Context, repository string, wanted []images.Image) error {
	if err := images.DockerBuild(ctx, c.Log, repository, wanted); err != nil {
		return err
	}
	if !Present(ctx) {
		c.Log.Say("images are built; no cluster is running to load them into (make cluster-up)")
		return nil
	}
	found, err := nodes(ctx)
	if err != nil {
		return err
	}
	for _, image := range images.Table {
		source := image.Name
		if image.ThirdParty {
			source = image.Upstream
			if !images.InDocker(ctx, source) {
				continue
			}
		} else if !slices.ContainsFunc(wanted, func(one images.Image) bool { return one.Name == image.Name }) {
			continue
		}
		var places []string
		for _, each := range found {
			if slices.Contains(image.Roles, each.Metadata.Labels["scalelab.dev/role"]) {
				places = append(places, each.Metadata.Name)
			}
		}
		err := c.Log.Step("loading "+source+" into "+strings.Join(places, ", "), func() error {
			_, err := shell.Run(ctx, "kind", "load", "docker-image", "--name", name, "--nodes", strings.Join(places, ","), source)
			return err
		})
		if err != nil && !image.ThirdParty {
			return err
		}
		if err != nil {
			// kind cannot load some multi-platform images that Docker has pulled.
			c.Log.Say("%s could not be loaded; the nodes have to pull it: %v", source, err)
		}
	}
	return nil
}

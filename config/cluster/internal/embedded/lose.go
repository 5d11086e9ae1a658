package embedded

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"dev.scalelab/cluster/internal/layout"
	"dev.scalelab/cluster/internal/nodehost"
)

// backDeadline is the maximum time from a lost node's first process to a healthy cluster.
const backDeadline = 2 * time.Minute

// Lose ends everything on a node at once, its kubelet and all containers, as if the machine had lost its power, and starts
// the node again after a time.
func (c *Cluster) Lose(ctx context.Context, name string, away time.Duration) error {
	release, err := c.lock(ctx)
	if err != nil {
		return err
	}
	defer release()
	node, err := worker(name)
	if err != nil {
		return err
	}
	if err := lasting(ctx); err != nil {
		return fmt.Errorf("the cluster is not healthy: %w", err)
	}
	err = c.Log.Step("losing "+name, func() error { return nodehost.KillNode(node, 20*time.Second) })
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done(): // the node comes back all the same
	case <-time.After(away):
	}
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), backDeadline, fmt.Errorf("%s was not back after %s", name, backDeadline))
	defer cancel()
	return c.Log.Step("starting "+name+" again", func() error {
		if err := restart(ctx, node); err != nil {
			return err
		}
		return await(ctx, "the cluster", func() error { return healthy(ctx) })
	})
}

// worker returns the node of that name, unless it has the control plane, without which there is no cluster.
func worker(name string) (layout.Node, error) {
	all := layout.Nodes()
	for _, node := range all[1:] {
		if node.Name == name {
			return node, nil
		}
	}
	return layout.Node{}, fmt.Errorf("%q must be a node other than %s, which has the control plane: kubectl get nodes lists them", name, all[0].Name)
}

// restart starts a node with the files that it was started with, except for those that a machine keeps in its memory.
func restart(ctx context.Context, node layout.Node) error {
	for _, lost := range []string{node.Socket(), filepath.Dir(node.Containerd())} {
		if err := os.RemoveAll(lost); err != nil {
			return err
		}
	}
	if _, _, err := nodehost.PrivateFolders(node); err != nil {
		return err
	}
	nodehost.Disconnect(node)
	return launch(ctx, node, self())
}

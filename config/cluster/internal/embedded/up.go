package embedded

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"dev.scalelab/cluster/internal/binary"
	"dev.scalelab/cluster/internal/control"
	"dev.scalelab/cluster/internal/kubeapi"
	"dev.scalelab/cluster/internal/layout"
	"dev.scalelab/cluster/internal/nodehost"
	"dev.scalelab/cluster/internal/policies"
	"dev.scalelab/cluster/internal/preflight"
)

// readyDeadline is the maximum time from a new cluster's first process to ready nodes.
const readyDeadline = 2 * time.Minute

// Up starts the cluster unless a healthy one is running; a broken one is removed first.
func (c *Cluster) Up(ctx context.Context) error {
	release, err := c.lock(ctx)
	if err != nil {
		return err
	}
	defer release()
	if err := otherNodes(); err != nil {
		return err
	}
	if Present() {
		problem := lasting(ctx)
		if problem == nil {
			c.Log.Say("the cluster is up already; kubeconfig: %s", layout.Kubeconfig())
			if existing, err := readRecord(); err == nil && existing.policiesNotice() != "" {
				c.Log.Say("%s", existing.policiesNotice())
			}
			return nil
		}
		c.Log.Say("the existing cluster is not healthy and is replaced: %v", problem)
	}
	network, err := layout.NetworkFromEnvironment()
	if err != nil {
		return err
	}
	if err := preflight.Machine(layout.State); err != nil {
		return err
	}
	unenforced := ""
	if network.Policies {
		if err := policies.Supported(ctx); err != nil {
			c.Log.Say("NetworkPolicies are not enforced: %v", err)
			network.Policies, unenforced = false, err.Error()
		}
	}
	if err := preflight.Registry(ctx, c.Binaries, binary.Kubenode, binary.CoreDNS); err != nil {
		return err
	}
	if Present() || nodehost.Traces() {
		if err := c.Log.Step("removing the remains of an earlier cluster", clean); err != nil {
			return err
		}
	}
	if err := preflight.Network(ctx, network.WholeRange(), network.ServiceRange()); err != nil {
		return err
	}
	programs, pause, err := c.build(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, readyDeadline, fmt.Errorf("the cluster was not ready after %s", readyDeadline))
	defer cancel()
	err = c.Log.Step("starting the cluster (logs: "+layout.Logs()+")", func() error { return c.start(ctx, network, unenforced, programs, pause) })
	if err != nil {
		return fmt.Errorf("%w\n%s", err, c.describe(context.WithoutCancel(ctx)))
	}
	c.Log.Say("%d nodes are ready; kubeconfig: %s", len(layout.Nodes()), layout.Kubeconfig())
	return nil
}

// build builds the programs and the pause image, and returns their paths.
func (c *Cluster) build(ctx context.Context) (programs control.Binaries, pause string, err error) {
	if programs.Kubernetes, err = c.Binaries.Kubernetes(ctx); err != nil {
		return
	}
	if programs.CoreDNS, err = c.Binaries.Build(ctx, binary.CoreDNS); err != nil {
		return
	}
	if pause, err = c.pauseImage(ctx); err != nil {
		return
	}
	if programs.Containerd, err = exec.LookPath("containerd"); err != nil {
		return
	}
	if programs.CNI, err = preflight.CNIFolder(); err != nil {
		return
	}
	programs.Self = self()
	return
}

func (c *Cluster) start(ctx context.Context, network layout.Network, unenforced string, programs control.Binaries, pause string) error {
	if err := prepare(network, unenforced, programs); err != nil {
		return err
	}
	if err := nodehost.MakeBridge(ctx, network); err != nil {
		return err
	}
	if err := control.Certificates(network); err != nil {
		return err
	}
	all := layout.Nodes()
	results := make(chan error, len(all)+1)
	var starting sync.WaitGroup
	for _, node := range all {
		if err := c.startNode(ctx, node, network, programs); err != nil {
			return fmt.Errorf("node %s: %w", node.Name, err)
		}
		starting.Add(1)
		go func() {
			defer starting.Done()
			if err := importWhenReady(ctx, node, pause); err != nil {
				results <- fmt.Errorf("node %s: pause image: %w", node.Name, err)
			}
		}()
	}
	if err := nodehost.AddRoutes(ctx, network); err != nil {
		return err
	}
	api, err := kubeapi.Open(layout.Kubeconfig())
	if err != nil {
		return err
	}
	if err := await(ctx, "the API server", func() error { return api.Get(ctx, "/readyz", nil) }); err != nil {
		return err
	}
	if err := control.Objects(ctx, api); err != nil {
		return err
	}
	starting.Wait()
	select {
	case err := <-results:
		return err
	default:
	}
	return await(ctx, "the cluster", func() error { return healthy(ctx) })
}

// prepare creates the folders and records what has to be undone.
func prepare(network layout.Network, unenforced string, programs control.Binaries) error {
	if err := os.RemoveAll(layout.Logs()); err != nil {
		return err
	}
	remembered := record{Network: network, Nodes: layout.CountsOf(layout.Nodes()), Settings: nodehost.Settings(), Unenforced: unenforced}
	if err := os.MkdirAll(layout.Logs(), 0o755); err != nil {
		return err
	}
	if err := remembered.write(); err != nil {
		return err
	}
	for _, node := range layout.Nodes() {
		if err := os.MkdirAll(layout.Logs(node.Name), 0o755); err != nil {
			return err
		}
		_, made, err := nodehost.PrivateFolders(node)
		if err != nil {
			return err
		}
		remembered.Folders = append(remembered.Folders, made...)
	}
	if err := remembered.write(); err != nil {
		return err
	}
	return copySelf(programs.Self)
}

// copySelf copies this program to the cluster's folder, so that it does not depend on the clone and the cache.
func copySelf(target string) error {
	source, err := os.Open("/proc/self/exe")
	if err != nil {
		return err
	}
	defer source.Close()
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o755)
	if err != nil {
		return err
	}
	if _, err := io.Copy(file, source); err != nil {
		return err
	}
	return file.Close()
}

// startNode starts the first process of a node in its own namespaces and connects it to the bridge.
func (c *Cluster) startNode(ctx context.Context, node layout.Node, network layout.Network, programs control.Binaries) error {
	cgroups, err := nodehost.MakeCgroups(node)
	if err != nil {
		return err
	}
	pairs, _, err := nodehost.PrivateFolders(node)
	if err != nil {
		return err
	}
	spec, err := control.Spec(node, network, programs, pairs, cgroups)
	if err != nil {
		return err
	}
	if err := spec.Write(specPath(node)); err != nil {
		return err
	}
	return launch(ctx, node, programs.Self)
}

// specPath returns the path of the spec of the node's first process.
func specPath(node layout.Node) string { return node.Folder("node.json") }

// self returns the path of the cluster's own copy of this program.
func self() string { return filepath.Join(layout.State, "bin", "scalelab-cluster") }

// launch starts the first process of a node by its spec, and connects it to the bridge.
func launch(ctx context.Context, node layout.Node, program string) error {
	log, err := os.OpenFile(layout.Logs(node.Name, "node.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	process := exec.Command(program, "node", specPath(node))
	process.Stdout, process.Stderr = log, log
	process.Dir = "/"
	process.SysProcAttr = &syscall.SysProcAttr{
		Setsid:     true,
		Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWUTS | syscall.CLONE_NEWIPC,
	}
	if err := process.Start(); err != nil {
		return fmt.Errorf("cannot create namespaces (run as root, outside of restricted containers): %w", err)
	}
	if err := nodehost.Connect(ctx, node, process.Process.Pid); err != nil {
		return err
	}
	return process.Process.Release()
}

// await repeats a check every 50 ms until it succeeds or ctx ends.
func await(ctx context.Context, what string, check func() error) error {
	for {
		err := check()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %s: %v", context.Cause(ctx), what, err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

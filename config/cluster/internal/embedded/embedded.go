// Package embedded runs a Kubernetes cluster of several nodes on one Linux machine, using only its kernel and
// programs from package registries.
package embedded

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"dev.scalelab/cluster/internal/binary"
	"dev.scalelab/cluster/internal/layout"
	"dev.scalelab/cluster/internal/nodehost"
	"dev.scalelab/cluster/internal/preflight"
	"dev.scalelab/cluster/internal/progress"
)

// Cluster is the embedded cluster of this machine, which has at most one.
type Cluster struct {
	Log      *progress.Log
	Binaries binary.Builder
}

// record is stored when the cluster starts, to undo the changes later.
type record struct {
	Network  layout.Network    `json:"network"`
	Nodes    layout.Counts     `json:"nodes"`
	Settings map[string]string `json:"settings"` // the machine's previous values
	Folders  []string          `json:"folders"`  // created on the machine as mount points
	// Unenforced is why NetworkPolicies are not enforced although they were wanted.
	Unenforced string `json:"unenforced,omitempty"`
}

func recordPath() string { return filepath.Join(layout.State, "cluster.json") }

func (r record) write() error {
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(recordPath(), content, 0o644)
}

func readRecord() (record, error) {
	var r record
	content, err := os.ReadFile(recordPath())
	if err == nil {
		err = json.Unmarshal(content, &r)
	}
	return r, err
}

// Present reports whether an embedded cluster, healthy or broken, exists on this machine.
func Present() bool {
	_, err := os.Stat(recordPath())
	return err == nil
}

// UseNodes determines the nodes that commands work on: those of the existing cluster, or of the one that would be started.
func UseNodes() error {
	wanted, err := layout.CountsFromEnvironment()
	if err != nil {
		return err
	}
	if existing, err := readRecord(); err == nil && existing.Nodes != nil {
		wanted = existing.Nodes
	}
	layout.Use(wanted)
	return nil
}

// otherNodes returns an error if NODES asks for other nodes than the existing cluster has.
func otherNodes() error {
	existing, err := readRecord()
	if err != nil || existing.Nodes == nil || os.Getenv("NODES") == "" {
		return nil
	}
	wanted, err := layout.CountsFromEnvironment()
	if err == nil && !wanted.Equal(existing.Nodes) {
		err = fmt.Errorf("NODES=%s: the running cluster has %s: remove it first (make cluster-down), or leave NODES unset", wanted, existing.Nodes)
	}
	return err
}

// policiesNotice is what to say of the existing cluster if NETWORK_POLICIES asks for what it does not do, since it keeps its network as
// its nodes; empty if it does what is asked for.
func (r record) policiesNotice() string {
	set := os.Getenv("NETWORK_POLICIES")
	wanted, err := layout.NetworkFromEnvironment()
	switch {
	case set == "" || err != nil || wanted.Policies == r.Network.Policies:
		return ""
	case wanted.Policies && r.Unenforced != "":
		return "NetworkPolicies are not enforced: " + r.Unenforced
	default:
		return fmt.Sprintf("NETWORK_POLICIES=%s has no effect on it: remove it first (make cluster-down)", set)
	}
}

// lock prevents two commands from changing the cluster at the same time; the second one waits up to ten minutes.
func (c *Cluster) lock(ctx context.Context) (release func(), err error) {
	if err := preflight.Root(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(layout.Lock), 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(layout.Lock, os.O_CREATE|os.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, err
	}
	reported := false
	for deadline := time.Now().Add(10 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { file.Close() }, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) || time.Now().After(deadline) || ctx.Err() != nil {
			file.Close()
			return nil, fmt.Errorf("another command is changing the cluster (lock %s): %w", layout.Lock, err)
		}
		if !reported {
			c.Log.Say("waiting for another command that is changing the cluster")
			reported = true
		}
	}
}

// Down removes the cluster, healthy or broken. Only its log files are kept.
func (c *Cluster) Down(ctx context.Context) error {
	remains := func() bool { return Present() || nodehost.Traces() }
	if preflight.Root() != nil && !remains() {
		return nil // users of kind may not be root
	}
	release, err := c.lock(ctx)
	if err != nil {
		return err
	}
	defer release()
	if !remains() {
		c.Log.Say("no embedded cluster exists")
		return nil
	}
	return c.Log.Step("removing the cluster", clean)
}

// clean removes everything that a cluster, even an incomplete one, has on this machine.
func clean() error {
	remembered, recordErr := readRecord()
	if err := nodehost.Kill(20 * time.Second); err != nil {
		return err
	}
	nodehost.Unmount()
	nodehost.RemoveBridge()
	if err := nodehost.RemoveCgroups(); err != nil {
		return err
	}
	if recordErr == nil {
		nodehost.Restore(remembered.Settings)
		nodehost.RemoveEmpty(remembered.Folders)
	}
	entries, err := os.ReadDir(layout.State)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	for _, entry := range entries {
		// The record is removed last: while it exists, the next command cleans up.
		if path := filepath.Join(layout.State, entry.Name()); path != layout.Logs() && path != recordPath() {
			if err := os.RemoveAll(path); err != nil {
				return err
			}
		}
	}
	return os.RemoveAll(recordPath())
}

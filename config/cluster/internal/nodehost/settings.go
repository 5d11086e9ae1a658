package nodehost

import (
	"os"
	"path/filepath"
	"strings"

	"dev.scalelab/cluster/internal/layout"
)

// kubeletSettings are the machine-wide settings that kubelets change.
var kubeletSettings = []string{
	"vm/overcommit_memory", "vm/panic_on_oom", "kernel/panic", "kernel/panic_on_oops", "kernel/keys/root_maxkeys", "kernel/keys/root_maxbytes",
}

// Settings returns the machine's current values of the settings that kubelets change.
func Settings() map[string]string {
	values := map[string]string{}
	for _, name := range kubeletSettings {
		if content, err := os.ReadFile(filepath.Join("/proc/sys", name)); err == nil {
			values[name] = strings.TrimSpace(string(content))
		}
	}
	return values
}

// Restore restores the values that Settings returned.
func Restore(values map[string]string) {
	for name, value := range values {
		_ = os.WriteFile(filepath.Join("/proc/sys", name), []byte(value), 0o644)
	}
}

// privateFolders are folders with fixed paths to which components write: each node gets its own, mounted over them.
var privateFolders = map[string]string{
	"kubelet":    "/var/lib/kubelet",
	"containerd": "/var/lib/containerd",
	"run":        "/run/containerd",
	"opt":        "/opt/containerd",
	"cni-state":  "/var/lib/cni",
	"netns":      "/run/netns",
	"pod-logs":   "/var/log/pods",
	"container":  "/var/log/containers",
	"cni":        "/etc/cni/net.d",
}

// PrivateFolders creates the node's own folders, and the machine's folders over which they are mounted. It returns the
// pairs (own, machine's) and the machine's folders that did not exist before.
func PrivateFolders(node layout.Node) (pairs map[string]string, made []string, err error) {
	pairs = map[string]string{}
	for own, target := range privateFolders {
		source := node.Folder(own)
		if err := os.MkdirAll(source, 0o755); err != nil {
			return nil, nil, err
		}
		for folder := target; !exists(folder); folder = filepath.Dir(folder) {
			made = append(made, folder)
		}
		if err := os.MkdirAll(target, 0o755); err != nil {
			return nil, nil, err
		}
		pairs[source] = target
	}
	return pairs, made, nil
}

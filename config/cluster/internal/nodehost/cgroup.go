// Package nodehost creates and removes what the cluster needs on the machine: control groups, the bridge, settings.
package nodehost

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"dev.scalelab/cluster/internal/layout"
)

// cgroupMount is where Linux distributions mount control groups.
const cgroupMount = "/sys/fs/cgroup"

// Weights of the components' control group relative to that of each node's pods, in version 1 and version 2 units:
// otherwise pods could starve the control plane, and nodes would become unready.
const (
	componentShares = "8192"
	componentWeight = "800"
)

// hierarchies returns the folders under which control groups are created: one in version 2, one for each controller in
// version 1, and both if a machine has both versions.
func hierarchies(mountinfo string) []string {
	var found []string
	for _, line := range strings.Split(mountinfo, "\n") {
		before, after, ok := strings.Cut(line, " - ")
		fields := strings.Fields(before)
		if !ok || len(fields) < 5 || !strings.HasPrefix(after, "cgroup") || !strings.HasPrefix(fields[4], cgroupMount) {
			continue
		}
		found = append(found, fields[4])
	}
	return found
}

func machineHierarchies() ([]string, error) {
	mountinfo, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	found := hierarchies(string(mountinfo))
	if len(found) == 0 {
		return nil, fmt.Errorf("no control groups are mounted under %s: mount them, or run on a machine (or in a container) that has them", cgroupMount)
	}
	return found, nil
}

// PodsCgroup returns the control group of the node's pods, in the kubelet's notation.
func PodsCgroup(node layout.Node) string { return "/" + layout.CgroupRoot + "/" + node.Name }

// MakeCgroups creates the node's control groups and returns the folders of those of its components.
func MakeCgroups(node layout.Node) ([]string, error) {
	found, err := machineHierarchies()
	if err != nil {
		return nil, err
	}
	var components []string
	for _, hierarchy := range found {
		root := filepath.Join(hierarchy, layout.CgroupRoot)
		own := filepath.Join(root, "components")
		member := filepath.Join(own, node.Name)
		pods := filepath.Join(root, node.Name)
		delegate(hierarchy)
		for _, folder := range []string{root, own, member, pods} {
			if err := makeCgroup(folder); err != nil {
				return nil, fmt.Errorf("control group: %w: run on a machine, or in a container, that may create control groups", err)
			}
			if folder == root || folder == pods {
				delegate(folder)
			}
		}
		for _, group := range []string{root, own} {
			writeIfThere(filepath.Join(group, "cpu.shares"), componentShares)
			writeIfThere(filepath.Join(group, "cpu.weight"), componentWeight)
		}
		components = append(components, member)
	}
	return components, nil
}

func makeCgroup(folder string) error {
	if err := os.Mkdir(folder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if !isVersion1(folder) {
		return nil
	}
	for _, name := range []string{"cpuset.cpus", "cpuset.mems"} { // initially empty, and then no process can run in it
		if content, err := os.ReadFile(filepath.Join(filepath.Dir(folder), name)); err == nil {
			writeIfThere(filepath.Join(folder, name), strings.TrimSpace(string(content)))
		}
	}
	return nil
}

// delegate enables this group's controllers for the groups below it, which version 2 requires. It is not possible for a
// group with its own processes, such as those of the components.
func delegate(folder string) {
	controllers, err := os.ReadFile(filepath.Join(folder, "cgroup.controllers"))
	if err != nil {
		return
	}
	for _, controller := range strings.Fields(string(controllers)) {
		writeIfThere(filepath.Join(folder, "cgroup.subtree_control"), "+"+controller)
	}
}

func isVersion1(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "cgroup.controllers"))
	return err != nil
}

func writeIfThere(path, value string) {
	if _, err := os.Stat(path); err == nil {
		_ = os.WriteFile(path, []byte(value), 0o644)
	}
}

// Kill ends all processes of the cluster, even if another clone started it, and returns when none is left.
func Kill(deadline time.Duration) error { return kill(deadline, layout.CgroupRoot) }

// KillNode ends all processes of a node, its components and its pods, and returns when none is left.
func KillNode(node layout.Node, deadline time.Duration) error {
	return kill(deadline, filepath.Join(layout.CgroupRoot, "components", node.Name), PodsCgroup(node))
}

func kill(deadline time.Duration, groups ...string) error {
	killed := map[int]bool{}
	for end := time.Now().Add(deadline); ; time.Sleep(20 * time.Millisecond) {
		pids := map[int]bool{}
		for _, group := range groups {
			found, err := processes(group)
			if err != nil {
				return err
			}
			maps.Copy(pids, found)
		}
		for pid := range pids {
			killed[pid] = true
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		// A process without a control group may still be a zombie.
		if len(pids) == 0 && gone(killed) {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("%d processes of the cluster still exist %s after being killed: inspect them with ps, and restart the machine if they hang in the kernel", len(killed), deadline)
		}
	}
}

// gone removes the processes that have ended from the set and reports whether it is empty.
func gone(killed map[int]bool) bool {
	for pid := range killed {
		if syscall.Kill(pid, 0) != nil {
			delete(killed, pid)
		}
	}
	return len(killed) == 0
}

// Traces reports whether this machine has control groups or the bridge of a cluster.
func Traces() bool {
	found, _ := machineHierarchies()
	for _, hierarchy := range found {
		if exists(filepath.Join(hierarchy, layout.CgroupRoot)) {
			return true
		}
	}
	return exists(filepath.Join("/sys/class/net", layout.Bridge))
}

func processes(group string) (map[int]bool, error) {
	found, err := machineHierarchies()
	if err != nil {
		return nil, err
	}
	pids := map[int]bool{}
	for _, hierarchy := range found {
		_ = filepath.WalkDir(filepath.Join(hierarchy, group), func(path string, _ fs.DirEntry, err error) error {
			if err == nil && filepath.Base(path) == "cgroup.procs" {
				content, _ := os.ReadFile(path)
				for _, field := range strings.Fields(string(content)) {
					if pid, err := strconv.Atoi(field); err == nil && pid > 0 {
						pids[pid] = true
					}
				}
			}
			return nil // control groups may change while they are read
		})
	}
	return pids, nil
}

// RemoveCgroups removes the cluster's control groups, and retries for up to five seconds until the kernel releases them.
func RemoveCgroups() error {
	found, err := machineHierarchies()
	if err != nil {
		return err
	}
	for _, hierarchy := range found {
		root := filepath.Join(hierarchy, layout.CgroupRoot)
		for end := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			removeFolders(root)
			if _, err := os.Stat(root); err != nil {
				break
			}
			if time.Now().After(end) {
				return fmt.Errorf("control group %s cannot be removed: something still uses it", root)
			}
		}
	}
	return nil
}

// removeFolders removes a tree of folders without regular files, deepest first.
func removeFolders(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if entry.IsDir() {
			removeFolders(filepath.Join(folder, entry.Name()))
		}
	}
	_ = syscall.Rmdir(folder)
}

// Package nodehost makes and removes what the cluster needs of the machine: control groups, the bridge, settings.
package nodehost

import (
	"errors"
	"fmt"
	"io/fs"
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

// Weights of the components' control group against that of each node's pods, in version 1 and version 2 units:
// a control plane that pods can starve would lose its nodes.
const (
	componentShares = "8192"
	componentWeight = "800"
)

// hierarchies returns the folders under which control groups are made: one in version 2, one for each controller in
// version 1, and both kinds where a machine has both.
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

// PodsCgroup returns the control group of the node's pods, as the kubelet names it.
func PodsCgroup(node layout.Node) string { return "/" + layout.CgroupRoot + "/" + node.Name }

// MakeCgroups makes the node's control groups and returns the folders to which its components belong.
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
				return nil, fmt.Errorf("control group: %w: run on a machine, or in a container, that may make control groups", err)
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
	for _, name := range []string{"cpuset.cpus", "cpuset.mems"} { // empty at first, and then nothing can run in it
		if content, err := os.ReadFile(filepath.Join(filepath.Dir(folder), name)); err == nil {
			writeIfThere(filepath.Join(folder, name), strings.TrimSpace(string(content)))
		}
	}
	return nil
}

// delegate lets the groups below this one use its controllers, which version 2 asks for. A group that has processes of
// its own may not do so, and those of the components have.
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

// Kill ends every process of the cluster, whoever started it, and returns when none is left.
func Kill(deadline time.Duration) error {
	killed := map[int]bool{}
	for end := time.Now().Add(deadline); ; time.Sleep(20 * time.Millisecond) {
		pids, err := processes(layout.CgroupRoot)
		if err != nil {
			return err
		}
		for pid := range pids {
			killed[pid] = true
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		// Without a control group, a process may still wait for its exit status to be taken.
		if len(pids) == 0 && gone(killed) {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("%d processes of the old cluster still there %s after being killed: look at them with ps, and restart the machine if they hang in the kernel", len(killed), deadline)
		}
	}
}

// gone forgets the processes that have ended and tells whether that is all of them.
func gone(killed map[int]bool) bool {
	for pid := range killed {
		if syscall.Kill(pid, 0) != nil {
			delete(killed, pid)
		}
	}
	return len(killed) == 0
}

// Traces tells whether something of a cluster is on this machine: its control groups or its bridge.
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
			return nil // control groups come and go while they are read
		})
	}
	return pids, nil
}

// RemoveCgroups removes the cluster's control groups, trying for up to five seconds while the kernel lets go of them.
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

// removeFolders removes a tree of folders that hold no files of their own, deepest first.
func removeFolders(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if entry.IsDir() {
			removeFolders(filepath.Join(folder, entry.Name()))
		}
	}
	_ = syscall.Rmdir(folder)
}

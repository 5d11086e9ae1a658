package nodehost

import (
	"os"
	"sort"
	"strings"
	"syscall"

	"dev.scalelab/cluster/internal/layout"
)

// Unmount removes all mounts under the cluster's folder that are visible outside the nodes.
func Unmount() {
	mountinfo, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return
	}
	for _, place := range mountsUnder(string(mountinfo), layout.State) {
		_ = syscall.Unmount(place, syscall.MNT_DETACH)
	}
}

// mountsUnder returns the mount points below folder, the deepest first.
func mountsUnder(mountinfo, folder string) []string {
	var places []string
	for _, line := range strings.Split(mountinfo, "\n") {
		fields := strings.Fields(line)
		if len(fields) > 4 && strings.HasPrefix(fields[4], folder+"/") {
			places = append(places, fields[4])
		}
	}
	sort.Sort(sort.Reverse(sort.StringSlice(places)))
	return places
}

// RemoveEmpty removes the folders that are empty, children before parents.
func RemoveEmpty(folders []string) {
	sorted := append([]string(nil), folders...)
	sort.Sort(sort.Reverse(sort.StringSlice(sorted)))
	for _, folder := range sorted {
		_ = syscall.Rmdir(folder)
	}
}

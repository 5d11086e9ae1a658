package nodehost

import (
	"reflect"
	"testing"
)

const mountinfo = `22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
30 22 0:26 / /sys/fs/cgroup rw - tmpfs tmpfs rw
31 30 0:27 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
32 30 0:28 / /sys/fs/cgroup/unified rw,relatime shared:5 - cgroup2 cgroup2 rw
40 22 0:50 / /var/lib/scalelab/nodes/a/netns rw - tmpfs tmpfs rw
41 40 0:51 / /var/lib/scalelab/nodes/a/netns/one rw - nsfs nsfs rw
42 22 0:52 / /var/lib/scalelab-other rw - tmpfs tmpfs rw
43 22 0:53 / /elsewhere/cgroup rw - cgroup cgroup rw,cpu
`

func TestHierarchiesAreTheOnesUnderTheUsualPlace(t *testing.T) {
	want := []string{"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/unified"}
	if got := hierarchies(mountinfo); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestMountsUnderAFolderDeepestFirst(t *testing.T) {
	want := []string{"/var/lib/scalelab/nodes/a/netns/one", "/var/lib/scalelab/nodes/a/netns"}
	if got := mountsUnder(mountinfo, "/var/lib/scalelab"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
}

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The whole life cycle of a real embedded cluster. It removes an existing cluster, so it must be enabled explicitly.
func TestEmbeddedClusterComesIsMendedAndGoesWithoutTrace(t *testing.T) {
	if os.Getenv("SCALELAB_TEST_LIFECYCLE") == "" {
		t.Skip("removes the cluster of this machine: set SCALELAB_TEST_LIFECYCLE=1 to run it")
	}
	cluster(t, true, "down")
	before := traces(t)

	cluster(t, true, "up")
	awaitStatus(t, true, "")
	aPolicyCutsAPodOff(t)

	began := time.Now()
	said := cluster(t, true, "up")
	took := time.Since(began)
	began = time.Now()
	cluster(t, true, "status")
	// Less than the patience with one that is not healthy. A busy machine takes longer for a status, too.
	if delay := took - time.Since(began); !strings.Contains(said, "up already") || delay > 25*time.Second {
		t.Errorf("a healthy cluster must be kept, without delay; took %s, which is %s longer than a status:\n%s", took, delay, said)
	}

	cluster(t, true, "lose node-load 5")
	awaitStatus(t, true, "")
	if said := cluster(t, false, "lose node-system 5"); !strings.Contains(said, "control plane") {
		t.Errorf("the node of the control plane must not be lost:\n%s", said)
	}

	kill(t, func(command string) bool {
		return strings.Contains(command, "kubelet") && strings.Contains(command, "node-load")
	})
	awaitStatus(t, false, "killed by signal")
	if said := cluster(t, true, "up"); !strings.Contains(said, "kubelet on node-load") {
		t.Errorf("the reason for replacing the cluster must be printed:\n%s", said)
	}

	kill(t, func(string) bool { return true })
	cluster(t, true, "up")
	awaitStatus(t, true, "")

	cluster(t, true, "down")
	after := traces(t)
	for kind, things := range after {
		for _, thing := range things {
			if !slices.Contains(before[kind], thing) {
				t.Errorf("left behind (%s): %s", kind, thing)
			}
		}
		for _, thing := range before[kind] {
			if !slices.Contains(things, thing) {
				t.Errorf("removed although not the cluster's (%s): %s", kind, thing)
			}
		}
	}
}

// awaitStatus asks for the status until it is as expected: on a busy machine an answer may be late.
func awaitStatus(t *testing.T, healthy bool, text string) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Second) {
		if said, err := execute(t, "status"); (err == nil) == healthy && strings.Contains(said, text) {
			return
		}
	}
	t.Fatalf("within %s the status was not: healthy %v, with %q", patience, healthy, text)
}

// cluster runs a command of the script and returns all it prints.
func cluster(t *testing.T, succeeds bool, command string) string {
	t.Helper()
	said, err := execute(t, command)
	if (err == nil) != succeeds {
		t.Fatalf("cluster %s: %v", command, err)
	}
	return said
}

func execute(t *testing.T, command string) (string, error) {
	t.Helper()
	cluster := exec.Command("./cluster", strings.Fields(command)...)
	cluster.Env = append(os.Environ(), "CLUSTER=embedded", "NETWORK_POLICIES=yes")
	out, err := cluster.CombinedOutput()
	t.Logf("cluster %s:\n%s", command, out)
	return string(out), err
}

// kill ends the processes of the cluster with a matching command line, as abruptly as a crash.
func kill(t *testing.T, chosen func(command string) bool) {
	t.Helper()
	killed := 0
	for _, file := range glob(t, "/sys/fs/cgroup/pids/scalelab", "/sys/fs/cgroup/scalelab") {
		content, _ := os.ReadFile(file)
		for _, field := range strings.Fields(string(content)) {
			command, _ := os.ReadFile(filepath.Join("/proc", field, "cmdline"))
			if pid, _ := strconv.Atoi(field); pid > 0 && chosen(string(command)) && syscall.Kill(pid, syscall.SIGKILL) == nil {
				killed++
			}
		}
	}
	if killed == 0 {
		t.Fatal("found no process to kill")
	}
}

// glob returns the process lists of all control groups below the roots.
func glob(t *testing.T, roots ...string) []string {
	t.Helper()
	var files []string
	for _, root := range roots {
		_ = filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
			if err == nil && filepath.Base(path) == "cgroup.procs" {
				files = append(files, path)
			}
			return nil
		})
	}
	return files
}

// traces lists everything that a cluster could leave on the machine.
func traces(t *testing.T) map[string][]string {
	t.Helper()
	commands := map[string]string{
		"process":         `ps -eo args | grep -E '/var/lib/scalelab/|^.scalelab-cluste' | grep -v grep || true`,
		"mount":           `cut -d' ' -f5 /proc/self/mountinfo | grep -v /containers/storage/ | sort`,
		"network device":  `ls /sys/class/net`,
		"namespace":       `ls /run/netns 2>/dev/null || true`,
		"control group":   `find /sys/fs/cgroup -type d -path '*scalelab*'`,
		"rule":            `for t in iptables ip6tables; do /usr/sbin/$t-save | grep -E '^-A|^:.*-' | sed 's/\[.*//' || true; done`,
		"route":           `ip route show table all`,
		"machine setting": `/usr/sbin/sysctl vm.overcommit_memory vm.panic_on_oom kernel.panic kernel.panic_on_oops net.ipv4.ip_forward`,
		"folder":          `ls -d /var/lib/kubelet /var/lib/containerd /run/containerd /opt/containerd /var/lib/cni /run/netns /var/log/pods /var/log/containers /etc/cni 2>/dev/null || true`,
		"state":           `ls /var/lib/scalelab 2>/dev/null | grep -v '^logs$' || true`,
	}
	found := map[string][]string{}
	for kind, command := range commands {
		out, err := exec.Command("sh", "-c", command).Output()
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		found[kind] = strings.Split(strings.TrimSpace(string(out)), "\n")
	}
	return found
}

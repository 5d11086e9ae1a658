// Package preflight checks, before anything is started, whether the machine can run the embedded cluster. Each
// message says what is missing and how to correct it.
package preflight

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"dev.scalelab/cluster/internal/binary"
	"dev.scalelab/cluster/internal/shell"
)

// Requirements of the cluster with a small experiment, in bytes.
const (
	memoryNeeded = 3 << 30
	diskNeeded   = 6 << 30
)

// cniFolders are the folders in which distributions install the network plugins.
var cniFolders = []string{"/usr/lib/cni", "/opt/cni/bin", "/usr/libexec/cni"}

// programs are the programs that the cluster runs, with the Debian package of each.
var programs = map[string]string{
	"containerd": "containerd", "ctr": "containerd", "runc": "runc", "ip": "iproute2", "iptables": "iptables",
	"conntrack": "conntrack", "ethtool": "ethtool", "socat": "socat",
}

// Machine checks this machine and returns all problems, not only the first one.
func Machine(state string) error {
	if runtime.GOOS != "linux" {
		return errors.New("the embedded cluster requires Linux; on other systems use kind: install Docker and kind, and run the command again")
	}
	if err := Root(); err != nil {
		return err
	}
	var problems []error
	for program, hostPackage := range programs {
		if _, err := exec.LookPath(program); err != nil {
			problems = append(problems, fmt.Errorf("the program %s is missing: apt-get install %s", program, hostPackage))
		}
	}
	if _, err := CNIFolder(); err != nil {
		problems = append(problems, err)
	}
	meminfo, _ := os.ReadFile("/proc/meminfo")
	if available := memoryAvailable(string(meminfo)); available < memoryNeeded {
		problems = append(problems, fmt.Errorf("%.1f GiB of memory are available, %d are required: stop other programs, or use a larger machine", gibibytes(available), memoryNeeded>>30))
	}
	return errors.Join(append(problems, disk(state))...)
}

// Root checks that this user may change the embedded cluster.
func Root() error {
	if os.Geteuid() != 0 {
		return errors.New("the embedded cluster requires root: run the command as root (sudo -E make ...), or install Docker and kind, which do not require it")
	}
	return nil
}

// disk checks the disk of the folder, which may not exist yet.
func disk(folder string) error {
	for ; ; folder = filepath.Dir(folder) {
		if _, err := os.Stat(folder); err == nil {
			break
		}
	}
	const overlay = 0x794c7630
	var stat syscall.Statfs_t
	if err := syscall.Statfs(folder, &stat); err != nil {
		return err
	}
	if int64(stat.Type) == overlay {
		return fmt.Errorf("%s is on an overlay file system, on which containers cannot create their own overlays: mount a disk or a tmpfs there", folder)
	}
	if free := stat.Bavail * uint64(stat.Bsize); free < diskNeeded {
		return fmt.Errorf("%.1f GiB are free on the disk of %s, %d are required: free some space", gibibytes(free), folder, diskNeeded>>30)
	}
	return nil
}

func gibibytes(bytes uint64) float64 { return float64(bytes) / (1 << 30) }

func memoryAvailable(meminfo string) uint64 {
	for _, line := range strings.Split(meminfo, "\n") {
		if rest, found := strings.CutPrefix(line, "MemAvailable:"); found {
			kibibytes, _ := strconv.ParseUint(strings.Fields(rest)[0], 10, 64)
			return kibibytes << 10
		}
	}
	return 0
}

// CNIFolder returns the folder of the network plugins.
func CNIFolder() (string, error) {
	for _, folder := range cniFolders {
		if _, err := os.Stat(filepath.Join(folder, "ptp")); err == nil {
			return folder, nil
		}
	}
	return "", fmt.Errorf("no network plugins in %s: apt-get install containernetworking-plugins", strings.Join(cniFolders, ", "))
}

// Network checks that the address ranges are not in use on this machine.
func Network(ctx context.Context, ranges ...string) error {
	out, err := shell.Run(ctx, "ip", "-json", "route", "show", "table", "all")
	if err != nil {
		return err
	}
	var routes []struct{ Dst, Dev string }
	if err := json.Unmarshal([]byte(out), &routes); err != nil {
		return err
	}
	for _, route := range routes {
		for _, wanted := range ranges {
			if overlap(wanted, route.Dst) {
				return fmt.Errorf("the addresses %s are in use: this machine has a route to %s (device %s); select unused ones by their first two numbers: "+
					"CLUSTER_NETWORK=10.199 for nodes and pods, CLUSTER_SERVICES=10.198 for services", wanted, route.Dst, route.Dev)
			}
		}
	}
	return nil
}

// overlap reports whether a route leads into the wanted range. A route to a larger range, such as the default route, does
// not count: the cluster's route is more specific.
func overlap(wanted, destination string) bool {
	prefix := netip.MustParsePrefix(wanted)
	if address, err := netip.ParseAddr(destination); err == nil {
		return prefix.Contains(address)
	}
	route, err := netip.ParsePrefix(destination)
	return err == nil && route.Bits() >= prefix.Bits() && prefix.Contains(route.Addr())
}

// Registry checks, within 20 s, that Go modules can be downloaded if a program has not been built yet.
func Registry(ctx context.Context, builder binary.Builder, needed ...binary.Program) error {
	for _, program := range needed {
		path, err := builder.Path(program)
		if err != nil {
			return err
		}
		if _, err := os.Stat(path); err == nil {
			continue
		}
		download := shell.Command{Name: "go", Args: []string{"mod", "download"},
			Env: []string{"GOPROXY=off"}, Dir: filepath.Join(builder.Source, binary.Kubenode.Module)}
		if _, err := download.Run(ctx); err == nil {
			continue // all modules are in the cache
		}
		const patience = 20 * time.Second
		ctx, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("no answer within %s", patience))
		defer cancel()
		// With a cache that has the module already, go would not ask the proxy.
		empty, err := os.MkdirTemp("", "scalelab-preflight.")
		if err != nil {
			return err
		}
		defer os.RemoveAll(empty)
		_, err = shell.Command{Name: "go", Args: []string{"mod", "download", "-modcacherw", "k8s.io/klog/v2"},
			Env: []string{"GOMODCACHE=" + empty}, Dir: filepath.Join(builder.Source, binary.Kubenode.Module)}.Run(ctx)
		if err != nil {
			return fmt.Errorf("%s has to be built, and the Go module proxy does not respond: check `go env GOPROXY` and the network, then run the command again: %w", program.Name, err)
		}
		return nil
	}
	return nil
}

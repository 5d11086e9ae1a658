package supervisor

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"dev.scalelab/cluster/internal/shell"
)

// Interface is the name of the node's network device inside the node.
const Interface = "eth0"

// enter sets up a node in the new namespaces, in which this process is the first one.
func enter(spec Spec) error {
	for _, cgroup := range spec.Cgroups {
		if err := os.WriteFile(filepath.Join(cgroup, "cgroup.procs"), []byte(strconv.Itoa(os.Getpid())), 0o644); err != nil {
			return fmt.Errorf("control group %s: %w", cgroup, err)
		}
	}
	if err := syscall.Sethostname([]byte(spec.Name)); err != nil {
		return fmt.Errorf("host name: %w", err)
	}
	if err := mounts(spec.Mounts); err != nil {
		return err
	}
	return network(spec)
}

func mounts(list []Mount) error {
	// Slave: mounts made here are not visible outside, but unmounts outside take effect here.
	// In addition shared: the kubelet's mounts are propagated to containers that request it.
	for _, flags := range []uintptr{syscall.MS_SLAVE | syscall.MS_REC, syscall.MS_SHARED | syscall.MS_REC} {
		if err := syscall.Mount("", "/", "", flags, ""); err != nil {
			return fmt.Errorf("mount propagation: %w", err)
		}
	}
	if err := syscall.Mount("proc", "/proc", "proc", syscall.MS_NOSUID|syscall.MS_NODEV|syscall.MS_NOEXEC, ""); err != nil {
		return fmt.Errorf("mount /proc: %w", err)
	}
	for _, mount := range list {
		if err := syscall.Mount(mount.Source, mount.Target, "", syscall.MS_BIND, ""); err != nil {
			return fmt.Errorf("mount %s on %s: %w", mount.Source, mount.Target, err)
		}
	}
	return nil
}

func network(spec Spec) error {
	deadline := time.Now().Add(10 * time.Second)
	for {
		if _, err := net.InterfaceByName(Interface); err == nil {
			break
		} else if time.Now().After(deadline) {
			return fmt.Errorf("no network device %s after 10 s: the program that started this node did not create it", Interface)
		}
		time.Sleep(5 * time.Millisecond)
	}
	commands := [][]string{
		{"link", "set", "lo", "up"},
		{"address", "add", spec.Address, "dev", Interface},
		{"link", "set", Interface, "up"},
	}
	for _, route := range spec.Routes {
		way := []string{"dev", Interface}
		if route.Via != "" {
			way = []string{"via", route.Via}
		}
		commands = append(commands, append([]string{"route", "add", route.Range}, way...))
	}
	for _, arguments := range commands {
		if _, err := shell.Run(context.Background(), "ip", arguments...); err != nil {
			return err
		}
	}
	return os.WriteFile("/proc/sys/net/ipv4/ip_forward", []byte("1"), 0o644)
}

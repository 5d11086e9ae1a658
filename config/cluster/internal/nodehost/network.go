package nodehost

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"dev.scalelab/cluster/internal/layout"
	"dev.scalelab/cluster/internal/shell"
	"dev.scalelab/cluster/internal/supervisor"
)

// bridgeRule lets the nodes' packets cross the bridge on a machine whose firewall sees, and would drop, bridged packets.
var bridgeRule = []string{"FORWARD", "-i", layout.Bridge, "-o", layout.Bridge, "-j", "ACCEPT"}

// MakeBridge makes the bridge with the machine's own address.
func MakeBridge(ctx context.Context, network layout.Network) error {
	for _, arguments := range [][]string{
		{"link", "add", layout.Bridge, "type", "bridge", "forward_delay", "0"},
		{"address", "add", network.Host() + "/24", "dev", layout.Bridge},
		{"link", "set", layout.Bridge, "up"},
	} {
		if _, err := shell.Run(ctx, "ip", arguments...); err != nil {
			return err
		}
	}
	if filtered, err := os.ReadFile("/proc/sys/net/bridge/bridge-nf-call-iptables"); err == nil && strings.TrimSpace(string(filtered)) == "1" {
		_, err := shell.Run(ctx, "iptables", append([]string{"-w", "-I"}, bridgeRule...)...)
		return err
	}
	return nil
}

// Connect gives the node, whose first process is pid, its end of a cable to the bridge.
func Connect(ctx context.Context, node layout.Node, pid int) error {
	for _, arguments := range [][]string{
		{"link", "add", node.Uplink(), "type", "veth", "peer", "name", supervisor.Interface, "netns", strconv.Itoa(pid)},
		{"link", "set", node.Uplink(), "master", layout.Bridge},
		{"link", "set", node.Uplink(), "up"},
	} {
		if _, err := shell.Run(ctx, "ip", arguments...); err != nil {
			return err
		}
	}
	return nil
}

// AddRoutes lets the machine reach pods, each by way of its node, and services, by way of the system node.
// The nodes themselves have no way out: what is addressed elsewhere ends there, at once.
func AddRoutes(ctx context.Context, network layout.Network) error {
	routes := map[string]layout.Node{network.ServiceRange(): layout.Nodes()[0]}
	for _, node := range layout.Nodes() {
		routes[network.Pods(node)] = node
	}
	for target, node := range routes {
		if _, err := shell.Run(ctx, "ip", "route", "add", target, "via", network.Address(node), "dev", layout.Bridge); err != nil {
			return err
		}
	}
	return nil
}

// RemoveBridge removes the bridge and with it addresses and routes, the cables, and the firewall's rule, as far as they are there.
func RemoveBridge() {
	for _, node := range layout.Nodes() {
		if exists(filepath.Join("/sys/class/net", node.Uplink())) {
			shell.Quiet("ip", "link", "delete", node.Uplink())
		}
	}
	for shell.Quiet("iptables", append([]string{"-w", "-D"}, bridgeRule...)...) {
	}
	if exists(filepath.Join("/sys/class/net", layout.Bridge)) {
		shell.Quiet("ip", "link", "delete", layout.Bridge)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

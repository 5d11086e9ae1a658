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

// bridgeRule accepts the nodes' packets on the bridge, on a machine whose firewall would otherwise drop bridged packets.
var bridgeRule = []string{"FORWARD", "-i", layout.Bridge, "-o", layout.Bridge, "-j", "ACCEPT"}

// MakeBridge creates the bridge with the machine's address.
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

// Connect connects the node, whose first process is pid, to the bridge by a veth pair.
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

// Disconnect removes the node's end of the bridge, unless the kernel has done so with the node's last process.
func Disconnect(node layout.Node) {
	if exists(filepath.Join("/sys/class/net", node.Uplink())) {
		shell.Quiet("ip", "link", "delete", node.Uplink())
	}
}

// AddRoutes adds the machine's routes to pods, through their nodes, and to services, through the system node.
// The nodes have no route to outside networks: packets to other addresses are rejected immediately.
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

// RemoveBridge removes the bridge with its addresses and routes, the veth pairs, and the firewall's rule, as far as they exist.
func RemoveBridge() {
	uplinks, _ := filepath.Glob("/sys/class/net/" + layout.UplinkPrefix + "[0-9]*") // a killed cluster may have had other nodes
	for _, uplink := range uplinks {
		shell.Quiet("ip", "link", "delete", filepath.Base(uplink))
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

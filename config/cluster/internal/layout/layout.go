// Package layout has the names, paths and addresses of the embedded cluster.
package layout

import (
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
)

// State is the folder of all files of an embedded cluster. It is the same for every clone of the project, so that each
// finds, and can remove, a cluster that another clone started.
const State = "/var/lib/scalelab"

// Bridge is the network device that connects the nodes; CgroupRoot is the control group that contains all their processes.
const (
	Bridge     = "scalelab0"
	CgroupRoot = "scalelab"
	Domain     = "cluster.local"
)

// Lock is held while the cluster is being changed.
const Lock = "/run/lock/scalelab-cluster.lock"

// Node is one machine of the cluster, simulated by a group of namespaces.
type Node struct {
	Name  string
	Role  string // value of the label scalelab.dev/role
	Index int    // from 1; the system node is the first and runs the control plane
}

// Folder returns the path of the node's files.
func (n Node) Folder(elements ...string) string {
	return filepath.Join(append([]string{State, "nodes", n.Name}, elements...)...)
}

// Containerd returns the path of the node's containerd socket.
func (n Node) Containerd() string { return n.Folder("run", "containerd.sock") }

// Socket returns the path of the socket on which the node's supervisor listens.
func (n Node) Socket() string { return n.Folder("node.sock") }

// Uplink returns the name of the machine's end of the node's veth pair.
func (n Node) Uplink() string { return fmt.Sprint(UplinkPrefix, n.Index) }

// UplinkPrefix begins the name of every node's network device on the machine.
const UplinkPrefix = "scalelab-n"

// Network holds the first two numbers of the two address ranges, both of 65536 addresses, and what nodes do with packets.
type Network struct {
	Nodes    string `json:"nodes"` // the machine has .0.1, node n has .0.(n+1), its pods have .n.0/24
	Services string `json:"services"`
	Policies bool   `json:"policies"` // whether the nodes enforce NetworkPolicies
}

// NetworkFromEnvironment returns the default ranges, or those of CLUSTER_NETWORK and CLUSTER_SERVICES; NETWORK_POLICIES says whether
// policies are enforced.
func NetworkFromEnvironment() (Network, error) {
	network := Network{Nodes: "10.244", Services: "10.96"}
	switch set := os.Getenv("NETWORK_POLICIES"); set {
	case "yes":
		network.Policies = true
	case "no", "":
	default:
		return network, fmt.Errorf("NETWORK_POLICIES=%s: the value must be yes or no", set)
	}
	for name, value := range map[string]*string{"CLUSTER_NETWORK": &network.Nodes, "CLUSTER_SERVICES": &network.Services} {
		if set := os.Getenv(name); set != "" {
			if _, err := netip.ParseAddr(set + ".0.0"); err != nil {
				return network, fmt.Errorf("%s=%s: set the first two numbers of an unused range, such as 10.244", name, set)
			}
			*value = set
		}
	}
	return network, nil
}

// Host returns the machine's address on the bridge.
func (n Network) Host() string { return n.Nodes + ".0.1" }

// Address returns the node's address.
func (n Network) Address(node Node) string { return fmt.Sprintf("%s.0.%d", n.Nodes, node.Index+1) }

// Pods returns the range of the node's pods.
func (n Network) Pods(node Node) string { return fmt.Sprintf("%s.%d.0/24", n.Nodes, node.Index) }

// NodeRange, ServiceRange and WholeRange return ranges in CIDR notation.
func (n Network) NodeRange() string    { return n.Nodes + ".0.0/24" }
func (n Network) ServiceRange() string { return n.Services + ".0.0/16" }
func (n Network) WholeRange() string   { return n.Nodes + ".0.0/16" }

// APIService returns the address of the service `kubernetes`.
func (n Network) APIService() string { return n.Services + ".0.1" }

// Server returns the URL of the API server.
func (n Network) Server() string { return "https://" + n.Address(Nodes()[0]) + ":6443" }

// PKI returns the path of a certificate or kubeconfig file.
func PKI(name string) string { return filepath.Join(State, "pki", name) }

// Kubeconfig returns the path of the administrator's kubeconfig file.
func Kubeconfig() string { return PKI("admin.kubeconfig") }

// Logs returns the folder of the log files, which are kept when the cluster is removed.
func Logs(elements ...string) string {
	return filepath.Join(append([]string{State, "logs"}, elements...)...)
}

package control

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"dev.scalelab/cluster/internal/layout"
	"dev.scalelab/cluster/internal/nodehost"
	"dev.scalelab/cluster/internal/supervisor"
)

// PauseImage is the image that holds the namespaces of every pod.
const PauseImage = "localhost/scalelab/pause:1"

// housekeepingInterval is the interval at which the kubelet refreshes its container metrics.
const housekeepingInterval = "2s"

// containerdConfig uses default paths, since each node has its own folders mounted there.
// restrict_oom_score_adj: root in a container may not have the capability to lower a score, and the default lowers it.
const containerdConfig = `version = 2
[plugins."io.containerd.grpc.v1.cri"]
  restrict_oom_score_adj = true
  sandbox_image = "` + PauseImage + `"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = %q
    conf_dir = "/etc/cni/net.d"
`

// Spec writes the node's configuration files and returns the spec of its supervisor. pairs are the node's own folders
// and the machine's folders over which they are mounted; cgroups the control groups of its components.
func Spec(node layout.Node, network layout.Network, binaries Binaries, pairs map[string]string, cgroups []string) (supervisor.Spec, error) {
	spec := supervisor.Spec{
		Name: node.Name, Address: network.Address(node) + "/24", Socket: node.Socket(), Cgroups: cgroups,
		Routes: []supervisor.Route{{Range: network.ServiceRange()}},
	}
	for source, target := range pairs {
		spec.Mounts = append(spec.Mounts, supervisor.Mount{Source: source, Target: target})
	}
	for _, other := range layout.Nodes() {
		if other != node {
			spec.Routes = append(spec.Routes, supervisor.Route{Range: network.Pods(other), Via: network.Address(other)})
		}
	}
	files := map[string]any{
		node.Folder("cni", "10-scalelab.conflist"): cni(node, network),
		node.Folder("kubelet.json"):                kubelet(node, network),
		node.Folder("proxy.json"):                  proxy(node),
		node.Folder("containerd.toml"):             fmt.Sprintf(containerdConfig, binaries.CNI),
		node.Folder("resolv.conf"):                 "nameserver " + network.Address(layout.Nodes()[0]) + "\n",
	}
	for path, content := range files {
		if err := write(path, content); err != nil {
			return spec, err
		}
	}
	if node.Index == 1 {
		components, err := plane(network, binaries)
		if err != nil {
			return spec, err
		}
		spec.Components = components
	}
	spec.Components = append(spec.Components, workers(node, network, binaries)...)
	for index := range spec.Components {
		spec.Components[index].Log = layout.Logs(node.Name, spec.Components[index].Name+".log")
	}
	return spec, nil
}

// workers returns the components that every node has.
func workers(node layout.Node, network layout.Network, binaries Binaries) []supervisor.Component {
	kube := func(name string) string { return filepath.Join(binaries.Kubernetes, name) }
	ready := network.Server() + "/readyz"
	socket := "/run/containerd/containerd.sock"
	components := []supervisor.Component{
		{Name: "containerd", Health: "unix:" + socket, Command: []string{binaries.Containerd, "--config", node.Folder("containerd.toml")}},
		{Name: "kubelet", After: []string{"unix:" + socket, ready}, Health: "http://127.0.0.1:10248/healthz", Command: []string{kube("kubelet"),
			"--config=" + node.Folder("kubelet.json"), "--kubeconfig=" + layout.PKI(node.Name+".kubeconfig"),
			"--hostname-override=" + node.Name, "--node-ip=" + network.Address(node),
			"--node-labels=scalelab.dev/role=" + node.Role,
			"--housekeeping-interval=" + housekeepingInterval,
		}},
		{Name: "kube-proxy", After: []string{ready}, Health: "http://127.0.0.1:10256/healthz", Command: []string{kube("kube-proxy"), "--config=" + node.Folder("proxy.json")}},
	}
	if network.Policies {
		components = append(components, supervisor.Component{Name: "network-policies", After: []string{ready},
			Command: []string{binaries.Self, "network-policies", layout.PKI("network-policies.kubeconfig"), node.Name, network.Host()}})
	}
	return components
}

func cni(node layout.Node, network layout.Network) any {
	return map[string]any{"cniVersion": "0.4.0", "name": "scalelab", "plugins": []any{
		// Point to point instead of a bridge: every packet passes the node's own rules, and services need no bridge filter.
		map[string]any{"type": "ptp", "ipam": map[string]any{
			"type": "host-local", "ranges": []any{[]any{map[string]any{"subnet": network.Pods(node)}}},
			"routes": []any{map[string]any{"dst": "0.0.0.0/0"}},
		}},
		map[string]any{"type": "portmap", "capabilities": map[string]any{"portMappings": true}},
	}}
}

func kubelet(node layout.Node, network layout.Network) any {
	return map[string]any{
		"apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration",
		"address": network.Address(node),
		"authentication": map[string]any{
			"anonymous": map[string]any{"enabled": false}, "webhook": map[string]any{"enabled": true},
			"x509": map[string]any{"clientCAFile": layout.PKI("ca.crt")},
		},
		"authorization": map[string]any{"mode": "Webhook"},
		"tlsCertFile":   layout.PKI(node.Name + ".crt"), "tlsPrivateKeyFile": layout.PKI(node.Name + ".key"),
		"cgroupDriver": "cgroupfs", "cgroupRoot": nodehost.PodsCgroup(node), "enforceNodeAllocatable": []string{},
		// Machines with control groups of version 1, too: by default a kubelet does not start there from Kubernetes 1.35 on.
		"failCgroupV1": false,
		"failSwapOn":   false, "clusterDomain": layout.Domain, "clusterDNS": []string{network.Address(layout.Nodes()[0])},
		"resolvConf":               node.Folder("resolv.conf"),
		"containerRuntimeEndpoint": "unix:///run/containerd/containerd.sock",
		"volumePluginDir":          node.Folder("volume-plugins"),
		// The machine's disk is shared with other programs: if it is nearly full, images that no registry has must not be deleted.
		"imageGCHighThresholdPercent": 100,
		"evictionHard":                map[string]any{"memory.available": "100Mi", "nodefs.available": "1%", "imagefs.available": "1%"},
	}
}

func proxy(node layout.Node) any {
	return map[string]any{
		"apiVersion": "kubeproxy.config.k8s.io/v1alpha1", "kind": "KubeProxyConfiguration",
		"clientConnection": map[string]any{"kubeconfig": layout.PKI("proxy.kubeconfig")},
		"hostnameOverride": node.Name, "mode": "iptables",
		"healthzBindAddress": "127.0.0.1:10256", "metricsBindAddress": "127.0.0.1:10249",
		"detectLocalMode": "InterfaceNamePrefix", "detectLocal": map[string]any{"interfaceNamePrefix": "veth"},
		// Settings of the machine's connection tracking are not changed.
		"conntrack": map[string]any{"maxPerCore": 0, "min": 0, "tcpEstablishedTimeout": "0s", "tcpCloseWaitTimeout": "0s"},
	}
}

// write stores text unchanged and everything else as JSON.
func write(path string, content any) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	text, ok := content.(string)
	if !ok {
		encoded, err := json.MarshalIndent(content, "", "  ")
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		text = string(encoded)
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

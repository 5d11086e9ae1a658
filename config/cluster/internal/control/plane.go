package control

import (
	"fmt"
	"os"
	"path/filepath"

	"dev.scalelab/cluster/internal/layout"
	"dev.scalelab/cluster/internal/supervisor"
)

// Binaries has the paths of the programs.
type Binaries struct {
	Kubernetes string // folder with kubenode under all its names
	CoreDNS    string
	Containerd string
	CNI        string // folder with the network plugins
	Self       string // this program
}

// corefile resolves the cluster's names, and answers immediately that no other name exists: nothing outside can be reached.
const corefile = `%[2]s:53 in-addr.arpa:53 {
  bind %[1]s
  ready 127.0.0.1:8181
  errors
  kubernetes %[2]s in-addr.arpa {
    kubeconfig %[3]s scalelab
    pods insecure
    ttl 5
  }
  cache {
    success 1000 5
    denial 1000 1
  }
}
.:53 {
  bind %[1]s
  errors
  template ANY ANY {
    rcode NXDOMAIN
  }
}
`

// plane returns the components of the control plane, which the system node runs.
func plane(network layout.Network, binaries Binaries) ([]supervisor.Component, error) {
	address := network.Address(layout.Nodes()[0])
	etcd := "https://127.0.0.1:2379"
	ready := network.Server() + "/readyz"
	corefilePath := filepath.Join(layout.State, "Corefile")
	content := fmt.Sprintf(corefile, address, layout.Domain, layout.PKI("dns.kubeconfig"))
	if err := os.WriteFile(corefilePath, []byte(content), 0o644); err != nil {
		return nil, err
	}
	kube := func(name string) string { return filepath.Join(binaries.Kubernetes, name) }
	return []supervisor.Component{
		{Name: "etcd", Health: "http://127.0.0.1:2381/health", Command: []string{kube("etcd"),
			"--data-dir=" + filepath.Join(layout.State, "etcd"),
			"--listen-client-urls=" + etcd, "--advertise-client-urls=" + etcd,
			"--listen-peer-urls=http://127.0.0.1:2380", "--listen-metrics-urls=http://127.0.0.1:2381",
			"--client-cert-auth", "--trusted-ca-file=" + layout.PKI("ca.crt"),
			"--cert-file=" + layout.PKI("etcd.crt"), "--key-file=" + layout.PKI("etcd.key"),
			"--unsafe-no-fsync", // the cluster's state need not survive a crash of the machine
			"--logger=zap", "--log-level=warn",
		}},
		{Name: "kube-apiserver", After: []string{"http://127.0.0.1:2381/health"}, Health: ready, Command: append([]string{kube("kube-apiserver")}, apiserver(network, address, etcd)...)},
		{Name: "kube-controller-manager", After: []string{ready}, Health: "https://127.0.0.1:10257/healthz", Command: []string{kube("kube-controller-manager"),
			"--kubeconfig=" + layout.PKI("controller-manager.kubeconfig"), "--bind-address=127.0.0.1", "--leader-elect=false",
			"--root-ca-file=" + layout.PKI("ca.crt"), "--service-account-private-key-file=" + layout.PKI("service-accounts.key"),
			"--use-service-account-credentials=true",
			"--cluster-signing-cert-file=" + layout.PKI("ca.crt"), "--cluster-signing-key-file=" + layout.PKI("ca.key"),
		}},
		{Name: "kube-scheduler", After: []string{ready}, Health: "https://127.0.0.1:10259/healthz", Command: []string{kube("kube-scheduler"),
			"--kubeconfig=" + layout.PKI("scheduler.kubeconfig"), "--bind-address=127.0.0.1", "--leader-elect=false",
		}},
		{Name: "coredns", After: []string{ready}, Health: "http://127.0.0.1:8181/ready", Command: []string{binaries.CoreDNS, "-conf", corefilePath}},
		{Name: "storage", After: []string{ready}, Command: []string{binaries.Self, "storage", layout.PKI("storage.kubeconfig"), filepath.Join(layout.State, "volumes")}},
	}, nil
}

// apiserver returns the API server's arguments.
func apiserver(network layout.Network, address, etcd string) []string {
	return []string{
		"--bind-address=" + address, "--advertise-address=" + address, "--secure-port=6443",
		"--service-cluster-ip-range=" + network.ServiceRange(),
		"--etcd-servers=" + etcd, "--etcd-cafile=" + layout.PKI("ca.crt"),
		"--etcd-certfile=" + layout.PKI("etcd-client.crt"), "--etcd-keyfile=" + layout.PKI("etcd-client.key"),
		"--tls-cert-file=" + layout.PKI("apiserver.crt"), "--tls-private-key-file=" + layout.PKI("apiserver.key"),
		"--client-ca-file=" + layout.PKI("ca.crt"),
		"--service-account-issuer=https://kubernetes.default.svc." + layout.Domain,
		"--service-account-key-file=" + layout.PKI("service-accounts.key"), "--service-account-signing-key-file=" + layout.PKI("service-accounts.key"),
		"--authorization-mode=Node,RBAC", "--enable-admission-plugins=NodeRestriction", "--allow-privileged=true",
		"--kubelet-certificate-authority=" + layout.PKI("ca.crt"),
		"--kubelet-client-certificate=" + layout.PKI("kubelet-client.crt"), "--kubelet-client-key=" + layout.PKI("kubelet-client.key"),
		"--kubelet-preferred-address-types=InternalIP",
		"--requestheader-client-ca-file=" + layout.PKI("ca.crt"), "--requestheader-allowed-names=front-proxy",
		"--requestheader-username-headers=X-Remote-User", "--requestheader-group-headers=X-Remote-Group",
		"--requestheader-extra-headers-prefix=X-Remote-Extra-",
		"--proxy-client-cert-file=" + layout.PKI("front-proxy.crt"), "--proxy-client-key-file=" + layout.PKI("front-proxy.key"),
	}
}

// Package control defines how each component of the cluster is started, with its certificate and its configuration.
package control

import (
	"os"

	"dev.scalelab/cluster/internal/layout"
	"dev.scalelab/cluster/internal/pki"
)

// kubeletClient is the user name with which the API server connects to kubelets; the cluster's RBAC rules allow it.
const kubeletClient = "scalelab:apiserver-kubelet-client"

// Names of the users that are not components of Kubernetes.
const (
	dnsUser      = "scalelab:dns"
	storageUser  = "scalelab:storage"
	policiesUser = "scalelab:network-policies"
)

// Certificates creates all certificates and kubeconfig files of the cluster.
func Certificates(network layout.Network) error {
	folder := layout.PKI("")
	authority, err := pki.NewAuthority(folder)
	if err != nil {
		return err
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		return err
	}
	system := network.Address(layout.Nodes()[0])
	clients := map[string]pki.Subject{
		"admin":              {Name: "scalelab:admin", Groups: []string{"system:masters"}},
		"controller-manager": {Name: "system:kube-controller-manager"},
		"scheduler":          {Name: "system:kube-scheduler"},
		"proxy":              {Name: "system:kube-proxy"},
		"dns":                {Name: dnsUser},
		"storage":            {Name: storageUser},
		"network-policies":   {Name: policiesUser},
	}
	pairs := map[string]pki.Subject{
		"etcd":           {Name: "etcd", Addresses: []string{"127.0.0.1"}},
		"etcd-client":    {Name: "kube-apiserver"},
		"kubelet-client": {Name: kubeletClient},
		"front-proxy":    {Name: "front-proxy"},
		// Signs the tokens of service accounts; only its key is used, not the certificate.
		"service-accounts": {Name: "service-accounts"},
		"apiserver": {Name: "kube-apiserver",
			DNSNames:  []string{"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc", "kubernetes.default.svc." + layout.Domain},
			Addresses: []string{"127.0.0.1", system, network.APIService()}},
	}
	for _, node := range layout.Nodes() {
		clients[node.Name] = pki.Subject{Name: "system:node:" + node.Name, Groups: []string{"system:nodes"},
			DNSNames: []string{node.Name}, Addresses: []string{network.Address(node)}}
	}
	for name, subject := range pairs {
		if err := authority.Issue(name, subject); err != nil {
			return err
		}
	}
	for name, subject := range clients {
		if err := authority.Kubeconfig(name, network.Server(), subject); err != nil {
			return err
		}
	}
	return nil
}

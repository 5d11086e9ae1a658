// Package pki creates the cluster's certificate authority, one certificate for each component, and kubeconfig files.
package pki

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// validity of every certificate; a local cluster does not live that long.
const validity = 365 * 24 * time.Hour

// Authority signs certificates and stores them as NAME.crt and NAME.key in its folder.
type Authority struct {
	folder      string
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// Subject is the subject of a certificate: a client has a name and groups, a server the names and addresses at which it listens.
type Subject struct {
	Name      string
	Groups    []string
	DNSNames  []string
	Addresses []string
}

// NewAuthority creates an authority and writes its certificate and key as ca.crt and ca.key into folder.
func NewAuthority(folder string) (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template, err := newTemplate("scalelab-ca")
	if err != nil {
		return nil, err
	}
	template.IsCA = true
	template.BasicConstraintsValid = true
	template.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	return &Authority{folder, certificate, key}, writePair(folder, "ca", der, key)
}

// Issue writes NAME.crt and NAME.key for the subject, as a client and, if it has names or addresses, as a server.
func (a *Authority) Issue(name string, subject Subject) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	template, err := newTemplate(subject.Name)
	if err != nil {
		return err
	}
	template.Subject.Organization = subject.Groups
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	if len(subject.DNSNames)+len(subject.Addresses) > 0 {
		template.ExtKeyUsage = append(template.ExtKeyUsage, x509.ExtKeyUsageServerAuth)
	}
	template.DNSNames = subject.DNSNames
	for _, address := range subject.Addresses {
		ip := net.ParseIP(address)
		if ip == nil {
			return fmt.Errorf("certificate %s: %q is no address", name, address)
		}
		template.IPAddresses = append(template.IPAddresses, ip)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, &key.PublicKey, a.key)
	if err != nil {
		return err
	}
	return writePair(a.folder, name, der, key)
}

// Kubeconfig issues a client certificate for the subject and writes NAME.kubeconfig, which embeds it.
func (a *Authority) Kubeconfig(name, server string, subject Subject) error {
	if err := a.Issue(name, subject); err != nil {
		return err
	}
	parts := map[string][]byte{}
	for key, file := range map[string]string{"ca": "ca.crt", "certificate": name + ".crt", "key": name + ".key"} {
		content, err := os.ReadFile(filepath.Join(a.folder, file))
		if err != nil {
			return err
		}
		parts[key] = content
	}
	named := func(key string, value map[string]any) []any {
		return []any{map[string]any{"name": "scalelab", key: value}}
	}
	content, err := json.MarshalIndent(map[string]any{
		"apiVersion": "v1", "kind": "Config", "current-context": "scalelab",
		"clusters": named("cluster", map[string]any{"server": server, "certificate-authority-data": parts["ca"]}),
		"users":    named("user", map[string]any{"client-certificate-data": parts["certificate"], "client-key-data": parts["key"]}),
		"contexts": named("context", map[string]any{"cluster": "scalelab", "user": "scalelab"}),
	}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(a.folder, name+".kubeconfig"), content, 0o600)
}

func newTemplate(name string) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	now := time.Now()
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(validity),
	}, nil
}

func writePair(folder, name string, der []byte, key *ecdsa.PrivateKey) error {
	private, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return err
	}
	for suffix, block := range map[string]*pem.Block{
		".crt": {Type: "CERTIFICATE", Bytes: der},
		".key": {Type: "EC PRIVATE KEY", Bytes: private},
	} {
		if err := os.WriteFile(filepath.Join(folder, name+suffix), pem.EncodeToMemory(block), 0o600); err != nil {
			return err
		}
	}
	return nil
}

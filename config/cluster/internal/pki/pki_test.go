package pki

import (
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"testing"
)

func read(t *testing.T, path string) *x509.Certificate {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	block, _ := pem.Decode(content)
	certificate, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return certificate
}

func TestAServersCertificateIsGoodForItsNamesAndNoOthers(t *testing.T) {
	folder := t.TempDir()
	authority, err := NewAuthority(folder)
	if err != nil {
		t.Fatal(err)
	}
	subject := Subject{Name: "system:node:a", Groups: []string{"system:nodes"}, DNSNames: []string{"a"}, Addresses: []string{"10.0.0.1"}}
	if err := authority.Issue("node", subject); err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(read(t, filepath.Join(folder, "ca.crt")))
	certificate := read(t, filepath.Join(folder, "node.crt"))
	if certificate.Subject.CommonName != "system:node:a" || certificate.Subject.Organization[0] != "system:nodes" {
		t.Errorf("subject %s", certificate.Subject)
	}
	for name, good := range map[string]bool{"a": true, "10.0.0.1": true, "b": false} {
		_, err := certificate.Verify(x509.VerifyOptions{Roots: roots, DNSName: name})
		if (err == nil) != good {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAClientIsNoServer(t *testing.T) {
	folder := t.TempDir()
	authority, err := NewAuthority(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := authority.Kubeconfig("admin", "https://server", Subject{Name: "admin"}); err != nil {
		t.Fatal(err)
	}
	for _, usage := range read(t, filepath.Join(folder, "admin.crt")).ExtKeyUsage {
		if usage == x509.ExtKeyUsageServerAuth {
			t.Error("a client's certificate must not do for a server")
		}
	}
	if info, err := os.Stat(filepath.Join(folder, "admin.kubeconfig")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the kubeconfig holds a key and must be its owner's only: %v %v", info.Mode(), err)
	}
}

// Package apiserver gives tests a real API server with its etcd, and tokens of users.
package apiserver

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"k8s.io/client-go/rest"
)

// folder names the folder with the programs, which `config/cluster/cluster kube-api-test-dir` prints.
const folder = "SCALELAB_KUBE_API_TEST_DIR"

const patience = 2 * time.Minute

// Admin is the token of a user who may do everything. The users of other tokens may do nothing but what a test lets them.
const Admin = "admin-token"

// Server is an API server that ends with its test.
type Server struct {
	// Config has its address and certificate, and no credentials.
	Config *rest.Config
}

// Start starts an API server that knows the users with these names, whose tokens are NAME-token. The test is skipped where the programs are
// not named.
func Start(t *testing.T, users ...string) *Server {
	t.Helper()
	programs, err := filepath.Glob(filepath.Join(os.Getenv(folder), "k8s", "*"))
	if os.Getenv(folder) == "" || err != nil || len(programs) == 0 {
		t.Skip("no API server: export " + folder + "=$(config/cluster/cluster kube-api-test-dir)")
	}
	work := t.TempDir()
	file := func(name string) string { return filepath.Join(work, name) }
	write(t, file("accounts.key"), key(t))
	tokens := Admin + ",admin,1,system:masters\n"
	for i, user := range users {
		tokens += fmt.Sprintf("%s-token,%s,%d\n", user, user, i+2)
	}
	write(t, file("tokens"), []byte(tokens))
	store, peers, secure := port(t), port(t), port(t)
	run(t, file("etcd.log"), filepath.Join(programs[0], "etcd"), "--data-dir="+file("etcd"), "--unsafe-no-fsync",
		"--listen-client-urls=http://"+store, "--advertise-client-urls=http://"+store, "--listen-peer-urls=http://"+peers, "--initial-advertise-peer-urls=http://"+peers,
		"--initial-cluster=default=http://"+peers)
	_, number, _ := net.SplitHostPort(secure)
	run(t, file("apiserver.log"), filepath.Join(programs[0], "kube-apiserver"), "--etcd-servers=http://"+store, "--bind-address=127.0.0.1", "--secure-port="+number,
		"--advertise-address=192.0.2.1", "--endpoint-reconciler-type=none", "--cert-dir="+file("certificates"), "--service-cluster-ip-range=10.96.0.0/24",
		"--service-account-issuer=https://test.invalid", "--service-account-key-file="+file("accounts.key"), "--service-account-signing-key-file="+file("accounts.key"),
		"--authorization-mode=RBAC", "--token-auth-file="+file("tokens"), "--disable-admission-plugins=ServiceAccount")
	server := &Server{Config: &rest.Config{Host: "https://" + secure, TLSClientConfig: rest.TLSClientConfig{CAFile: file("certificates/apiserver.crt")}}}
	server.await(t, file("apiserver.log"))
	return server
}

// As returns the configuration of a client with a token.
func (s *Server) As(token string) *rest.Config {
	config := rest.CopyConfig(s.Config)
	config.BearerToken = token
	return config
}

func (s *Server) await(t *testing.T, log string) {
	t.Helper()
	deadline, last := time.Now().Add(patience), error(nil)
	for time.Now().Before(deadline) {
		config := s.As(Admin)
		config.Timeout = 5 * time.Second
		client, err := rest.HTTPClientFor(config)
		if last = err; err == nil {
			answer, err := client.Get(config.Host + "/readyz")
			if last = err; err == nil {
				answer.Body.Close()
				if answer.StatusCode == 200 {
					return
				}
				last = fmt.Errorf("/readyz: %s", answer.Status)
			}
		}
		time.Sleep(200 * time.Millisecond)
	}
	text, _ := os.ReadFile(log)
	t.Fatalf("the API server is not ready after %s: %v\n%s", patience, last, text)
}

func run(t *testing.T, log, program string, args ...string) {
	t.Helper()
	out, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	command := exec.CommandContext(ctx, program, args...)
	command.Stdout, command.Stderr = out, out
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = command.Wait()
		out.Close()
	})
}

// port is free on the loopback interface.
func port(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func key(t *testing.T) []byte {
	t.Helper()
	made, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(made)})
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

package supervisor

import (
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
)

func TestProbes(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "socket")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()
	for target, good := range map[string]bool{
		"unix:" + socket:                         true,
		"unix:" + socket + "-missing":            false,
		"tcp:" + server.Listener.Addr().String(): true,
		server.URL + "/readyz":                   true,
		server.URL + "/still-starting":           false,
		"ftp://somewhere":                        false,
		"without any kind":                       false,
	} {
		if err := probe(target); (err == nil) != good {
			t.Errorf("%s: %v", target, err)
		}
	}
}

func TestASpecIsReadAsItWasWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node.json")
	written := Spec{Name: "node-app", Components: []Component{{Name: "kubelet", After: []string{"tcp:x"}}}}
	if err := written.Write(path); err != nil {
		t.Fatal(err)
	}
	read, err := Read(path)
	if err != nil || read.Name != "node-app" || read.Components[0].After[0] != "tcp:x" {
		t.Errorf("got %+v, %v", read, err)
	}
}

package workloads

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestSuppliersMustHaveDelivered(t *testing.T) {
	for answer, delivered := range map[string]int{
		`{"accepted":9,"repeated":0,"refused":0,"delivered":7,"undelivered":0,"toBeDelivered":2,"failedAttempts":1}`: 7,
		`{"accepted":0,"refused":0,"delivered":0,"undelivered":0}`:                                                   0,
		`{"accepted":8,"refused":0,"delivered":7,"undelivered":1}`:                                                   0,
		`{"accepted":7,"refused":1,"delivered":7,"undelivered":0}`:                                                   0,
		`none`: 0,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
			if request.URL.Path != "/counts" {
				t.Errorf("requested %s", request.URL.Path)
			}
			_, _ = io.WriteString(out, answer)
		}))
		asked := suppliers{port: server.Listener.Addr().(*net.TCPAddr).Port}
		got, err := asked.delivered(context.Background())
		server.Close()
		if got != delivered || (err == nil) != (delivered > 0) {
			t.Errorf("%s: %d, %v", answer, got, err)
		}
	}
}

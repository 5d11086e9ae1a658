package workloads

import (
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// target is an HTTP server in this process that immediately returns the application's response to `GET /api/ecperf/orders/{id}`.
type target struct {
	server   *http.Server
	url      string
	requests atomic.Int64
}

const anOrder = `{"customerId":743,"discountPercent":5,"lines":[{"itemId":112,"price":45.12,"quantity":3},` +
	`{"itemId":640,"price":7.90,"quantity":8},{"itemId":871,"price":120.00,"quantity":1}],"orderId":3711,` +
	`"orderedAt":"2026-01-01T00:00:00Z","status":"OPEN","total":301.83,"changedAt":"2026-01-01T00:00:00Z"}`

func startTarget() (*target, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	t := &target{url: "http://" + listener.Addr().String()}
	t.server = &http.Server{Handler: http.HandlerFunc(t.answer), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := t.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			say("the target has ended: %v", err)
		}
	}()
	return t, nil
}

func (t *target) answer(out http.ResponseWriter, _ *http.Request) {
	t.requests.Add(1)
	out.Header().Set("Content-Type", "application/json")
	out.Header().Set("X-ScaleLab-Pod", "target")
	_, _ = io.WriteString(out, anOrder) // a client that does not read the response counts it as failed
}

func (t *target) close() { _ = t.server.Close() } // it is not needed any more

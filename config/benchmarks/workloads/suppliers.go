package workloads

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"time"

	"dev.scalelab/benchmarks/process"
)

// suppliers are ecperf's outside suppliers: the emulator as the image starts it. A server is told where they are before they are
// told where the server is.
type suppliers struct {
	lab     *Lab
	port    int
	running *process.Running
}

const suppliersStart = time.Minute

func (l *Lab) newSuppliers() (*suppliers, error) {
	port, err := process.FreePort()
	return &suppliers{lab: l, port: port}, err
}

func (s *suppliers) url() string { return "http://127.0.0.1:" + strconv.Itoa(s.port) }

// deliverTo starts them. They deliver within a second, so that no production line lacks parts: it would be refused, and a server
// that refuses is faster.
func (s *suppliers) deliverTo(ctx context.Context, server *server) error {
	environment := []string{"PORT=" + strconv.Itoa(s.port), "DELIVERY_URL=" + server.url + "/api/ecperf/purchase-orders",
		"DELIVERY_MIN_MILLIS=500", "DELIVERY_MAX_MILLIS=1000"}
	program := s.lab.path("benchmark-app", "target", "scalelab", "bin", "supplier-emulator")
	var err error
	s.running, err = process.Start(s.lab.pinned(otherCore, environment, "sh", program), filepath.Join(s.lab.folder, "suppliers"))
	if err != nil {
		return err
	}
	err = s.running.Await(ctx, suppliersStart, "ready", func(ctx context.Context) bool { return answers(ctx, s.url()+"/counts") })
	if err != nil {
		return fmt.Errorf("suppliers: %w", err)
	}
	return nil
}

// delivered is how many purchase orders the server has taken the parts of; without any, suppliers had no part in what was measured.
func (s *suppliers) delivered(ctx context.Context) (int, error) {
	var counts struct {
		Delivered   int `json:"delivered"`
		Undelivered int `json:"undelivered"`
		Refused     int `json:"refused"`
	}
	asking := visitor{client: &http.Client{Timeout: 10 * time.Second}, url: s.url()}
	if err := asking.send(ctx, http.MethodGet, "/counts", "", &counts); err != nil {
		return 0, fmt.Errorf("suppliers: %w", err)
	}
	if counts.Delivered == 0 || counts.Undelivered+counts.Refused > 0 {
		return 0, fmt.Errorf("suppliers: %d purchase orders delivered, %d not, %d refused", counts.Delivered, counts.Undelivered, counts.Refused)
	}
	return counts.Delivered, nil
}

func (s *suppliers) stop() {
	if s.running != nil {
		s.running.Stop()
	}
}

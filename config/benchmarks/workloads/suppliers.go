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

// suppliers is the emulator of ecperf's suppliers, started as in the image. A server gets its address before the emulator gets
// the server's.
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

// deliverTo starts the suppliers. They deliver within a second, so that no production line runs out of parts: its requests would be
// rejected, which would make the server faster.
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

// delivered is the number of purchase orders that were delivered to the server; if it is 0, the measurement did not include suppliers.
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

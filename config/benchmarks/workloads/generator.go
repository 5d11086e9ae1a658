package workloads

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"dev.scalelab/benchmarks/process"
)

// record has the fields of the load generator's records that are read here.
type record struct {
	Record          string    `json:"record"`
	StartedAt       time.Time `json:"startedAt"`
	MeasuredFrom    time.Time `json:"measuredFrom"`
	MeasuredTo      time.Time `json:"measuredTo"`
	MeasuredSeconds float64   `json:"measuredSeconds"`
	CPUSeconds      float64   `json:"cpuSeconds"`
	outcome
	Stream outcome `json:"stream"`
	Errors []struct {
		Reason string `json:"reason"`
		Count  int    `json:"count"`
	} `json:"errors"`
}

type outcome struct {
	Requests       int `json:"requests"`
	Failed         int `json:"failed"`
	FailedRequests int `json:"failedRequests"`
	Shed           int `json:"shed"`
}

// requests of users and of a stream in addition; any failure is an error, since rejecting requests makes servers faster, and so
// are none, by which figures could not be divided.
func (r record) requests() (int, error) {
	for _, each := range []outcome{r.outcome, r.Stream} {
		if each.Failed+each.FailedRequests+each.Shed > 0 {
			return 0, fmt.Errorf("%d transactions failed: %v", each.Failed, r.Errors)
		}
	}
	all := r.outcome.Requests + r.Stream.Requests
	if all == 0 {
		return 0, errors.New("no request was answered: the servers are not warm, or hang")
	}
	return all, nil
}

// generator is a running load generator. Its records come one by one.
type generator struct {
	*process.Running
	records chan record
}

const (
	recordDeadline = 5 * time.Minute
	longestRecord  = 1 << 20 // bytes
)

func (l *Lab) startGenerator(environment []string) (*generator, error) {
	// A separate pipe: the one that exec creates is closed as soon as the process ends, even if it was not read.
	output, input, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	command := l.pinned(otherCore, append(environment, "METRICS_PORT=0"),
		l.path("gatling", "target", "load-generator", "bin", "load-generator"))
	command.Stdout = input
	running, err := process.Start(command, filepath.Join(l.folder, "load-generator"))
	err = errors.Join(err, input.Close())
	if err != nil {
		return nil, errors.Join(err, output.Close())
	}
	g := &generator{Running: running, records: make(chan record, 100)}
	go func() {
		defer output.Close()
		defer close(g.records)
		readRecords(output, g.records)
	}()
	return g, nil
}

// readRecords ignores lines that are not records: a caller that waits for a record then fails with its timeout.
func readRecords(lines io.Reader, records chan<- record) {
	scanner := bufio.NewScanner(lines)
	scanner.Buffer(nil, longestRecord)
	for scanner.Scan() {
		var read record
		if json.Unmarshal(scanner.Bytes(), &read) == nil {
			records <- read
		}
	}
}

// next waits for the next record, which must be of this kind.
func (g *generator) next(ctx context.Context, kind string) (record, error) {
	ctx, cancel := context.WithTimeout(ctx, recordDeadline)
	defer cancel()
	select {
	case read, open := <-g.records:
		if !open {
			return read, errors.Join(fmt.Errorf("the load generator has ended without a record %s", kind), g.Wait(ctx, time.Minute))
		}
		if read.Record != kind {
			return read, fmt.Errorf("a record %s instead of %s", read.Record, kind)
		}
		return read, nil
	case <-ctx.Done():
		return record{}, fmt.Errorf("no record %s: %w", kind, ctx.Err())
	}
}

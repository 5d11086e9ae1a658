#!/usr/bin/env bash
# The counters and timings of go-kit's StatsD metrics have a sample rate. With one of 0.1 a client sends one of ten observations and marks
# it so (|@0.1), and the server counts it as ten. go-kit's packages for StatsD and for InfluxStatsD send every observation, with that mark:
# a thousand requests are ten thousand, and ten times as much time is spent in them, with as many packets as without a sample rate. Its
# package for DogStatsD, with the same functions, samples. Averages and percentiles are right, and so is what has a rate of 1.
#
# The lines are read by the parser of Prometheus' statsd_exporter. Nothing is sent.
set -euo pipefail
version=v0.13.0
exporter=v0.31.0
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat >main.go <<'GO'
package main

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/go-kit/kit/metrics"
	"github.com/go-kit/kit/metrics/dogstatsd"
	"github.com/go-kit/kit/metrics/influxstatsd"
	"github.com/go-kit/kit/metrics/statsd"
	"github.com/go-kit/log"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/statsd_exporter/pkg/event"
	"github.com/prometheus/statsd_exporter/pkg/line"
)

const (
	requests = 1000
	millis   = 20
)

type client struct {
	counter metrics.Counter
	timing  metrics.Histogram
	write   func(io.Writer) (int64, error)
}

func clients(rate float64) map[string]client {
	s, i, d := statsd.New("", log.NewNopLogger()), influxstatsd.New("", log.NewNopLogger()), dogstatsd.New("", log.NewNopLogger())
	return map[string]client{
		"statsd":       {s.NewCounter("requests", rate), s.NewTiming("time", rate), s.WriteTo},
		"influxstatsd": {i.NewCounter("requests", rate), i.NewTiming("time", rate), i.WriteTo},
		"dogstatsd":    {d.NewCounter("requests", rate), d.NewTiming("time", rate), d.WriteTo},
	}
}

// read returns the number of requests of the counter and of the times that the server understands.
func read(lines []string) (counted, times float64) {
	parser, logger := line.NewParser(), slog.New(slog.NewTextHandler(io.Discard, nil))
	parser.EnableDogstatsdParsing()
	parser.EnableInfluxdbParsing()
	ignored := func() prometheus.Counter { return prometheus.NewCounter(prometheus.CounterOpts{Name: "ignored"}) }
	errors := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "errors"}, []string{"reason"})
	for _, text := range lines {
		for _, read := range parser.LineToEvents(text, *errors, ignored(), ignored(), ignored(), logger) {
			switch e := read.(type) {
			case *event.CounterEvent:
				counted += e.Value()
			default:
				times++
			}
		}
	}
	return counted, times
}

func main() {
	fmt.Printf("%d requests of %d ms\n", requests, millis)
	asSeen := true
	for _, rate := range []float64{1, 0.5, 0.1} {
		for _, name := range []string{"statsd", "influxstatsd", "dogstatsd"} {
			c := clients(rate)[name]
			for i := 0; i < requests; i++ {
				c.counter.Add(1)
				c.timing.Observe(millis)
			}
			var text bytes.Buffer
			if _, err := c.write(&text); err != nil {
				panic(err)
			}
			lines := strings.Split(strings.TrimSpace(text.String()), "\n")
			counted, times := read(lines)
			fmt.Printf("rate %.1f, %-12s: %-31s %4d lines of times; read as %6.0f requests, %6.0f times\n", rate, name, lines[0], len(lines)-1, counted, times)
			factor := 1 / rate
			if name == "dogstatsd" {
				factor = 1
			}
			near := func(value float64) bool { return value > 0.6*factor*requests && value < 1.5*factor*requests }
			asSeen = asSeen && near(counted) && near(times)
		}
	}
	if !asSeen {
		os.Exit(1)
	}
}
GO
go mod init probe 2>/dev/null
go get "github.com/go-kit/kit@$version" "github.com/prometheus/statsd_exporter@$exporter" >download.log 2>&1 || { cat download.log; exit 1; }
go mod tidy >download.log 2>&1 || { cat download.log; exit 1; }
echo "github.com/go-kit/kit $version, github.com/prometheus/statsd_exporter $exporter"
go build -o probe . 2>build.log || { cat build.log; exit 1; }
./probe || { echo "CHANGED: the number of requests was expected to be divided by the rate, though all were sent"; exit 1; }
echo "AS SEEN: with a sample rate of 0.1 a thousand requests are ten thousand, and each of them is sent"

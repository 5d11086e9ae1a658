#!/usr/bin/env bash
# The mean latency of a command in hystrix-go's event stream, which dashboards read, is computed in nanoseconds with 32 bits: what is above
# 4.29 s begins at zero again. Calls that take 4 s have a mean of 4000 ms, those of 5 s one of 705 ms, and those of 9 s one of 410 ms. The
# percentiles of the same calls beside it are right. A backend that becomes slow looks quicker than it was.
set -euo pipefail
version=v0.0.0-20180502004556-fa1af6a1f4f5
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >main.go <<'GO'
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/afex/hystrix-go/hystrix"
)

const calls = 5

// meanBySeconds has the expected mean latency in milliseconds of commands, by the seconds that each of them takes.
var meanBySeconds = map[int]int{4: 4000, 5: 705, 9: 410}

type metric struct {
	Type    string         `json:"type"`
	Name    string         `json:"name"`
	Latency map[string]int `json:"latencyTotal"`
	Mean    int            `json:"latencyTotal_mean"`
}

func call(seconds int) {
	name := fmt.Sprintf("%d s", seconds)
	hystrix.ConfigureCommand(name, hystrix.CommandConfig{Timeout: 20_000, MaxConcurrentRequests: calls})
	var group sync.WaitGroup
	for i := 0; i < calls; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			err := hystrix.Do(name, func() error {
				time.Sleep(time.Duration(seconds) * time.Second)
				return nil
			}, nil)
			if err != nil {
				panic(err)
			}
		}()
	}
	group.Wait()
}

func main() {
	var group sync.WaitGroup
	for seconds := range meanBySeconds {
		group.Add(1)
		go func() {
			defer group.Done()
			call(seconds)
		}()
	}
	group.Wait()
	time.Sleep(100 * time.Millisecond) // the metrics are written in the background

	stream := hystrix.NewStreamHandler()
	stream.Start()
	server := httptest.NewServer(stream)
	response, err := http.Get(server.URL)
	if err != nil {
		panic(err)
	}
	asSeen, seen := true, map[string]bool{}
	for lines := bufio.NewScanner(response.Body); len(seen) < len(meanBySeconds) && lines.Scan(); {
		var m metric
		event, found := strings.CutPrefix(lines.Text(), "data:")
		if !found || json.Unmarshal([]byte(event), &m) != nil || m.Type != "HystrixCommand" || seen[m.Name] {
			continue
		}
		seen[m.Name] = true
		var seconds int
		_, _ = fmt.Sscan(m.Name, &seconds)
		fmt.Printf("%d calls of %s: mean %d ms, percentiles from %d to %d ms\n", calls, m.Name, m.Mean, m.Latency["0"], m.Latency["100"])
		if m.Latency["0"] < 1000*seconds || m.Latency["100"] > 1000*seconds+900 {
			panic("percentiles of the time that the calls took were expected")
		}
		asSeen = asSeen && m.Mean >= meanBySeconds[seconds] && m.Mean < meanBySeconds[seconds]+500
	}
	if !asSeen {
		os.Exit(1)
	}
}
GO
go mod init probe >download.log 2>&1
go get "github.com/afex/hystrix-go/hystrix@$version" >>download.log 2>&1 || { cat download.log; exit 1; }
echo "github.com/afex/hystrix-go $version"
go build -o probe . 2>build.log || { cat build.log; exit 1; }
./probe || { echo "CHANGED: means of 4000, 705 and 410 ms were expected"; exit 1; }
echo "AS SEEN: the mean of calls of 5 s is 705 ms, and that of 9 s is 410 ms"

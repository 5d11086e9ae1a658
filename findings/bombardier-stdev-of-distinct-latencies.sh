#!/usr/bin/env bash
# bombardier's standard deviation adds the square of each distinct latency's distance from the mean once, however often that latency
# was measured, and divides by the number of all requests. Latencies are whole microseconds, so the quicker the server and the longer the
# run, the smaller the figure: half of a million requests take 10 ms and half 30 ms, and the reported deviation is 0.014 ms, not 10 ms. A
# normal distribution around 1 ms with a deviation of 0.1 ms is reported with less than a tenth of it. The deviation of the rate has the
# same formula.
#
# The probe is a program inside a copy of bombardier's module, since the function is internal. Nothing is measured.
set -euo pipefail
version=v1.2.6
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
go mod download -json "github.com/codesenberg/bombardier@$version" >download.log 2>&1 || { cat download.log; exit 1; }
cp -r "$(sed -n 's/.*"Dir": "\(.*\)".*/\1/p' download.log)" module
chmod -R u+w module
mkdir module/cmd/probe
cat >module/cmd/probe/main.go <<'GO'
package main

import (
	"fmt"
	"math"
	"math/rand"
	"os"

	"github.com/codesenberg/bombardier/internal"
)

const requests = 1_000_000

// counts is the number of requests of each latency in microseconds.
type counts map[uint64]uint64

func (c counts) Get(micros uint64) uint64 { return c[micros] }
func (c counts) Count() uint64            { return uint64(len(c)) }
func (c counts) VisitAll(visit func(micros, count uint64) bool) {
	for micros, count := range c {
		if !visit(micros, count) {
			return
		}
	}
}

func (c counts) exact() float64 {
	sum, squares := 0.0, 0.0
	for micros, count := range c {
		sum += float64(micros) * float64(count)
		squares += float64(micros) * float64(micros) * float64(count)
	}
	return math.Sqrt(squares/requests - math.Pow(sum/requests, 2))
}

// tenth says whether the reported deviation is less than a tenth of the exact one.
func tenth(name string, c counts) bool {
	stats := internal.Results{Latencies: c}.LatenciesStats(nil)
	fmt.Printf("%-40s mean %.3f ms, standard deviation %.4f ms, reported %.4f ms\n", name, stats.Mean/1000, c.exact()/1000, stats.Stddev/1000)
	return stats.Stddev < c.exact()/10
}

func main() {
	normal, random := counts{}, rand.New(rand.NewSource(1))
	for i := 0; i < requests; i++ {
		normal[uint64(math.Round(1000+100*random.NormFloat64()))]++
	}
	two := tenth("half of them 10 ms, half 30 ms:", counts{10_000: requests / 2, 30_000: requests / 2})
	if !tenth("a normal distribution around 1 ms:", normal) || !two {
		os.Exit(1)
	}
}
GO
echo "github.com/codesenberg/bombardier $version"
(cd module && go build -o ../probe ./cmd/probe) 2>build.log || { cat build.log; exit 1; }
./probe || { echo "CHANGED: the deviation was expected to be reported far too small"; exit 1; }
echo "AS SEEN: bombardier's standard deviation is that of each distinct latency counted once"

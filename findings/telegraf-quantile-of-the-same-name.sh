#!/usr/bin/env bash
# Telegraf's quantile aggregator names its fields FIELD_<quantile*100>, and drops what is behind the decimal point: the quantiles 0.99 and
# 0.999 are both latency_099. Only the one that is listed last is sent, without an error, though the same quantile twice is one. With
# 0.99 and 0.999 the field for the 99th percentile is the 99.9th, 5 s instead of 200 ms here; in the other order the 99.9th is missing.
# Since 0.29 * 100 is a little less than 29 in floating point, 0.29, 0.57 and 0.58 have the names of the quantile below them, too.
#
# The aggregator is the one of the release, used as Telegraf uses it; the samples are made up.
set -euo pipefail
version=v1.37.2
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
go mod download -json "github.com/influxdata/telegraf@$version" >download.log 2>&1 || { cat download.log; exit 1; }
cp -r "$(sed -n 's/.*"Dir": "\(.*\)".*/\1/p' download.log)" module
chmod -R u+w module
mkdir module/cmd/probe
cat >module/cmd/probe/main.go <<'GO'
package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/influxdata/telegraf"
	"github.com/influxdata/telegraf/metric"
	"github.com/influxdata/telegraf/plugins/aggregators/quantile"
)

// sent keeps the fields that the aggregator sends.
type sent struct {
	telegraf.Accumulator
	fields map[string]interface{}
}

func (s *sent) AddFields(_ string, fields map[string]interface{}, _ map[string]string, _ ...time.Time) {
	s.fields = fields
}

// aggregate returns the sent fields of 10,000 requests, of which 150 take 200 ms or longer and 20 of these take 5 s.
func aggregate(quantiles ...float64) map[string]interface{} {
	aggregator := &quantile.Quantile{Quantiles: quantiles, AlgorithmType: "exact R7"}
	if err := aggregator.Init(); err != nil {
		panic(err)
	}
	for request := 0; request < 10_000; request++ {
		latency := 10.0
		if request < 20 {
			latency = 5000
		} else if request < 150 {
			latency = 200
		}
		aggregator.Add(metric.New("requests", nil, map[string]interface{}{"latency": latency}, time.Unix(0, 0)))
	}
	s := &sent{}
	aggregator.Push(s)
	return s.fields
}

func print(fields map[string]interface{}, quantiles string) {
	fmt.Printf("quantiles %s:", quantiles)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		fmt.Printf(" %s = %v ms", name, fields[name])
	}
	fmt.Println()
}

func main() {
	one, first, last := aggregate(0.5, 0.99), aggregate(0.5, 0.999, 0.99), aggregate(0.5, 0.99, 0.999)
	print(one, "0.5, 0.99")
	print(first, "0.5, 0.999, 0.99")
	print(last, "0.5, 0.99, 0.999")
	if one["latency_099"] != 200.0 || one["latency_050"] != 10.0 {
		panic("200 ms were expected as the 99th percentile, if no other is like it")
	}

	var misnamed []string
	for percent := 0; percent < 100; percent++ {
		q := float64(percent) / 100
		for name := range aggregate(q) {
			if name != fmt.Sprintf("latency_%03d", percent) {
				misnamed = append(misnamed, fmt.Sprintf("%v is %s", q, name))
			}
		}
	}
	fmt.Println("of the quantiles 0, 0.01 ... 0.99:", misnamed)

	asSeen := last["latency_099"] == 5000.0 && len(last) == 2 && first["latency_099"] == 200.0 && len(first) == 2 && len(misnamed) == 3
	if !asSeen {
		os.Exit(1)
	}
}
GO
echo "github.com/influxdata/telegraf $version"
(cd module && go build -o ../probe ./cmd/probe) 2>build.log || { cat build.log; exit 1; }
./probe || { echo "CHANGED: one field for the quantiles 0.99 and 0.999 was expected, and three misnamed others"; exit 1; }
echo "AS SEEN: of the quantiles 0.99 and 0.999 only the last is sent, as latency_099"

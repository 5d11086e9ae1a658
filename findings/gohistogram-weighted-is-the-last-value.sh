#!/usr/bin/env bash
# The weighted histogram of VividCortex' gohistogram is for quantiles of the recent values: its documentation sets alpha to 2 / (N + 1) for
# a window whose average age is N. But its moving average has alpha as the part that stays: for an average age of 30 each value leaves 6 %
# of the others. If every tenth request takes 3 s, the median is 3 s after each of these, and the 95th percentile is that of the quick ones
# unless one of the last two requests was slow.
#
# With 1 - alpha instead, which is what the documentation describes, it depends on how much the other times vary. A value does not shrink
# the weight of its own bin: if the quick requests all take 10 ms, 10 % slow ones have 1 % of the weight, and the 95th percentile is always
# 10 ms, however slowly the histogram forgets. The right values are from the weights of the exponential average.
set -euo pipefail
version=v1.0.0
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat >main.go <<'GO'
package main

import (
	"fmt"
	"os"

	"github.com/VividCortex/gohistogram"
)

const (
	before     = 50_000
	asked      = 1000
	averageAge = 30
	slow       = 3000.0
)

// request returns the time of a request in milliseconds; the usual ones are spread evenly over some times from 10 on.
func request(i, spread int) float64 {
	if i%10 == 9 {
		return slow
	}
	return 10 + float64(i*7919%spread)
}

// count adds requests and returns how often the median and how often the 95th percentile is that of slow ones, asked after each of the last.
func count(spread int, add func(float64), quantile func(float64) float64) (medians, p95s int) {
	for i := 0; i < before; i++ {
		add(request(i, spread))
	}
	for i := before; i < before+asked; i++ {
		add(request(i, spread))
		if quantile(0.5) == slow {
			medians++
		}
		if quantile(0.95) == slow {
			p95s++
		}
	}
	return medians, p95s
}

func main() {
	alpha := 2.0 / (averageAge + 1)
	asSeen := true
	for _, spread := range []int{20, 1} {
		fmt.Printf("of ten requests one takes 3 s, the others one of %d times from 10 ms on; asked after each of %d requests:\n", spread, asked)
		for _, keeps := range []float64{alpha, 1 - alpha, 0.999} {
			h := gohistogram.NewWeightedHistogram(40, keeps)
			medians, p95s := count(spread, h.Add, h.Quantile)

			weight := 0.0 // of the slow requests
			stays := keeps
			if keeps == alpha {
				stays = 1 - alpha
			}
			rightMedians, rightP95s := count(spread, func(millis float64) {
				weight *= stays
				if millis == slow {
					weight += 1 - stays
				}
			}, func(q float64) float64 {
				if weight > 1-q {
					return slow
				}
				return 0
			})
			fmt.Printf("  alpha %.4f: the median is 3 s %3d times, right %d; the 95th percentile %4d times, right %4d\n", keeps, medians, rightMedians, p95s, rightP95s)
			asSeen = asSeen && rightMedians == 0 && rightP95s == asked
			switch {
			case keeps == alpha:
				asSeen = asSeen && medians == asked/10 && p95s < asked/4
			case spread == 1:
				asSeen = asSeen && medians == 0 && p95s < asked/4
			default:
				asSeen = asSeen && medians == 0 && p95s == asked
			}
		}
	}
	if !asSeen {
		os.Exit(1)
	}
}
GO
go mod init probe 2>/dev/null
go get "github.com/VividCortex/gohistogram@$version" >download.log 2>&1 || { cat download.log; exit 1; }
echo "github.com/VividCortex/gohistogram $version"
go build -o probe . 2>build.log || { cat build.log; exit 1; }
./probe || { echo "CHANGED: percentiles of the last requests were expected, and of the usual ones where these are alike"; exit 1; }
echo "AS SEEN: with the documented alpha the median is 3 s after each tenth request, and the 95th percentile is mostly 10 ms"

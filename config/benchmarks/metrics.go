package main

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
)

// metrics has the samples of a page in Prometheus' text format, by name and labels as written there.
type metrics map[string]float64

func parseMetrics(page string) metrics {
	samples := metrics{}
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		space := strings.LastIndexByte(line, ' ')
		if space < 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if value, err := strconv.ParseFloat(line[space+1:], 64); err == nil {
			samples[line[:space]] = value
		}
	}
	return samples
}

// sum adds all samples of a name whose labels contain a text.
func (m metrics) sum(name, labels string) float64 {
	var sum float64
	for sample, value := range m {
		if found, rest, _ := strings.Cut(sample, "{"); found == name && strings.Contains(rest, labels) {
			sum += value
		}
	}
	return sum
}

// since returns the growth of counters; new ones started at 0.
func (m metrics) since(before metrics) metrics {
	grown := metrics{}
	for sample, value := range m {
		grown[sample] = value - before[sample]
	}
	return grown
}

var errNoSamples = errors.New("the histogram has no samples")

// quantile of a histogram, interpolated within a bucket as in Prometheus.
func (m metrics) quantile(q float64, histogram string) (float64, error) {
	type bucket struct{ bound, count float64 }
	counts := map[float64]float64{}
	for sample, value := range m {
		name, labels, _ := strings.Cut(sample, "{")
		_, bound, found := strings.Cut(labels, `le="`)
		if name != histogram+"_bucket" || !found {
			continue
		}
		if upper, err := strconv.ParseFloat(bound[:strings.IndexByte(bound, '"')], 64); err == nil {
			counts[upper] += value
		}
	}
	var buckets []bucket
	for bound, count := range counts {
		buckets = append(buckets, bucket{bound, count})
	}
	slices.SortFunc(buckets, func(a, b bucket) int {
		if a.bound < b.bound {
			return -1
		}
		return 1
	})
	if len(buckets) == 0 || buckets[len(buckets)-1].count == 0 {
		return 0, errNoSamples
	}
	rank := q * buckets[len(buckets)-1].count
	var lower, below float64
	for _, each := range buckets {
		if each.count >= rank {
			if math.IsInf(each.bound, 1) {
				return lower, nil
			}
			return lower + (each.bound-lower)*(rank-below)/(each.count-below), nil
		}
		lower, below = each.bound, each.count
	}
	return lower, nil
}

// Package histogram reads the ConfigMaps in which the operator keeps the response times of each run: HdrHistogram, compressed, base64.
package histogram

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/HdrHistogram/hdrhistogram-go"
)

const (
	microsPerMilli = 1000.0
	// The coarsest precision that the operator falls back to.
	coarseDigits, fineDigits = 2, 3
	lowestRange              = int64(2)
	bars                     = 30
	margin                   = 1.2
)

// Key is the name of a step in the ConfigMap.
func Key(step int) string { return fmt.Sprintf("step-%02d", step) }

// Step returns all transactions of a step of one run, nil if the ConfigMap has no such step.
func Step(data map[string]string, step int) (*hdrhistogram.Histogram, error) {
	text, found := data[Key(step)]
	if !found {
		return nil, nil
	}
	var all []*hdrhistogram.Histogram
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		name, encoded, ok := strings.Cut(line, " ")
		if !ok {
			return nil, fmt.Errorf("%s: a histogram's line must begin with its name", Key(step))
		}
		one, err := hdrhistogram.Decode([]byte(encoded))
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", Key(step), name, err)
		}
		all = append(all, one)
	}
	return Merge(all), nil
}

// Merge adds histograms at the coarsest precision of them. A single one is returned as it is.
func Merge(all []*hdrhistogram.Histogram) *hdrhistogram.Histogram {
	if len(all) == 1 {
		return all[0]
	}
	if sum := sameShape(all); sum != nil {
		return hdrhistogram.Import(sum)
	}
	digits, highest := fineDigits, lowestRange
	for _, one := range all {
		highest = max(highest, one.HighestTrackableValue())
		if one.TotalCount() > 0 && one.SignificantFigures() < fineDigits {
			digits = coarseDigits
		}
	}
	merged := hdrhistogram.New(1, highest, digits)
	for _, one := range all {
		merged.Merge(one)
	}
	return merged
}

// sameShape adds the counts of histograms with equal buckets, nil if their buckets differ.
func sameShape(all []*hdrhistogram.Histogram) *hdrhistogram.Snapshot {
	var sum *hdrhistogram.Snapshot
	for _, one := range all {
		next := one.Export()
		switch {
		case sum == nil:
			sum = next
		case next.SignificantFigures != sum.SignificantFigures || next.LowestTrackableValue != sum.LowestTrackableValue || len(next.Counts) != len(sum.Counts):
			return nil
		default:
			for i, count := range next.Counts {
				sum.Counts[i] += count
			}
		}
	}
	return sum
}

// Millis is a percentile in milliseconds, rounded up to hundredths as the operator does.
func Millis(of *hdrhistogram.Histogram, percentile float64) float64 {
	return math.Ceil(float64(of.ValueAtPercentile(covering(of.TotalCount(), percentile)))/10) / 100
}

// covering is the percentage of whole values that the operator's library takes for a percentile: it rounds their number up, and this one
// to the nearest, so that fewer than the percentage could be at or below it.
func covering(count int64, percentile float64) float64 {
	if count == 0 {
		return percentile
	}
	values := math.Ceil(math.Nextafter(percentile, 0) * float64(count) / 100)
	return 100 * values / float64(count)
}

// Bars returns edges in milliseconds, spaced evenly on a logarithmic axis, and the counts between them.
func Bars(of *hdrhistogram.Histogram) (edges []float64, counts []int64) {
	if of.TotalCount() == 0 {
		return nil, nil
	}
	buckets := of.Export()
	first, last := math.Inf(1), 0.0
	for i, count := range buckets.Counts {
		if count > 0 {
			first, last = math.Min(first, value(buckets, i)), value(buckets, i)
		}
	}
	low, high := math.Log(math.Max(first, 1)/margin), math.Log(math.Max(last, 1)*margin)
	counts = make([]int64, bars)
	for i := 0; i <= bars; i++ {
		edges = append(edges, math.Exp(low+(high-low)*float64(i)/bars)/microsPerMilli)
	}
	for i, count := range buckets.Counts {
		if count > 0 {
			at := int((math.Log(math.Max(value(buckets, i), 1)) - low) / (high - low) * bars)
			counts[min(max(at, 0), bars-1)] += count
		}
	}
	return edges, counts
}

// value is the lowest value that a bucket counts: HdrHistogram's buckets double in width after each half of a sub-bucket.
func value(of *hdrhistogram.Snapshot, index int) float64 {
	half := bits.Len64(uint64(2*math.Pow10(int(of.SignificantFigures)))-1) - 1
	bucket, within := index>>half-1, index&(1<<half-1)+1<<half
	if bucket < 0 {
		bucket, within = 0, within-1<<half
	}
	unit := bits.Len64(uint64(of.LowestTrackableValue)) - 1
	return float64(int64(within) << (bucket + unit))
}

package histogram

import (
	"testing"

	"github.com/HdrHistogram/hdrhistogram-go"
)

func of(t *testing.T, digits int, values ...int64) *hdrhistogram.Histogram {
	t.Helper()
	histogram := hdrhistogram.New(1, 1<<24, digits)
	for _, value := range values {
		if err := histogram.RecordValue(value); err != nil {
			t.Fatal(err)
		}
	}
	return histogram
}

func encoded(t *testing.T, histogram *hdrhistogram.Histogram) string {
	t.Helper()
	text, err := histogram.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAStepHasTheTransactionsOfAllKinds(t *testing.T) {
	data := map[string]string{"step-02": "changeOrder " + encoded(t, of(t, 3, 1000)) + "\nnewOrder " + encoded(t, of(t, 3, 3000, 5000)) + "\n"}
	found, err := Step(data, 2)
	if err != nil || found.TotalCount() != 3 || Millis(found, 50) != 3.01 && Millis(found, 50) != 3 {
		t.Errorf("%v, %v", found, err)
	}
	if none, err := Step(data, 1); none != nil || err != nil {
		t.Errorf("%v, %v", none, err)
	}
	if _, err := Step(map[string]string{"step-01": "newOrder nonsense"}, 1); err == nil {
		t.Error("a damaged histogram must be reported")
	}
}

func TestAPercentileIsThatOfTheOperator(t *testing.T) {
	jump := hdrhistogram.New(1, 60_000_000, 3)
	for value, count := range map[int64]int64{20_000: 1049, 30_000_000: 11} {
		if err := jump.RecordValues(value, count); err != nil {
			t.Fatal(err)
		}
	}
	for percentile, millis := range map[float64]float64{0: 20, 50: 20.02, 95: 20.02, 98.9: 20.02, 99: 30_015.49, 100: 30_015.49} {
		if found := Millis(jump, percentile); found != millis {
			t.Errorf("p%g of 1049 times 20 ms and 11 times 30 s: %g ms", percentile, found)
		}
	}
	if found := Millis(of(t, 3, 10_000, 20_000), 50); found > 10.01 {
		t.Errorf("median of 10 and 20 ms: %g ms", found)
	}
	if found := Millis(of(t, 3), 99); found != 0 {
		t.Errorf("p99 of nothing: %g ms", found)
	}
}

func TestHistogramsOfOtherPrecisionsAreMerged(t *testing.T) {
	merged := Merge([]*hdrhistogram.Histogram{of(t, 3, 10, 20), of(t, 2, 30)})
	if merged.TotalCount() != 3 || merged.SignificantFigures() != 2 {
		t.Errorf("%d values of %d digits", merged.TotalCount(), merged.SignificantFigures())
	}
}

func TestEveryBucketHasTheValueOfTheLibrary(t *testing.T) {
	for _, digits := range []int{2, 3} {
		for exact := int64(1); exact < 1<<23; exact = exact*5/4 + 1 {
			histogram := of(t, digits, exact)
			buckets := histogram.Export()
			for i, count := range buckets.Counts {
				if count > 0 && int64(value(buckets, i)) != histogram.Min() {
					t.Fatalf("%d digits: bucket %d of %d is said to begin at %g, and does at %d", digits, i, exact, value(buckets, i), histogram.Min())
				}
			}
		}
	}
}

func TestBarsHaveEveryTransaction(t *testing.T) {
	edges, counts := Bars(of(t, 3, 900, 1000, 1000, 250_000, 5_000_000))
	sum := int64(0)
	for _, count := range counts {
		sum += count
	}
	if sum != 5 || edges[0] > 0.9 || edges[len(edges)-1] < 5000 {
		t.Errorf("%d from %g to %g ms", sum, edges[0], edges[len(edges)-1])
	}
}

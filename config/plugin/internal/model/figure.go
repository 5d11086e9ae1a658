// Package model has an experiment and its trials as a reader sees them. Fields that an older or newer operator does not write are
// absent, never an error.
package model

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Rounding is by how much figures that were rounded to hundredths may differ.
const Rounding = 0.011

// Figure is a measured value with what is known of its uncertainty: a 95 % interval, or the range of its runs.
type Figure struct {
	Value     float64
	Low, High *float64 // the interval
	Min, Max  *float64 // the lowest and the highest run
}

// UnmarshalJSON reads a number, {mean, min, max} over runs, or {value, low, high} with an interval.
func (f *Figure) UnmarshalJSON(text []byte) error {
	if number, err := strconv.ParseFloat(string(text), 64); err == nil {
		*f = Figure{Value: number}
		return nil
	}
	var found struct{ Mean, Value, Min, Max, Low, High *float64 }
	if err := json.Unmarshal(text, &found); err != nil {
		return err
	}
	*f = Figure{Value: math.NaN(), Low: found.Low, High: found.High, Min: found.Min, Max: found.Max}
	for _, value := range []*float64{found.Value, found.Mean} {
		if value != nil {
			f.Value = *value
		}
	}
	return nil
}

// MarshalJSON writes the fields that are known.
func (f Figure) MarshalJSON() ([]byte, error) {
	found := map[string]float64{}
	if !math.IsNaN(f.Value) {
		found["value"] = f.Value
	}
	for name, value := range map[string]*float64{"low": f.Low, "high": f.High, "min": f.Min, "max": f.Max} {
		if value != nil {
			found[name] = *value
		}
	}
	return json.Marshal(found)
}

// Known reports whether there is a value.
func (f *Figure) Known() bool { return f != nil && !math.IsNaN(f.Value) }

// Bounds returns the interval, or else the range of several runs; ok is false without either.
func (f *Figure) Bounds() (low, high float64, interval, ok bool) {
	switch {
	case f == nil:
		return 0, 0, false, false
	case f.Low != nil && f.High != nil:
		return *f.Low, *f.High, true, true
	case f.Min != nil && f.Max != nil && *f.Min < *f.Max:
		return *f.Min, *f.Max, false, true
	}
	return 0, 0, false, false
}

// String is the value, with its interval or range in parentheses.
func (f *Figure) String() string {
	if !f.Known() {
		return "–"
	}
	text := Number(f.Value)
	if low, high, _, ok := f.Bounds(); ok {
		text += fmt.Sprintf(" (%s to %s)", Number(low), Number(high))
	}
	return text
}

// Number writes at most two decimals, without trailing zeros.
func Number(value float64) string {
	if math.IsNaN(value) {
		return "–"
	}
	text := strconv.FormatFloat(value, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

package model

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Row is a configuration of the result: figures, or the reason why there are none.
type Row struct {
	Configuration
	Name       string      `json:"name"`
	Reason     string      `json:"reason"`
	Message    string      `json:"message"`
	Trial      string      `json:"trial"`
	Step       int         `json:"step"`
	Runs       int         `json:"runs"`
	Saturated  *bool       `json:"saturated"`
	Peak       *Figure     `json:"peakPerSecond"`
	Capacity   *Figure     `json:"capacityPerSecond"`
	Change     *Figure     `json:"changePercent"`
	Speedup    *Figure     `json:"speedup"`
	Efficiency *Figure     `json:"efficiency"`
	Requests   *Figure     `json:"requestsPerSecond"`
	Bbops      *Figure     `json:"bbopsPerMinute"`
	Mean       *Figure     `json:"meanMillis"`
	P50        *Figure     `json:"p50Millis"`
	P90        *Figure     `json:"p90Millis"`
	P95        *Figure     `json:"p95Millis"`
	P99        *Figure     `json:"p99Millis"`
	Errors     *Figure     `json:"errorPercent"`
	HostCPU    *Figure     `json:"hostCpuPercent"`
	Bottleneck *Bottleneck `json:"bottleneck"`
	Resolution *Figure     `json:"capacityResolutionPercent"`
	Notes      []string    `json:"notes"`
	// Search says how the capacity was found; nil where given loads were measured.
	Search *Search `json:"search"`
	// Disturbances are what planned failures have done.
	Disturbances []*Disturbance `json:"disturbances"`
}

// UnmarshalJSON also reads intervals that stand beside the figures, under the same names.
func (r *Row) UnmarshalJSON(text []byte) error {
	type plain Row
	if err := json.Unmarshal(text, (*plain)(r)); err != nil {
		return err
	}
	var beside struct {
		Intervals map[string]json.RawMessage `json:"intervals"`
	}
	if err := json.Unmarshal(text, &beside); err != nil {
		return nil
	}
	for name, figure := range map[string]*Figure{"peakPerSecond": r.Peak, "capacityPerSecond": r.Capacity, "speedup": r.Speedup,
		"efficiency": r.Efficiency, "meanMillis": r.Mean, "p50Millis": r.P50, "p90Millis": r.P90, "p95Millis": r.P95, "p99Millis": r.P99} {
		var interval Figure
		if raw := beside.Intervals[name]; figure != nil && raw != nil && json.Unmarshal(raw, &interval) == nil {
			figure.Low, figure.High = interval.Low, interval.High
		}
	}
	return nil
}

// Percentile is that of the response times of all transactions, nil if a row does not have it.
func (r *Row) Percentile(name string) *Figure {
	return map[string]*Figure{"50": r.P50, "90": r.P90, "95": r.P95, "99": r.P99}[name]
}

// Unsaturated reports whether the real peak is higher than the measured one, or may be: a single number of users does not show it.
func (r *Row) Unsaturated() bool { return r.Saturated == nil || !*r.Saturated }

// PeakIsHigher reports whether the measured peak is only what was requested.
func (r *Row) PeakIsHigher() bool {
	return r.Unsaturated() || slices.Contains(r.Notes, "PeakNotReached")
}

// Described is the step that the percentiles are of or, with a search, the load; empty if it is not known.
func (r *Row) Described() string {
	switch {
	case r.Step > 0:
		return fmt.Sprint(r.Step)
	case r.Search != nil && r.Search.Reported != nil:
		return r.Search.Load(*r.Search.Reported)
	}
	return ""
}

// At is the same within a sentence.
func (r *Row) At() string {
	switch {
	case r.Step > 0:
		return "in step " + r.Described()
	case r.Described() != "":
		return "at " + r.Described()
	}
	return "at a load of the search"
}

// System is a line of a chart: the configurations that differ only in their number of servers.
type System struct {
	Name string
	ID   string // as in names of configurations, without their number of servers
	Rows []*Row // with figures, by number of servers
}

// Systems groups rows with figures, in the order in which their systems appear.
func Systems(rows []*Row) []System {
	var systems []System
	index := map[string]int{}
	for _, row := range rows {
		if !row.Peak.Known() {
			continue
		}
		name := row.System()
		at, known := index[name]
		if !known {
			at = len(systems)
			index[name] = at
			systems = append(systems, System{Name: name, ID: strings.TrimSuffix(row.Name, fmt.Sprintf("-%d", row.Replicas))})
		}
		systems[at].Rows = append(systems[at].Rows, row)
	}
	for _, system := range systems {
		slices.SortFunc(system.Rows, func(a, b *Row) int { return a.Replicas - b.Replicas })
	}
	return systems
}

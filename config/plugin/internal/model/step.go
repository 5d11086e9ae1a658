package model

import (
	"fmt"
	"time"

	"dev.scalelab/plugin/internal/operator"
)

// Target is a load: a rate or users.
type Target struct {
	PerSecond *float64 `json:"perSecond"`
	Users     *int     `json:"users"`
}

// String is the load with its unit.
func (t Target) String() string {
	switch {
	case t.PerSecond != nil:
		return Number(*t.PerSecond) + "/s"
	case t.Users != nil:
		return fmt.Sprintf("%d users", *t.Users)
	}
	return "–"
}

// Level is the load as a number; 0 if it is not known.
func (t Target) Level() float64 {
	switch {
	case t.PerSecond != nil:
		return *t.PerSecond
	case t.Users != nil:
		return float64(*t.Users)
	}
	return 0
}

// Step is a level of the load with what was measured in its window.
type Step struct {
	Step   int    `json:"step"`
	Target Target `json:"target"`
	Window struct {
		From    *time.Time `json:"from"`
		Seconds float64    `json:"seconds"`
	} `json:"window"`
	Counts struct {
		Completed int64 `json:"completed"`
		Failed    int64 `json:"failed"`
	} `json:"counts"`
	Throughput    float64 `json:"throughputPerSecond"`
	Mix           float64 `json:"mixPerSecond"`
	ErrorPercent  float64 `json:"errorPercent"`
	ObjectivesMet *bool   `json:"objectivesMet"`
	ResponseTimes struct {
		P50  *float64 `json:"p50Millis"`
		P90  *float64 `json:"p90Millis"`
		P95  *float64 `json:"p95Millis"`
		P99  *float64 `json:"p99Millis"`
		Max  *float64 `json:"maxMillis"`
		Mean *float64 `json:"meanMillis"`
	} `json:"responseTimes"`
	Invalid *struct {
		Reason  string `json:"reason"`
		Message string `json:"message"`
	} `json:"invalid"`
	// Stream is what arrived beside the load, nil without it.
	Stream *struct {
		Kept *bool `json:"kept"`
	} `json:"stream"`
	Steady *struct {
		Verdict string `json:"verdict"`
		Class   string `json:"class"`
	} `json:"steady"`
	// Transactions are those of one kind each, Shares those within the limit of an objective with minSharePercent.
	Transactions   []TransactionResult `json:"transactions"`
	Shares         []ResponseShare     `json:"shares"`
	Evidence       *Evidence           `json:"evidence"`
	State          *StateCounts        `json:"state"`
	FailedRequests map[string]int64    `json:"failedRequests"`
}

// Load is the step's target, as "12 per second" or "40 users".
func (s *Step) Load() string { return s.Target.String() }

// Met reports whether the step counts as capacity of its run: it met every objective of steps, and its stream was kept.
func (s *Step) Met() bool {
	return s.ObjectivesMet != nil && *s.ObjectivesMet && (s.Stream == nil || s.Stream.Kept != nil && *s.Stream.Kept)
}

// MetInSearch reports whether a search takes the step as one whose load is carried: it met the objectives, and had its rate.
func (s *Step) MetInSearch() bool {
	return s.Met() && (s.Target.PerSecond == nil || s.Throughput >= operator.Reached**s.Target.PerSecond)
}

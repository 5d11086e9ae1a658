package model

import (
	"fmt"
	"time"
)

// Disturbance is what a planned failure has done to a configuration, over its valid runs. Times are in seconds.
type Disturbance struct {
	Name             string           `json:"name"`
	Action           string           `json:"action"`
	Tier             string           `json:"tier"`
	Step             int              `json:"step"`
	Runs             int              `json:"runs"`
	LateMillis       *Figure          `json:"lateMillis"`
	Failed           *Figure          `json:"failed"`
	ErrorSeconds     *Figure          `json:"errorSeconds"`
	ThroughputBack   *Figure          `json:"throughputBackSeconds"`
	ResponseTimeBack *Figure          `json:"responseTimeBackSeconds"`
	PodsBack         *Figure          `json:"podsBackSeconds"`
	MembersBack      *Figure          `json:"membersBackSeconds"`
	StateTransfer    *Figure          `json:"stateTransferSeconds"`
	State            *StateCounts     `json:"state"`
	FailedRequests   map[string]int64 `json:"failedRequests"`
	Acknowledged     []Acknowledged   `json:"acknowledged"`
	Text             string           `json:"text"`
}

// Requests is the number of failed requests of every kind.
func (d *Disturbance) Requests() int64 {
	sum := int64(0)
	for _, count := range d.FailedRequests {
		sum += count
	}
	return sum
}

// Acknowledged has the acknowledged transactions of one kind, and what became of them in the databases.
type Acknowledged struct {
	Name         string `json:"name"`
	Acknowledged int64  `json:"acknowledged"`
	Missing      int64  `json:"missing"`
	// Twice is nil if the kind is not compared one by one: more may be missing then.
	Twice *int64 `json:"twice"`
}

// Stored sums up the kinds: acknowledged, missing, and there twice; nil without any, as of other tiers than databases.
func (d *Disturbance) Stored() *Acknowledged {
	var sum *Acknowledged
	for _, kind := range d.Acknowledged {
		if sum == nil {
			sum = &Acknowledged{}
		}
		sum.Acknowledged += kind.Acknowledged
		sum.Missing += kind.Missing
		if kind.Twice != nil {
			twice := *kind.Twice
			if sum.Twice != nil {
				twice += *sum.Twice
			}
			sum.Twice = &twice
		}
	}
	return sum
}

// MissingOf is the number of missing transactions of all acknowledged ones; "–" if there are none.
func (a *Acknowledged) MissingOf() string {
	if a == nil {
		return "–"
	}
	return fmt.Sprintf("%d of %d", a.Missing, a.Acknowledged)
}

// StateCounts says what became of the state of sessions, as their users saw it.
type StateCounts struct {
	Sessions   int64 `json:"sessions"`
	Intact     int64 `json:"intact"`
	Moved      int64 `json:"moved"`
	Lost       int64 `json:"lost"`
	RolledBack int64 `json:"rolledBack"`
	Stale      int64 `json:"stale"`
	Repeated   int64 `json:"repeated"`
	Unknown    int64 `json:"unknown"`
}

// Harmed is the number of sessions whose state was not as acknowledged; 0 if there are none.
func (c *StateCounts) Harmed() int64 {
	if c == nil {
		return 0
	}
	return c.Lost + c.RolledBack + c.Stale + c.Repeated + c.Unknown
}

// LostOf is the number of lost sessions of all; "–" if there is no session state.
func (c *StateCounts) LostOf() string {
	if c == nil {
		return "–"
	}
	return fmt.Sprintf("%d of %d", c.Lost, c.Sessions)
}

// MadeDisturbance is a disturbance in one run: the pods that it concerned, and when.
type MadeDisturbance struct {
	Name string `json:"name"`
	Pods []struct {
		Pod  string `json:"pod"`
		Node string `json:"node"`
		// Tier is empty if it is that of the disturbance.
		Tier string `json:"tier"`
	} `json:"pods"`
	MadeAt     *time.Time `json:"madeAt"`
	PodsBackAt *time.Time `json:"podsBackAt"`
	Failed     string     `json:"failed"`
}

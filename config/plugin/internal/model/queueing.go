package model

import "strings"

// SystemModel is the queueing model of a system, with which questions about its capacity are answered.
type SystemModel struct {
	System          string            `json:"system"`
	Replicas        int               `json:"replicas"`
	Demands         []Demand          `json:"demands"`
	Slots           []SlotDemand      `json:"slots"`
	DelayMillis     float64           `json:"delayMillis"`
	RequestsEach    *float64          `json:"requestsEach"`
	OrdersEach      *float64          `json:"ordersEach"`
	Percentiles     []PercentileRatio `json:"percentiles"`
	ThroughputError *float64          `json:"throughputErrorPercent"`
	ResponseError   *float64          `json:"responseErrorPercent"`
	Reason          string            `json:"reason"`
	Message         string            `json:"message"`
}

// Fitted reports whether there is a model, rather than the reason why it could not be fitted.
func (m *SystemModel) Fitted() bool { return len(m.Demands) > 0 }

// Sentence is the message without the system's name at its start.
func (m *SystemModel) Sentence() string { return strings.TrimPrefix(m.Message, m.System+": ") }

// Demand is the CPU time that a transaction needs of a tier.
type Demand struct {
	Tier     string  `json:"tier"`
	Database string  `json:"database"`
	Millis   *Figure `json:"millis"`
	Cores    float64 `json:"cores"`
}

// Name is the tier, with its database where there are several.
func (d Demand) Name() string {
	if d.Database != "" {
		return d.Tier + " " + d.Database
	}
	return d.Tier
}

// SlotDemand is how long a transaction holds slots of the servers, such as connections, with little load, and how many each server has.
type SlotDemand struct {
	Name       string  `json:"name"`
	HeldMillis float64 `json:"heldMillis"`
	Size       float64 `json:"size"`
}

// PercentileRatio is the 95th percentile of the response times divided by their mean, at a utilization of the busiest CPU.
type PercentileRatio struct {
	Utilization float64 `json:"utilization"`
	Ratio       float64 `json:"ratio"`
}

// Answer says how many servers a load needs.
type Answer struct {
	System            string   `json:"system"`
	Question          int      `json:"question,omitempty"`
	Replicas          *int     `json:"replicas,omitempty"`
	Low               *int     `json:"low,omitempty"`
	High              *int     `json:"high,omitempty"`
	PerSecond         *float64 `json:"perSecond,omitempty"`
	RequestsPerSecond *float64 `json:"requestsPerSecond,omitempty"`
	OrdersPerHour     *float64 `json:"ordersPerHour,omitempty"`
	LimitedBy         string   `json:"limitedBy,omitempty"`
	LimitPerSecond    *float64 `json:"limitPerSecond,omitempty"`
	Extrapolated      bool     `json:"extrapolated,omitempty"`
	Message           string   `json:"message"`
}

// Verification says whether a diagnosis was right.
type Verification struct {
	Configuration string  `json:"configuration"`
	Raised        string  `json:"raised"`
	Resource      string  `json:"resource"`
	Settings      string  `json:"settings"`
	Change        *Figure `json:"changePercent"`
	Verified      *bool   `json:"verified"`
	Message       string  `json:"message"`
}

// FactorResult is the best value of a factor, with those that are nearly as good.
type FactorResult struct {
	System        string   `json:"system"`
	Setting       string   `json:"setting"`
	Replicas      int      `json:"replicas"`
	Best          string   `json:"best"`
	BestPerSecond *float64 `json:"bestPerSecond"`
	Plateau       []string `json:"plateau"`
	Message       string   `json:"message"`
}

// Bottleneck is what limits a configuration.
type Bottleneck struct {
	Verdict        string      `json:"verdict"`
	Resource       string      `json:"resource"`
	Database       string      `json:"database"`
	Partition      string      `json:"partition"`
	Confidence     string      `json:"confidence"`
	Utilization    *float64    `json:"utilization"`
	Bound          *float64    `json:"boundPerSecond"`
	Message        string      `json:"message"`
	Recommendation string      `json:"recommendation"`
	Candidates     []Candidate `json:"candidates"`
	Times          []TimePart  `json:"times"`
	Verified       *bool       `json:"verified"`
}

// Complete fills in what the rows leave to their trials, of which there may be thousands: the sentences and figures of each diagnosis.
// The verdict stays the row's, which knows of a verification: the sentences of a diagnosis that was not confirmed are left out.
func (e *Experiment) Complete(trials []*Trial) {
	found := map[string]*Bottleneck{}
	for _, trial := range trials {
		if trial.Status.Result != nil && trial.Status.Result.Bottleneck != nil {
			found[trial.Metadata.Name] = trial.Status.Result.Bottleneck
		}
	}
	for _, row := range e.Status.Configurations {
		of := found[row.Trial]
		if row.Bottleneck != nil && of != nil && row.Bottleneck.refuted() {
			row.Bottleneck.Times = of.Times
			continue
		}
		if row.Bottleneck == nil || of == nil || place(row.Bottleneck.Resource, row.Bottleneck.Database, row.Bottleneck.Partition) != place(of.Resource, of.Database, of.Partition) {
			continue
		}
		whole := *of
		whole.Verdict, whole.Confidence, whole.Verified = row.Bottleneck.Verdict, row.Bottleneck.Confidence, row.Bottleneck.Verified
		row.Bottleneck = &whole
	}
}

// refuted says that more of the resource that was named did not give more throughput.
func (b *Bottleneck) refuted() bool { return b.Verified != nil && !*b.Verified }

// Candidate is a resource that may be a limit, or is the next one.
type Candidate struct {
	Resource    string   `json:"resource"`
	Database    string   `json:"database"`
	Partition   string   `json:"partition"`
	Utilization *float64 `json:"utilization"`
	Bound       *float64 `json:"boundPerSecond"`
}

// TimePart is a part of the mean response time.
type TimePart struct {
	Part   string   `json:"part"`
	Millis *float64 `json:"millis"`
}

// Limit is the resource that limits, or the verdict where none is named; "–" without a diagnosis.
func (b *Bottleneck) Limit() string {
	switch {
	case b == nil:
		return "–"
	case b.Resource == "":
		return b.Verdict
	}
	return place(b.Resource, b.Database, b.Partition)
}

// Place is the resource, with its database or partition where there are several.
func (c Candidate) Place() string { return place(c.Resource, c.Database, c.Partition) }

func place(resource, database, partition string) string {
	return strings.Join(strings.Fields(resource+" "+database+" "+partition), " ")
}

// QueueingModel is the model of one trial, with each load as measured and as predicted.
type QueueingModel struct {
	Steps           []PredictedStep `json:"steps"`
	ThroughputError *float64        `json:"throughputErrorPercent"`
	ResponseError   *float64        `json:"responseErrorPercent"`
	Reason          string          `json:"reason"`
}

// PredictedStep is a load as measured and as predicted.
type PredictedStep struct {
	Users           *int     `json:"users"`
	Rate            *float64 `json:"ratePerSecond"`
	PerSecond       *float64 `json:"perSecond"`
	Predicted       *float64 `json:"predictedPerSecond"`
	MeanMillis      *float64 `json:"meanMillis"`
	PredictedMillis *float64 `json:"predictedMillis"`
}

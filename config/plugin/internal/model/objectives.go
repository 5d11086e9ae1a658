package model

import "fmt"

// Limit is an objective for response times: of a percentile, or of a share of the transactions.
type Limit struct {
	Percentile  string  `json:"percentile"`
	MinShare    *int    `json:"minSharePercent"`
	MaxMillis   float64 `json:"maxMillis"`
	Transaction string  `json:"transaction"`
}

// TransactionResult has the response times of one kind of transaction in a step.
type TransactionResult struct {
	Name string   `json:"name"`
	P50  *float64 `json:"p50Millis"`
	P90  *float64 `json:"p90Millis"`
	P95  *float64 `json:"p95Millis"`
}

// Percentile is one of its percentiles, nil if it does not have it.
func (t TransactionResult) Percentile(name string) *float64 {
	return map[string]*float64{"50": t.P50, "90": t.P90, "95": t.P95}[name]
}

// ResponseShare counts the transactions within the limit of an objective with minSharePercent.
type ResponseShare struct {
	Transaction string  `json:"transaction"`
	MaxMillis   float64 `json:"maxMillis"`
	MinShare    int     `json:"minSharePercent"`
	Within      int64   `json:"within"`
	Completed   int64   `json:"completed"`
}

// Percent is the share within the limit, of those that completed.
func (s ResponseShare) Percent() float64 { return 100 * float64(s.Within) / float64(s.Completed) }

// IsOf reports whether it is the share of a limit.
func (s ResponseShare) IsOf(limit Limit) bool {
	return limit.MinShare != nil && *limit.MinShare == s.MinShare && limit.MaxMillis == s.MaxMillis && limit.Transaction == s.Transaction
}

// Objectives are what a step has to meet, and what a configuration has to reach.
type Objectives struct {
	ResponseTimes        []Limit `json:"responseTimes"`
	MaxErrorPercent      any     `json:"maxErrorPercent"`
	MinEfficiencyPercent *int    `json:"minEfficiencyPercent"`
	MinCapacityPerSecond *int    `json:"minCapacityPerSecond"`
}

// ResponseLimits returns the limits in force: those that the operator chose, else those of the spec.
func (e *Experiment) ResponseLimits() []Limit {
	if len(e.Status.Effective.ResponseTimes) > 0 {
		return e.Status.Effective.ResponseTimes
	}
	return e.Spec.Objectives.ResponseTimes
}

// StepObjectives are the objectives that a step has to meet, as text.
func (e *Experiment) StepObjectives() []string {
	var all []string
	for _, limit := range e.ResponseLimits() {
		all = append(all, limit.String())
	}
	if text := e.ErrorObjective(); text != "" {
		all = append(all, text)
	}
	return all
}

// InTrials reports whether a row of the experiment does not have the figure of the limit, but only the steps of the trials.
func (l Limit) InTrials() bool { return l.Transaction != "" || l.MinShare != nil }

// String is the limit as text.
func (l Limit) String() string {
	part, of := "p"+l.Percentile, ""
	if l.MinShare != nil {
		part = fmt.Sprintf("%d %%", *l.MinShare)
	}
	if l.Transaction != "" {
		of = " of " + l.Transaction
	}
	return fmt.Sprintf("%s%s within %s ms", part, of, Number(l.MaxMillis))
}

// ErrorObjective is the objective of a step's errors as text, empty if it is absent.
func (e *Experiment) ErrorObjective() string {
	if maximum := e.Spec.Objectives.MaxErrorPercent; maximum != nil {
		return fmt.Sprintf("at most %v %% errors", maximum)
	}
	return ""
}

// CapacityObjective is the objective of a configuration's capacity as text, empty if it is absent.
func (e *Experiment) CapacityObjective() string {
	if minimum := e.Spec.Objectives.MinCapacityPerSecond; minimum != nil {
		return fmt.Sprintf("capacity of at least %d per second", *minimum)
	}
	return ""
}

// EfficiencyObjective is the objective of a configuration's efficiency as text, empty if it is absent.
func (e *Experiment) EfficiencyObjective() string {
	if minimum := e.Spec.Objectives.MinEfficiencyPercent; minimum != nil {
		return fmt.Sprintf("efficiency of at least %d %%", *minimum)
	}
	return ""
}

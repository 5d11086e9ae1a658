package model

import "fmt"

// Limit is an objective for response times: of a percentile, or of a share of the transactions.
type Limit struct {
	Percentile  string  `json:"percentile"`
	MinShare    *int    `json:"minSharePercent"`
	MaxMillis   float64 `json:"maxMillis"`
	Transaction string  `json:"transaction"`
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

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
		part, of := "p"+limit.Percentile, ""
		if limit.MinShare != nil {
			part = fmt.Sprintf("%d %%", *limit.MinShare)
		}
		if limit.Transaction != "" {
			of = " of " + limit.Transaction
		}
		all = append(all, fmt.Sprintf("%s%s within %s ms", part, of, Number(limit.MaxMillis)))
	}
	if maximum := e.Spec.Objectives.MaxErrorPercent; maximum != nil {
		all = append(all, fmt.Sprintf("at most %v %% errors", maximum))
	}
	return all
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

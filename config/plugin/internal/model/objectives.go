package model

import "fmt"

// Limit is an objective for response times.
type Limit struct {
	Percentile  string  `json:"percentile"`
	MaxMillis   float64 `json:"maxMillis"`
	Transaction string  `json:"transaction"`
}

// Objectives are what a step has to meet.
type Objectives struct {
	ResponseTimes        []Limit `json:"responseTimes"`
	MaxErrorPercent      any     `json:"maxErrorPercent"`
	MinEfficiencyPercent *int    `json:"minEfficiencyPercent"`
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
		of := ""
		if limit.Transaction != "" {
			of = " of " + limit.Transaction
		}
		all = append(all, fmt.Sprintf("p%s%s within %s ms", limit.Percentile, of, Number(limit.MaxMillis)))
	}
	if maximum := e.Spec.Objectives.MaxErrorPercent; maximum != nil {
		all = append(all, fmt.Sprintf("at most %v %% errors", maximum))
	}
	return all
}

// EfficiencyObjective is the objective of a configuration's efficiency as text, empty if it is absent.
func (e *Experiment) EfficiencyObjective() string {
	if minimum := e.Spec.Objectives.MinEfficiencyPercent; minimum != nil {
		return fmt.Sprintf("efficiency of at least %d %%", *minimum)
	}
	return ""
}

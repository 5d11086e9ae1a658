package model

import (
	"encoding/json"
	"fmt"
	"time"
)

// Experiment is a ScalabilityExperiment.
type Experiment struct {
	Metadata Metadata         `json:"metadata"`
	Spec     Spec             `json:"spec"`
	Status   ExperimentStatus `json:"status"`
	// Raw is the whole object, for what has no field here.
	Raw map[string]any `json:"-"`
}

// Metadata identifies an object.
type Metadata struct {
	Name              string            `json:"name"`
	Namespace         string            `json:"namespace"`
	Generation        int64             `json:"generation"`
	CreationTimestamp *time.Time        `json:"creationTimestamp,omitempty"`
	Labels            map[string]string `json:"labels,omitempty"`
}

// Factor is a setting with the value that a configuration has.
type Factor struct {
	Setting string `json:"setting"`
	Value   any    `json:"value"`
}

// Condition is a condition of an experiment.
type Condition struct {
	Type    string `json:"type"`
	Status  string `json:"status"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

// Image is an image of a tier and what a node ran for it.
type Image struct {
	Tier   string `json:"tier"`
	Image  string `json:"image"`
	Digest string `json:"digest"`
}

// ExperimentStatus is the result so far.
type ExperimentStatus struct {
	Phase          string      `json:"phase"`
	Verdict        string      `json:"verdict"`
	Message        string      `json:"message"`
	StartTime      *time.Time  `json:"startTime"`
	CompletionTime *time.Time  `json:"completionTime"`
	Conditions     []Condition `json:"conditions"`
	Configurations []*Row      `json:"configurations"`
	Omitted        int         `json:"configurationsOmitted"`
	Plan           struct {
		Hash string `json:"hash"`
	} `json:"plan"`
	Progress struct {
		Trials              string     `json:"trials"`
		Finished            int        `json:"finished"`
		Total               int        `json:"total"`
		InvalidRuns         int        `json:"invalidRuns"`
		CurrentTrial        string     `json:"currentTrial"`
		Step                string     `json:"step"`
		EstimatedCompletion *time.Time `json:"estimatedCompletionTime"`
	} `json:"progress"`
	Headline struct {
		Configuration       string   `json:"configuration"`
		Pods                int      `json:"pods"`
		ThroughputPerSecond *float64 `json:"throughputPerSecond"`
		P95                 string   `json:"p95"`
	} `json:"headline"`
	Effective struct {
		Images        []Image           `json:"images"`
		ResponseTimes []Limit           `json:"responseTimes"`
		Provisioners  map[string]string `json:"provisioners"`
	} `json:"effective"`
	Comparisons []Comparison `json:"comparisons"`
	Scalability []Model      `json:"scalability"`
	// Pauses are those of an experiment that was suspended.
	Pauses *struct {
		Seconds int        `json:"seconds"`
		Since   *time.Time `json:"since"`
		Ended   *time.Time `json:"ended"`
	} `json:"pauses"`
	// AA is the base against itself.
	AA *struct {
		Ratio   *Figure `json:"ratio"`
		Message string  `json:"message"`
	} `json:"aa"`
	// Models are queueing models, Answers what they say about spec.questions.
	Models       []*SystemModel  `json:"models"`
	Answers      []*Answer       `json:"answers"`
	Factors      []*FactorResult `json:"factors"`
	Verification *Verification   `json:"verification"`
}

// Comparison is a configuration against its baseline.
type Comparison struct {
	Variant  string  `json:"variant"`
	Baseline string  `json:"baseline"`
	Factors  string  `json:"factors"`
	Replicas int     `json:"replicas"`
	Ratio    *Figure `json:"ratio"`
	Floor    *Figure `json:"noiseFloorPercent"`
	Verdict  string  `json:"verdict"`
	Message  string  `json:"message"`
}

// Model is the fitted scalability model of a system.
type Model struct {
	Variant      string  `json:"variant"`
	System       string  `json:"system"`
	Model        string  `json:"model"`
	Lambda       *Figure `json:"lambda"`
	Sigma        *Figure `json:"sigma"`
	Kappa        *Figure `json:"kappa"`
	Plateau      *Figure `json:"plateauPerSecond"`
	BestReplicas *Figure `json:"bestReplicas"`
	Reason       string  `json:"reason"`
	Message      string  `json:"message"`
}

// Spec has the fields of a spec that a reader needs by name; Experiment.Raw has all.
type Spec struct {
	Workload struct {
		Type string `json:"type"`
	} `json:"workload"`
	System   map[string]any `json:"system"`
	Variants []struct {
		Name     string         `json:"name"`
		System   map[string]any `json:"system"`
		Workload map[string]any `json:"workload"`
		Load     map[string]any `json:"load"`
	} `json:"variants"`
	Diagnosis struct {
		Verify bool `json:"verify"`
	} `json:"diagnosis"`
	Sweep        Sweep      `json:"sweep"`
	Load         Load       `json:"load"`
	Objectives   Objectives `json:"objectives"`
	Disturbances []struct {
		Name   string `json:"name"`
		Action string `json:"action"`
		Tier   string `json:"tier"`
		Step   int    `json:"step"`
	} `json:"disturbances"`
}

// Sweep says which configurations are measured.
type Sweep struct {
	Replicas []int    `json:"replicas"`
	Variants []string `json:"variants"`
	Factors  []struct {
		Setting string `json:"setting"`
		Values  []any  `json:"values"`
	} `json:"factors"`
	Exclude []struct {
		Variant  string   `json:"variant"`
		Replicas *int     `json:"replicas"`
		Factors  []Factor `json:"factors"`
	} `json:"exclude"`
	Order string `json:"order"`
	// AA measures base twice.
	AA bool `json:"aa"`
}

// Load is what is sent to each configuration.
type Load struct {
	Open *struct {
		Rates []float64 `json:"rates"`
	} `json:"open"`
	Closed *struct {
		Users []float64 `json:"users"`
	} `json:"closed"`
	Search map[string]any `json:"search"`
	Step   struct {
		Seconds       int `json:"seconds"`
		SettleSeconds int `json:"settleSeconds"`
	} `json:"step"`
	WarmUp struct {
		MaxSeconds int `json:"maxSeconds"`
	} `json:"warmUp"`
	// Repetitions is a number, or {min, max}.
	Repetitions any `json:"repetitions"`
}

// Read converts an object from the API server.
func Read(object map[string]any) (*Experiment, error) {
	var found Experiment
	if err := convert(object, &found); err != nil {
		return nil, fmt.Errorf("the experiment cannot be read: %w", err)
	}
	found.Raw = object
	return &found, nil
}

func convert(object map[string]any, into any) error {
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// Condition returns a condition, nil if it is absent.
func (e *Experiment) Condition(name string) *Condition {
	for i, condition := range e.Status.Conditions {
		if condition.Type == name {
			return &e.Status.Conditions[i]
		}
	}
	return nil
}

// Finished reports whether the experiment has ended in any way.
func (e *Experiment) Finished() bool {
	condition := e.Condition("Finished")
	return condition != nil && condition.Status == "True"
}

// Measured returns the rows that have figures.
func (e *Experiment) Measured() []*Row {
	var rows []*Row
	for _, row := range e.Status.Configurations {
		if row.Peak.Known() {
			rows = append(rows, row)
		}
	}
	return rows
}

// Exit statuses of commands about one experiment.
const (
	ExitPassed = iota
	ExitFailed
	ExitInconclusive
	ExitNotRun
)

// ExitStatus is the verdict as an exit status.
func (e *Experiment) ExitStatus() int {
	switch e.Status.Verdict {
	case "Passed":
		return ExitPassed
	case "Failed":
		return ExitFailed
	case "Inconclusive":
		return ExitInconclusive
	}
	return ExitNotRun
}

// State is the state of an experiment that has no verdict, for people.
func (e *Experiment) State() string {
	text := "phase " + e.Status.Phase
	if e.Status.Phase == "" {
		text = "the operator has not seen it"
	}
	if e.Status.Message != "" {
		text += ": " + e.Status.Message
	}
	return text
}

// VerdictText is the verdict for people.
func (e *Experiment) VerdictText() string {
	if e.Status.Verdict != "" {
		return e.Status.Verdict
	}
	if e.Finished() {
		return "None"
	}
	return "Not ended"
}

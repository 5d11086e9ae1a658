package model

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Trial is a ScalabilityTrial: a configuration with its runs.
type Trial struct {
	Metadata Metadata `json:"metadata"`
	Spec     struct {
		Variant     string   `json:"variant"`
		Factors     []Factor `json:"factors"`
		Replicas    int      `json:"replicas"`
		Repetitions int      `json:"repetitions"`
		Order       int      `json:"order"`
	} `json:"spec"`
	Status struct {
		Phase     string      `json:"phase"`
		Reason    string      `json:"reason"`
		Message   string      `json:"message"`
		Runs      []*Run      `json:"runs"`
		Placement []Placement `json:"placement"`
		Result    *Result     `json:"result"`
		// Searched are the rounds of a search that have ended.
		Searched []SearchRound `json:"searched"`
	} `json:"status"`
	Raw map[string]any `json:"-"`
}

// Result has what is known of a trial's rounds, of a search for its capacity, and of what limits it.
type Result struct {
	Rounds     []Round        `json:"rounds"`
	Search     *Search        `json:"search"`
	Model      *QueueingModel `json:"model"`
	Bottleneck *Bottleneck    `json:"bottleneck"`
}

// Round has the figures of one round.
type Round struct {
	Round    int      `json:"round"`
	Peak     *float64 `json:"peakPerSecond"`
	Capacity *float64 `json:"capacityPerSecond"`
	Mean     *float64 `json:"meanMillis"`
	P95      *float64 `json:"p95Millis"`
	// Completed is the number of transactions of the step whose figures it has.
	Completed *int64 `json:"completed"`
}

// Reports says whether the figures of a round are those of a step.
func (r Round) Reports(step *Step) bool {
	equal := func(one, other *float64) bool {
		return one == nil || other != nil && math.Abs(*one-*other) <= Rounding
	}
	return equal(r.Mean, step.ResponseTimes.Mean) && equal(r.P95, step.ResponseTimes.P95) && (r.Completed == nil || *r.Completed == step.Counts.Completed)
}

// SearchRound is what one round of a search found.
type SearchRound struct {
	Round     int      `json:"round"`
	Level     *float64 `json:"level"`
	Saturated *bool    `json:"saturated"`
	Notes     []string `json:"notes"`
}

// Search says how a capacity was found.
type Search struct {
	Model      string   `json:"model"`
	Level      *float64 `json:"level"`
	Confirmed  *float64 `json:"confirmedLevel"`
	HostFull   *float64 `json:"hostFullFromLevel"`
	Resolution *float64 `json:"resolutionPercent"`
	// Reported is the load at which the response times of the result were measured.
	Reported *float64 `json:"reportedLevel"`
	// Steps is the number of steps of the valid runs.
	Steps int      `json:"steps"`
	Notes []string `json:"notes"`
}

// unbracketed are notes of which each says that a round ended without a load that met the objectives and one near it that did not.
var unbracketed = []string{"NotSaturated", "BelowMin", "NotConverged", "EndedEarly"}

// Bracketed reports whether each round ended with a load that met the objectives, and one within the tolerance that did not.
func (s *Search) Bracketed() bool {
	return s.Level != nil && !slices.ContainsFunc(s.Notes, func(note string) bool { return slices.Contains(unbracketed, note) })
}

// Unit is what its levels are.
func (s *Search) Unit() string {
	if s.Model == "Closed" {
		return "users"
	}
	return "transactions per second"
}

// Load is one of its levels with its unit.
func (s *Search) Load(level float64) string {
	if s.Model == "Closed" {
		return Number(level) + " users"
	}
	return Number(level) + "/s"
}

// Text is the search in a sentence, without its end.
func (s *Search) Text() string {
	text := "no load was found that meets every objective"
	if s.Level != nil {
		text = Number(*s.Level) + " " + s.Unit()
		switch {
		case s.Confirmed == nil:
		case *s.Confirmed == *s.Level:
			text += ", measured"
		default:
			text += fmt.Sprintf(", estimated; %s is the highest load that was measured and met every objective", Number(*s.Confirmed))
		}
	}
	text += fmt.Sprintf("; %d steps", s.Steps)
	if len(s.Notes) > 0 {
		text += " (" + strings.Join(s.Notes, ", ") + ")"
	}
	if s.Resolution != nil {
		text += "; the noise of one step moves it by " + Number(*s.Resolution) + " %"
	}
	if s.HostFull != nil {
		text += "; the hosts' CPU was full from " + Number(*s.HostFull) + " on"
	}
	return text
}

// Searched reports whether the trial's runs are levels of a search, one each, or with the overload step after it.
func (t *Trial) Searched() bool { return t.Status.Result != nil && t.Status.Result.Search != nil }

// Placement is a pod of the testbed, its node and its image.
type Placement struct {
	Tier  string   `json:"tier"`
	Role  string   `json:"role"`
	Pod   string   `json:"pod"`
	Node  string   `json:"node"`
	Image string   `json:"image"`
	Added []string `json:"added"`
}

// Run is one load against a testbed.
type Run struct {
	Number    int        `json:"number"`
	Phase     string     `json:"phase"`
	Reason    string     `json:"reason"`
	Message   string     `json:"message"`
	StartedAt *time.Time `json:"startedAt"`
	Plan      struct {
		Repetition    int      `json:"repetition"`
		Steps         []Target `json:"steps"`
		StepSeconds   int      `json:"stepSeconds"`
		SettleSeconds int      `json:"settleSeconds"`
	} `json:"plan"`
	Disturbances []*MadeDisturbance `json:"disturbances"`
	Histograms   string             `json:"histograms"`
	Steps        []*Step            `json:"steps"`
}

// ReadTrial converts an object from the API server.
func ReadTrial(object map[string]any) (*Trial, error) {
	var found Trial
	if err := convert(object, &found); err != nil {
		return nil, fmt.Errorf("the trial cannot be read: %w", err)
	}
	found.Raw = object
	return &found, nil
}

// Sort puts trials into the order of the plan.
func Sort(trials []*Trial) {
	slices.SortStableFunc(trials, func(a, b *Trial) int { return a.Spec.Order - b.Spec.Order })
}

// Valid returns the valid runs.
func (t *Trial) Valid() []*Run { return t.runs("Valid") }

// ValidOf returns the valid runs of a round.
func (t *Trial) ValidOf(round int) []*Run {
	return slices.DeleteFunc(t.Valid(), func(run *Run) bool { return run.Plan.Repetition != round })
}

// Invalid returns the runs that count in no figure.
func (t *Trial) Invalid() []*Run { return t.runs("Invalid") }

func (t *Trial) runs(phase string) []*Run {
	var found []*Run
	for _, run := range t.Status.Runs {
		if run.Phase == phase {
			found = append(found, run)
		}
	}
	return found
}

// Recorded is the number of steps that trials have recorded, those of invalid runs included.
func Recorded(trials []*Trial) int {
	count := 0
	for _, trial := range trials {
		for _, run := range trial.Status.Runs {
			count += len(run.Steps)
		}
	}
	return count
}

// PeakStep is the step of the valid runs with the highest throughput of the mix, nil without one.
func (t *Trial) PeakStep() *Step {
	var peak *Step
	for _, run := range t.Valid() {
		for _, step := range run.Steps {
			if peak == nil || step.Mix > peak.Mix {
				peak = step
			}
		}
	}
	return peak
}

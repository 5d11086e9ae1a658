package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Soak is the operator over a long time: many wait, many are finished, and one after the other is measured.
type Soak struct {
	Minutes   float64  `json:"minutes"`
	Waiting   int      `json:"waiting"`
	Finished  int      `json:"finished"`
	Measured  int      `json:"measured"`
	NotPassed int      `json:"notPassed"`
	Restarts  int      `json:"restarts"`
	RSSFirst  float64  `json:"rssMiBFirstQuarterMedian"`
	RSSLast   float64  `json:"rssMiBLastQuarterMedian"`
	RSSMost   float64  `json:"rssMiBMost"`
	Cores     float64  `json:"cpuCores"`
	LogErrors []string `json:"logErrors"`
}

const (
	soakMinutes  = 60
	soakWaiting  = 500
	soakFinished = 1000
	shownErrors  = 10
)

// soak fails if the operator was restarted, its memory grew, or it logged an error of its own.
func (p *Project) soak(ctx context.Context, short bool) (result Soak, err error) {
	duration, waiting, finished := time.Duration(cmp.Or(p.minutes, soakMinutes))*time.Minute, soakWaiting, soakFinished
	if short {
		duration, waiting, finished = 4*time.Minute, 20, 20
	}
	result = Soak{Waiting: waiting, Finished: finished}
	api, err := p.api(ctx)
	if err != nil {
		return result, err
	}
	defer api.close()
	defer func() { err = errors.Join(err, p.removeCrowd(context.WithoutCancel(ctx))) }()
	if err := p.scale(ctx, 0); err != nil {
		return result, err
	}
	if err := errors.Join(p.addFinished(ctx, api, finished), p.addWaiting(ctx, api, waiting, "missing")); err != nil {
		return result, err
	}
	if err := errors.Join(p.scale(ctx, 1), p.untilQueued(ctx, waiting)); err != nil {
		return result, err
	}
	start := time.Now()
	var samples []OperatorSample
	for time.Since(start) < duration {
		passed, err := p.measureOnce(ctx)
		if err != nil {
			return result, err
		}
		result.Measured++
		if !passed {
			result.NotPassed++
		}
		sample, err := p.sampleOperator(ctx)
		if err != nil {
			return result, err
		}
		samples = append(samples, sample)
	}
	result.Minutes = time.Since(start).Minutes()
	result.memory(samples)
	if result.Restarts, err = p.operatorRestarts(ctx); err != nil {
		return result, err
	}
	if result.LogErrors, err = p.operatorErrors(ctx); err != nil {
		return result, err
	}
	return result, result.fault()
}

func (s *Soak) memory(samples []OperatorSample) {
	var rss []float64
	for _, sample := range samples {
		rss = append(rss, sample.RSSMiB)
	}
	quarter := max(1, len(rss)/4)
	s.RSSFirst, s.RSSLast, s.RSSMost = median(rss[:quarter]), median(rss[len(rss)-quarter:]), slices.Max(rss)
	if n := len(samples); n > 1 {
		s.Cores = cores(samples[0], samples[n-1])
	}
}

func (s Soak) fault() error {
	var faults []error
	if s.Restarts > 0 {
		faults = append(faults, fmt.Errorf("the operator was restarted %d times", s.Restarts))
	}
	if s.RSSLast-s.RSSFirst > maxGrowthMiB {
		faults = append(faults, fmt.Errorf("the operator's memory grew from %.0f to %.0f MiB", s.RSSFirst, s.RSSLast))
	}
	if len(s.LogErrors) > 0 {
		faults = append(faults, fmt.Errorf("the operator's log has errors: %s", s.LogErrors[0]))
	}
	if s.NotPassed > 0 {
		faults = append(faults, fmt.Errorf("%d of %d experiments did not end with the verdict Passed", s.NotPassed, s.Measured))
	}
	return errors.Join(faults...)
}

// measureOnce measures the smallest experiment and removes it; false if it did not pass.
func (p *Project) measureOnce(ctx context.Context) (bool, error) {
	if err := p.runTiny(ctx, "bench-measured"); err != nil {
		return false, err
	}
	ended, err := p.curve(ctx, "bench-measured")
	if err != nil {
		return false, err
	}
	_, err = p.kubectlText(ctx, "delete", "scalexp", "bench-measured")
	return ended.Verdict == "Passed", err
}

// operatorErrors returns the first lines of the operator's log that are errors.
func (p *Project) operatorErrors(ctx context.Context) ([]string, error) {
	text, err := p.outputKubectl(ctx, "--namespace", "scalelab-system", "logs", "deployment/scalelab-operator", "--tail=-1")
	if err != nil {
		return nil, err
	}
	found := []string{}
	for line := range strings.Lines(text) {
		var entry struct {
			Level   string `json:"level"`
			Message string `json:"message"`
		}
		if json.Unmarshal([]byte(line), &entry) == nil && entry.Level == "ERROR" && len(found) < shownErrors {
			found = append(found, entry.Message)
		}
	}
	return found, nil
}

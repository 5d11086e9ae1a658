package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"
)

var errNoSample = errors.New("the kubelet has no sample of the operator yet")

// Operator has the resources that the operator itself uses.
type Operator struct {
	StartToReadySeconds     float64 `json:"startToReadySeconds"`
	StartSecondsByItsLog    float64 `json:"startSecondsByItsLog"`
	RSSMiBIdle              float64 `json:"rssMiBIdle"`
	RSSMiBDuringMost        float64 `json:"rssMiBDuringExperimentMost,omitzero"`
	RSSMiBDuringMedian      float64 `json:"rssMiBDuringExperimentMedian,omitzero"`
	WorkingSetMiBDuringMost float64 `json:"workingSetMiBDuringExperimentMost,omitzero"`
	CPUIdle                 float64 `json:"cpuCoresIdle"`
	CPUDuring               float64 `json:"cpuCoresDuringExperiment,omitzero"`
	Passes                  Passes  `json:"passes,omitzero"`
	Many                    Many    `json:"many,omitzero"`
}

func (p *Project) operator(ctx context.Context, watch *Watch) (Operator, error) {
	var result Operator
	var during []float64
	for _, sample := range watch.samples {
		during = append(during, sample.RSSMiB)
		result.RSSMiBDuringMost = max(result.RSSMiBDuringMost, sample.RSSMiB)
		result.WorkingSetMiBDuringMost = max(result.WorkingSetMiBDuringMost, sample.WorkingSetMiB)
	}
	result.RSSMiBDuringMedian = median(during)
	if n := len(watch.samples); n > 1 {
		result.CPUDuring = cores(watch.samples[0], watch.samples[n-1])
	}
	fmt.Println("bench: restarting the operator, then leaving it idle for two minutes")
	for _, arguments := range [][]string{{"restart"}, {"status", "--timeout", "3m"}} {
		arguments = append([]string{"--namespace", "scalelab-system", "rollout"}, append(arguments, "deployment/scalelab-operator")...)
		if _, err := p.kubectlText(ctx, arguments...); err != nil {
			return result, err
		}
	}
	started, err := p.operatorPod(ctx)
	if err != nil {
		return result, err
	}
	result.StartToReadySeconds, _ = started.startSeconds()
	log, err := p.kubectlText(ctx, "--namespace", "scalelab-system", "logs", started.Metadata.Name)
	if err != nil {
		return result, err
	}
	if found := regexp.MustCompile(`started in ([0-9.]+)s`).FindStringSubmatch(log); found != nil {
		result.StartSecondsByItsLog, _ = strconv.ParseFloat(found[1], 64)
	}
	time.Sleep(30 * time.Second)
	before, err := p.sampleOperator(ctx)
	if err != nil {
		return result, err
	}
	time.Sleep(90 * time.Second)
	after, err := p.sampleOperator(ctx)
	if err != nil {
		return result, err
	}
	result.RSSMiBIdle, result.CPUIdle = after.RSSMiB, cores(before, after)
	return result, nil
}

func cores(from, to OperatorSample) float64 {
	return (to.CPUSeconds - from.CPUSeconds) / to.Time.Sub(from.Time).Seconds()
}

// operatorPod is the newest operator pod: an older one may still be terminating.
func (p *Project) operatorPod(ctx context.Context) (pod, error) {
	var pods struct {
		Items []pod `json:"items"`
	}
	err := p.kubectlJSON(ctx, &pods, "--namespace", "scalelab-system", "get", "pods", "--selector", "app.kubernetes.io/component=operator",
		"--sort-by", "metadata.creationTimestamp", "--output", "json")
	if err != nil {
		return pod{}, err
	}
	if len(pods.Items) == 0 {
		return pod{}, errors.New("no operator pod exists")
	}
	return pods.Items[len(pods.Items)-1], nil
}

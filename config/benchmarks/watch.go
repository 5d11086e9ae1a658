package main

import (
	"context"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"sync"
	"time"
)

// Watch observes an experiment: it samples the operator, and records when servers become ready.
type Watch struct {
	project      *Project
	stop         context.CancelFunc
	done         sync.WaitGroup
	samples      []OperatorSample
	serverStarts map[string]float64
}

// OperatorSample has the kubelet's figures of the operator's container.
type OperatorSample struct {
	Time             time.Time
	RSSMiB           float64
	WorkingSetMiB    float64
	CPUSeconds       float64
	containerStarted time.Time
}

const sampleEvery = 10 * time.Second

func newWatch(project *Project) *Watch {
	return &Watch{project: project, serverStarts: map[string]float64{}}
}

func (w *Watch) begin(ctx context.Context) error {
	program, err := w.project.kubectlArguments(ctx)
	if err != nil {
		return err
	}
	ctx, w.stop = context.WithCancel(ctx)
	pods := exec.CommandContext(ctx, program[0], append(program[1:],
		"get", "pods", "--selector", "scalelab.dev/tier=application", "--watch", "--output", "json")...)
	output, err := pods.StdoutPipe()
	if err != nil {
		return err
	}
	if err := pods.Start(); err != nil {
		return err
	}
	w.done.Add(2)
	go func() {
		defer w.done.Done()
		w.seeServers(output)
		_ = pods.Wait() // it is killed when the experiment has ended
	}()
	go func() {
		defer w.done.Done()
		for ctx.Err() == nil {
			if sample, err := w.project.sampleOperator(ctx); err == nil {
				w.samples = append(w.samples, sample)
			}
			select {
			case <-ctx.Done():
			case <-time.After(sampleEvery):
			}
		}
	}()
	return nil
}

func (w *Watch) end() {
	if w.stop != nil {
		w.stop()
		w.done.Wait()
	}
}

// pod has the fields of a Pod with the times at which its containers started and it became ready.
type pod struct {
	Metadata struct {
		Name string `json:"name"`
	} `json:"metadata"`
	Spec struct {
		NodeName string `json:"nodeName"`
	} `json:"spec"`
	Status struct {
		Conditions []struct {
			Type   string    `json:"type"`
			Status string    `json:"status"`
			Since  time.Time `json:"lastTransitionTime"`
		} `json:"conditions"`
		Containers []struct {
			State struct {
				Running *struct {
					StartedAt time.Time `json:"startedAt"`
				} `json:"running"`
			} `json:"state"`
		} `json:"containerStatuses"`
	} `json:"status"`
}

// startSeconds is the time from the start of a pod's container until the pod was ready, to a second.
func (p pod) startSeconds() (float64, bool) {
	if len(p.Status.Containers) == 0 || p.Status.Containers[0].State.Running == nil {
		return 0, false
	}
	for _, condition := range p.Status.Conditions {
		if condition.Type == "Ready" && condition.Status == "True" {
			return condition.Since.Sub(p.Status.Containers[0].State.Running.StartedAt).Seconds(), true
		}
	}
	return 0, false
}

func (w *Watch) seeServers(stream io.Reader) {
	for decoder := json.NewDecoder(stream); ; {
		var seen pod
		if decoder.Decode(&seen) != nil {
			return
		}
		if _, known := w.serverStarts[seen.Metadata.Name]; known {
			continue
		}
		if took, ready := seen.startSeconds(); ready {
			w.serverStarts[seen.Metadata.Name] = took
		}
	}
}

// sampleOperator reads the kubelet's summary of the operator's node.
func (p *Project) sampleOperator(ctx context.Context) (OperatorSample, error) {
	operator, err := p.operatorPod(ctx)
	if err != nil {
		return OperatorSample{}, err
	}
	var summary struct {
		Pods []struct {
			Reference struct {
				Name string `json:"name"`
			} `json:"podRef"`
			Containers []struct {
				Start time.Time `json:"startTime"`
				CPU   struct {
					Time      time.Time `json:"time"`
					CoreNanos float64   `json:"usageCoreNanoSeconds"`
				} `json:"cpu"`
				Memory struct {
					RSS        float64 `json:"rssBytes"`
					WorkingSet float64 `json:"workingSetBytes"`
				} `json:"memory"`
			} `json:"containers"`
		} `json:"pods"`
	}
	path := "/api/v1/nodes/" + operator.Spec.NodeName + "/proxy/stats/summary"
	if err := p.kubectlJSON(ctx, &summary, "get", "--raw", path); err != nil {
		return OperatorSample{}, err
	}
	for _, each := range summary.Pods {
		if each.Reference.Name == operator.Metadata.Name && len(each.Containers) > 0 {
			found := each.Containers[0]
			return OperatorSample{
				Time: found.CPU.Time, containerStarted: found.Start,
				RSSMiB: found.Memory.RSS / (1 << 20), WorkingSetMiB: found.Memory.WorkingSet / (1 << 20),
				CPUSeconds: found.CPU.CoreNanos / 1e9,
			}, nil
		}
	}
	return OperatorSample{}, errNoSample
}

func median(figures []float64) float64 {
	if len(figures) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(figures))
	return sorted[len(sorted)/2]
}

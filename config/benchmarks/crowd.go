package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Cost is what the operator uses in a period without any change.
type Cost struct {
	Cores          float64 `json:"cpuCores"`
	CallsPerSecond float64 `json:"apiCallsPerSecond"`
	RSSMiB         float64 `json:"rssMiB"`
}

// Crowd is what experiments cost that only wait, or are only kept, and a cluster with many nodes.
type Crowd struct {
	Waiting         int       `json:"waiting"`
	None            Cost      `json:"withoutExperiments"`
	ForNodes        Cost      `json:"waitingForNodes"`
	AloneSeconds    []float64 `json:"aloneSeconds"`
	AloneP95Millis  []float64 `json:"aloneP95Millis"`
	BesideSeconds   []float64 `json:"besideWaitingSeconds"`
	BesideP95Millis []float64 `json:"besideWaitingP95Millis"`
	Configurations  int       `json:"configurations"`
	Large           Cost      `json:"largeSweep"`
	LargeBytes      int       `json:"largeSweepBytes"`
	Nodes           int       `json:"nodes"`
	Finished        int       `json:"finished"`
	Kept            Cost      `json:"withNodesAndFinished"`
	Restarts        int       `json:"restarts"`
}

const (
	crowdLabel    = "scalelab.dev/benchmark=crowd"
	crowdWaiting  = 500
	crowdNodes    = 5000
	crowdFinished = 5000
	crowdRepeats  = 1
	costPeriod    = 90 * time.Second
	namespacePath = "/apis/scalelab.dev/v1alpha1/namespaces/default/scalabilityexperiments"
)

// crowd measures the operator with many waiting and finished experiments and with many nodes.
func (p *Project) crowd(ctx context.Context, short bool) (result Crowd, err error) {
	waiting, nodes, finished, repeats := crowdWaiting, crowdNodes, crowdFinished, crowdRepeats
	if short {
		waiting, nodes, finished, repeats = 50, 100, 50, 1
	}
	result = Crowd{Waiting: waiting, Nodes: nodes, Finished: finished}
	api, err := p.api(ctx)
	if err != nil {
		return result, err
	}
	defer api.close()
	remove, err := p.countCalls(ctx)
	if err != nil {
		return result, err
	}
	defer func() {
		err = errors.Join(err, remove(), p.removeCrowd(context.WithoutCancel(ctx)), p.scale(context.WithoutCancel(ctx), 1))
	}()
	if err := p.scale(ctx, 0, 1); err != nil {
		return result, err
	}
	if result.None, err = p.cost(ctx); err != nil {
		return result, fmt.Errorf("without experiments: %w", err)
	}
	for range repeats {
		if err := p.timed(ctx, &result.AloneSeconds, &result.AloneP95Millis, nil); err != nil {
			return result, err
		}
		join := func() error { return p.addWaiting(ctx, api, waiting, "") }
		if err := p.timed(ctx, &result.BesideSeconds, &result.BesideP95Millis, join); err != nil {
			return result, err
		}
	}
	if err := p.large(ctx, api, &result); err != nil {
		return result, fmt.Errorf("many configurations: %w", err)
	}
	if err := p.addWaiting(ctx, api, waiting, "missing"); err != nil {
		return result, err
	}
	if err := p.untilQueued(ctx, waiting); err != nil {
		return result, err
	}
	if result.ForNodes, err = p.cost(ctx); err != nil {
		return result, fmt.Errorf("waiting for nodes: %w", err)
	}
	if err := p.removeCrowd(ctx); err != nil {
		return result, err
	}
	if err := p.scale(ctx, 0); err != nil {
		return result, err
	}
	if err := errors.Join(addNodes(ctx, api, nodes), p.addFinished(ctx, api, finished)); err != nil {
		return result, err
	}
	if err := p.scale(ctx, 1); err != nil {
		return result, err
	}
	if result.Kept, err = p.cost(ctx); err != nil {
		return result, fmt.Errorf("with nodes and finished experiments: %w", err)
	}
	result.Restarts, err = p.operatorRestarts(ctx)
	return result, err
}

// cost lets the operator settle for a period, and measures the next one.
func (p *Project) cost(ctx context.Context) (Cost, error) {
	time.Sleep(costPeriod / 2)
	before, err := p.metrics(ctx)
	if err != nil {
		return Cost{}, err
	}
	first, err := p.sampleOperator(ctx)
	if err != nil {
		return Cost{}, err
	}
	start := time.Now()
	time.Sleep(costPeriod)
	last, err := p.sampleOperator(ctx)
	if err != nil {
		return Cost{}, err
	}
	after, err := p.metrics(ctx)
	if err != nil {
		return Cost{}, err
	}
	calls := after.since(before).sum("apiserver_flowcontrol_dispatched_requests_total", `flow_schema="`+flowSchema+`"`)
	return Cost{Cores: cores(first, last), CallsPerSecond: calls / time.Since(start).Seconds(), RSSMiB: last.RSSMiB}, nil
}

// timed measures the smallest experiment; others join after it has started, and are removed when it has ended.
func (p *Project) timed(ctx context.Context, seconds, p95 *[]float64, join func() error) error {
	ctx, cancel := context.WithTimeout(ctx, tinyDeadline)
	defer cancel()
	var joined error
	done := make(chan struct{})
	go func() {
		defer close(done)
		for join != nil && ctx.Err() == nil {
			if started, err := p.curve(ctx, "bench-measured"); err == nil && !started.Start.IsZero() && started.End.IsZero() {
				joined = join()
				return
			}
			time.Sleep(time.Second)
		}
	}()
	rename := strings.NewReplacer("name: bench-tiny\n", "name: bench-measured\n").Replace
	err := p.runExperiment(ctx, "config/benchmarks/tiny.yaml", "bench-measured", rename)
	<-done
	var ended struct {
		Status struct {
			Start          time.Time `json:"startTime"`
			End            time.Time `json:"completionTime"`
			Configurations []struct {
				P95 float64 `json:"p95Millis"`
			} `json:"configurations"`
		} `json:"status"`
	}
	if err := errors.Join(err, joined, p.kubectlJSON(ctx, &ended, "get", "scalexp", "bench-measured", "--output", "json")); err != nil {
		return err
	}
	*seconds = append(*seconds, ended.Status.End.Sub(ended.Status.Start).Seconds())
	for _, row := range ended.Status.Configurations {
		*p95 = append(*p95, row.P95)
	}
	_, err = p.kubectlText(ctx, "delete", "scalexp", "bench-measured")
	return errors.Join(err, p.removeCrowd(ctx))
}

// large measures the operator while it measures the first of 2,000 configurations.
func (p *Project) large(ctx context.Context, api *API, result *Crowd) error {
	object, err := p.tiny(ctx, "bench-large")
	if err != nil {
		return err
	}
	var heaps, memories, cpus []any // settings with short names, which are part of objects' names
	for number := range 20 {
		heaps = append(heaps, fmt.Sprintf("%dMi", 256+number))
	}
	for number := range 10 {
		memories, cpus = append(memories, fmt.Sprintf("%dMi", 768+number)), append(cpus, fmt.Sprintf("%dm", 500+number))
	}
	spec := object["spec"].(map[string]any)
	spec["sweep"] = map[string]any{"replicas": []any{1}, "factors": []any{
		map[string]any{"setting": "application.heap", "values": heaps},
		map[string]any{"setting": "application.memory", "values": memories},
		map[string]any{"setting": "application.cpu", "values": cpus},
	}}
	step := spec["load"].(map[string]any)["step"].(map[string]any)
	step["seconds"] = 240 // the first trial lasts longer than the measurement
	result.Configurations = len(heaps) * len(memories) * len(cpus)
	if err := api.send(ctx, "POST", namespacePath, object); err != nil {
		return err
	}
	if err := p.untilRunning(ctx, "bench-large"); err != nil {
		return err
	}
	if result.Large, err = p.cost(ctx); err != nil {
		return err
	}
	if trials, err := p.trials(ctx, "bench-large"); err != nil || len(trials.Items) != 1 {
		return errors.Join(err, fmt.Errorf("%d trials of bench-large exist after the measurement instead of the first only", len(trials.Items)))
	}
	text, err := p.kubectlText(ctx, "get", "scalexp", "bench-large", "--output", "json")
	result.LargeBytes = len(text)
	return errors.Join(err, p.removeCrowd(ctx))
}

// untilRunning waits until the load of an experiment's first trial runs.
func (p *Project) untilRunning(ctx context.Context, name string) error {
	var phases string
	for start := time.Now(); time.Since(start) < 5*time.Minute; time.Sleep(2 * time.Second) {
		seen, err := p.kubectlText(ctx, "get", "scalexp", name, "--output", "jsonpath={.status.completionTime}|{.status.message}")
		if ended, message, _ := strings.Cut(seen, "|"); err != nil || ended != "" {
			return errors.Join(err, fmt.Errorf("%s has ended: %s", name, message))
		}
		if phases, err = p.kubectlText(ctx, "get", "scaltrial", "--selector", "scalelab.dev/experiment="+name,
			"--output", "jsonpath={.items[*].status.runs[*].phase}"); err != nil {
			return err
		}
		if phases == "Running" {
			return nil
		}
	}
	return fmt.Errorf("no run of %s began within 5 minutes, the phases are %q", name, phases)
}

// removeCrowd deletes everything that was created here. Kubectl would wait for thousands of objects one after the other.
func (p *Project) removeCrowd(ctx context.Context) error {
	var failed []error
	for _, kind := range []string{"scalexp", "node"} {
		_, err := p.outputKubectl(ctx, "delete", kind, "--selector", crowdLabel, "--ignore-not-found", "--wait=false")
		failed = append(failed, err)
	}
	for start := time.Now(); errors.Join(failed...) == nil; time.Sleep(2 * time.Second) {
		left, err := p.kubectlText(ctx, "get", "scalexp", "--selector", crowdLabel, "--output", "name")
		if err == nil && left == "" {
			return nil
		}
		if time.Since(start) > 10*time.Minute {
			failed = append(failed, errors.Join(err, errors.New("experiments are still being deleted after 10 minutes")))
		}
	}
	return errors.Join(failed...)
}

// outputKubectl is for what takes minutes.
func (p *Project) outputKubectl(ctx context.Context, arguments ...string) (string, error) {
	program, err := p.kubectlArguments(ctx)
	if err != nil {
		return "", err
	}
	return p.outputWithin(ctx, 20*time.Minute, program[0], append(program[1:], arguments...)...)
}

// scale sets the number of operators, one after the other, and waits until each is reached.
func (p *Project) scale(ctx context.Context, numbers ...int) error {
	for _, number := range numbers {
		for _, arguments := range [][]string{
			{"scale", "deployment/scalelab-operator", fmt.Sprintf("--replicas=%d", number)},
			{"rollout", "status", "deployment/scalelab-operator", "--timeout", "5m"},
		} {
			if _, err := p.outputKubectl(ctx, append([]string{"--namespace", "scalelab-system"}, arguments...)...); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *Project) operatorRestarts(ctx context.Context) (int, error) {
	var pods struct {
		Items []struct {
			Status struct {
				Containers []struct {
					Restarts int `json:"restartCount"`
				} `json:"containerStatuses"`
			} `json:"status"`
		} `json:"items"`
	}
	err := p.kubectlJSON(ctx, &pods, "--namespace", "scalelab-system", "get", "pods", "--selector", "app.kubernetes.io/component=operator", "--output", "json")
	restarts := 0
	for _, pod := range pods.Items {
		for _, container := range pod.Status.Containers {
			restarts += container.Restarts
		}
	}
	return restarts, err
}

package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"
)

// finishedStatus is the status of a finished experiment with one configuration.
//
//go:embed finished.json
var finishedStatus []byte

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
	crowdRepeats  = 2
	costPeriod    = 2 * time.Minute
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
	defer func() { err = errors.Join(err, remove(), p.removeCrowd(context.WithoutCancel(ctx))) }()
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

// tiny is the smallest experiment as an object that can be created.
func (p *Project) tiny(ctx context.Context, name string) (map[string]any, error) {
	var object map[string]any
	err := p.kubectlJSON(ctx, &object, "create", "--dry-run=client", "--output", "json", "--filename", "config/benchmarks/tiny.yaml")
	if err == nil {
		object["metadata"] = crowdMetadata(name)
	}
	return object, err
}

func crowdMetadata(name string) map[string]any {
	key, value, _ := strings.Cut(crowdLabel, "=")
	return map[string]any{"name": name, "labels": map[string]any{key: value}}
}

// addWaiting creates experiments; with a label they wait for a node that has it.
func (p *Project) addWaiting(ctx context.Context, api *API, n int, disk string) error {
	template, err := p.tiny(ctx, "")
	if err != nil {
		return err
	}
	if disk != "" {
		system := template["spec"].(map[string]any)["system"].(map[string]any)
		system["balancer"].(map[string]any)["pod"] = map[string]any{"nodeSelector": map[string]any{"disk": disk}}
	}
	return each(ctx, n, func(ctx context.Context, number int) error {
		object := maps.Clone(template)
		object["metadata"] = crowdMetadata(fmt.Sprintf("bench-waiting-%04d", number))
		return api.send(ctx, "POST", namespacePath, object)
	})
}

func (p *Project) untilQueued(ctx context.Context, n int) error {
	for start := time.Now(); time.Since(start) < 10*time.Minute; time.Sleep(5 * time.Second) {
		phases, err := p.kubectlText(ctx, "get", "scalexp", "--selector", crowdLabel, "--output", "jsonpath={.items[*].status.phase}")
		if err != nil {
			return err
		}
		if strings.Count(phases, "Queued") == n {
			return nil
		}
	}
	return fmt.Errorf("not all of %d experiments are queued after 10 minutes", n)
}

// addFinished creates finished experiments, each with three rows, as an earlier version of the operator left them.
func (p *Project) addFinished(ctx context.Context, api *API, n int) error {
	template, err := p.tiny(ctx, "")
	if err != nil {
		return err
	}
	var status map[string]any
	if err := json.Unmarshal(finishedStatus, &status); err != nil {
		return err
	}
	row := status["configurations"].([]any)[0].(map[string]any)
	for replicas := 2; replicas <= 3; replicas++ {
		next := maps.Clone(row)
		next["replicas"], next["name"] = replicas, fmt.Sprintf("base-%d", replicas)
		status["configurations"] = append(status["configurations"].([]any), next)
	}
	return each(ctx, n, func(ctx context.Context, number int) error {
		object := maps.Clone(template)
		name := fmt.Sprintf("bench-finished-%04d", number)
		object["metadata"] = crowdMetadata(name)
		if err := api.send(ctx, "POST", namespacePath, object); err != nil {
			return err
		}
		object["status"] = status
		return api.send(ctx, "PUT", namespacePath+"/"+name+"/status", object)
	})
}

// addNodes creates nodes of 13 KB each that no kubelet serves, as those of a large cluster.
func addNodes(ctx context.Context, api *API, n int) error {
	var images []any
	for number := range 50 {
		name := fmt.Sprintf("registry.example/team/service-%02d@sha256:%064d", number, number)
		images = append(images, map[string]any{"names": []any{name, name[:40]}, "sizeBytes": 123456789})
	}
	return each(ctx, n, func(ctx context.Context, number int) error {
		name := fmt.Sprintf("bench-node-%04d", number)
		metadata := crowdMetadata(name)
		labels := metadata["labels"].(map[string]any)
		for label := range 20 {
			labels[fmt.Sprintf("topology.example/label-%02d", label)] = fmt.Sprintf("value-%02d", label)
		}
		labels["kubernetes.io/hostname"] = name
		metadata["annotations"] = map[string]any{"example/long": strings.Repeat("x", 4000)}
		node := map[string]any{"apiVersion": "v1", "kind": "Node", "metadata": metadata, "spec": map[string]any{"unschedulable": true}}
		if err := api.send(ctx, "POST", "/api/v1/nodes", node); err != nil {
			return err
		}
		node["status"] = map[string]any{"images": images, "allocatable": map[string]any{"cpu": "8", "memory": "32Gi"}}
		return api.send(ctx, "PUT", "/api/v1/nodes/"+name+"/status", node)
	})
}

// removeCrowd deletes everything that was created here.
func (p *Project) removeCrowd(ctx context.Context) error {
	_, experiments := p.outputKubectl(ctx, "delete", "scalexp", "--selector", crowdLabel, "--ignore-not-found")
	_, nodes := p.outputKubectl(ctx, "delete", "node", "--selector", crowdLabel, "--ignore-not-found", "--wait=false")
	return errors.Join(experiments, nodes)
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

package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"
)

// finishedStatus is the status of a finished experiment with one configuration.
//
//go:embed finished.json
var finishedStatus []byte

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
		// Controllers have changed it since.
		delete(node["metadata"].(map[string]any), "resourceVersion")
		node["status"] = map[string]any{"images": images, "allocatable": map[string]any{"cpu": "8", "memory": "32Gi"}}
		return api.send(ctx, "PUT", "/api/v1/nodes/"+name+"/status", node)
	})
}

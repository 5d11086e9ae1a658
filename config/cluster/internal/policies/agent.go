// Package policies enforces NetworkPolicies on a node by rules of its firewall.
package policies

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"dev.scalelab/cluster/internal/kubeapi"
	"dev.scalelab/cluster/internal/shell"
)

const (
	gathering = 20 * time.Millisecond // in which changes that belong together arrive
	retry     = time.Second
	patience  = 10 * time.Second // for iptables-restore
)

// collection has the objects of one kind, as far as the API server has reported them.
type collection[T any] struct {
	mu     sync.Mutex
	items  map[string]T
	synced bool
}

func (c *collection[T]) all() (items []T, synced bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Collect(maps.Values(c.items)), c.synced
}

// list replaces all objects. One that cannot be read costs itself only: it stays as it was, and the others are used.
func (c *collection[T]) list(listed map[string]json.RawMessage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	items := map[string]T{}
	for key, content := range listed {
		if item, err := read[T](key, content); err == nil {
			items[key] = item
		} else if earlier, known := c.items[key]; known {
			items[key] = earlier
		}
	}
	c.items, c.synced = items, true
}

// change replaces an object, or removes it if there is no content.
func (c *collection[T]) change(key string, content json.RawMessage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if content == nil {
		delete(c.items, key)
	} else if item, err := read[T](key, content); err == nil {
		c.items[key] = item
	}
}

// read logs what cannot be read.
func read[T any](key string, content json.RawMessage) (item T, err error) {
	if err = json.Unmarshal(content, &item); err != nil {
		log.Printf("%T %s is not used: %v", item, key, err)
	} else if partly, can := any(item).(interface{ problems() []string }); can {
		for _, problem := range partly.problems() {
			log.Printf("%T %s: %s", item, key, problem)
		}
	}
	return item, err
}

// follow keeps the collection up to date until ctx ends.
func (c *collection[T]) follow(ctx context.Context, api *kubeapi.Client, path string, wake func()) {
	for ctx.Err() == nil {
		err := api.Follow(ctx, path, func(listed map[string]json.RawMessage) error {
			c.list(listed)
			wake()
			return nil
		}, func(key string, content json.RawMessage) error {
			c.change(key, content)
			wake()
			return nil
		})
		if ctx.Err() == nil {
			log.Printf("%s: listing again: %v", path, err) // the server ends watches from time to time, or is not running yet
			time.Sleep(retry)
		}
	}
}

// Run enforces the policies of the node's pods until ctx ends. If it cannot, the rules stay as they are.
func Run(ctx context.Context, api *kubeapi.Client, node, machine string) {
	var pods collection[pod]
	var policies collection[policy]
	var namespaces collection[namespace]
	changed := make(chan struct{}, 1)
	wake := func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
	go pods.follow(ctx, api, "/api/v1/pods", wake)
	go policies.follow(ctx, api, "/apis/networking.k8s.io/v1/networkpolicies", wake)
	go namespaces.follow(ctx, api, "/api/v1/namespaces", wake)
	var applied *firewall
	for generation := 1; ; {
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
		time.Sleep(gathering)
		var current state
		var synced [3]bool
		current.pods, synced[0] = pods.all()
		current.policies, synced[1] = policies.all()
		current.namespaces, synced[2] = namespaces.all()
		if slices.Contains(synced[:], false) {
			continue
		}
		wanted := current.firewall(node, machine)
		if applied != nil && wanted.equals(*applied) {
			continue
		}
		if err := restore(ctx, wanted.script(applied, generation)); err != nil {
			log.Printf("the rules stay as they are, next attempt in %s: %v", retry, err)
			time.AfterFunc(retry, wake)
			continue
		}
		log.Printf("generation %d: %s", generation, strings.Join(wanted.entry, "; "))
		applied = &wanted
		generation++
	}
}

func restore(ctx context.Context, script string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("not finished within %s", patience))
	defer cancel()
	_, err := shell.Command{Name: "iptables-restore", Args: []string{"-w", "5", "--noflush"}, Input: script}.Run(ctx)
	return err
}

// Supported returns an error if the kernel does not have what the rules need; they are tried in a network of their own.
func Supported(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	sample := firewall{entry: []string{"-s 192.0.2.1 -g " + allow, "-s 192.0.2.2 -j SCALELAB-OUT-192.0.2.2"}, chains: map[string][]string{
		"SCALELAB-OUT-192.0.2.2": {"-p tcp -m tcp --dport 80:90 -j RETURN", "-p udp -m udp --dport 53 -j RETURN", "-j " + deny}}}
	try := exec.CommandContext(ctx, "iptables-restore", "-w", "5", "--noflush")
	try.Stdin = strings.NewReader(sample.script(nil, 1))
	try.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if out, err := try.CombinedOutput(); err != nil {
		return fmt.Errorf("the kernel or iptables does not have what they need: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return nil
}

package command

import (
	"errors"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/cluster"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	clienttesting "k8s.io/client-go/testing"
)

func TestWatchShowsChangesUntilTheVerdict(t *testing.T) {
	all := objects(t)
	b := with(t, all...)
	changes := watch.NewFake()
	connections := 0
	b.client.PrependWatchReactor("scalabilityexperiments", func(clienttesting.Action) (bool, watch.Interface, error) {
		connections++
		return true, changes, nil
	})
	running := all[0].DeepCopy()
	unstructured.RemoveNestedField(running.Object, "status", "conditions")
	set(running, "Running", "status", "phase")
	set(running, map[string]any{"trials": "2/4", "currentTrial": "provisioners-base-1", "step": "3/4", "estimatedCompletionTime": "2026-11-27T15:09:00Z"}, "status", "progress")
	go func() {
		changes.Add(running)
		changes.Modify(running)
		changes.Modify(all[0])
	}()
	b.expect(0, "provisioners: Running, trials 2/4, now provisioners-base-1, step 3/4, 52.92/s, p95 119ms, about 9m left\nprovisioners: Succeeded", "watch", "provisioners")
	if !strings.Contains(b.out.String(), "verdict: Passed") || connections != 1 {
		t.Errorf("%d connections:\n%s", connections, b.out.String())
	}
	for _, action := range b.client.Actions() {
		if action.Matches("get", "scalabilitytrials") {
			t.Error("a trial was read, whose steps only a terminal shows")
		}
	}
}

func TestWatchSaysHowACapacityWasFoundAndWhenItWasSuspended(t *testing.T) {
	all := objects(t)
	rows, _, _ := unstructured.NestedSlice(all[0].Object, "status", "configurations")
	for i, search := range []map[string]any{
		{"model": "Open", "level": 38.1, "confirmedLevel": 36.5, "hostFullFromLevel": 40.0, "steps": int64(14), "notes": []any{"NotConverged"}},
		{"model": "Closed", "steps": int64(3), "notes": []any{"BelowMin"}}} {
		rows[i].(map[string]any)["search"] = search
	}
	set(all[0], rows, "status", "configurations")
	b := with(t, all...)
	changes := watch.NewFake()
	b.client.PrependWatchReactor("scalabilityexperiments", func(clienttesting.Action) (bool, watch.Interface, error) { return true, changes, nil })
	phase := func(pauses map[string]any) *unstructured.Unstructured {
		running := all[0].DeepCopy()
		set(running, map[string]any{"search": map[string]any{"model": "Open"}}, "spec", "load")
		set(running, "5", "status", "progress", "step")
		unstructured.RemoveNestedField(running.Object, "status", "conditions")
		set(running, pauses, "status", "pauses")
		return running
	}
	go func() {
		changes.Add(phase(map[string]any{"seconds": int64(0), "since": "2026-11-27T14:00:00Z"}))
		changes.Modify(phase(map[string]any{"seconds": int64(600), "ended": "2026-11-27T14:10:00Z"}))
		changes.Modify(all[0])
	}()
	b.expect(0, "search of operator-1: 38.1 transactions per second, estimated; 36.5 is the highest load that was measured and met every objective; 14 steps (NotConverged); the hosts' CPU was full from 40 on\n"+
		"search of operator-2: no load was found that meets every objective; 3 steps (BelowMin)\n", "watch", "provisioners")
	for _, want := range []string{", 5 steps of this round measured, ", "suspended since 2026-11-27 14:00 UTC", "suspended for 10m0s until 2026-11-27 14:10 UTC"} {
		if !strings.Contains(b.out.String(), want) {
			t.Errorf("the lines have no %q:\n%s", want, b.out.String())
		}
	}
}

func TestWatchGivesUpAfterItsTimeout(t *testing.T) {
	all := objects(t)
	b := with(t, all...)
	b.client.PrependWatchReactor("scalabilityexperiments", func(clienttesting.Action) (bool, watch.Interface, error) {
		running := all[0].DeepCopy()
		unstructured.RemoveNestedField(running.Object, "status", "conditions")
		changes := watch.NewFakeWithChanSize(1, false)
		changes.Add(running)
		return true, changes, nil
	})
	b.expect(3, "provisioners has not ended within 10s: phase Succeeded", "watch", "provisioners", "--timeout", "10s")
}

// A watch of something that was deleted while nobody was connected never says so.
func TestWatchEndsWhenTheExperimentCanNoLongerBeRead(t *testing.T) {
	forbidden := apierrors.NewForbidden(cluster.Experiments.GroupResource(), "provisioners", errors.New("no more"))
	for want, refusal := range map[string]error{
		"provisioners can no longer be watched: there is no ScalabilityExperiment provisioners":                           apierrors.NewNotFound(cluster.Experiments.GroupResource(), "provisioners"),
		"provisioners can no longer be watched: the API server does not accept your credentials (no login): log in again": apierrors.NewUnauthorized("no login"),
		"provisioners can no longer be watched: " + forbidden.Error():                                                     forbidden,
	} {
		for _, verb := range []string{"get", "watch"} {
			b, running := with(t, objects(t)...), objects(t)[0]
			unstructured.RemoveNestedField(running.Object, "status", "conditions")
			connections := 0
			b.client.PrependWatchReactor("scalabilityexperiments", func(clienttesting.Action) (bool, watch.Interface, error) {
				connections++
				changes := watch.NewFakeWithChanSize(1, false)
				switch {
				case connections == 1:
					changes.Add(running)
					changes.Stop()
				case connections < 4:
					return true, nil, errors.New("connection refused")
				case verb == "watch":
					return true, nil, refusal
				}
				return true, changes, nil
			})
			b.client.PrependReactor("get", "scalabilityexperiments", func(clienttesting.Action) (bool, runtime.Object, error) {
				return connections > 1 && verb == "get", nil, refusal
			})
			b.expect(3, want, "watch", "provisioners", "--timeout", "1m")
			if strings.Count(b.notes.String(), "the connection to the API server is lost, retrying every 1ms: connection refused\n") != 1 {
				t.Errorf("not one line about the lost connection:\n%s", b.notes.String())
			}
		}
	}
}

func TestWatchOfAnUnknownExperimentEnds(t *testing.T) {
	with(t).expect(3, "there is no ScalabilityExperiment other", "watch", "other")
}

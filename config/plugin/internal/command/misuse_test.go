package command

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/model"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	clienttesting "k8s.io/client-go/testing"
)

// refuses runs a command that cannot do its work, and asserts that it says so in one line.
func (b *bench) refuses(text string, args ...string) {
	b.Helper()
	b.expect(3, text, args...)
	if said := b.notes.String(); strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "error: ") || b.out.Len() > 0 {
		b.Errorf("%v: not one line about the error:\n%s%s", args, b.out.String(), said)
	}
}

func TestWhatWasNotFoundIsNamed(t *testing.T) {
	unserved := apierrors.NewGenericServerResponse(404, "get", cluster.Experiments.GroupResource(), "provisioners", "404 page not found", 0, true)
	for _, command := range []string{"report", "watch", "export", "bundle", "plan"} {
		b := with(t, objects(t)...)
		b.refuses("there is no ScalabilityExperiment other in namespace default: kubectl get scalexp --all-namespaces lists them", command, "other")
		b.namespace = "elsewhere"
		b.refuses("there is no namespace elsewhere: choose another one with --namespace, or kubectl create namespace elsewhere", command, "provisioners")
		b.client.PrependReactor("get", "scalabilityexperiments", func(clienttesting.Action) (bool, runtime.Object, error) {
			return true, nil, unserved
		})
		b.client.PrependWatchReactor("scalabilityexperiments", func(clienttesting.Action) (bool, watch.Interface, error) {
			return true, nil, unserved
		})
		b.refuses("the cluster does not serve ScalabilityExperiments: install ScaleLab there, or choose another cluster with --context", command, "provisioners")
	}
}

func TestAWrongNumberOfArgumentsShowsTheUsage(t *testing.T) {
	for usage, args := range map[string][]string{
		"number of arguments: 0, needed: 1; use it as: kubectl scalelab report NAME [flags]":               {"report"},
		"number of arguments: 1, needed: 2; use it as: kubectl scalelab compare A B [flags]":               {"compare", "before"},
		"number of arguments: 0, needed: 1; use it as: kubectl scalelab bundle verify FILE [flags]":        {"bundle", "verify"},
		"number of arguments: 2, needed: 1; use it as: kubectl scalelab bundle NAME [flags]":               {"bundle", "veryfy", "small.tar.gz"},
		"number of arguments: 0, needed: 1; use it as: kubectl scalelab validate FILE [flags]":             {"validate"},
		"number of arguments: 1, needed: 0; use it as: kubectl scalelab serve [flags]":                     {"serve", "lab"},
		`--timeout "5": it must be a time with its unit, as 30s or 45m; see kubectl scalelab watch --help`: {"watch", "small", "--timeout", "5"},
		`--rate "abc": it must be a number; see kubectl scalelab plan --help`:                              {"plan", "small", "--rate", "abc"},
		`--users "1.5": it must be a whole number; see kubectl scalelab plan --help`:                       {"plan", "small", "--users", "1.5"},
		"unknown flag: --format; see kubectl scalelab report --help":                                       {"report", "small", "--format", "csv"},
		"--timeout: it must not be negative":                                                               {"watch", "small", "--timeout", "-5s"},
		`unknown command "watc" for "kubectl scalelab"; did you mean watch; see kubectl scalelab --help`:   {"watc", "small"},
		`unknown command "get" for "kubectl scalelab"; see kubectl scalelab --help`:                        {"get", "small"},
		`unknown command "nosuch" for "kubectl scalelab"; see kubectl scalelab --help`:                     {"help", "nosuch"},
		`unknown command "nosuch" for "kubectl scalelab watch"; see kubectl scalelab --help`:               {"help", "watch", "nosuch"},
		"completion tcsh: it must be one of bash, fish, kubectl, powershell, zsh":                          {"completion", "tcsh"},
	} {
		with(t).refuses(usage, args...)
	}
}

// unseen is an experiment that no operator has seen.
func unseen(t *testing.T) *bench {
	all := objects(t)[:1]
	unstructured.RemoveNestedField(all[0].Object, "status")
	return with(t, all...)
}

func TestAnExperimentThatNoOperatorHasSeenIsNoMystery(t *testing.T) {
	b := unseen(t)
	b.refuses("provisioners has not ended (the operator has not seen it): a bundle is of final figures", "bundle", "provisioners")
	b.refuses("provisioners has not ended (the operator has not seen it): its model", "plan", "provisioners")
	b.refuses("provisioners has measured nothing, so there is nothing to compare (the operator has not seen it)", "compare", "provisioners", "provisioners")
	b.refuses("no configuration has a result, so there is no chart (the operator has not seen it)", "export", "provisioners", "-f", "svg")
	b.expect(0, "but no svg before a configuration has a result", "export", "--help")
	b.expect(3, `<error message="the experiment has not ended: the operator has not seen it">`, "export", "provisioners", "-f", "junit")
	b.expect(3, "no configuration has a result yet\n", "export", "provisioners", "-f", "text")
	if strings.Contains(b.out.String(), "PODS") {
		b.Error("a table without rows was printed")
	}
}

func TestFiguresOfAnExperimentThatHasNotEndedSaySo(t *testing.T) {
	all := objects(t)
	for _, field := range []string{"verdict", "conditions"} {
		unstructured.RemoveNestedField(all[0].Object, "status", field)
	}
	set(all[0], "Running", "status", "phase")
	set(all[0], "trial 3 of 4", "status", "message")
	b := with(t, append(all, renamed(objects(t)[0], "before"))...)
	b.expect(0, "provisioners has not ended (phase Running: trial 3 of 4): these are its figures so far\n", "compare", "before", "provisioners")
	b.refuses("provisioners has not ended (phase Running: trial 3 of 4): a bundle is of final figures", "bundle", "provisioners")
	for _, args := range [][]string{{"export", "provisioners"}, {"report", "provisioners", "-o", filepath.Join(t.TempDir(), "page.html")}} {
		b.expect(3, "provisioners has not ended (phase Running: trial 3 of 4): these are its figures so far\n", args...)
	}
}

// A search of one configuration has no result until it ends.
func TestWhatHasBeenMeasuredIsShownBeforeThereIsAResult(t *testing.T) {
	all := objects(t)
	for _, field := range []string{"verdict", "conditions", "configurations"} {
		unstructured.RemoveNestedField(all[0].Object, "status", field)
	}
	set(all[0], "Running", "status", "phase")
	set(all[0], "Measuring run 3", "status", "message")
	set(all[0], "provisioners-base-2", "status", "progress", "currentTrial")
	b := with(t, all...)
	b.expect(3, "provisioners has not ended (phase Running: Measuring run 3): no configuration has a result yet; these are its steps so far\n", "export", "provisioners", "-f", "text")
	if !strings.HasPrefix(b.out.String(), "no configuration has a result yet\n\nsteps so far, ") || !b.hasLine("base-2 1 2 1 3/s 3 19.67 100.87 0 met") {
		t.Errorf("the text does not have the steps:\n%s", b.out.String())
	}
	b.expect(3, "```\nsteps so far", "export", "provisioners", "-f", "markdown")
	b.expect(3, "no configuration has a result yet; kubectl scalelab export provisioners --table steps has the steps so far\n", "export", "provisioners")
	b.expect(3, ": these are its figures so far\n", "export", "provisioners", "--table", "steps")
	b.expect(3, `<section id="steps"`, "report", "provisioners", "-o", "-")
	e, err := model.Read(all[0].Object)
	if err != nil {
		t.Fatal(err)
	}
	tool := newTool("test", &b.out, &b.notes)
	watching := &following{tool: tool, cluster: b.cluster, last: e, screen: &display{size: func() (int, int) { return 80, 24 }}}
	b.client.ClearActions()
	watching.steps(context.Background())
	e.Status.Message, e.Status.Headline.P95 = "another", "40ms"
	for _, step := range []string{"2/4", "2/4", "3/4"} {
		e.Status.Progress.Step = step
		watching.steps(context.Background())
	}
	if reads := len(b.client.Actions()); reads != 3 {
		t.Errorf("%d reads of the trial, want one at first, and one for each of two steps", reads)
	}
	if steps := watching.steps(context.Background()); !strings.HasPrefix(steps, "steps so far, ") || strings.Contains(steps, "base-1") || !strings.Contains(steps, "base-2") {
		t.Errorf("a terminal would show:\n%s", steps)
	}
}

func TestAnOutputThatCannotBeWrittenIsNamed(t *testing.T) {
	b, folder := with(t, objects(t)...), t.TempDir()
	missing := filepath.Join(folder, "missing", "page.html")
	b.refuses("--output "+missing+": the file cannot be created: no such file or directory", "report", "provisioners", "-o", missing)
	b.refuses("--output "+folder+": it is a folder; name a file", "bundle", "provisioners", "-o", folder)
}

func TestWhatIsNoManifestIsSaid(t *testing.T) {
	file := filepath.Join(t.TempDir(), "manifest.yaml")
	one := "apiVersion: scalelab.dev/v1alpha1\nkind: ScalabilityExperiment\nmetadata: {name: a}\n"
	for text, want := range map[string]string{
		"":                   "has 0 objects, and must have one ScalabilityExperiment",
		"# only a comment\n": "has 0 objects",
		"a word":             "is no manifest: it has text that is no object",
		"a: [":               "is no manifest: ",
		"kind: Namespace\n":  `has an object of kind "Namespace", and must have one ScalabilityExperiment`,
		"a: b\n":             `has an object of kind "", and must have one ScalabilityExperiment`,
		strings.Replace(one, "v1alpha1", "v1", 1): `has the apiVersion "scalelab.dev/v1", and must have scalelab.dev/v1alpha1`,
		one + "---\n" + one:                       "has 2 objects, and must have one ScalabilityExperiment",
		"---\n# x\n---\n- a\n- b":                 "is no manifest: it has text that is no object",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		with(t).refuses(file+" "+want, "validate", file)
	}
	if err := os.WriteFile(file, []byte("---\n# a head\n---\n"+one), 0o600); err != nil {
		t.Fatal(err)
	}
	with(t).expect(2, "a: ", "validate", file)
	with(t).refuses("open missing.yaml: no such file or directory", "validate", "missing.yaml")
	other := strings.Replace(one, "{name: a}", "{name: a, namespace: lab}", 1)
	if err := os.WriteFile(file, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	with(t).refuses("the manifest is of namespace lab, and --namespace is other: leave out one of both", "validate", file, "-n", "other")
}

// "Forbidden" is also the answer of admission policies and quotas.
func TestAMissingRightIsNoRejection(t *testing.T) {
	file := filepath.Join(t.TempDir(), "manifest.yaml")
	if err := os.WriteFile(file, []byte("apiVersion: scalelab.dev/v1alpha1\nkind: ScalabilityExperiment\nmetadata: {name: provisioners}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"create", "get", "update"} {
		b := with(t, objects(t)...)
		b.client.PrependReactor(verb, "scalabilityexperiments", func(clienttesting.Action) (bool, runtime.Object, error) {
			return true, nil, apierrors.NewForbidden(cluster.Experiments.GroupResource(), "provisioners", errors.New("no"))
		})
		allowed := "none"
		b.client.PrependReactor("create", "selfsubjectaccessreviews", func(action clienttesting.Action) (bool, runtime.Object, error) {
			review := action.(clienttesting.CreateAction).GetObject().(*unstructured.Unstructured)
			asked, _, _ := unstructured.NestedString(review.Object, "spec", "resourceAttributes", "verb")
			if allowed == "unknown" {
				return true, nil, errors.New("no answer")
			}
			set(review, allowed == "all" || asked != verb, "status", "allowed")
			return true, review, nil
		})
		b.refuses("you may not "+verb+" scalabilityexperiments.scalelab.dev in namespace default", "validate", file)
		for _, allowed = range []string{"all", "unknown"} {
			b.expect(1, "rejected: scalabilityexperiments.scalelab.dev \"provisioners\" is forbidden: no", "validate", file)
		}
	}
}

func TestAClusterThatIsNotGivenIsSaid(t *testing.T) {
	t.Setenv("KUBECONFIG", "/missing/config")
	t.Setenv("KUBERNETES_SERVICE_HOST", "")
	for want, args := range map[string][]string{
		"error: no cluster: none is configured in /missing/config; set KUBECONFIG or --kubeconfig\n": {"report", "small"},
		"error: no cluster: stat /missing/other: no such file or directory\n":                        {"report", "small", "--kubeconfig", "/missing/other"},
	} {
		var out, notes strings.Builder
		if status := Run(context.Background(), "test", args, &out, &notes); status != 3 || notes.String() != want {
			t.Errorf("%v: %d, %s", args, status, notes.String())
		}
	}
}

func TestAnAPIServerThatDoesNotAnswerIsNamed(t *testing.T) {
	config := filepath.Join(t.TempDir(), "config")
	text := `{"apiVersion": "v1", "kind": "Config", "current-context": "c", "clusters": [{"name": "c", "cluster": {"server": "https://127.0.0.1:1"}}],
		"contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}], "users": [{"name": "u", "user": {}}]}`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"report", "watch"} {
		var out, notes strings.Builder
		status := Run(context.Background(), "test", []string{command, "small", "--kubeconfig", config}, &out, &notes)
		if status != 3 || notes.String() != "error: the API server cannot be reached at 127.0.0.1:1: dial tcp 127.0.0.1:1: connect: connection refused\n" {
			t.Errorf("%s: exit status %d: %s", command, status, notes.String())
		}
	}
}

func TestEveryWorkloadWithADatabaseNeedsItsOperator(t *testing.T) {
	for workload, want := range map[string]bool{"OrderEntry": true, "ECperf": true, "Bookstore": true, "Portal": true, "Cart": false, "Cells": false, "Custom": false} {
		e, err := model.Read(map[string]any{"spec": map[string]any{"workload": map[string]any{"type": workload},
			"system": map[string]any{"databases": []any{map[string]any{"name": "main"}}}}})
		if err != nil {
			t.Fatal(err)
		}
		if found := len(kinds(e)) == 1; found != want {
			t.Errorf("%s: it needs CloudNativePG: %v, want %v", workload, found, want)
		}
	}
}

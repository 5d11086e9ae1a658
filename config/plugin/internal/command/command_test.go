package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dev.scalelab/plugin/internal/cluster"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic/fake"
	clienttesting "k8s.io/client-go/testing"
)

const recorded = "../../testdata/provisioners.json"

// objects reads the recorded experiment with its trials.
func objects(t *testing.T) []*unstructured.Unstructured {
	t.Helper()
	return objectsOf(t, recorded)
}

func objectsOf(t *testing.T, file string) []*unstructured.Unstructured {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Items []map[string]any }
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	var all []*unstructured.Unstructured
	for _, item := range list.Items {
		all = append(all, &unstructured.Unstructured{Object: item})
	}
	return all
}

// bench runs commands against objects in memory.
type bench struct {
	*testing.T
	client     *fake.FakeDynamicClient
	namespace  string
	out, notes strings.Builder
	full       bool // whether the output takes nothing
	in         []byte
	cluster    *cluster.Cluster
}

func with(t *testing.T, objects ...*unstructured.Unstructured) *bench {
	t.Helper()
	kinds := map[schema.GroupVersionResource]string{cluster.Experiments: "ScalabilityExperimentList", cluster.Trials: "ScalabilityTrialList",
		cluster.Namespaces: "NamespaceList", cluster.ConfigMaps: "ConfigMapList", cluster.Nodes: "NodeList", cluster.Definitions: "CustomResourceDefinitionList",
		cluster.Deployments: "DeploymentList"}
	namespace := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": "default"}}}
	all := []runtime.Object{namespace}
	for _, object := range objects {
		all = append(all, object)
	}
	return &bench{T: t, namespace: "default", client: fake.NewSimpleDynamicClientWithCustomListKinds(runtime.NewScheme(), kinds, all...)}
}

func (b *bench) run(args ...string) int {
	b.Helper()
	b.out.Reset()
	b.notes.Reset()
	t := newTool("test", &b.out, &b.notes)
	if b.full {
		t.out.to = full{}
	}
	if b.in != nil {
		t.in = bytes.NewReader(b.in)
	}
	t.now = func() time.Time { return time.Date(2026, 11, 27, 15, 0, 0, 0, time.UTC) }
	t.reconnecting = time.Millisecond
	t.connect = func() (*cluster.Cluster, error) {
		b.cluster = &cluster.Cluster{Client: b.client, Namespace: b.namespace, Streams: streams{b.client}, Version: func(context.Context) (string, error) { return "v1.36.3", nil }}
		return b.cluster, nil
	}
	return t.run(context.Background(), args)
}

// expect runs a command and asserts its exit status, and a text in its output or messages.
func (b *bench) expect(status int, text string, args ...string) {
	b.Helper()
	if found := b.run(args...); found != status || !strings.Contains(b.out.String()+b.notes.String(), text) {
		b.Errorf("%v: exit status %d, want %d with %q:\n%s%s", args, found, status, text, b.out.String(), b.notes.String())
	}
}

// hasLine reports whether a line was written that has these words, however far apart.
func (b *bench) hasLine(words string) bool {
	return slices.ContainsFunc(strings.Split(b.out.String(), "\n"), func(line string) bool { return strings.Join(strings.Fields(line), " ") == words })
}

func set(object *unstructured.Unstructured, value any, path ...string) {
	if err := unstructured.SetNestedField(object.Object, value, path...); err != nil {
		panic(err)
	}
}

func TestReportWritesAFileAndEndsWithTheVerdict(t *testing.T) {
	b := with(t, objects(t)...)
	file := filepath.Join(t.TempDir(), "page.html")
	b.expect(0, "Passed", "report", "provisioners", "-o", file)
	page, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(page), "v1.36.3") {
		t.Errorf("the page does not have the cluster's version: %v", err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(file)); len(entries) != 1 {
		t.Errorf("%d files are left", len(entries))
	}
}

func TestOnlyABundleKeepsTheTextOfTrials(t *testing.T) {
	b := with(t, objects(t)...)
	for command, lean := range map[string]bool{"report": true, "export": true, "bundle": false} {
		args := []string{command, "provisioners", "-o", filepath.Join(t.TempDir(), "file")}
		if command == "export" {
			args = append(args, "-f", "text")
		}
		if status := b.run(args...); status != 0 || (b.cluster.Detail != cluster.Raw) != lean {
			t.Errorf("%s: exit status %d, lean %v, want %v", command, status, b.cluster.Detail != cluster.Raw, lean)
		}
	}
}

func TestTheVerdictIsTheExitStatus(t *testing.T) {
	for verdict, status := range map[string]int{"Passed": 0, "Failed": 1, "Inconclusive": 2} {
		all := objects(t)
		set(all[0], verdict, "status", "verdict")
		with(t, all...).expect(status, "<!DOCTYPE html>", "report", "provisioners", "-o", "-")
	}
	all := objects(t)
	unstructured.RemoveNestedField(all[0].Object, "status", "verdict")
	with(t, all...).expect(3, "<!DOCTYPE html>", "report", "provisioners", "-o", "-")
}

func TestAReportOfNothingSaysSoAndWritesNothing(t *testing.T) {
	all := objects(t)[:1]
	unstructured.RemoveNestedField(all[0].Object, "status")
	set(all[0], map[string]any{"phase": "Queued", "message": "waiting for experiment other"}, "status")
	file := filepath.Join(t.TempDir(), "page.html")
	with(t, all...).expect(3, "provisioners: nothing has been measured, so there is nothing to report (phase Queued: waiting for experiment other)", "report", "provisioners", "-o", file)
	if entries, _ := os.ReadDir(filepath.Dir(file)); len(entries) != 0 {
		t.Errorf("%d files were written", len(entries))
	}
}

func TestAPageWithoutNodesAndHistogramsSaysWhy(t *testing.T) {
	for want, refusal := range map[string]error{"<td class=\"t\">you may not read them</td>": apierrors.NewForbidden(cluster.Nodes.GroupResource(), "", nil),
		"they could not be read: etcd is gone": errors.New("etcd is gone")} {
		b := with(t, objects(t)...)
		b.client.PrependReactor("list", "nodes", func(clienttesting.Action) (bool, runtime.Object, error) { return true, nil, refusal })
		b.expect(0, want, "report", "provisioners", "-o", "-")
		_, steps, _ := strings.Cut(b.out.String(), `<section id="steps"`)
		if !strings.Contains(steps, "The histograms of 4 valid runs could not be read.") {
			t.Error("the section of the steps does not say that histograms are missing")
		}
	}
}

func TestExperimentsAreCompleted(t *testing.T) {
	with(t, objects(t)...).expect(0, "provisioners\n", "__complete", "report", "")
}

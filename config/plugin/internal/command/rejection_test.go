package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/model"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"
	"sigs.k8s.io/yaml"
)

// applied writes a manifest with a spec.
func applied(t *testing.T, spec string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "experiment.yaml")
	if err := os.WriteFile(file, []byte("apiVersion: scalelab.dev/v1alpha1\nkind: ScalabilityExperiment\nmetadata: {name: a}\nspec: "+spec+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// definition is that of the chart.
func definition(t *testing.T) *unstructured.Unstructured {
	t.Helper()
	text, err := os.ReadFile("../../../../crds/scalabilityexperiments.scalelab.dev-v1.yml")
	if err != nil {
		t.Fatal(err)
	}
	object := map[string]any{}
	if err := yaml.Unmarshal(text, &object); err != nil {
		t.Fatal(err)
	}
	return &unstructured.Unstructured{Object: object}
}

func TestARejectionHasOneLineForEachReason(t *testing.T) {
	b := with(t)
	refusal := &apierrors.StatusError{ErrStatus: metav1.Status{Reason: metav1.StatusReasonInvalid, Code: 422, Message: "all in one line", Details: &metav1.StatusDetails{
		Causes: []metav1.StatusCause{
			{Field: "spec.objectives.responseTimes[0].percentile", Message: `Invalid value: "integer": spec.objectives.responseTimes[0].percentile in body must be of type string: "integer"`},
			{Field: "spec.workload.scale", Message: `Invalid value: "string": spec.workload.scale in body must be of type integer: "string"`},
			{Field: "spec.load", Message: `Invalid value: "object": spec.load in body must be of type array: "object"`},
			{Field: "metadata.name", Message: "Required value: name or generateName is required"},
			{Field: "<nil>", Message: "Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"},
		}}}}
	b.client.PrependReactor("create", "scalabilityexperiments", func(clienttesting.Action) (bool, runtime.Object, error) { return true, nil, refusal })
	b.expect(1, "rejected: spec.objectives.responseTimes[0].percentile: 95 is of type integer, and must be of type string: put it in quotes\n"+
		"rejected: spec.workload.scale: ten is of type string, and must be of type integer\n"+
		"rejected: spec.load: the value is of type object, and must be of type array\n"+
		"rejected: metadata.name: Required value: name or generateName is required\n", "validate", applied(t, "{objectives: {responseTimes: [{percentile: 95}]}, workload: {scale: ten}, load: {}}"))
	if text := b.out.String(); slices.Contains([]rune(text), '<') {
		t.Errorf("it has what follows from others: %s", text)
	}
}

func TestASettingThatDoesNotExistIsRejected(t *testing.T) {
	with(t, definition(t)).expect(1, "rejected by the operator: spec.sweep.factors: there is no setting application.haep\n", "validate",
		applied(t, "{sweep: {replicas: [1], factors: [{setting: application.haep, values: [256Mi]}, {setting: application.heap, values: [256Mi]}]}}"))
	// Without the right to read definitions it is not known.
	b := with(t, definition(t))
	b.client.PrependReactor("list", "customresourcedefinitions", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, nil, apierrors.NewForbidden(cluster.Definitions.GroupResource(), "", nil)
	})
	b.expect(2, "not checked: definitions, of other operators and with the settings that factors may have: ", "validate", applied(t, "{sweep: {replicas: [1], factors: [{setting: application.haep, values: [256Mi]}]}}"))
	b.expect(2, "not checked: what the operator checks when the experiment is applied: whether variants, values of factors", "validate", applied(t, "{sweep: {replicas: [2]}}"))
}

// It depends on no right, so no missing right may hide it.
func TestWhatOnlyTheOperatorChecksIsSaidWithoutTheRightToListNodes(t *testing.T) {
	b := with(t, definition(t))
	b.client.PrependReactor("list", "nodes", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, nil, apierrors.NewForbidden(cluster.Nodes.GroupResource(), "", nil)
	})
	b.expect(0, "not checked: nodes: ", "validate", applied(t, "{sweep: {replicas: [1]}}"))
	if !strings.Contains(b.out.String(), "\nnot checked: "+onlyTheOperator+"\n") {
		t.Error(b.out.String())
	}
}

func TestSettingsAreThoseOfTheDefinition(t *testing.T) {
	served := definition(t)
	for setting, known := range map[string]bool{"application.heap": true, "system.application.cpu": true, "workload.scale": true, "load.step.seconds": true, "databases.main.cpu": true,
		"databases.main.parameters.work_mem": true, "application": false, "databases.main": false, "databases": false, "load.nothing": false, "application.jvmOptions": false,
		"state.web.copies": true, "application.pod.nodeSelector.disk": true} {
		e, err := model.Read(map[string]any{"spec": map[string]any{"sweep": map[string]any{"factors": []any{map[string]any{"setting": setting}}}}})
		if err != nil {
			t.Fatal(err)
		}
		if found := len(unknownSettings(served, e)) == 0; found != known {
			t.Errorf("%s is known: %v, want %v", setting, found, known)
		}
	}
}

// Every sample has only settings that exist.
func TestFactorsOfSamplesAreKnown(t *testing.T) {
	files, err := filepath.Glob("../../../samples/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	served, checked := definition(t), 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all, err := documents(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, object := range all {
			e, err := model.Read(object.Object)
			if err != nil {
				continue // of another kind
			}
			checked += len(e.Spec.Sweep.Factors)
			if unknown := unknownSettings(served, e); len(unknown) > 0 {
				t.Errorf("%s: %v", file, unknown)
			}
		}
	}
	if checked == 0 {
		t.Error("no sample has a factor")
	}
}

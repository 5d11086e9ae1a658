package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// chart is what Chart.yaml says.
type chart struct {
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Version     string            `json:"version"`
	KubeVersion string            `json:"kubeVersion"`
	Home        string            `json:"home"`
	Keywords    []string          `json:"keywords"`
	Annotations map[string]string `json:"annotations"`
	owned       []crd
}

// crd describes one of the CRDs.
type crd struct {
	Kind        string `json:"kind"`
	Version     string `json:"version"`
	Name        string `json:"name"`
	DisplayName string `json:"displayName"`
	Description string `json:"description"`
}

const annotation = "artifacthub.io/"

func readChart(path string) (*chart, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var found chart
	if err := yaml.Unmarshal(text, &found); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := yaml.Unmarshal([]byte(found.Annotations[annotation+"crds"]), &found.owned); err != nil {
		return nil, fmt.Errorf("%s: annotation %scrds: %w", path, annotation, err)
	}
	if found.Version == "" || len(found.owned) == 0 {
		return nil, fmt.Errorf("%s: version and annotation %scrds are needed", path, annotation)
	}
	return &found, nil
}

// readObjects reads what helm template printed, without hooks, which only Helm runs.
func readObjects(from io.Reader) ([]*unstructured.Unstructured, error) {
	decoder := utilyaml.NewYAMLOrJSONDecoder(from, 4096)
	var all []*unstructured.Unstructured
	for {
		object := &unstructured.Unstructured{}
		err := decoder.Decode(&object.Object)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("rendered objects: %w", err)
		}
		if _, hook := object.GetAnnotations()["helm.sh/hook"]; len(object.Object) > 0 && !hook {
			all = append(all, object)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("no object was rendered: pipe the output of helm template into this program")
	}
	return all, nil
}

// readSample reads an experiment as JSON.
func readSample(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	converted, err := yaml.YAMLToJSON(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return bytes.TrimSpace(converted), nil
}

// cleaned removes what only Helm uses: its labels, checksums by which it restarts pods, and the namespace, which OLM chooses.
func cleaned(object *unstructured.Unstructured) *unstructured.Unstructured {
	object = object.DeepCopy()
	object.SetNamespace("")
	object.SetLabels(without(object.GetLabels()))
	object.SetAnnotations(without(object.GetAnnotations()))
	return object
}

func without(values map[string]string) map[string]string {
	kept := map[string]string{}
	for name, value := range values {
		if !strings.HasPrefix(name, "helm.sh/") && !strings.HasPrefix(name, "checksum/") && name != "app.kubernetes.io/managed-by" {
			kept[name] = value
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return kept
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/operator-framework/api/pkg/manifests"
	"github.com/operator-framework/api/pkg/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

const dockerfile = "bundle.Dockerfile"

// labels are those of the bundle's image, and the content of metadata/annotations.yaml.
var labels = []struct{ name, value string }{
	{"operators.operatorframework.io.bundle.mediatype.v1", "registry+v1"},
	{"operators.operatorframework.io.bundle.manifests.v1", "manifests/"},
	{"operators.operatorframework.io.bundle.metadata.v1", "metadata/"},
	{"operators.operatorframework.io.bundle.package.v1", "scalelab"},
	{"operators.operatorframework.io.bundle.channels.v1", "alpha"},
	{"operators.operatorframework.io.bundle.channel.default.v1", "alpha"},
}

// files are those of a bundle, by their paths.
type files map[string][]byte

// bundle has the CRDs, the ClusterServiceVersion, and what OLM creates besides it.
func bundle(about *chart, objects []*unstructured.Unstructured, example []byte) (files, error) {
	csv, err := serviceVersion(about, objects, example)
	if err != nil {
		return nil, err
	}
	found := files{}
	if err := found.add("manifests/"+about.Name+".clusterserviceversion.yaml", csv); err != nil {
		return nil, err
	}
	bound := roles(objects)
	for _, object := range objects {
		kind := object.GetKind()
		switch kind {
		case "Deployment":
			if !slices.Contains(deployed, object.GetName()) {
				err = fmt.Errorf("Deployment %s was rendered, and the bundle has %s alone: switch off grafana.enabled and prometheus.enabled", object.GetName(), strings.Join(deployed, " and "))
			}
		case "ServiceAccount", "ClusterRoleBinding", "RoleBinding": // in the ClusterServiceVersion
		case "Role", "ClusterRole":
			if !bound[kind+"/"+object.GetName()] {
				err = found.object(object)
			}
		case "CustomResourceDefinition", "Service", "ConfigMap", "ServiceMonitor", "PrometheusRule", "PodDisruptionBudget":
			err = found.object(object)
		default:
			err = fmt.Errorf("%s %s was rendered, and OLM takes no such object in a bundle: switch it off in the chart's values", kind, object.GetName())
		}
		if err != nil {
			return nil, err
		}
	}
	return found, found.metadata()
}

// roles are those that a binding names; their rules are in the ClusterServiceVersion.
func roles(objects []*unstructured.Unstructured) map[string]bool {
	bound := map[string]bool{}
	for _, object := range objects {
		if strings.HasSuffix(object.GetKind(), "RoleBinding") {
			kind, _, _ := unstructured.NestedString(object.Object, "roleRef", "kind")
			name, _, _ := unstructured.NestedString(object.Object, "roleRef", "name")
			bound[kind+"/"+name] = true
		}
	}
	return bound
}

func (f files) object(object *unstructured.Unstructured) error {
	return f.add(fmt.Sprintf("manifests/%s.%s.yaml", object.GetName(), strings.ToLower(object.GetKind())), cleaned(object).Object)
}

func (f files) add(path string, object any) error {
	if _, twice := f[path]; twice {
		return fmt.Errorf("two objects would be %s", path)
	}
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	delete(fields, "status")
	f[path], err = yaml.Marshal(fields)
	return err
}

// metadata adds the labels, as a file and as the image's.
func (f files) metadata() error {
	annotations, image := map[string]string{}, "FROM scratch\n"
	for _, one := range labels {
		annotations[one.name] = one.value
		image += fmt.Sprintf("LABEL %s=%s\n", one.name, one.value)
	}
	text, err := yaml.Marshal(map[string]any{"annotations": annotations})
	f["metadata/annotations.yaml"] = text
	f[dockerfile] = []byte(image + "COPY manifests /manifests/\nCOPY metadata /metadata/\n")
	return err
}

// write replaces an earlier bundle, and nothing else.
func (f files) write(folder string) error {
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(folder, "metadata", "annotations.yaml")); err != nil {
			return fmt.Errorf("%s exists and is no bundle", folder)
		}
		if err := os.RemoveAll(folder); err != nil {
			return err
		}
	}
	for path, content := range f {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// validate applies OLM's own rules for bundles: of the ClusterServiceVersion, the CRDs, the examples and the whole.
func validate(folder string) error {
	found, err := manifests.GetBundleFromDir(filepath.Join(folder, "manifests"))
	if err != nil {
		return err
	}
	var problems []error
	for _, result := range validation.DefaultBundleValidators.Validate(found.ObjectsToValidate()...) {
		for _, problem := range result.Errors {
			problems = append(problems, problem)
		}
		for _, warning := range result.Warnings {
			fmt.Fprintln(os.Stderr, warning)
		}
	}
	return errors.Join(problems...)
}

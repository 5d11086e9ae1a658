package command

import (
	"fmt"
	"slices"
	"strings"

	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/model"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// unknownSettings are the factors with a setting that does not exist. The operator knows settings by the same schema, that of the definition.
// It also refuses settings that must be the same for all configurations, and names of databases that do not exist.
func unknownSettings(definition *unstructured.Unstructured, e *model.Experiment) []string {
	spec := schemaOf(definition)
	if spec == nil {
		return nil
	}
	var all []string
	for _, factor := range e.Spec.Sweep.Factors {
		path := strings.Split(factor.Setting, ".")
		if !slices.Contains([]string{"system", "workload", "load"}, path[0]) { // without a block it is a setting of the system
			path = append([]string{"system"}, path...)
		}
		if !hasSetting(spec, path) {
			all = append(all, fmt.Sprintf("spec.sweep.factors: there is no setting %s", factor.Setting))
		}
	}
	return all
}

// schemaOf is that of a spec in a definition, nil if it has none.
func schemaOf(definition *unstructured.Unstructured) map[string]any {
	if definition == nil {
		return nil
	}
	versions, _, _ := unstructured.NestedSlice(definition.Object, "spec", "versions")
	for _, item := range versions {
		version, _ := item.(map[string]any)
		if version["name"] != cluster.Experiments.Version {
			continue
		}
		spec, _, _ := unstructured.NestedMap(version, "schema", "openAPIV3Schema", "properties", "spec")
		return spec
	}
	return nil
}

// hasSetting reports whether a schema has a single value at a path. Items of a list are addressed by their names, and a map has any key.
func hasSetting(schema map[string]any, path []string) bool {
	block := func(name string) map[string]any {
		found, _ := schema[name].(map[string]any)
		return found
	}
	switch {
	case block("items") != nil:
		return len(path) > 1 && hasSetting(block("items"), path[1:])
	case block("properties") != nil:
		if len(path) == 0 {
			return false
		}
		inner, _ := block("properties")[path[0]].(map[string]any)
		return inner != nil && hasSetting(inner, path[1:])
	case block("additionalProperties") != nil:
		return len(path) == 1 && hasSetting(block("additionalProperties"), nil)
	}
	return len(path) == 0 && schema["type"] != "object"
}

package model

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// schema is the part of a CRD's schema that says which fields there are.
type schema struct {
	Properties map[string]schema `json:"properties"`
	Items      *schema           `json:"items"`
}

func definition(t *testing.T, plural string) schema {
	t.Helper()
	text, err := os.ReadFile("../../../../crds/" + plural + ".scalelab.dev-v1.yml")
	if err != nil {
		t.Fatal(err)
	}
	var crd struct {
		Spec struct {
			Versions []struct {
				Schema struct {
					OpenAPIV3Schema schema `json:"openAPIV3Schema"`
				} `json:"schema"`
			} `json:"versions"`
		} `json:"spec"`
	}
	if err := yaml.Unmarshal(text, &crd); err != nil {
		t.Fatal(err)
	}
	return crd.Spec.Versions[0].Schema.OpenAPIV3Schema
}

func TestEveryFieldThatIsReadExists(t *testing.T) {
	for plural, kind := range map[string]any{"scalabilityexperiments": Experiment{}, "scalabilitytrials": Trial{}} {
		for _, problem := range unknown(reflect.TypeOf(kind), definition(t, plural), "") {
			t.Errorf("%s: %s is read and is not in the CRD", plural, problem)
		}
	}
}

// described are types that have one schema. Figures have several forms, slots are of connections or of threads, and metadata is Kubernetes'.
func described(of reflect.Type) bool {
	return of.Kind() == reflect.Struct && of != reflect.TypeFor[Figure]() && of != reflect.TypeFor[Slots]() && of != reflect.TypeFor[Metadata]()
}

// unknown lists the fields of a type that a schema does not have.
func unknown(of reflect.Type, in schema, path string) []string {
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		if of.Kind() == reflect.Slice && in.Items != nil {
			in = *in.Items
		}
		of = of.Elem()
	}
	if !described(of) || len(in.Properties) == 0 {
		return nil
	}
	var problems []string
	for i := range of.NumField() {
		field := of.Field(i)
		name := strings.Split(field.Tag.Get("json"), ",")[0]
		switch {
		case name == "-" || field.Type == reflect.TypeFor[Metadata]():
		case name == "" && field.Anonymous:
			problems = append(problems, unknown(field.Type, in, path)...)
		default:
			inner, known := in.Properties[name]
			if !known {
				problems = append(problems, path+name)
				continue
			}
			problems = append(problems, unknown(field.Type, inner, path+name+".")...)
		}
	}
	return problems
}

// The recorded and the made up objects of the tests must be what an operator can write.
func TestObjectsOfTestsHaveOnlyFieldsOfTheCRD(t *testing.T) {
	for _, file := range []string{"provisioners", "failover", "search"} {
		text, err := os.ReadFile("../../testdata/" + file + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var list struct{ Items []map[string]any }
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		for _, item := range list.Items {
			plural := map[any]string{"ScalabilityExperiment": "scalabilityexperiments", "ScalabilityTrial": "scalabilitytrials"}[item["kind"]]
			for _, problem := range strange(item["status"], definition(t, plural).Properties["status"], "status") {
				t.Errorf("%s: %s", file, problem)
			}
		}
	}
}

func strange(value any, in schema, path string) []string {
	var problems []string
	switch value := value.(type) {
	case []any:
		if in.Items == nil {
			return []string{path + " is no list"}
		}
		for _, item := range value {
			problems = append(problems, strange(item, *in.Items, path)...)
		}
	case map[string]any:
		if len(in.Properties) == 0 {
			return nil // a map, or a type of Kubernetes
		}
		for name, inner := range value {
			if next, known := in.Properties[name]; known {
				problems = append(problems, strange(inner, next, path+"."+name)...)
			} else {
				problems = append(problems, path+"."+name+" is not in the CRD")
			}
		}
	}
	return problems
}

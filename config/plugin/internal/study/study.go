// Package study has the published experiments that experiments of the repository's config/studies repeat.
package study

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed assets/studies.json
var embedded []byte

// Study is a published experiment with its curves.
type Study struct {
	Name   string  `json:"name"`
	Title  string  `json:"title"`
	Source string  `json:"source"`
	Text   string  `json:"published"`
	Axis   string  `json:"axis"`
	Unit   string  `json:"unit"`
	Curves []Curve `json:"curves"`
}

// Curve is a published series.
type Curve struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
}

// Point is a published figure, with the configuration that is compared with it, if any.
type Point struct {
	X             float64 `json:"x"`
	Value         float64 `json:"value"`
	Configuration string  `json:"configuration,omitempty"`
}

// All returns every study.
func All() ([]Study, error) {
	var all []Study
	if err := json.Unmarshal(embedded, &all); err != nil {
		return nil, fmt.Errorf("the studies in this program cannot be read: %w", err)
	}
	return all, nil
}

// Named returns the study of an experiment, nil without a study of this name.
func Named(name string) (*Study, error) {
	all, err := All()
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Name == name {
			return &all[i], nil
		}
	}
	return nil, nil
}

package main

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestEachBenchmarkOfClassesIsThere(t *testing.T) {
	for part, class := range classes {
		found, err := filepath.Glob("../../operator/src/test/java/dev/scalelab/operator/*/" + class + ".java")
		if err != nil || len(found) != 1 {
			t.Errorf("%s is not one file: %v, %v", class, found, err)
		}
		if !slices.Contains(choices, part) {
			t.Errorf("%s cannot be chosen", part)
		}
	}
}

package model

import (
	"slices"
	"testing"
)

// Layouts of databases may have databases of the same name.
func TestItemsOfTheSameNameHaveTheirOwnPaths(t *testing.T) {
	item := func(layout string) any { return map[string]any{"name": "plant", "layout": layout} }
	found := Flatten(map[string]any{"databases": []any{item("two"), item("four")}})
	want := []Setting{{"databases.plant.layout", "two"}, {"databases.plant.name", "plant"}, {"databases.plant[2].layout", "four"}, {"databases.plant[2].name", "plant"}}
	if !slices.Equal(found, want) {
		t.Errorf("got %v", found)
	}
}

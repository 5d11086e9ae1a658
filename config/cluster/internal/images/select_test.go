package images

import (
	"slices"
	"testing"
)

func TestExamplesAreBuiltOnlyWhenAskedFor(t *testing.T) {
	all, err := Select(nil, true)
	if err != nil || !slices.ContainsFunc(all, isTarget("load-generator")) || slices.ContainsFunc(all, isTarget("own-load")) {
		t.Errorf("all are %v (%v), which should be ScaleLab's own and third-party ones", all, err)
	}
	asked, err := Select([]string{"own-load"}, true)
	if err != nil || len(asked) != 1 || asked[0].Target != "own-load" {
		t.Errorf("requested own-load, got %v (%v)", asked, err)
	}
	if _, err := Select([]string{"nothing"}, true); err == nil {
		t.Error("an unknown target must be rejected")
	}
}

func isTarget(target string) func(Image) bool {
	return func(image Image) bool { return image.Target == target }
}

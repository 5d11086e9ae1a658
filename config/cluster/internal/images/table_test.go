package images

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// chart is the folder of the chart, which lists the images that it runs.
const chart = "../../../../charts/scalelab"

// The chart's images are those that are built and loaded: in its values, and in its values for the embedded cluster.
func TestTheTableHasTheChartsImages(t *testing.T) {
	appVersion := found(t, filepath.Join(chart, "Chart.yaml"), `(?m)^appVersion: (.+)$`)
	if len(appVersion) != 1 || appVersion[0] != Version {
		t.Errorf("the chart's appVersion is %q, the images' version is %s", appVersion, Version)
	}
	var own, upstream, embedded []string
	for _, image := range Table {
		switch {
		case image.Example:
		case !image.ThirdParty:
			own = append(own, image.Name)
		case image.Name != CloudNativePG: // which is not an image of the chart
			upstream = append(upstream, image.Upstream)
			embedded = append(embedded, image.Name)
		}
	}
	values := found(t, filepath.Join(chart, "values.yaml"), `(?m)^  \w+: (\S+/scalelab/[^\s:]+)$`)
	for n := range values {
		values[n] += ":" + Version
	}
	sameImages(t, "ScaleLab's own", values, own)
	sameImages(t, "upstream", found(t, filepath.Join(chart, "values.yaml"), `(?m)^  \w+: (\S+/\S+:\S+)$`), upstream)
	sameImages(t, "the embedded cluster's", found(t, "../../values-embedded.yaml", `(?m)^  \w+: (\S+/\S+:\S+)$`), embedded)
}

// All files that a target copies from the repository, itself or in one of its base stages, are in its inputs.
func TestTheInputsAreWhatTheTargetsCopy(t *testing.T) {
	dockerfile, err := os.ReadFile("../../../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	for _, image := range Table {
		if image.Target == "" {
			continue
		}
		stages, err := Trim(string(dockerfile), image.Target)
		if err != nil {
			t.Fatal(err)
		}
		for _, copied := range regexp.MustCompile(`(?m)^COPY ([^-]\S*) `).FindAllStringSubmatch(stages, -1) {
			given := func(input string) bool { return strings.HasPrefix(copied[1], input) }
			if !slices.ContainsFunc(image.Inputs, given) {
				t.Errorf("target %s copies %s, which is not among its inputs %v", image.Target, copied[1], image.Inputs)
			}
		}
	}
}

// found returns the first group of each match in a file.
func found(t *testing.T, path, pattern string) []string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var groups []string
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(content), -1) {
		groups = append(groups, match[1])
	}
	return groups
}

// sameImages compares two lists of images, ignoring order and duplicates.
func sameImages(t *testing.T, which string, ofChart, ofTable []string) {
	t.Helper()
	in := func(list []string) []string {
		sorted := slices.DeleteFunc(slices.Sorted(slices.Values(list)), func(image string) bool { return image == "" })
		return slices.Compact(sorted)
	}
	if chart, table := in(ofChart), in(ofTable); len(chart) == 0 || !slices.Equal(chart, table) {
		t.Errorf("%s images are\n%v in the chart and\n%v in the table", which, chart, table)
	}
}

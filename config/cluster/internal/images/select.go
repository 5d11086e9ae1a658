package images

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"dev.scalelab/cluster/internal/binary"
)

// Select returns the images that can be built and have one of the targets, or without targets all except examples.
// Third-party images are included only if they cannot be pulled.
func Select(targets []string, thirdParty bool) ([]Image, error) {
	var selected []Image
	var known []string
	for _, image := range Table {
		if image.Target == "" || image.ThirdParty && !thirdParty {
			continue
		}
		known = append(known, image.Target)
		if len(targets) == 0 && !image.Example || slices.Contains(targets, image.Target) {
			selected = append(selected, image)
		}
	}
	for _, target := range targets {
		if !slices.Contains(known, target) {
			return nil, fmt.Errorf("unknown image %q; known images: %s", target, strings.Join(known, ", "))
		}
	}
	return selected, nil
}

// PlaceManager builds CloudNativePG's manager and puts it into managerInput, if that image is selected.
func PlaceManager(ctx context.Context, binaries binary.Builder, repository string, selected []Image) error {
	if !slices.ContainsFunc(selected, func(image Image) bool { return image.Name == CloudNativePG }) {
		return nil
	}
	manager, err := binaries.Build(ctx, binary.CloudNativePG)
	if err != nil {
		return err
	}
	folder := filepath.Join(repository, managerInput)
	if same(manager, filepath.Join(folder, "manager")) {
		return nil
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := link(manager, filepath.Join(folder, "manager")); err != nil {
		return err
	}
	return binary.Link("../manager", filepath.Join(folder, "operator"), "manager_"+runtime.GOARCH)
}

// same reports whether the other file is a link to the first one, or a newer copy.
func same(one, other string) bool {
	first, err := os.Stat(one)
	if err != nil {
		return false
	}
	second, err := os.Stat(other)
	return err == nil && (os.SameFile(first, second) || first.Size() == second.Size() && !second.ModTime().Before(first.ModTime()))
}

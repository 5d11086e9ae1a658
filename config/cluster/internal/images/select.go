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

// PlacePrograms builds the Go programs of the selected images and puts them where the Dockerfile expects them.
func PlacePrograms(ctx context.Context, binaries binary.Builder, repository string, selected []Image) error {
	for _, image := range selected {
		var err error
		switch {
		case image.Name == CloudNativePG:
			if err = place(ctx, binaries, binary.CloudNativePG, filepath.Join(repository, managerInput, "manager")); err == nil {
				err = binary.Link("../manager", filepath.Join(repository, managerInput, "operator"), "manager_"+runtime.GOARCH)
			}
		case slices.Contains(image.Inputs, reportsInput):
			err = place(ctx, binaries, binary.Plugin, filepath.Join(repository, reportsInput, binary.Plugin.Name))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// place puts a program into a folder of its own.
func place(ctx context.Context, binaries binary.Builder, program binary.Program, path string) error {
	built, err := binaries.Build(ctx, program)
	if err != nil || same(built, path) {
		return err
	}
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		return err
	}
	return link(built, path)
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

package images

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"dev.scalelab/cluster/internal/cachedir"
)

// prepared is an image with everything on which its build depends.
type prepared struct {
	Image
	dockerfile string // only the stages needed
	key        string
}

// prepare reads the Dockerfile and the inputs of an image in the repository and computes its key.
func prepare(repository string, image Image, base string) (prepared, error) {
	content, err := os.ReadFile(filepath.Join(repository, "Dockerfile"))
	if err != nil {
		return prepared{}, err
	}
	trimmed, err := Trim(string(content), image.Target)
	if err != nil {
		return prepared{}, err
	}
	key := cachedir.NewKey().Text(image.Name, trimmed, base)
	for _, input := range image.Inputs {
		key.Text(input)
		err := key.Tree(filepath.Join(repository, input), nil)
		if errors.Is(err, fs.ErrNotExist) {
			return prepared{}, fmt.Errorf("image %s needs %s, which does not exist: run %s", image.Name, input, image.MadeBy)
		}
		if err != nil {
			return prepared{}, err
		}
	}
	return prepared{image, trimmed, key.String()}, nil
}

// context creates a folder with only the inputs, and a trimmed Dockerfile next to it; release removes both.
func (p prepared) context(repository string) (folder, dockerfile string, release func(), err error) {
	place, err := os.MkdirTemp("", "scalelab-"+p.Target+"-")
	if err != nil {
		return "", "", nil, err
	}
	release = func() { os.RemoveAll(place) }
	folder, dockerfile = filepath.Join(place, "context"), filepath.Join(place, "Dockerfile")
	err = os.MkdirAll(folder, 0o755)
	for _, input := range p.Inputs {
		if err == nil {
			err = link(filepath.Join(repository, input), filepath.Join(folder, input))
		}
	}
	if err == nil {
		err = os.WriteFile(dockerfile, []byte(p.dockerfile), 0o644)
	}
	if err != nil {
		release()
	}
	return folder, dockerfile, release, err
}

// link creates a copy of a file or folder at target: hard links if both are on one disk.
func link(source, target string) error {
	return filepath.WalkDir(source, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(source, path)
		if err != nil {
			return err
		}
		place := filepath.Join(target, relative)
		if entry.IsDir() {
			return os.MkdirAll(place, 0o755)
		}
		if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
			return err
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			pointed, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(pointed, place)
		}
		if os.Link(path, place) == nil {
			return nil
		}
		return copyFile(path, place)
	})
}

func copyFile(source, target string) error {
	from, err := os.Open(source)
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	to, err := os.OpenFile(target, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, info.Mode().Perm())
	if err != nil {
		return err
	}
	if _, err := io.Copy(to, from); err != nil {
		to.Close()
		return err
	}
	return to.Close()
}

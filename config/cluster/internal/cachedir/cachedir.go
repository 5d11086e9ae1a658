// Package cachedir has the paths of cached build results, each under a hash of its sources.
package cachedir

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
)

// Path returns a path under ${XDG_CACHE_HOME:-~/.cache}/scalelab and creates its parent folder.
func Path(elements ...string) (string, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for the cache: set HOME or XDG_CACHE_HOME (%w)", err)
	}
	path := filepath.Join(append([]string{base, "scalelab"}, elements...)...)
	return path, os.MkdirAll(filepath.Dir(path), 0o755)
}

// Key is a hash of everything on which a build result depends.
type Key struct{ sum hash.Hash }

// NewKey returns an empty Key.
func NewKey() *Key { return &Key{sum: sha256.New()} }

// Text adds strings; their boundaries are part of the hash.
func (k *Key) Text(parts ...string) *Key {
	for _, part := range parts {
		fmt.Fprintf(k.sum, "%d:%s", len(part), part)
	}
	return k
}

// Tree adds a file, or every file below a folder that keep accepts (nil accepts all): path, mode bits that
// are relevant for an image, and content. Times and owners are ignored.
func (k *Key) Tree(root string, keep func(path string) bool) error {
	var paths []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && (keep == nil || keep(path)) {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	sort.Strings(paths)
	for _, path := range paths {
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if err := k.file(path, relative); err != nil {
			return err
		}
	}
	return nil
}

func (k *Key) file(path, name string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := os.Readlink(path)
		k.Text(name, "link", target)
		return err
	}
	k.Text(name, fmt.Sprintf("%v %d", info.Mode()&0o111 != 0, info.Size()))
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(k.sum, file)
	return err
}

// String returns the hash, short enough for a file name.
func (k *Key) String() string {
	return hex.EncodeToString(k.sum.Sum(nil))[:16]
}

// Package archive writes and reads bundles: a compressed tar of an experiment's objects, with checksums.
package archive

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// Sums is the name of the list of checksums, in the format of sha256sum.
const Sums = "SHA256SUMS"

// A bundle is read into memory, so its size is limited.
const (
	maxFile  = 64 << 20
	maxTotal = 1 << 30
)

// Files are the contents of a bundle by name.
type Files map[string][]byte

// Write writes the files below a folder, sorted, with their checksums. Equal files give equal bytes.
func Write(to io.Writer, folder string, files Files, at time.Time) error {
	all := Files{Sums: files.sums()}
	maps.Copy(all, files)
	compressed := gzip.NewWriter(to)
	writer := tar.NewWriter(compressed)
	for _, name := range all.Names() {
		header := &tar.Header{Name: folder + "/" + name, Mode: 0o644, Size: int64(len(all[name])), ModTime: at, Format: tar.FormatUSTAR}
		if err := writer.WriteHeader(header); err != nil {
			return err
		}
		if _, err := writer.Write(all[name]); err != nil {
			return err
		}
	}
	return errors.Join(writer.Close(), compressed.Close())
}

// Add adds objects as JSON.
func (f Files) Add(objects map[string]any) error {
	for name, object := range objects {
		text, err := json.MarshalIndent(object, "", " ")
		if err != nil {
			return err
		}
		f[name] = append(text, '\n')
	}
	return nil
}

// Names returns the names of the files, sorted.
func (f Files) Names() []string {
	return slices.Sorted(maps.Keys(f))
}

func (f Files) sums() []byte {
	var b bytes.Buffer
	for _, name := range f.Names() {
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(f[name]), name)
	}
	return b.Bytes()
}

// Read reads a bundle.
func Read(from io.Reader) (Files, error) {
	compressed, err := gzip.NewReader(from)
	if err != nil {
		return nil, errors.New("not a bundle: it is no compressed archive, as NAME.tar.gz")
	}
	reader, files, total := tar.NewReader(compressed), Files{}, 0
	for {
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if errors.Is(err, tar.ErrHeader) {
			return nil, errors.New("not a bundle: it is no tar archive")
		}
		if err != nil {
			return nil, incomplete(err)
		}
		if header.Typeflag != tar.TypeReg {
			continue
		}
		content, err := io.ReadAll(io.LimitReader(reader, maxFile+1))
		if err != nil {
			return nil, incomplete(err)
		}
		if total += len(content); len(content) > maxFile || total > maxTotal {
			return nil, fmt.Errorf("%s: the bundle is larger than any that this program writes", header.Name)
		}
		_, name, _ := strings.Cut(path.Clean(header.Name), "/")
		files[name] = content
	}
}

// incomplete says what is wrong with an archive that cannot be read to its end.
func incomplete(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("it ends too early: a part of the archive is missing")
	}
	return fmt.Errorf("it is damaged: %w", err)
}

// Changed compares the files with the list of checksums, and names what differs, is missing or was added.
func (f Files) Changed() []string {
	sums, listed := f[Sums], map[string]bool{}
	if sums == nil {
		return []string{Sums + " is missing"}
	}
	var found []string
	for _, line := range strings.Split(strings.TrimSpace(string(sums)), "\n") {
		sum, name, _ := strings.Cut(line, "  ")
		listed[name] = true
		content, present := f[name]
		switch {
		case !present:
			found = append(found, name+" is missing")
		case fmt.Sprintf("%x", sha256.Sum256(content)) != sum:
			found = append(found, name+" was changed")
		}
	}
	for _, name := range f.Names() {
		if name != Sums && !listed[name] {
			found = append(found, name+" was added")
		}
	}
	return found
}

package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// maxLinks is the number of symbolic links that are followed, as the kernel's own limit.
const maxLinks = 40

// output is the standard output. It keeps the first error, since most texts are printed without a look at it.
type output struct {
	to  io.Writer
	err error
}

func (o *output) Write(text []byte) (int, error) {
	count, err := o.to.Write(text)
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("the standard output cannot be written: %w", cause(err))
	}
	return count, err
}

// cause is the reason of an error of a file, without its name.
func cause(err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// fileName is the value of a flag that names a file to write.
type fileName string

func (f *fileName) String() string { return string(*f) }

// Type is what the help shows as the value.
func (f *fileName) Type() string { return "file" }

// formats are names that --output has as a format in kubectl itself, and --format here.
var formats = []string{"csv", "json", "junit", "markdown", "svg", "text", "yaml"}

// Set refuses an empty name, and one that is meant as a format.
func (f *fileName) Set(text string) error {
	switch {
	case text == "":
		return errors.New("it must name a file; - is the standard output")
	case slices.Contains(formats, text):
		return fmt.Errorf("it names a file; a format is chosen with --format, by commands that have several. For a file of this name write ./%s", text)
	}
	*f = fileName(text)
	return nil
}

// standard is the standard output or error that a path names, as "-" or /dev/stdout; nil if it names another file.
func (t *tool) standard(path string) io.Writer {
	if path == "-" {
		return t.out
	}
	about, err := os.Stat(path)
	if err != nil {
		return nil
	}
	for _, stream := range []struct{ to, file io.Writer }{{t.out, t.out.to}, {t.notes, t.notes}} {
		if file, ok := stream.file.(*os.File); ok {
			if own, err := file.Stat(); err == nil && os.SameFile(own, about) {
				return stream.to
			}
		}
	}
	return nil
}

// wrote says what a file has, unless the standard output or error has it.
func (t *tool) wrote(path, what string) {
	if t.standard(path) == nil {
		fmt.Fprintf(t.out, "%s: %s\n", path, what)
	}
}

// write creates a file in one step, so that no reader gets half of it; "-" is the standard output. A symbolic link stays, and its target is
// written. A device or a pipe is written to, and never replaced; nor is a file that cannot be, as a mount point or in a folder that must not
// be written.
func (t *tool) write(path string, content func(io.Writer) error) error {
	if to := t.standard(path); to != nil {
		return content(to)
	}
	about, err := os.Stat(path) // of the target of a link
	switch {
	case err == nil && about.IsDir():
		return fmt.Errorf("--output %s: it is a folder; name a file", path)
	case err == nil && !about.Mode().IsRegular():
		return through(path, content)
	}
	target, err := followed(path)
	if err != nil {
		return fmt.Errorf("--output %s: the link cannot be followed: %w", path, cause(err))
	}
	err = replaced(path, target, about, content)
	if about != nil && (errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission)) {
		return overwritten(path, content, err)
	}
	return err
}

// through writes to what is no regular file.
func through(path string, content func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("--output %s: it cannot be opened: %w", path, cause(err))
	}
	return errors.Join(unwritten(path, content(file)), unwritten(path, file.Close()))
}

// overwritten writes a file that cannot be replaced, for the reason given. The content is complete before the old one is gone.
func overwritten(path string, content func(io.Writer) error, reason error) error {
	var whole bytes.Buffer
	if err := content(&whole); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return reason
	}
	_, err = whole.WriteTo(file)
	return errors.Join(unwritten(path, err), unwritten(path, file.Close()))
}

// replaced writes beside the target, and then gives the file its name. It has the rights of the present file, which is nil if there is no
// such file: then the umask counts, as for every new file.
func replaced(path, target string, present fs.FileInfo, content func(io.Writer) error) error {
	mode := fs.FileMode(0o666)
	if present != nil {
		mode = present.Mode().Perm()
	}
	file, err := beside(target, mode)
	if err != nil {
		return fmt.Errorf("--output %s: the file cannot be created: %w", path, cause(err))
	}
	defer os.Remove(file.Name())
	if err := content(file); err != nil {
		file.Close()
		return unwritten(path, err)
	}
	if present != nil {
		if err := file.Chmod(mode); err != nil {
			file.Close()
			return unwritten(path, err)
		}
	}
	if err := file.Close(); err != nil {
		return unwritten(path, err)
	}
	if err := os.Rename(file.Name(), target); err != nil {
		var of *os.LinkError
		if errors.As(err, &of) {
			err = of.Err
		}
		return fmt.Errorf("--output %s: the file cannot be replaced: %w", path, err)
	}
	return nil
}

// beside creates a file in the folder of another one. Unlike that of os.CreateTemp, its mode can be chosen.
func beside(target string, mode fs.FileMode) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(target), ".scalelab-"+strconv.FormatUint(rand.Uint64(), 36))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// unwritten names the file of an error of writing; other errors are about the content, and stay as they are.
func unwritten(path string, err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		return fmt.Errorf("--output %s: it cannot be written: %w", path, of.Err)
	}
	return err
}

// followed is the file at the end of symbolic links, which need not exist yet.
func followed(path string) (string, error) {
	for range maxLinks {
		target, err := os.Readlink(path)
		if err != nil { // no link, or nothing
			return path, nil
		}
		if !filepath.IsAbs(target) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return "", err
			}
			target = filepath.Join(folder, target)
		}
		path = target
	}
	return "", syscall.ELOOP
}

// indented writes a value as JSON for people to read, too.
func indented(to io.Writer, value any) error {
	encoder := json.NewEncoder(to)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

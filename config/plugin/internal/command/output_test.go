package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const firstTitles = "name,variant,factors,replicas"

func TestAPipeIsWrittenToAndStays(t *testing.T) {
	b, pipe := with(t, objects(t)...), filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(pipe)
		read <- string(text)
	}()
	b.expect(0, "", "export", "provisioners", "-o", pipe)
	if text := <-read; !strings.HasPrefix(text, firstTitles) {
		t.Errorf("the pipe had %q", text)
	}
	if about, err := os.Lstat(pipe); err != nil || about.Mode().Type() != fs.ModeNamedPipe {
		t.Errorf("the pipe was replaced: %v, %v", about, err)
	}
}

func TestALinkStaysAndItsTargetIsReplaced(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	if err := errors.Join(os.WriteFile(file("old.csv"), []byte("old"), 0o600), os.Mkdir(file("deep"), 0o700), os.Symlink("deep", file("folder")),
		os.Symlink("old.csv", file("link")), os.Symlink("link", file("second")), os.Symlink("../new.csv", file("deep/dangling")), os.Symlink("loop", file("loop"))); err != nil {
		t.Fatal(err)
	}
	b := with(t, objects(t)...)
	for link, target := range map[string]string{"second": "old.csv", "folder/dangling": "new.csv"} {
		b.expect(0, "", "export", "provisioners", "-o", file(link))
		if text, err := os.ReadFile(file(target)); err != nil || !strings.HasPrefix(string(text), firstTitles) {
			t.Errorf("%s: the target has %q, %v", link, text, err)
		}
		if about, err := os.Lstat(file(link)); err != nil || about.Mode().Type() != fs.ModeSymlink {
			t.Errorf("%s was replaced: %v, %v", link, about, err)
		}
	}
	if about, err := os.Stat(file("old.csv")); err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("the rights of the file were changed: %v, %v", about, err)
	}
	b.refuses("--output "+file("loop")+": the link cannot be followed: too many levels of symbolic links", "export", "provisioners", "-o", file("loop"))
}

func TestTheUmaskCountsForANewFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new.csv")
	defer syscall.Umask(syscall.Umask(0o027))
	with(t, objects(t)...).expect(0, "", "export", "provisioners", "-o", name)
	if about, err := os.Stat(name); err != nil || about.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", about.Mode(), err)
	}
}

// As a user who may write the file, and not its folder; the other test is for root, who may write every folder.
func TestAFileInAFolderThatMustNotBeWrittenIsOverwritten(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write every folder")
	}
	folder := t.TempDir()
	name := filepath.Join(folder, "old.csv")
	if err := errors.Join(os.WriteFile(name, []byte(strings.Repeat("old ", 1000)), 0o600), os.Chmod(folder, 0o500)); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(folder, 0o700)
	b := with(t, objects(t)...)
	b.expect(0, "", "export", "provisioners", "-o", name)
	if text, err := os.ReadFile(name); err != nil || !strings.HasPrefix(string(text), firstTitles) || strings.Contains(string(text), "old ") {
		t.Errorf("%q, %v", text, err)
	}
	b.refuses("the file cannot be created: permission denied", "export", "provisioners", "-o", filepath.Join(folder, "new.csv"))
}

func TestAnEmptyNameOfAFileIsRefused(t *testing.T) {
	for _, command := range []string{"report", "export", "bundle"} {
		with(t, objects(t)...).refuses(`--output "": it must name a file; - is the standard output; see kubectl scalelab `+command+" --help", command, "provisioners", "-o", "")
	}
}

// In kubectl itself, -o json is a format.
func TestAFormatIsNotTakenForAFile(t *testing.T) {
	for command, format := range map[string]string{"report": "json", "export": "json", "bundle": "yaml", "plan": "text"} {
		with(t, objects(t)...).refuses(fmt.Sprintf("--output %q: it names a file; a format is chosen with --format, by commands that have several. For a file of this name write ./%s",
			format, format), command, "provisioners", "-o", format)
	}
	exported, planned := with(t, objects(t)...), with(t, disturbed(t)...)
	t.Chdir(t.TempDir())
	exported.expect(0, "", "export", "provisioners", "-o", "./json")
	if text, err := os.ReadFile("json"); err != nil || !strings.HasPrefix(string(text), firstTitles) {
		t.Errorf("%q, %v", text, err)
	}
	planned.expect(2, "", "plan", "failover", "--rate", "10", "--system", "one-copy", "-f", "json", "-o", "plan.json")
	if text, err := os.ReadFile("plan.json"); err != nil || !strings.Contains(string(text), `"reason": "NotTested"`) {
		t.Errorf("%q, %v", text, err)
	}
}

// The file stands for /dev/stdout with the standard output in a file.
func TestTheStandardOutputIsKnownByItsOtherNames(t *testing.T) {
	name := filepath.Join(t.TempDir(), "stdout")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	tool := newTool("test", file, &strings.Builder{})
	if tool.standard(name) != tool.out || tool.standard("-") != tool.out || tool.standard(t.TempDir()) != nil {
		t.Error("it is not known")
	}
}

// full is a device without space.
type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
}

func TestAnOutputThatIsFullIsAnError(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"version"}, {"export", "provisioners"}, {"watch", "provisioners"}} {
		b := with(t, objects(t)...)
		b.full = true
		if status := b.run(args...); status != 3 || b.notes.String() != "error: the standard output cannot be written: no space left on device\n" {
			t.Errorf("%v: exit status %d: %s", args, status, b.notes.String())
		}
	}
}

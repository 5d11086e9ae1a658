//go:build linux

package command

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// As a file that a container has from outside.
func TestAFileThatIsAMountPointIsOverwritten(t *testing.T) {
	folder := t.TempDir()
	name, source := filepath.Join(folder, "mounted.csv"), filepath.Join(folder, "source.csv")
	if err := errors.Join(os.WriteFile(name, nil, 0o600), os.WriteFile(source, []byte(strings.Repeat("old ", 1000)), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount(source, name, "", syscall.MS_BIND, ""); err != nil {
		t.Skip("needs the right to mount: ", err)
	}
	defer syscall.Unmount(name, 0)
	b := with(t, objects(t)...)
	b.expect(0, "", "export", "provisioners", "-o", name)
	if text, err := os.ReadFile(source); err != nil || !strings.HasPrefix(string(text), firstTitles) || strings.Contains(string(text), "old ") {
		t.Errorf("%q, %v", text, err)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 2 {
		t.Errorf("%d files are left", len(entries))
	}
}

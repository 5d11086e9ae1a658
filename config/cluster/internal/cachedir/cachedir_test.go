package cachedir

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func keyOf(t *testing.T, root string) string {
	t.Helper()
	key := NewKey()
	if err := key.Tree(root, func(path string) bool { return !strings.HasSuffix(path, ".log") }); err != nil {
		t.Fatal(err)
	}
	return key.String()
}

func write(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func TestTreeKeyFollowsContentAndNothingElse(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "folder", "file")
	write(t, file, "one", 0o644)
	first := keyOf(t, root)

	if err := os.Chtimes(file, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, "ignored.log"), "noise", 0o644)
	if keyOf(t, root) != first {
		t.Error("a new time or an ignored file must not change the key")
	}

	changes := map[string]func(){
		"content":    func() { write(t, file, "two", 0o644) },
		"executable": func() { write(t, file, "one", 0o755) },
		"new file":   func() { write(t, filepath.Join(root, "other"), "", 0o644) },
	}
	for name, change := range changes {
		before := keyOf(t, root)
		change()
		if keyOf(t, root) == before {
			t.Errorf("%s must change the key", name)
		}
	}
}

func TestTextKeyKeepsBorders(t *testing.T) {
	if NewKey().Text("ab", "c").String() == NewKey().Text("a", "bc").String() {
		t.Error("the parts' borders must count")
	}
}

func TestPathFollowsXDGCacheHome(t *testing.T) {
	place := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", place)
	path, err := Path("bin", "kubenode")
	if err != nil || path != filepath.Join(place, "scalelab", "bin", "kubenode") {
		t.Errorf("got %s, %v", path, err)
	}
}

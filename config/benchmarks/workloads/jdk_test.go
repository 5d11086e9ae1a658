package workloads

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTheNewestJDKThatHasItsTools(t *testing.T) {
	folder := t.TempDir()
	home := func(name, release, tool string) string {
		home := filepath.Join(folder, name)
		for file, text := range map[string]string{"release": release, filepath.Join("bin", tool): ""} {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(home, file)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(home, file), []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		return home
	}
	nine := home("9", "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"9.0.4\"\n", "jcmd")
	seventeen := home("17", "JAVA_VERSION=\"17.0.15\"\n", "jcmd")
	runtime := home("25", "JAVA_VERSION=\"25.0.1\"\n", "java")
	got, err := newestJDK([]string{nine, seventeen, runtime, filepath.Join(folder, "none")})
	if err != nil || got.home != seventeen || got.version != "17.0.15" {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := newestJDK([]string{runtime}); err == nil {
		t.Errorf("a runtime was taken: %v", got)
	}
}

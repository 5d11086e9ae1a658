package command

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheCompleterIsThatOfTheRepository(t *testing.T) {
	text, err := os.ReadFile("../../kubectl_complete-scalelab")
	if err != nil || string(text) != Completer {
		t.Errorf("kubectl_complete-scalelab has another text: %v", err)
	}
}

// The program that kubectl calls passes its words on, also empty ones, of which the last one is completed.
func TestTheCompleterPassesWordsOn(t *testing.T) {
	b, folder := with(t), t.TempDir()
	b.expect(0, "#!/bin/sh", "completion", "kubectl")
	completer, program := filepath.Join(folder, "kubectl_complete-scalelab"), filepath.Join(folder, "kubectl-scalelab")
	if err := errors.Join(os.WriteFile(completer, []byte(b.out.String()), 0o700), os.WriteFile(program, []byte("#!/bin/sh\nprintf '<%s>' \"$@\"\n"), 0o700)); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(completer, "report", "-n", "lab", "")
	command.Env = []string{"PATH=" + folder + ":" + os.Getenv("PATH")}
	if text, err := command.CombinedOutput(); err != nil || string(text) != "<__complete><report><-n><lab><>" {
		t.Errorf("%v: %s", err, text)
	}
}

func TestEachShellHasAScript(t *testing.T) {
	for shell, want := range map[string]string{"bash": "__start_kubectl-scalelab", "fish": "complete -c kubectl-scalelab", "powershell": "Register-ArgumentCompleter", "zsh": "#compdef kubectl-scalelab"} {
		with(t).expect(0, want, "completion", shell)
	}
}

func TestNamespacesContextsAndCommandsAreCompleted(t *testing.T) {
	config := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(config, []byte(`{"apiVersion": "v1", "kind": "Config", "contexts": [{"name": "near", "context": {}}, {"name": "far", "context": {}}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	b := with(t)
	for want, args := range map[string][]string{"default\n:4": {"report", "-n", ""}, "far\nnear\n:4": {"report", "--kubeconfig", config, "--context", ""}, "verify\n:4": {"help", "bundle", ""}} {
		b.expect(0, want, append([]string{"__complete"}, args...)...)
	}
}

func TestTheVersionIsAlsoACommand(t *testing.T) {
	b := with(t)
	b.expect(0, "kubectl scalelab version test\n", "--version")
	said := b.out.String()
	if b.expect(0, "", "version"); b.out.String() != said {
		t.Errorf("version says %q, --version %q", b.out.String(), said)
	}
	b.expect(0, "Prints the version of this plugin", "help", "version")
	if !strings.Contains(b.out.String(), "Usage:") {
		t.Error("help does not show the usage")
	}
}

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// played is a kubectl that records its calls. The experiment fails; the plugin's commands end with that verdict.
const played = `#!/bin/sh
echo "$*" >>"$CALLS"
case "$*" in
*apply*broken*) echo "it is invalid" >&2; exit 1 ;;
*apply*) echo scalabilityexperiment.scalelab.dev/small ;;
*markdown*) echo "### small: Failed"; exit 1 ;;
*) exit 1 ;;
esac
`

func action(t *testing.T, manifest string) (status int, calls, summary, outputs string) {
	t.Helper()
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	if err := os.WriteFile(file("kubectl"), []byte(played), 0o755); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("../../.github/actions/experiment/run.sh")
	command.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), "CALLS="+file("calls"), "MANIFEST="+manifest, "NAMESPACE=lab", "TIMEOUT=5m",
		"RESULTS="+file("results"), "GITHUB_STEP_SUMMARY="+file("summary"), "GITHUB_OUTPUT="+file("outputs"))
	text, err := command.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatalf("%v: %s", err, text)
	}
	read := func(name string) string { content, _ := os.ReadFile(file(name)); return string(content) }
	return command.ProcessState.ExitCode(), read("calls"), read("summary"), read("outputs")
}

func TestTheActionKeepsEveryResultAndEndsWithTheVerdict(t *testing.T) {
	status, calls, summary, outputs := action(t, "small.yaml")
	for _, want := range []string{"--namespace lab apply -f small.yaml", "scalelab --namespace lab watch small --timeout 5m", "--format junit", "report small", "bundle small"} {
		if !strings.Contains(calls, want) {
			t.Errorf("it did not call kubectl %s:\n%s", want, calls)
		}
	}
	if status != 1 || !strings.Contains(summary, "### small: Failed") || outputs != "experiment=small\nstatus=1\n" {
		t.Errorf("exit status %d, summary %q, outputs %q", status, summary, outputs)
	}
}

func TestTheActionOfARejectedManifestEndsAtOnce(t *testing.T) {
	if status, calls, _, _ := action(t, "broken.yaml"); status != 3 || strings.Contains(calls, "watch") {
		t.Errorf("exit status %d: %s", status, calls)
	}
}

func TestTheManifestForKrewHasTheVersion(t *testing.T) {
	text, err := os.ReadFile("krew.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Metadata struct{ Name string }
		Spec     struct {
			Version   string
			Platforms []struct {
				URI, Bin string
				Files    []map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Metadata.Name != "scalelab" || manifest.Spec.Version != "v"+version || len(manifest.Spec.Platforms) == 0 {
		t.Errorf("%+v", manifest)
	}
	for _, platform := range manifest.Spec.Platforms {
		if !strings.Contains(platform.URI, "/v"+version+"/") || platform.Bin != "kubectl-scalelab" || len(platform.Files) != 3 {
			t.Errorf("%+v", platform)
		}
	}
}

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// played is a kubectl that records its calls. The experiment of existing.yaml exists until it is deleted. It fails; the plugin's commands
// end with that verdict.
const played = `#!/bin/sh
echo "$*" >>"$CALLS"
case "$*" in
*create*broken*) echo "it is invalid" >&2; exit 1 ;;
*create*existing*) grep -q delete "$CALLS" || { echo "it already exists" >&2; exit 1; }; echo scalabilityexperiment.scalelab.dev/small ;;
*delete*existing* | *create*) echo scalabilityexperiment.scalelab.dev/small ;;
*delete* | *wait*) ;;
*markdown*) echo "### small: Failed"; exit 1 ;;
*) exit 1 ;;
esac
`

func action(t *testing.T, manifest string, further ...string) (status int, calls, summary, outputs string) {
	t.Helper()
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	if err := os.WriteFile(file("kubectl"), []byte(played), 0o755); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("../../.github/actions/experiment/run.sh")
	command.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), "CALLS="+file("calls"), "MANIFEST="+manifest, "NAMESPACE=lab", "TIMEOUT=5m",
		"RESULTS="+file("results"), "GITHUB_STEP_SUMMARY="+file("summary"), "GITHUB_OUTPUT="+file("outputs"))
	command.Env = append(command.Env, further...)
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
	for _, want := range []string{"--namespace lab create -f small.yaml", "scalelab --namespace lab watch small --timeout 5m", "--format junit", "report small", "bundle small"} {
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

func TestTheActionDoesNotReportTheVerdictOfAnEarlierRun(t *testing.T) {
	status, calls, summary, outputs := action(t, "existing.yaml")
	if status != 3 || strings.Contains(calls, "delete") || strings.Contains(calls, "watch") || summary+outputs != "" {
		t.Errorf("exit status %d, summary %q, outputs %q: %s", status, summary, outputs, calls)
	}
	for manifest, waits := range map[string]bool{"existing.yaml": true, "small.yaml": false} {
		status, calls, _, _ := action(t, manifest, "REPLACE=true")
		_, after, _ := strings.Cut(calls, "delete -f "+manifest+" --ignore-not-found")
		before, _, created := strings.Cut(after, "create -f "+manifest)
		if status != 1 || !created || strings.Contains(before, "--selector scalelab.dev/experiment=small") != waits || !strings.Contains(calls, "watch small") {
			t.Errorf("%s: exit status %d: %s", manifest, status, calls)
		}
	}
}

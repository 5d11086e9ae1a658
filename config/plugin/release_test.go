package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// workflow is the part of the release workflow that tests look at.
type workflow struct {
	Jobs map[string]struct {
		Steps []struct{ Name, Run string }
	}
}

// releasing returns the script of a step of the release workflow.
func releasing(t *testing.T, job, step string) string {
	t.Helper()
	text, err := os.ReadFile("../../.github/workflows/release.yml")
	if err != nil {
		t.Fatal(err)
	}
	var found workflow
	if err := yaml.Unmarshal(text, &found); err != nil {
		t.Fatal(err)
	}
	for _, one := range found.Jobs[job].Steps {
		if one.Name == step {
			return one.Run
		}
	}
	t.Fatalf("%s has no step %s", job, step)
	return ""
}

func TestATagOfAnotherVersionIsNotReleased(t *testing.T) {
	for tag, released := range map[string]bool{"v" + version: true, "v9.9.9": false, "v" + version + "0": false} {
		command := exec.Command("bash", "-e", "-c", releasing(t, "version", "Compare the tag with the version of the plugin"))
		command.Dir = "../.."
		command.Env = append(os.Environ(), "VERSION="+tag)
		if text, err := command.CombinedOutput(); (err == nil) != released {
			t.Errorf("%s: %v %s", tag, err, text)
		}
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
				URI, Bin, SHA256 string
				Files            []map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Metadata.Name != "scalelab" || manifest.Spec.Version != "v"+version || len(manifest.Spec.Platforms) == 0 {
		t.Errorf("%+v", manifest)
	}
	script := releasing(t, "plugin", "Build the plugin for the systems of krew.yaml")
	_, after, _ := strings.Cut(script, "for system in ")
	systems, _, _ := strings.Cut(after, ";")
	if built := strings.Fields(systems); len(built) != len(manifest.Spec.Platforms) {
		t.Errorf("the workflow builds %v, and the manifest has %d platforms", built, len(manifest.Spec.Platforms))
	}
	for _, platform := range manifest.Spec.Platforms {
		_, file, _ := strings.Cut(platform.URI, "kubectl-scalelab-")
		system := strings.TrimSuffix(file, ".tar.gz")
		if !slices.Contains(strings.Fields(systems), system) || platform.SHA256 != "SHA256_"+strings.ToUpper(strings.ReplaceAll(system, "-", "_")) {
			t.Errorf("%s of %s is not built, or has another checksum", system, platform.URI)
		}
		if !strings.Contains(platform.URI, "/v"+version+"/") || platform.Bin != "kubectl-scalelab" || len(platform.Files) != 3 {
			t.Errorf("%+v", platform)
		}
	}
}

// releaseOf runs a script with GitHub's variables, and with the programs in the folder.
func releaseOf(folder string, arguments ...string) *exec.Cmd {
	command := exec.Command("bash", append([]string{"-e"}, arguments...)...)
	command.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), "VERSION=v"+version, "GITHUB_SHA=1f2e",
		"GITHUB_REPOSITORY_OWNER=Some-Lab", "GITHUB_REPOSITORY=Some-Lab/scaling", "GITHUB_SERVER_URL=https://git.example.com")
	return command
}

func TestAReleasedChartNamesWhatWasPublished(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"Chart.yaml", "README.md", "values.yaml"} {
		text, err := os.ReadFile("../../charts/scalelab/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	docker := "#!/bin/sh\nprintf '%s\\n' \"$*\" >>\"${0%/*}/built\"\n"
	if err := os.WriteFile(filepath.Join(folder, "docker"), []byte(docker), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, script := range []*exec.Cmd{releaseOf(folder, "../ci/released.sh", folder), releaseOf(folder, "-c", releasing(t, "images", "Build and push"))} {
		if text, err := script.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
	}
	read := func(name string) string { text, _ := os.ReadFile(filepath.Join(folder, name)); return string(text) }
	readme, built := read("README.md"), strings.Split(strings.TrimSpace(read("built")), "\n")
	var values struct{ Images map[string]any }
	if err := yaml.Unmarshal([]byte(read("values.yaml")), &values); err != nil {
		t.Fatal(err)
	}
	pushed := 0
	for _, image := range values.Images {
		name, is := image.(string)
		if !is || !strings.HasPrefix(name, "ghcr.io/some-lab/") {
			continue
		}
		pushed++
		if !slices.ContainsFunc(built, func(call string) bool {
			return strings.Contains(call, "--tag "+name+":"+version+" ") && strings.Contains(call, "image.source=https://git.example.com/Some-Lab/scaling")
		}) {
			t.Errorf("the chart names %s, and these were pushed: %v", name, built)
		}
		if !strings.Contains(readme, name+"`") && !strings.Contains(readme, name+"\"") {
			t.Errorf("the README does not have %s", name)
		}
	}
	if pushed != 5 || len(built) != 5 {
		t.Errorf("%d images of the chart are the owner's, and %d were pushed", pushed, len(built))
	}
	for _, left := range []string{"../", "OWNER", "X.Y.Z", "ghcr.io/scalelab/"} {
		if strings.Contains(readme, left) {
			t.Errorf("the README still has %s", left)
		}
	}
	if !strings.Contains(readme, "](https://git.example.com/Some-Lab/scaling/blob/v"+version+"/docs/install.md#upgrade)") ||
		!strings.Contains(read("Chart.yaml"), "\nhome: https://git.example.com/Some-Lab/scaling\n") {
		t.Error("the links or the home are not those of the repository")
	}
}

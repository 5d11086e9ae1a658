package binary

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// stamp sets variables of a program to the version of a module that it is built from: without it, programs report a default.
// In flags, {version}, {major} and {minor} are replaced.
type stamp struct {
	module string
	flags  []string
}

// kubernetesModule is the module whose version is that of every Kubernetes component.
const kubernetesModule = "k8s.io/kubernetes"

// kubernetesStamp sets the version of each Kubernetes component, which they report and compare with each other's.
var kubernetesStamp = stamp{kubernetesModule, []string{
	"k8s.io/component-base/version.gitVersion={version}", "k8s.io/component-base/version.gitMajor={major}", "k8s.io/component-base/version.gitMinor={minor}",
	"k8s.io/client-go/pkg/version.gitVersion={version}", "k8s.io/client-go/pkg/version.gitMajor={major}", "k8s.io/client-go/pkg/version.gitMinor={minor}",
}}

// helmStamps set Helm's version, and that of the Kubernetes that it assumes without a cluster: as in its own builds the one of
// its client library. Otherwise it would assume 1.20, and reject charts that require a newer one.
var helmStamps = []stamp{
	{"helm.sh/helm/v3", []string{"helm.sh/helm/v3/internal/version.version={version}"}},
	{"k8s.io/client-go", []string{
		"helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor={major}", "helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor={minor}",
		"helm.sh/helm/v3/pkg/lint/rules.k8sVersionMajor={major}", "helm.sh/helm/v3/pkg/lint/rules.k8sVersionMinor={minor}",
	}},
}

// KubernetesVersion returns the version of every Kubernetes component, such as 1.36.3.
func (b Builder) KubernetesVersion() (string, error) {
	version, err := required(filepath.Join(b.Source, Kubenode.Module), kubernetesModule)
	return strings.TrimPrefix(version, "v"), err
}

// linkerFlags returns the program's flags for the Go linker.
func (b Builder) linkerFlags(program Program) (string, error) {
	flags := []string{"-s", "-w"}
	for _, stamp := range program.stamps {
		version, err := required(filepath.Join(b.Source, program.Module), stamp.module)
		if err != nil {
			return "", err
		}
		replacer, err := placeholders(stamp.module, version)
		if err != nil {
			return "", err
		}
		for _, flag := range stamp.flags {
			flags = append(flags, "-X "+replacer.Replace(flag))
		}
	}
	return strings.Join(flags, " "), nil
}

// placeholders replaces those of a stamp. A library of Kubernetes has version 0.x, and belongs to Kubernetes 1.x.
func placeholders(module, version string) (*strings.Replacer, error) {
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3)
	major, err := strconv.Atoi(parts[0])
	if err != nil || len(parts) < 3 {
		return nil, fmt.Errorf("%s has version %q, not one such as v1.2.3", module, version)
	}
	if major == 0 && strings.HasPrefix(module, "k8s.io/") {
		major = 1
	}
	return strings.NewReplacer("{version}", version, "{major}", strconv.Itoa(major), "{minor}", parts[1]), nil
}

// required returns the version of a module that the go.mod file in a folder requires.
func required(folder, module string) (string, error) {
	path := filepath.Join(folder, "go.mod")
	content, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	line := regexp.MustCompile(`(?m)^(?:require |\t)` + regexp.QuoteMeta(module) + ` (v\S+)(?: // indirect)?$`)
	found := line.FindStringSubmatch(string(content))
	if found == nil {
		return "", fmt.Errorf("%s does not require %s", path, module)
	}
	return found[1], nil
}

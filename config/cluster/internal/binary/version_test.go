package binary

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// builder has modules with the given requirements, in folders of the given names.
func builder(t *testing.T, modules map[string]string) Builder {
	t.Helper()
	source := t.TempDir()
	for name, content := range modules {
		folder := filepath.Join(source, name)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Builder{Source: source}
}

func TestHelmAssumesTheKubernetesOfItsClientLibrary(t *testing.T) {
	b := builder(t, map[string]string{"helm": "module x\n\nrequire (\n\thelm.sh/helm/v3 v3.22.0 // indirect\n\tk8s.io/client-go v0.37.1 // indirect\n)\n"})
	flags, err := b.linkerFlags(Helm)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"-s -w -X helm.sh/helm/v3/internal/version.version=v3.22.0",
		"-X helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor=1", "-X helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor=37",
		"-X helm.sh/helm/v3/pkg/lint/rules.k8sVersionMajor=1", "-X helm.sh/helm/v3/pkg/lint/rules.k8sVersionMinor=37",
	} {
		if !strings.Contains(flags, want) {
			t.Errorf("%q is not in %q", want, flags)
		}
	}
}

func TestKubernetesHasTheVersionThatItsModuleRequires(t *testing.T) {
	b := builder(t, map[string]string{"kubenode": "module x\n\nrequire k8s.io/kubernetes v1.36.3\n\nreplace (\n\tk8s.io/kubernetes => k8s.io/kubernetes v1.36.4\n)\n"})
	if version, err := b.KubernetesVersion(); err != nil || version != "1.36.3" {
		t.Errorf("got %q, %v", version, err)
	}
	flags, err := b.linkerFlags(Kubenode)
	if err != nil || !strings.Contains(flags, "-X k8s.io/component-base/version.gitMinor=36 ") {
		t.Errorf("got %q, %v", flags, err)
	}
}

func TestAVersionThatIsNotRequiredIsReported(t *testing.T) {
	b := builder(t, map[string]string{"helm": "module x\n\nrequire helm.sh/helm/v3 v3.22.0\n"})
	if _, err := b.linkerFlags(Helm); err == nil || !strings.Contains(err.Error(), "does not require k8s.io/client-go") {
		t.Errorf("got %v", err)
	}
	b = builder(t, map[string]string{"helm": "module x\n\nrequire helm.sh/helm/v3 devel\n"})
	if _, err := b.linkerFlags(Helm); err == nil {
		t.Error("a version that is none must be reported")
	}
}

func TestTheModulesHereRequireWhatIsStamped(t *testing.T) {
	b := Builder{Source: filepath.Join("..", "..")}
	for _, program := range []Program{Kubenode, CoreDNS, Pause, Helm, CloudNativePG, Plugin} {
		if _, err := b.linkerFlags(program); err != nil {
			t.Errorf("%s: %v", program.Name, err)
		}
	}
}

func TestANewerGoCompilesProgramsAnew(t *testing.T) {
	b := Builder{Source: filepath.Join("..", "..")}
	older, err := b.pathWith(Helm, "go1.26.8")
	if err != nil {
		t.Fatal(err)
	}
	if newer, err := b.pathWith(Helm, "go1.27.4"); err != nil || newer == older {
		t.Errorf("%s is used for both, %v", newer, err)
	}
}

// Package binary builds the programs of the cluster from the Go modules next to this one, once for each version of their sources.
package binary

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"dev.scalelab/cluster/internal/cachedir"
	"dev.scalelab/cluster/internal/progress"
	"dev.scalelab/cluster/internal/shell"
)

// Program is one executable: the folder of its module, its package and the versions that it reports.
type Program struct {
	Name    string
	Module  string
	Package string
	Needed  string // for messages: duration of the first build
	stamps  []stamp
}

// The programs that are needed by the cluster, its images and its users.
var (
	Kubenode = Program{Name: "kubenode", Module: "kubenode", Package: ".", Needed: "about 6 minutes on two cores",
		stamps: []stamp{kubernetesStamp}}
	CoreDNS       = Program{Name: "coredns", Module: "coredns", Package: ".", Needed: "about a minute"}
	Pause         = Program{Name: "pause", Module: ".", Package: "./pause", Needed: "a second"}
	Helm          = Program{Name: "helm", Module: "helm", Package: "helm.sh/helm/v3/cmd/helm", Needed: "about 2 minutes", stamps: helmStamps}
	CloudNativePG = Program{Name: "cloudnative-pg", Module: "cloudnativepg",
		Package: "github.com/cloudnative-pg/cloudnative-pg/cmd/manager", Needed: "about 2 minutes"}
	// Plugin is kubectl scalelab; its files in folders named assets are compiled in.
	Plugin = Program{Name: "kubectl-scalelab", Module: "../plugin", Package: ".", Needed: "about a minute"}
)

// KubenodeNames are the names under which kubenode runs as one of the Kubernetes programs.
var KubenodeNames = []string{"etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet", "kube-proxy", "kubectl"}

// Builder builds programs from the modules under Source.
type Builder struct {
	Source string // config/cluster of the clone
	Log    *progress.Log
}

// Path returns the path of the program, which may not be built yet; it contains a hash of the sources and of the Go that
// compiles them, which is the one that compiled this program: a newer one has fixes in its library.
func (b Builder) Path(program Program) (string, error) {
	return b.pathWith(program, runtime.Version())
}

func (b Builder) pathWith(program Program, compiler string) (string, error) {
	module := filepath.Join(b.Source, program.Module)
	flags, err := b.linkerFlags(program)
	if err != nil {
		return "", err
	}
	key := cachedir.NewKey().Text(program.Package, flags, compiler)
	source := module
	if strings.HasPrefix(program.Package, "./") {
		source = filepath.Join(module, program.Package)
	}
	keep := func(path string) bool {
		name := filepath.Base(path)
		return name == "go.mod" || name == "go.sum" || strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") ||
			filepath.Base(filepath.Dir(path)) == "assets"
	}
	if err := key.Tree(source, keep); err != nil {
		return "", err
	}
	return cachedir.Path("bin", program.Name+"-"+key.String(), program.Name)
}

// Build returns the path of the program, and builds it first if necessary.
func (b Builder) Build(ctx context.Context, program Program) (string, error) {
	path, err := b.Path(program)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	flags, err := b.linkerFlags(program)
	if err != nil {
		return "", err
	}
	log, err := cachedir.Path("logs", "build-"+program.Name+".log")
	if err != nil {
		return "", err
	}
	err = b.Log.Step("building "+program.Name+" (the first time takes "+program.Needed+"; log "+log+")", func() error {
		_, err := shell.Command{
			Name: "go", Dir: filepath.Join(b.Source, program.Module), Log: log, Env: []string{"CGO_ENABLED=0"},
			Args: []string{"build", "-trimpath", "-ldflags", flags, "-o", path + ".new", program.Package},
		}.Run(ctx)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("%w\nif modules could not be downloaded: check that the Go module proxy responds (go env GOPROXY), then run the same command again", err)
	}
	return path, os.Rename(path+".new", path)
}

// Kubernetes builds kubenode, creates links with its names and returns their folder.
func (b Builder) Kubernetes(ctx context.Context) (string, error) {
	path, err := b.Build(ctx, Kubenode)
	if err != nil {
		return "", err
	}
	return filepath.Dir(path), Link(path, filepath.Dir(path), KubenodeNames...)
}

// Link creates symbolic links with these names in folder, which is created if missing; existing links are replaced.
func Link(target, folder string, names ...string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, name := range names {
		link := filepath.Join(folder, name)
		if old, err := os.Readlink(link); err == nil && old == target {
			continue
		}
		temporary := fmt.Sprintf("%s.%d", link, os.Getpid())
		if err := os.Symlink(target, temporary); err != nil {
			return err
		}
		if err := os.Rename(temporary, link); err != nil {
			return err
		}
	}
	return nil
}

// ModuleFolder returns the folder in the Go module cache of a module that one of the modules here requires. It is downloaded if needed.
func (b Builder) ModuleFolder(ctx context.Context, in, module string) (string, error) {
	out, err := shell.Command{Name: "go", Args: []string{"mod", "download", "-json", module}, Dir: filepath.Join(b.Source, in)}.Run(ctx)
	if err != nil {
		return "", fmt.Errorf("cannot download the Go module %s: check that the Go module proxy responds (go env GOPROXY): %w", module, err)
	}
	var answer struct{ Dir string }
	return answer.Dir, json.Unmarshal([]byte(out), &answer)
}

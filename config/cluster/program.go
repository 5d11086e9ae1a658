package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"dev.scalelab/cluster/internal/binary"
	"dev.scalelab/cluster/internal/cachedir"
	"dev.scalelab/cluster/internal/cnpg"
	"dev.scalelab/cluster/internal/embedded"
	"dev.scalelab/cluster/internal/images"
	"dev.scalelab/cluster/internal/kind"
	"dev.scalelab/cluster/internal/layout"
	"dev.scalelab/cluster/internal/progress"
)

// sourceVariable is set to the folder of this program's source by the script that builds it.
const sourceVariable = "SCALELAB_CLUSTER_SOURCE"

// clusterKind is the common interface of the two kinds of cluster.
type clusterKind interface {
	Up(context.Context) error
	Down(context.Context) error
	Status(context.Context) bool
	Images(ctx context.Context, repository string, wanted []images.Image) error
	Lose(ctx context.Context, node string, away time.Duration) error
}

// program executes commands on the kind of cluster that this machine can run.
type program struct {
	log        *progress.Log
	binaries   binary.Builder
	repository string
	embedded   *embedded.Cluster
	kind       *kind.Cluster
	cluster    clusterKind // one of the two
}

func newProgram(ctx context.Context) (*program, error) {
	source := os.Getenv(sourceVariable)
	if source == "" {
		return nil, fmt.Errorf("%s is not set: call the script config/cluster/cluster, which sets it", sourceVariable)
	}
	log := progress.New()
	p := &program{log: log, binaries: binary.Builder{Source: source, Log: log}, repository: filepath.Join(source, "..", "..")}
	p.embedded = &embedded.Cluster{Log: log, Binaries: p.binaries}
	p.kind = &kind.Cluster{Log: log, Source: source}
	p.cluster = p.embedded
	if err := embedded.UseNodes(); err != nil {
		return nil, err
	}
	switch wanted := os.Getenv("CLUSTER"); wanted {
	case "embedded":
	case "kind":
		if err := kind.Missing(ctx); err != nil {
			return nil, fmt.Errorf("CLUSTER=kind: %w: install Docker and kind, or leave CLUSTER unset", err)
		}
		p.cluster = p.kind
	case "":
		if !embedded.Present() && kind.Missing(ctx) == nil {
			p.cluster = p.kind
		}
	default:
		return nil, fmt.Errorf("CLUSTER=%s: the value must be kind or embedded", wanted)
	}
	return p, nil
}

func (p *program) onKind() bool { return p.cluster == clusterKind(p.kind) }

// down removes the selected cluster; if none is selected, all existing ones.
func (p *program) down(ctx context.Context) error {
	if os.Getenv("CLUSTER") != "" {
		return p.cluster.Down(ctx)
	}
	if kind.Missing(ctx) == nil && kind.Present(ctx) {
		if err := p.kind.Down(ctx); err != nil {
			return err
		}
	}
	return p.embedded.Down(ctx)
}

func (p *program) status(ctx context.Context) error {
	if !p.cluster.Status(ctx) {
		return errors.New("the cluster is not healthy")
	}
	return nil
}

// lose takes a node away for a number of seconds.
func (p *program) lose(ctx context.Context, args []string) error {
	if len(args) != 2 {
		return errors.New("give the node and for how many seconds it is lost, as in: cluster lose node-app 20")
	}
	seconds, err := strconv.Atoi(args[1])
	if err != nil || seconds < 0 || seconds > 3600 {
		return fmt.Errorf("%s: seconds must be a number from 0 to 3600", args[1])
	}
	return p.cluster.Lose(ctx, args[0], time.Duration(seconds)*time.Second)
}

func (p *program) kubeconfigPath() (string, error) {
	if p.onKind() {
		return kind.Kubeconfig()
	}
	return layout.Kubeconfig(), nil
}

func (p *program) kubeconfig() error {
	path, err := p.kubeconfigPath()
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("no cluster is running (%w): run make cluster-up", err)
	}
	fmt.Println(path)
	return nil
}

func (p *program) images(ctx context.Context, targets []string) error {
	selected, err := images.Select(targets, !p.onKind())
	if err != nil {
		return err
	}
	if err := images.PlacePrograms(ctx, p.binaries, p.repository, selected); err != nil {
		return err
	}
	return p.cluster.Images(ctx, p.repository, selected)
}

func (p *program) cloudNativePG(ctx context.Context) error {
	kubectl, err := p.kubectl(ctx)
	if err != nil {
		return err
	}
	kubeconfig, err := p.kubeconfigPath()
	if err != nil {
		return err
	}
	image := images.CloudNativePG
	if p.onKind() {
		image = ""
		if images.InDocker(ctx, cnpg.Upstream) { // then the nodes that need it already have it
			image = cnpg.Upstream
		}
	}
	return cnpg.Installer{Log: p.log, Binaries: p.binaries, Kubectl: kubectl, Kubeconfig: kubeconfig, Image: image}.Install(ctx)
}

// cloudNativePGManifest prints the path of CloudNativePG's install manifest, for tests that need its definitions.
func (p *program) cloudNativePGManifest(ctx context.Context) error {
	path, err := cnpg.Manifest(ctx, p.binaries)
	if err != nil {
		return err
	}
	fmt.Println(path)
	return nil
}

// flavour returns the kind of cluster that commands use; there are values of the chart for each.
func (p *program) flavour() string {
	if p.onKind() {
		return "kind"
	}
	return "embedded"
}

// kubectl returns the path of a kubectl: on kind the user's own if it exists, otherwise one of the cluster's version.
func (p *program) kubectl(ctx context.Context) (string, error) {
	if own, err := exec.LookPath("kubectl"); err == nil && p.onKind() {
		return own, nil
	}
	folder, err := p.binaries.Kubernetes(ctx)
	return filepath.Join(folder, "kubectl"), err
}

// helm returns the path of a helm, selected in the same way.
func (p *program) helm(ctx context.Context) (string, error) {
	if own, err := exec.LookPath("helm"); err == nil && p.onKind() {
		return own, nil
	}
	return p.binaries.Build(ctx, binary.Helm)
}

func (p *program) tools(ctx context.Context) error {
	kubectl, err := p.kubectl(ctx)
	if err != nil {
		return err
	}
	helm, err := p.helm(ctx)
	if err != nil {
		return err
	}
	plugin, err := p.binaries.Build(ctx, binary.Plugin)
	if err != nil {
		return err
	}
	// kubectl runs a program of this name to complete the arguments of a plugin.
	completion := filepath.Join(p.binaries.Source, binary.Plugin.Module, "kubectl_complete-scalelab")
	folder, err := cachedir.Path("tools-"+cachedir.NewKey().Text(kubectl, helm, plugin, completion).String(), "kubectl")
	if err != nil {
		return err
	}
	folder = filepath.Dir(folder)
	for name, target := range map[string]string{"kubectl": kubectl, "helm": helm, binary.Plugin.Name: plugin, filepath.Base(completion): completion} {
		if err := binary.Link(target, folder, name); err != nil {
			return err
		}
	}
	fmt.Println(folder)
	return nil
}

// kubeAPITest prints a folder laid out as kube-api-test expects it: DIR/k8s/VERSION-linux-amd64/{etcd,kube-apiserver,kubectl}.
func (p *program) kubeAPITest(ctx context.Context) error {
	kubernetes, err := p.binaries.Kubernetes(ctx)
	if err != nil {
		return err
	}
	version, err := p.binaries.KubernetesVersion()
	if err != nil {
		return err
	}
	root := filepath.Join(kubernetes, "kube-api-test")
	folder := filepath.Join(root, "k8s", version+"-linux-amd64")
	for _, name := range []string{"etcd", "kube-apiserver", "kubectl"} {
		if err := binary.Link(filepath.Join(kubernetes, name), folder, name); err != nil {
			return err
		}
	}
	fmt.Println(root)
	return nil
}

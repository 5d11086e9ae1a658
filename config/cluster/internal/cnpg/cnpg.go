// Package cnpg installs CloudNativePG, the operator of PostgreSQL clusters, from the manifest in its Go module.
package cnpg

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dev.scalelab/cluster/internal/binary"
	"dev.scalelab/cluster/internal/progress"
	"dev.scalelab/cluster/internal/shell"
)

// Version of CloudNativePG; the same as in cloudnativepg/go.mod.
const Version = "1.30.0"

// Upstream is the operator's image on clusters that can pull images.
const Upstream = "ghcr.io/cloudnative-pg/cloudnative-pg:" + Version

const (
	module    = "github.com/cloudnative-pg/cloudnative-pg@v" + Version
	namespace = "cnpg-system"
)

// readyDeadline is the maximum time until the operator's webhooks respond.
const readyDeadline = 4 * time.Minute

// probe is a cluster that is never created: if the API server accepts it in a dry run, the operator's webhooks work.
const probe = `{"apiVersion":"postgresql.cnpg.io/v1","kind":"Cluster","metadata":{"name":"scalelab-probe","namespace":"default"},` +
	`"spec":{"instances":1,"storage":{"size":"1Gi"}}}`

// Installer installs CloudNativePG into the cluster of a kubeconfig.
type Installer struct {
	Log        *progress.Log
	Binaries   binary.Builder
	Kubectl    string
	Kubeconfig string
	Image      string // the operator's image if the nodes of system and databases have it and must not pull it; otherwise empty
}

// Manifest returns the path of CloudNativePG's install manifest. Its Go module is downloaded if necessary.
func Manifest(ctx context.Context, binaries binary.Builder) (string, error) {
	folder, err := binaries.ModuleFolder(ctx, binary.CloudNativePG.Module, module)
	if err != nil {
		return "", err
	}
	return filepath.Join(folder, "releases", "cnpg-"+Version+".yaml"), nil
}

// Install applies the manifest, unless this was done before, and returns when the operator's webhooks respond.
func (i Installer) Install(ctx context.Context) error {
	image := Upstream
	if i.Image != "" {
		image = i.Image
	}
	running, err := i.kubectl(ctx, "", "-n", namespace, "get", "deployment", "cnpg-controller-manager", "-o", "jsonpath={.spec.template.spec.containers[0].image}")
	if err == nil && running == image && i.answers(ctx) == nil {
		i.Log.Say("CloudNativePG %s is installed already", Version)
		return nil
	}
	path, err := Manifest(ctx, i.Binaries)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	manifest := string(content)
	if i.Image != "" {
		if manifest, err = withoutPulling(manifest, i.Image); err != nil {
			return err
		}
	}
	return i.Log.Step("installing CloudNativePG "+Version, func() error {
		if _, err := i.kubectl(ctx, manifest, "apply", "--server-side", "--force-conflicts", "-f", "-"); err != nil {
			return err
		}
		return i.await(ctx)
	})
}

// await returns when the webhooks respond, or after the deadline with the state of the operator's pods.
func (i Installer) await(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, readyDeadline)
	defer cancel()
	for {
		err := i.answers(limited)
		if err == nil {
			return nil
		}
		select {
		case <-limited.Done():
			pods, _ := i.kubectl(ctx, "", "-n", namespace, "get", "pods,events")
			return fmt.Errorf("CloudNativePG's webhooks did not respond within %s: %w\n%s", readyDeadline, err, pods)
		case <-time.After(500 * time.Millisecond):
		}
	}
}

func (i Installer) answers(ctx context.Context) error {
	_, err := i.kubectl(ctx, probe, "create", "--dry-run=server", "-f", "-")
	return err
}

// kubectl aborts a request to which the API server does not respond: kubectl itself has no timeout.
func (i Installer) kubectl(ctx context.Context, input string, args ...string) (string, error) {
	args = append(args, "--request-timeout=60s")
	return shell.Command{Name: i.Kubectl, Args: args, Input: input, Env: []string{"KUBECONFIG=" + i.Kubeconfig}}.Run(ctx)
}

// withoutPulling changes the manifest for a cluster whose system node already has the operator's image.
func withoutPulling(manifest, image string) (string, error) {
	for _, change := range [][2]string{
		{Upstream, image},
		{"        imagePullPolicy: Always\n", "        imagePullPolicy: IfNotPresent\n"},
		{"      serviceAccountName: cnpg-manager\n", "      serviceAccountName: cnpg-manager\n      nodeSelector:\n        scalelab.dev/role: system\n"},
	} {
		if !strings.Contains(manifest, change[0]) {
			return "", fmt.Errorf("the manifest of CloudNativePG %s does not contain %q: internal/cnpg has to be adapted", Version, strings.TrimSpace(change[0]))
		}
		manifest = strings.ReplaceAll(manifest, change[0], change[1])
	}
	return manifest, nil
}

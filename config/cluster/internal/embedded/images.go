package embedded

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"dev.scalelab/cluster/internal/binary"
	"dev.scalelab/cluster/internal/cachedir"
	"dev.scalelab/cluster/internal/control"
	"dev.scalelab/cluster/internal/images"
	"dev.scalelab/cluster/internal/layout"
	"dev.scalelab/cluster/internal/ociarchive"
	"dev.scalelab/cluster/internal/shell"
)

// importsAtOnce is the maximum number of concurrent imports: each unpacks an image.
const importsAtOnce = 2

// pauseImage returns an archive of the image that holds the namespaces of pods.
func (c *Cluster) pauseImage(ctx context.Context) (string, error) {
	program, err := c.Binaries.Build(ctx, binary.Pause)
	if err != nil {
		return "", err
	}
	key := cachedir.NewKey().Text(program, control.PauseImage).String()
	archive, err := cachedir.Path("images", "pause-"+key+".tar")
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(archive); err == nil {
		return archive, nil
	}
	return archive, ociarchive.Write(archive, control.PauseImage, "pause", program)
}

// Images builds the wanted images and, if the cluster is running, loads each into the nodes that need it and do not have it.
func (c *Cluster) Images(ctx context.Context, repository string, wanted []images.Image) error {
	archives, err := images.Archives(ctx, c.Log, repository, wanted)
	if err != nil {
		return err
	}
	if !Present() {
		c.Log.Say("images are built; no cluster is running to load them into (make cluster-up)")
		return nil
	}
	release, err := c.lock(ctx)
	if err != nil {
		return err
	}
	defer release()
	var pending []delivery
	for _, archive := range archives {
		for _, node := range layout.Nodes() {
			if slices.Contains(archive.Image.Roles, node.Role) && delivered(node, archive.Image) != archive.Key {
				pending = append(pending, delivery{node, archive})
			}
		}
	}
	if len(pending) == 0 {
		c.Log.Say("all nodes have their images")
		return nil
	}
	return c.Log.Step("loading images: "+list(pending), func() error { return deliver(ctx, pending) })
}

// delivery is an image that a node does not have.
type delivery struct {
	node    layout.Node
	archive images.Archive
}

func list(pending []delivery) string {
	var names []string
	for _, one := range pending {
		names = append(names, one.archive.Image.Target+" to "+one.node.Name)
	}
	return strings.Join(names, ", ")
}

func deliver(ctx context.Context, pending []delivery) error {
	var running sync.WaitGroup
	places := make(chan struct{}, importsAtOnce)
	failures := make([]error, len(pending))
	for index, one := range pending {
		running.Add(1)
		go func() {
			defer running.Done()
			places <- struct{}{}
			defer func() { <-places }()
			failures[index] = one.run(ctx)
		}()
	}
	running.Wait()
	for _, err := range failures {
		if err != nil {
			return err
		}
	}
	return nil
}

func (d delivery) run(ctx context.Context) error {
	if err := importArchive(ctx, d.node, d.archive.Path); err != nil {
		return fmt.Errorf("image %s to %s: %w", d.archive.Image.Name, d.node.Name, err)
	}
	marker := markerPath(d.node, d.archive.Image)
	if err := os.MkdirAll(filepath.Dir(marker), 0o755); err != nil {
		return err
	}
	return os.WriteFile(marker, []byte(d.archive.Key), 0o644)
}

// markerPath is the file with the key of the image that the node has.
func markerPath(node layout.Node, image images.Image) string {
	return node.Folder("images", image.Target)
}

func delivered(node layout.Node, image images.Image) string {
	key, _ := os.ReadFile(markerPath(node, image))
	return string(key)
}

func importArchive(ctx context.Context, node layout.Node, archive string) error {
	_, err := shell.Run(ctx, "ctr", "--address", node.Containerd(), "--namespace", "k8s.io", "images", "import", archive)
	return err
}

// importWhenReady imports an archive as soon as the node's containerd answers.
func importWhenReady(ctx context.Context, node layout.Node, archive string) error {
	return await(ctx, "containerd", func() error { return importArchive(ctx, node, archive) })
}

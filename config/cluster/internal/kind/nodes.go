package kind

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"dev.scalelab/cluster/internal/cachedir"
	"dev.scalelab/cluster/internal/layout"
)

// roleLabel is the label by which pods choose their nodes.
const roleLabel = "scalelab.dev/role"

// config returns the path of a configuration for kind with these nodes: kind.yaml, or a copy with more workers.
func (c *Cluster) config(wanted layout.Counts) (string, error) {
	path := filepath.Join(c.Source, "kind.yaml")
	content, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	text, err := withNodes(string(content), wanted)
	if err != nil || text == string(content) {
		return path, err
	}
	copied, err := cachedir.Path("kind", "kind.yaml")
	if err != nil {
		return "", err
	}
	return copied, os.WriteFile(copied, []byte(text), 0o644)
}

// withNodes adds a worker for each node beyond the first of its role.
func withNodes(config string, wanted layout.Counts) (string, error) {
	for role, count := range wanted {
		worker := fmt.Sprintf("  - role: worker\n    labels: {%s: %s}\n", roleLabel, role)
		if count > 1 && strings.Count(config, worker) != 1 {
			return "", fmt.Errorf("kind.yaml must have exactly one worker of the role %s, as\n%s", role, worker)
		}
		config = strings.Replace(config, worker, strings.Repeat(worker, count), 1)
	}
	return config, nil
}

// otherNodes returns an error if NODES asks for other nodes than the existing cluster has. A cluster that does not answer is
// replaced, whatever it had.
func otherNodes(ctx context.Context, wanted layout.Counts) error {
	if os.Getenv("NODES") == "" {
		return nil
	}
	found, err := nodes(ctx)
	if err != nil {
		return nil
	}
	existing := layout.Counts{}
	for _, each := range found {
		existing[each.Metadata.Labels[roleLabel]]++
	}
	if wanted.Equal(existing) {
		return nil
	}
	return fmt.Errorf("NODES=%s: the running kind cluster has %s: remove it first (make cluster-down), or leave NODES unset", wanted, existing)
}

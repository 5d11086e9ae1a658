package embedded

import (
	"strings"
	"testing"
)

func TestOnlyANodeWithoutTheControlPlaneCanBeLost(t *testing.T) {
	if node, err := worker("node-app"); err != nil || node.Role != "app" {
		t.Errorf("node-app: %v, %v", node, err)
	}
	for _, name := range []string{"node-system", "node-nowhere", ""} {
		if _, err := worker(name); err == nil || !strings.Contains(err.Error(), "control plane") {
			t.Errorf("%q must be refused with the rule, but: %v", name, err)
		}
	}
}

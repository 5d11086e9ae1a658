package kind

import (
	"os"
	"strings"
	"testing"

	"dev.scalelab/cluster/internal/layout"
)

func TestTheShippedConfigurationGetsMoreWorkersOfARole(t *testing.T) {
	content, err := os.ReadFile("../../kind.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for nodes, want := range map[string]map[string]int{
		"":                 {"system": 1, "app": 1, "database": 1, "load": 1},
		"app=2,database=3": {"system": 1, "app": 2, "database": 3, "load": 1},
	} {
		counts, err := layout.ParseCounts(nodes)
		if err != nil {
			t.Fatal(err)
		}
		text, err := withNodes(string(content), counts)
		if err != nil {
			t.Fatal(err)
		}
		for role, count := range want {
			if got := strings.Count(text, "    labels: {"+roleLabel+": "+role+"}\n"); got != count {
				t.Errorf("NODES=%s: %d nodes of the role %s, want %d:\n%s", nodes, got, role, count, text)
			}
		}
		if !strings.Contains(text, "kubeadmConfigPatchesJSON6902:") {
			t.Errorf("NODES=%s: the rest of the configuration is missing", nodes)
		}
	}
}

func TestAConfigurationWithoutTheWorkerIsRefused(t *testing.T) {
	counts, _ := layout.ParseCounts("app=2")
	if _, err := withNodes("nodes:\n  - role: worker\n", counts); err == nil {
		t.Error("nobody would get the nodes that were asked for")
	}
}

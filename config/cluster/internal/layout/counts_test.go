package layout

import (
	"slices"
	"strings"
	"testing"
)

func TestOneNodeOfEachRoleUnlessMoreAreAskedFor(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "node-system node-app node-database node-load",
		"app=2,database=2":         "node-system node-app node-database node-load node-app-2 node-database-2",
		"load=1, app=3":            "node-system node-app node-database node-load node-app-2 node-app-3",
		"app=1,database=1,load=1":  "node-system node-app node-database node-load",
		"database=2,app=1, load=2": "node-system node-app node-database node-load node-database-2 node-load-2",
	} {
		counts, err := ParseCounts(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var names []string
		for _, node := range nodesOf(counts) {
			names = append(names, node.Name)
		}
		if got := strings.Join(names, " "); got != want || counts.Total() != len(names) {
			t.Errorf("%q: got %s (%d), want %s", text, got, counts.Total(), want)
		}
	}
}

func TestWhatNodesCannotBeIsRefusedWithTheRule(t *testing.T) {
	for _, text := range []string{"app", "app=0", "app=10", "app=two", "system=2", "web=2", "app=2,app=3", "app=2,", "app=2;load=2"} {
		if _, err := ParseCounts(text); err == nil || !strings.Contains(err.Error(), "NODES="+text) {
			t.Errorf("%q: got %v, want a refusal that names it", text, err)
		}
	}
}

// Otherwise the nodes of a running cluster would change their addresses when there are more of another role.
func TestAddressesOfTheFirstNodesStay(t *testing.T) {
	few, _ := ParseCounts("")
	many, _ := ParseCounts("app=2,database=3,load=2")
	if got := nodesOf(many)[:4]; !slices.Equal(got, nodesOf(few)) {
		t.Errorf("the first four are %v", got)
	}
	network := Network{Nodes: "10.244", Services: "10.96"}
	seen := map[string]bool{}
	for _, node := range nodesOf(many) {
		for _, address := range []string{network.Address(node), network.Pods(node), node.Uplink(), node.Folder()} {
			if seen[address] {
				t.Errorf("%s has %s, as another node", node.Name, address)
			}
			seen[address] = true
		}
	}
}

func TestTheNumbersAreWrittenAsTheyAreRead(t *testing.T) {
	counts, _ := ParseCounts("database=2")
	again, err := ParseCounts(counts.String())
	if err != nil || !again.Equal(counts) || counts.String() != "app=1,database=2,load=1" {
		t.Errorf("got %s, %v", counts, err)
	}
}

package layout

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// roles of the nodes, in their order. There is one system node; of the others NODES may ask for more.
var roles = []string{"system", "app", "database", "load"}

// maxOfARole is the largest number of nodes of a role: all of them share this machine.
const maxOfARole = 9

// Counts has the number of nodes of each role.
type Counts map[string]int

// CountsFromEnvironment returns one node of each role, or what NODES asks for, such as app=2,database=2.
func CountsFromEnvironment() (Counts, error) {
	return ParseCounts(os.Getenv("NODES"))
}

// ParseCounts reads numbers of nodes by role; a role that is not named has one.
func ParseCounts(text string) (Counts, error) {
	counts := Counts{}
	for _, role := range roles {
		counts[role] = 1
	}
	named := map[string]bool{}
	for _, part := range strings.Split(text, ",") {
		if text == "" {
			break
		}
		role, number, _ := strings.Cut(strings.TrimSpace(part), "=")
		count, err := strconv.Atoi(number)
		if role == "system" || counts[role] == 0 || named[role] || err != nil || count < 1 || count > maxOfARole {
			return nil, fmt.Errorf("NODES=%s: %q must be app, database or load, each at most once, with a number from 1 to %d, as in NODES=app=2,database=2",
				text, part, maxOfARole)
		}
		named[role] = true
		counts[role] = count
	}
	return counts, nil
}

// Equal reports whether both have the same nodes.
func (c Counts) Equal(other Counts) bool { return maps.Equal(c, other) }

// Total returns the number of all nodes.
func (c Counts) Total() int {
	total := 0
	for _, count := range c {
		total += count
	}
	return total
}

// Roles returns the role of each node: first one of each role, so that these keep their addresses, then the others.
func (c Counts) Roles() []string {
	all := slices.Clone(roles)
	for _, role := range roles {
		for number := 2; number <= c[role]; number++ {
			all = append(all, role)
		}
	}
	return all
}

// String returns the numbers in the notation of NODES.
func (c Counts) String() string {
	var parts []string
	for _, role := range roles[1:] {
		parts = append(parts, fmt.Sprintf("%s=%d", role, c[role]))
	}
	return strings.Join(parts, ",")
}

// current has the nodes of the cluster that this program works on; see Use.
var current = nodesOf(Counts{"system": 1, "app": 1, "database": 1, "load": 1})

// Use determines the nodes of the embedded cluster: those that it was started with, or will be.
func Use(counts Counts) { current = nodesOf(counts) }

// Nodes lists the nodes of the embedded cluster.
func Nodes() []Node { return current }

// CountsOf counts the nodes of each role.
func CountsOf(nodes []Node) Counts {
	counts := Counts{}
	for _, node := range nodes {
		counts[node.Role]++
	}
	return counts
}

// nodesOf names the first node of a role after it, and numbers the others.
func nodesOf(counts Counts) []Node {
	var nodes []Node
	seen := map[string]int{}
	for index, role := range counts.Roles() {
		seen[role]++
		name := "node-" + role
		if seen[role] > 1 {
			name = fmt.Sprintf("%s-%d", name, seen[role])
		}
		nodes = append(nodes, Node{name, role, index + 1})
	}
	return nodes
}

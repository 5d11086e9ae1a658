package policies

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Chains of the table. It is the one of those that see a packet before kube-proxy's rules accept what belongs to a connection.
const (
	table = "mangle"
	entry = "SCALELAB-POLICY"
	allow = "SCALELAB-ALLOW"
	deny  = "SCALELAB-DENY"
)

// firewall has the rules of the restricted pods of a node: those that choose a pod's chain, and the chains.
type firewall struct {
	entry  []string
	chains map[string][]string
}

// firewall returns the rules of a node. Connections from the machine are always allowed.
func (s state) firewall(node, machine string) firewall {
	made := firewall{chains: map[string][]string{}}
	local := slices.DeleteFunc(slices.Clone(s.pods), func(each pod) bool { return each.Spec.NodeName != node || each.address() == "" })
	slices.SortFunc(local, func(a, b pod) int { return strings.Compare(a.address(), b.address()) })
	fence := func(of pod, direction, prefix, own, other string) {
		matches, restricted := s.fence(of, direction)
		if !restricted {
			return
		}
		chain := prefix + of.address()
		rules := []string{other + " " + of.address() + " -j RETURN"} // a pod can always reach itself
		for _, match := range matches {
			rules = append(rules, strings.TrimSpace(match+" -j RETURN"))
		}
		made.chains[chain] = append(rules, "-j "+deny)
		made.entry = append(made.entry, own+" "+of.address()+" -j "+chain)
	}
	for _, each := range local {
		fence(each, egress, "SCALELAB-OUT-", "-s", "-d")
		fence(each, ingress, "SCALELAB-IN-", "-d", "-s")
	}
	if len(made.entry) > 0 {
		made.entry = slices.Insert(made.entry, 0, "-s "+machine+" -g "+allow)
	}
	return made
}

func (f firewall) equals(other firewall) bool {
	return slices.Equal(f.entry, other.entry) && maps.EqualFunc(f.chains, other.chains, slices.Equal)
}

// script returns the input of iptables-restore that replaces the earlier rules, if there are any, in one step.
//
// Only the first packet of a connection is compared with the pods' rules, and after a change the next one that its opener sends:
// the verdict is kept in the connection's mark, which differs for each generation of rules. So open connections that are no longer
// allowed end, and all others cost one comparison for each packet. Answers have the verdict of their connection.
func (f firewall) script(earlier *firewall, generation int) string {
	allowed, denied := fmt.Sprint(2*generation), fmt.Sprint(2*generation+1)
	var text strings.Builder
	line := func(parts ...string) { text.WriteString(strings.Join(parts, " ") + "\n") }
	line("*" + table)
	fixed := []string{entry, allow, deny}
	chains := slices.Sorted(maps.Keys(f.chains))
	var gone []string
	if earlier != nil {
		for _, chain := range slices.Sorted(maps.Keys(earlier.chains)) {
			if _, stays := f.chains[chain]; !stays {
				gone = append(gone, chain)
			}
		}
	}
	for _, chain := range slices.Concat(fixed, chains, gone) {
		line(":"+chain, "- [0:0]")
	}
	if earlier == nil { // packets to and from pods, and those to programs of this node; not those of such programs, as the kubelet's checks
		line("-A FORWARD -j", entry)
		line("-A INPUT -j", entry)
	}
	if len(f.entry) > 0 {
		line("-A", entry, "-m connmark --mark", allowed, "-j RETURN")
		line("-A", entry, "-m conntrack --ctdir REPLY -m connmark --mark", denied, "-j DROP")
		line("-A", entry, "-m conntrack --ctdir REPLY -j RETURN")
		line("-A", entry, "-m conntrack --ctstate RELATED -j RETURN") // what went wrong with a connection, which is not its opener's
	}
	for _, rule := range f.entry {
		line("-A", entry, rule)
	}
	if len(f.entry) > 0 {
		line("-A", entry, "-g", allow)
	}
	line("-A", allow, "-j CONNMARK --set-mark", allowed)
	line("-A", deny, "-j CONNMARK --set-mark", denied)
	line("-A", deny, "-j DROP")
	for _, chain := range chains {
		for _, rule := range f.chains[chain] {
			line("-A", chain, rule)
		}
	}
	for _, chain := range gone {
		line("-X", chain)
	}
	line("COMMIT")
	return text.String()
}

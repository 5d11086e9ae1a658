package policies

import (
	"fmt"
	"slices"
	"strings"
)

// The two directions of a pod's connections, by their names in policies.
const (
	ingress = "Ingress"
	egress  = "Egress"
)

// state has the objects that decide which connections are allowed.
type state struct {
	pods       []pod
	policies   []policy
	namespaces []namespace
}

// end is the other end of an allowed connection.
type end struct {
	address string // an address or a range; empty: any
	pod     *pod   // the pod with this address, if it is one's
}

// fence returns how the firewall matches what is allowed to a pod in one direction, and whether any policy restricts it there.
func (s state) fence(of pod, direction string) (matches []string, restricted bool) {
	for _, each := range s.policies {
		if each.Metadata.Namespace != of.Metadata.Namespace || !slices.Contains(each.Spec.Types, direction) ||
			!each.Spec.PodSelector.matches(of.Metadata.Labels) {
			continue
		}
		restricted = true
		rules := each.Spec.Ingress
		if direction == egress {
			rules = each.Spec.Egress
		}
		for _, rule := range rules {
			matches = append(matches, s.allowed(of, direction, rule)...)
		}
	}
	slices.Sort(matches) // the same for the same objects in another order
	return slices.Compact(matches), restricted
}

func (s state) allowed(of pod, direction string, rule rule) []string {
	if rule.unreadable != nil {
		return nil
	}
	peers, option := rule.From, "-s "
	if direction == egress {
		peers, option = rule.To, "-d "
	}
	var matches []string
	add := func(other end, ports []string) {
		for _, ports := range ports {
			match := ports
			if other.address != "" {
				match = strings.TrimSpace(option + other.address + " " + ports)
			}
			matches = append(matches, match)
		}
	}
	for _, other := range s.ends(of.Metadata.Namespace, peers) {
		target := &of // whose ports the rule names
		if direction == egress {
			target = other.pod
		}
		add(other, matchPorts(rule.Ports, target))
	}
	named := slices.DeleteFunc(slices.Clone(rule.Ports), func(each port) bool { return !each.isNamed() })
	if direction == egress && len(peers) == 0 && len(named) > 0 { // a name has a number only with a pod
		for _, other := range s.everyPod() {
			add(other, matchPorts(named, other.pod))
		}
	}
	return matches
}

// ends returns the addresses of the peers: of no peers, those of everybody.
func (s state) ends(own string, peers []peer) []end {
	if len(peers) == 0 {
		return []end{{}}
	}
	var found []end
	for _, each := range peers {
		if each.IPBlock != nil {
			if each.IPBlock.CIDR.Addr().Is4() {
				for _, part := range without(each.IPBlock.CIDR.Masked(), each.IPBlock.Except) {
					found = append(found, end{address: part.String()})
				}
			}
			continue
		}
		for _, other := range s.everyPod() {
			if s.inNamespace(*other.pod, own, each.NamespaceSelector) && (each.PodSelector == nil || each.PodSelector.matches(other.pod.Metadata.Labels)) {
				found = append(found, other)
			}
		}
	}
	return found
}

func (s state) everyPod() []end {
	var found []end
	for index := range s.pods {
		if address := s.pods[index].address(); address != "" {
			found = append(found, end{address, &s.pods[index]})
		}
	}
	return found
}

func (s state) inNamespace(of pod, own string, chosen *selector) bool {
	if chosen == nil {
		return of.Metadata.Namespace == own
	}
	return slices.ContainsFunc(s.namespaces, func(each namespace) bool {
		return each.Metadata.Name == of.Metadata.Namespace && chosen.matches(each.Metadata.Labels)
	})
}

func (p port) isNamed() bool {
	_, named := p.Port.(string)
	return named
}

// matchPorts returns one match for each port, and an empty one if there are no ports, which allows all.
func matchPorts(ports []port, target *pod) []string {
	if len(ports) == 0 {
		return []string{""}
	}
	var matches []string
	for _, each := range ports {
		protocol := strings.ToLower(each.Protocol)
		add := func(number string) {
			matches = append(matches, fmt.Sprintf("-p %[1]s -m %[1]s --dport %[2]s", protocol, number))
		}
		switch value := each.Port.(type) {
		case float64:
			if each.End != 0 {
				add(fmt.Sprintf("%d:%d", int(value), each.End))
			} else {
				add(fmt.Sprint(int(value)))
			}
		case string:
			if target != nil {
				for _, number := range target.named(value, each.Protocol) {
					add(fmt.Sprint(number))
				}
			}
		default:
			matches = append(matches, "-p "+protocol)
		}
	}
	return matches
}

package policies

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
)

type metadata struct {
	Name      string            `json:"name"`
	Namespace string            `json:"namespace"`
	Labels    map[string]string `json:"labels"`
}

type namespace struct {
	Metadata metadata `json:"metadata"`
}

type container struct {
	Ports []struct {
		Name     string `json:"name"`
		Number   int    `json:"containerPort"`
		Protocol string `json:"protocol"`
	} `json:"ports"`
}

type pod struct {
	Metadata metadata `json:"metadata"`
	Spec     struct {
		NodeName       string      `json:"nodeName"`
		HostNetwork    bool        `json:"hostNetwork"`
		Containers     []container `json:"containers"`
		InitContainers []container `json:"initContainers"` // some go on as long as the pod
	} `json:"spec"`
	Status struct {
		Phase string `json:"phase"`
		IP    string `json:"podIP"`
	} `json:"status"`
}

// address returns the pod's own IPv4 address; a pod that has ended has none, since another one may get its address.
func (p pod) address() string {
	parsed, err := netip.ParseAddr(p.Status.IP)
	if err != nil || !parsed.Is4() || p.Spec.HostNetwork || p.Status.Phase == "Succeeded" || p.Status.Phase == "Failed" {
		return ""
	}
	return p.Status.IP
}

// named returns the numbers of the pod's ports with a name and a protocol.
func (p pod) named(name, protocol string) []int {
	var numbers []int
	for _, each := range slices.Concat(p.Spec.Containers, p.Spec.InitContainers) {
		for _, port := range each.Ports {
			if port.Name == name && port.Protocol == protocol {
				numbers = append(numbers, port.Number)
			}
		}
	}
	return numbers
}

// policy is a NetworkPolicy; the API server has set the defaults of types and protocols.
type policy struct {
	Metadata metadata `json:"metadata"`
	Spec     struct {
		PodSelector selector `json:"podSelector"`
		Types       []string `json:"policyTypes"`
		Ingress     []rule   `json:"ingress"`
		Egress      []rule   `json:"egress"`
	} `json:"spec"`
}

type rule struct {
	From  []peer `json:"from"`
	To    []peer `json:"to"`
	Ports []port `json:"ports"`

	unreadable error
}

// UnmarshalJSON keeps a rule that cannot be read, as one that allows nothing: the API server admits addresses that are not strictly valid,
// such as 010.0.0.0/8, and the rest of the policy must hold nevertheless.
func (r *rule) UnmarshalJSON(content []byte) error {
	type plain rule
	var read plain
	if err := json.Unmarshal(content, &read); err != nil {
		read = plain{unreadable: err}
	}
	*r = rule(read)
	return nil
}

// problems are the rules of the policy that cannot be read.
func (p policy) problems() []string {
	var found []string
	for direction, rules := range map[string][]rule{ingress: p.Spec.Ingress, egress: p.Spec.Egress} {
		for index, each := range rules {
			if each.unreadable != nil {
				found = append(found, fmt.Sprintf("rule %d of %s allows nothing, since it cannot be read: %v", index+1, direction, each.unreadable))
			}
		}
	}
	return found
}

type peer struct {
	PodSelector       *selector `json:"podSelector"`
	NamespaceSelector *selector `json:"namespaceSelector"`
	IPBlock           *struct {
		CIDR   netip.Prefix   `json:"cidr"`
		Except []netip.Prefix `json:"except"`
	} `json:"ipBlock"`
}

type port struct {
	Protocol string `json:"protocol"`
	Port     any    `json:"port"` // a number, a name, or nothing for all
	End      int    `json:"endPort"`
}

type selector struct {
	MatchLabels      map[string]string `json:"matchLabels"`
	MatchExpressions []requirement     `json:"matchExpressions"`
}

type requirement struct {
	Key      string   `json:"key"`
	Operator string   `json:"operator"`
	Values   []string `json:"values"`
}

func (s selector) matches(labels map[string]string) bool {
	for key, value := range s.MatchLabels {
		if got, there := labels[key]; !there || got != value {
			return false
		}
	}
	return !slices.ContainsFunc(s.MatchExpressions, func(each requirement) bool { return !each.met(labels) })
}

func (r requirement) met(labels map[string]string) bool {
	value, there := labels[r.Key]
	switch r.Operator {
	case "In":
		return there && slices.Contains(r.Values, value)
	case "NotIn":
		return !there || !slices.Contains(r.Values, value)
	case "Exists":
		return there
	default: // DoesNotExist: the API server admits no others
		return !there
	}
}

package policies

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func decode[T any](t *testing.T, content string) T {
	t.Helper()
	var value T
	if err := json.Unmarshal([]byte(content), &value); err != nil {
		t.Fatalf("%s: %v", content, err)
	}
	return value
}

const (
	app      = `{"metadata": {"namespace": "shop", "name": "app", "labels": {"tier": "app"}}, "spec": {"nodeName": "node-app", "containers": [{"ports": [{"name": "http", "containerPort": 8080, "protocol": "TCP"}]}]}, "status": {"phase": "Running", "podIP": "10.244.2.1"}}`
	balancer = `{"metadata": {"namespace": "shop", "name": "balancer", "labels": {"tier": "balancer"}}, "spec": {"nodeName": "node-load", "containers": [{"ports": [{"name": "http", "containerPort": 80, "protocol": "TCP"}]}]}, "status": {"phase": "Running", "podIP": "10.244.4.1"}}`
	watcher  = `{"metadata": {"namespace": "monitoring", "name": "watcher", "labels": {"tier": "balancer"}}, "spec": {"nodeName": "node-app"}, "status": {"phase": "Running", "podIP": "10.244.2.9"}}`
)

// shop has the three pods, and a policy with this content that selects the application.
func shop(t *testing.T, types, rules string) state {
	t.Helper()
	return state{
		pods:       []pod{decode[pod](t, app), decode[pod](t, balancer), decode[pod](t, watcher)},
		namespaces: decode[[]namespace](t, `[{"metadata": {"name": "shop"}}, {"metadata": {"name": "monitoring", "labels": {"team": "ops"}}}]`),
		policies: []policy{decode[policy](t, `{"metadata": {"namespace": "shop", "name": "fence"}, "spec": {
			"podSelector": {"matchLabels": {"tier": "app"}}, "policyTypes": [`+types+`], `+rules+`}}`)},
	}
}

func TestWhatPoliciesAllow(t *testing.T) {
	for rules, want := range map[string]string{
		`"ingress": []`:   "",
		`"ingress": [{}]`: "any",
		`"ingress": [{"ports": [{"protocol": "UDP"}]}]`:                                                                                            "-p udp",
		`"ingress": [{"ports": [{"protocol": "TCP", "port": 80, "endPort": 90}]}]`:                                                                 "-p tcp -m tcp --dport 80:90",
		`"ingress": [{"from": [{"podSelector": {"matchLabels": {"tier": "balancer"}}}]}]`:                                                          "-s 10.244.4.1",
		`"ingress": [{"from": [{"podSelector": {}}]}]`:                                                                                             "-s 10.244.2.1; -s 10.244.4.1",
		`"ingress": [{"from": [{"namespaceSelector": {}}]}]`:                                                                                       "-s 10.244.2.1; -s 10.244.2.9; -s 10.244.4.1",
		`"ingress": [{"from": [{"namespaceSelector": {"matchLabels": {"team": "ops"}}}]}]`:                                                         "-s 10.244.2.9",
		`"ingress": [{"from": [{"namespaceSelector": {"matchLabels": {"team": "ops"}}, "podSelector": {"matchLabels": {"tier": "app"}}}]}]`:        "",
		`"ingress": [{"from": [{"ipBlock": {"cidr": "10.0.0.0/8", "except": ["10.128.0.0/9"]}}], "ports": [{"protocol": "TCP", "port": "http"}]}]`: "-s 10.0.0.0/9 -p tcp -m tcp --dport 8080",
		`"ingress": [{"from": [{"ipBlock": {"cidr": "fd00::/8"}}]}]`:                                                                               "",
		`"ingress": [{"ports": [{"protocol": "UDP", "port": "http"}]}]`:                                                                            "",
		`"ingress": [{"from": [{"podSelector": {"matchLabels": {"tier": "balancer"}}}], "ports": [{"protocol": "TCP", "port": "http"}, {"protocol": "TCP", "port": 9990}]},
			{"ports": [{"protocol": "TCP", "port": 9990}]}]`: "-p tcp -m tcp --dport 9990; -s 10.244.4.1 -p tcp -m tcp --dport 8080; -s 10.244.4.1 -p tcp -m tcp --dport 9990",
	} {
		policies := shop(t, `"Ingress"`, rules)
		if got, restricted := policies.fence(policies.pods[0], ingress); said(got) != want || !restricted {
			t.Errorf("%s:\n got %q (restricted: %v)\nwant %q", rules, said(got), restricted, want)
		}
	}
	for rules, want := range map[string]string{
		`"egress": [{"to": [{"podSelector": {"matchLabels": {"tier": "balancer"}}}], "ports": [{"protocol": "TCP", "port": "http"}]}]`: "-d 10.244.4.1 -p tcp -m tcp --dport 80",
		`"egress": [{"ports": [{"protocol": "TCP", "port": "http"}, {"protocol": "UDP", "port": 53}]}]`:                                "-d 10.244.2.1 -p tcp -m tcp --dport 8080; -d 10.244.4.1 -p tcp -m tcp --dport 80; -p udp -m udp --dport 53",
		`"egress": [{"ports": [{"protocol": "TCP", "port": 443}]}]`:                                                                    "-p tcp -m tcp --dport 443",
		`"egress": [{}]`: "any",
	} {
		policies := shop(t, `"Egress"`, rules)
		if got, restricted := policies.fence(policies.pods[0], egress); said(got) != want || !restricted {
			t.Errorf("%s:\n got %q (restricted: %v)\nwant %q", rules, said(got), restricted, want)
		}
	}
}

func said(matches []string) string {
	if reflect.DeepEqual(matches, []string{""}) {
		return "any"
	}
	return strings.Join(matches, "; ")
}

func TestAPolicyRestrictsOnlyItsDirectionsAndItsPods(t *testing.T) {
	policies := shop(t, `"Ingress"`, `"ingress": []`)
	for index, want := range []bool{true, false, false} {
		if _, restricted := policies.fence(policies.pods[index], ingress); restricted != want {
			t.Errorf("%s: %v", policies.pods[index].Metadata.Name, restricted)
		}
	}
	if _, restricted := policies.fence(policies.pods[0], egress); restricted {
		t.Error("a policy of type Ingress restricts no egress")
	}
	policies.policies[0].Metadata.Namespace = "monitoring"
	if _, restricted := policies.fence(policies.pods[0], ingress); restricted {
		t.Error("a policy selects no pods of other namespaces")
	}
}

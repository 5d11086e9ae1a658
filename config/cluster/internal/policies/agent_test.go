package policies

import (
	"encoding/json"
	"log"
	"os"
	"strings"
	"testing"
)

func TestARuleThatCannotBeReadAllowsNothing(t *testing.T) {
	for name, block := range map[string]string{
		"range":    `{"cidr": "010.0.0.0/8"}`,
		"excepted": `{"cidr": "10.0.0.0/8", "except": ["10.010.0.0/16"]}`,
	} {
		t.Run(name, func(t *testing.T) {
			cluster := shop(t, `"Ingress"`, `"ingress": [{"from": [{"ipBlock": `+block+`}]}, {"from": [{"podSelector": {"matchLabels": {"tier": "balancer"}}}]}]`)
			if got, restricted := cluster.fence(cluster.pods[0], ingress); said(got) != "-s 10.244.4.1" || !restricted {
				t.Errorf("%q (restricted: %v)", said(got), restricted)
			}
			if found := cluster.policies[0].problems(); len(found) != 1 || !strings.HasPrefix(found[0], "rule 1 of Ingress allows nothing") {
				t.Errorf("%q", found)
			}
			alone := shop(t, `"Ingress"`, `"ingress": [{"from": [{"ipBlock": `+block+`}]}]`)
			if got, restricted := alone.fence(alone.pods[0], ingress); len(got) != 0 || !restricted {
				t.Errorf("%q (restricted: %v)", got, restricted)
			}
		})
	}
}

func TestAnObjectThatCannotBeReadCostsItselfOnly(t *testing.T) {
	var said strings.Builder
	log.SetOutput(&said)
	defer log.SetOutput(os.Stderr)
	var pods collection[pod]
	broken := json.RawMessage(`{"status": {"podIP": 5}}`)
	pods.list(map[string]json.RawMessage{"shop/app": json.RawMessage(app), "shop/new": broken})
	if items, synced := pods.all(); len(items) != 1 || !synced || !strings.Contains(said.String(), "shop/new is not used") {
		t.Errorf("%v, synced: %v, said %q", items, synced, said.String())
	}
	pods.change("shop/app", broken)
	pods.list(map[string]json.RawMessage{"shop/app": broken, "shop/balancer": json.RawMessage(balancer)})
	if items, _ := pods.all(); len(items) != 2 || pods.items["shop/app"].Status.IP != "10.244.2.1" {
		t.Errorf("%v", items)
	}
	pods.change("shop/app", nil)
	if items, _ := pods.all(); len(items) != 1 {
		t.Errorf("%v", items)
	}

	var policies collection[policy]
	policies.list(map[string]json.RawMessage{"shop/fence": json.RawMessage(
		`{"spec": {"podSelector": {}, "policyTypes": ["Egress"], "egress": [{"to": [{"ipBlock": {"cidr": "010.0.0.0/8"}}]}]}}`)})
	if items, _ := policies.all(); len(items) != 1 || !strings.Contains(said.String(), "shop/fence: rule 1 of Egress allows nothing") {
		t.Errorf("%v, said %q", items, said.String())
	}
}

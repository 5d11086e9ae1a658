package policies

import (
	"strings"
	"testing"
)

func TestANodeHasChainsForItsOwnRestrictedPodsOnly(t *testing.T) {
	policies := shop(t, `"Ingress", "Egress"`, `"ingress": [{"from": [{"podSelector": {"matchLabels": {"tier": "balancer"}}}]}], "egress": []`)

	script := policies.firewall("node-app", "10.244.0.1").script(nil, 3)

	for _, want := range []string{
		"-A FORWARD -j SCALELAB-POLICY\n",
		"-A SCALELAB-POLICY -m connmark --mark 6 -j RETURN\n",
		"-A SCALELAB-POLICY -s 10.244.0.1 -g SCALELAB-ALLOW\n-A SCALELAB-POLICY -s 10.244.2.1 -j SCALELAB-OUT-10.244.2.1\n-A SCALELAB-POLICY -d 10.244.2.1 -j SCALELAB-IN-10.244.2.1\n-A SCALELAB-POLICY -g SCALELAB-ALLOW\n",
		"-A SCALELAB-IN-10.244.2.1 -s 10.244.2.1 -j RETURN\n-A SCALELAB-IN-10.244.2.1 -s 10.244.4.1 -j RETURN\n-A SCALELAB-IN-10.244.2.1 -j SCALELAB-DENY\n",
		"-A SCALELAB-OUT-10.244.2.1 -d 10.244.2.1 -j RETURN\n-A SCALELAB-OUT-10.244.2.1 -j SCALELAB-DENY\n",
		"-A SCALELAB-DENY -j CONNMARK --set-mark 7\n-A SCALELAB-DENY -j DROP\n",
	} {
		if !strings.Contains(script, want) {
			t.Errorf("missing:\n%s\nin:\n%s", want, script)
		}
	}
	if unrestricted := policies.firewall("node-load", "10.244.0.1"); len(unrestricted.entry)+len(unrestricted.chains) > 0 {
		t.Errorf("packets of a node without restricted pods are not compared with anything: %v", unrestricted)
	}
}

func TestAChangeReplacesTheRulesAndRemovesTheChainsOfPodsThatAreGone(t *testing.T) {
	policies := shop(t, `"Ingress"`, `"ingress": []`)
	earlier := policies.firewall("node-app", "10.244.0.1")
	policies.pods[1], policies.pods[2] = policies.pods[2], policies.pods[1]
	if again := policies.firewall("node-app", "10.244.0.1"); !again.equals(earlier) {
		t.Errorf("the order of objects makes no difference: %v, %v", earlier, again)
	}
	policies.pods = policies.pods[1:]

	script := policies.firewall("node-app", "10.244.0.1").script(&earlier, 2)

	if !strings.Contains(script, "-X SCALELAB-IN-10.244.2.1\nCOMMIT\n") || strings.Contains(script, "-A FORWARD") {
		t.Errorf("got:\n%s", script)
	}
}

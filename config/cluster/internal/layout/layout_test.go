package layout

import "testing"

func TestAddressesDoNotOverlap(t *testing.T) {
	network, err := NetworkFromEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	app := Nodes()[1]
	for what, pair := range map[string][2]string{
		"machine": {network.Host(), "10.244.0.1"},
		"node":    {network.Address(app), "10.244.0.3"},
		"pods":    {network.Pods(app), "10.244.2.0/24"},
		"server":  {network.Server(), "https://10.244.0.2:6443"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: got %s, want %s", what, pair[0], pair[1])
		}
	}
}

func TestOtherRangesCanBeChosen(t *testing.T) {
	t.Setenv("CLUSTER_NETWORK", "10.199")
	if network, err := NetworkFromEnvironment(); err != nil || network.WholeRange() != "10.199.0.0/16" {
		t.Errorf("got %+v, %v", network, err)
	}
	t.Setenv("CLUSTER_NETWORK", "10.199.0.0/16")
	if _, err := NetworkFromEnvironment(); err == nil {
		t.Error("anything but two numbers must be refused")
	}
}

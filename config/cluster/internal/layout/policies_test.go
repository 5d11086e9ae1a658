package layout

import "testing"

func TestPoliciesAreEnforcedWhereTheyAreWanted(t *testing.T) {
	for set, want := range map[string]bool{"yes": true, "no": false, "": false} {
		t.Setenv("NETWORK_POLICIES", set)
		if network, err := NetworkFromEnvironment(); err != nil || network.Policies != want {
			t.Errorf("%q: %v, %v", set, network.Policies, err)
		}
	}
	t.Setenv("NETWORK_POLICIES", "true")
	if _, err := NetworkFromEnvironment(); err == nil {
		t.Error("anything but yes and no must be refused")
	}
}

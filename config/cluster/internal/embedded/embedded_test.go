package embedded

import (
	"strings"
	"testing"

	"dev.scalelab/cluster/internal/layout"
)

func TestAnExistingClusterSaysWhyItDoesNotEnforcePolicies(t *testing.T) {
	enforcing := record{Network: layout.Network{Policies: true}}
	fallen := record{Unenforced: "the kernel has no connmark"}
	for _, one := range []struct {
		name, set, want string
		existing        record
	}{
		{"it does as asked", "yes", "", enforcing},
		{"nothing is asked", "", "", fallen},
		{"it could not", "yes", "NetworkPolicies are not enforced: the kernel has no connmark", fallen},
		{"it could not and need not", "no", "", fallen},
		{"they were not wanted", "yes", "NETWORK_POLICIES=yes has no effect on it: remove it first", record{}},
		{"they were wanted", "no", "NETWORK_POLICIES=no has no effect on it: remove it first", enforcing},
	} {
		t.Run(one.name, func(t *testing.T) {
			t.Setenv("NETWORK_POLICIES", one.set)
			if said := one.existing.policiesNotice(); !strings.HasPrefix(said, one.want) || (one.want == "") != (said == "") {
				t.Errorf("%q", said)
			}
		})
	}
}

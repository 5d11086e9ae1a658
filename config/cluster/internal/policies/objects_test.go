package policies

import (
	"net/netip"
	"reflect"
	"testing"
)

func TestASelectorMatchesByAllThatItRequires(t *testing.T) {
	for requirement, want := range map[string]bool{
		`{}`:                                    true,
		`{"matchLabels": {"tier": "app"}}`:      true,
		`{"matchLabels": {"tier": "database"}}`: false,
		`{"matchLabels": {"zone": ""}}`:         false,
		`{"matchExpressions": [{"key": "tier", "operator": "In", "values": ["app"]}]}`:               true,
		`{"matchExpressions": [{"key": "zone", "operator": "In", "values": [""]}]}`:                  false,
		`{"matchExpressions": [{"key": "tier", "operator": "NotIn", "values": ["app"]}]}`:            false,
		`{"matchExpressions": [{"key": "network", "operator": "NotIn", "values": ["cut"]}]}`:         true,
		`{"matchExpressions": [{"key": "tier", "operator": "Exists"}]}`:                              true,
		`{"matchExpressions": [{"key": "network", "operator": "Exists"}]}`:                           false,
		`{"matchExpressions": [{"key": "tier", "operator": "DoesNotExist"}]}`:                        false,
		`{"matchLabels": {"tier": "app"}, "matchExpressions": [{"key": "x", "operator": "Exists"}]}`: false,
	} {
		if got := decode[selector](t, requirement).matches(map[string]string{"tier": "app"}); got != want {
			t.Errorf("%s: got %v", requirement, got)
		}
	}
}

func TestAnEndedPodHasNoAddress(t *testing.T) {
	for pods, want := range map[string]string{
		`{"status": {"phase": "Running", "podIP": "10.244.2.5"}}`:                                "10.244.2.5",
		`{"status": {"phase": "Pending", "podIP": "10.244.2.5"}}`:                                "10.244.2.5",
		`{"status": {"phase": "Pending"}}`:                                                       "",
		`{"status": {"phase": "Succeeded", "podIP": "10.244.2.5"}}`:                              "",
		`{"status": {"phase": "Failed", "podIP": "10.244.2.5"}}`:                                 "",
		`{"spec": {"hostNetwork": true}, "status": {"phase": "Running", "podIP": "10.244.0.3"}}`: "",
		`{"status": {"phase": "Running", "podIP": "fd00::5"}}`:                                   "",
	} {
		if got := decode[pod](t, pods).address(); got != want {
			t.Errorf("%s: got %q", pods, got)
		}
	}
}

func TestExceptedAddressesAreCutOutOfARange(t *testing.T) {
	var got []string
	for _, part := range without(netip.MustParsePrefix("10.0.0.0/8"), []netip.Prefix{netip.MustParsePrefix("10.64.0.0/10"), netip.MustParsePrefix("10.128.0.0/9")}) {
		got = append(got, part.String())
	}
	if want := []string{"10.0.0.0/10"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
	if rest := without(netip.MustParsePrefix("10.1.0.0/16"), []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}); len(rest) != 0 {
		t.Errorf("nothing is left, got %v", rest)
	}
	if rest := without(netip.MustParsePrefix("0.0.0.0/0"), []netip.Prefix{netip.MustParsePrefix("255.255.255.255/32")}); len(rest) != 32 {
		t.Errorf("got %v", rest)
	}
}

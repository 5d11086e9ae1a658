package preflight

import "testing"

func TestOverlap(t *testing.T) {
	cases := []struct {
		destination string
		want        bool
	}{
		{"10.244.0.0/16", true},
		{"10.244.3.0/24", true},
		{"10.244.0.1", true},
		{"10.245.0.0/16", false},
		{"10.0.0.0/8", false}, // wider: the cluster's route is more precise
		{"default", false},
		{"fe80::/64", false},
		{"fd00::1", false},
	}
	for _, each := range cases {
		if got := overlap("10.244.0.0/16", each.destination); got != each.want {
			t.Errorf("route to %s: got %v, want %v", each.destination, got, each.want)
		}
	}
}

func TestMemoryAvailable(t *testing.T) {
	if got := memoryAvailable("MemTotal: 10 kB\nMemAvailable:    2048 kB\n"); got != 2<<20 {
		t.Errorf("got %d bytes", got)
	}
}

package workloads

import "testing"

func TestASeriesHasItsValueWhateverItsLabels(t *testing.T) {
	metrics := "# TYPE infinispan_cluster_size gauge\ninfinispan_cluster_size{node=\"a\"} 2.0\nscalelab_cluster_members 1.0\nscalelab_cluster_members_left 2.0\n"
	for series, want := range map[string]bool{"infinispan_cluster_size": true, "scalelab_cluster_members": false, "cluster_size": false} {
		if got := hasValue(metrics, series, "2.0"); got != want {
			t.Errorf("%s: %v, want %v", series, got, want)
		}
	}
}

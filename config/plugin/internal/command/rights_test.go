package command

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"dev.scalelab/plugin/internal/apiserver"
	"dev.scalelab/plugin/internal/cluster"
)

// watched shows that answers are streamed which the API server makes as it does for kubectl.
func watched(s *served) {
	for _, one := range []struct {
		token, name, want string
		status            int
	}{
		{"viewer-token", "provisioners", "verdict: Passed", 0},
		{"viewer-token", "unknown", "there is no ScalabilityExperiment unknown in namespace lab", 3},
		{"stranger-token", "provisioners", `cannot watch resource "scalabilityexperiments"`, 3},
	} {
		var out, notes strings.Builder
		tool := newTool("test", &out, &notes)
		tool.connect = func() (*cluster.Cluster, error) { return cluster.Connect(s.api.As(one.token), "lab") }
		if status := tool.run(context.Background(), []string{"watch", one.name, "--timeout", "1m"}); status != one.status || !strings.Contains(out.String()+notes.String(), one.want) {
			s.Errorf("%s with %s: exit status %d, want %d with %q:\n%s%s", one.name, one.token, status, one.status, one.want, out.String(), notes.String())
		}
	}
	viewer, err := cluster.Connect(s.api.As("viewer-token"), "lab")
	if err != nil {
		s.Fatal(err)
	}
	if trial, err := viewer.Trial(context.Background(), "provisioners-base-1"); err != nil || trial.Metadata.Name != "provisioners-base-1" || len(trial.Status.Runs) != 1 {
		s.Errorf("%v: %+v", err, trial)
	}
}

// forCreators shows that a manifest is rejected only for what it has, and not for what its reader may not do.
func forCreators(s *served) {
	file := filepath.Join(s.TempDir(), "new.yaml")
	for _, one := range []struct {
		token, replicas, want string
		status                int
	}{
		{apiserver.Admin, "1", "missing: nodes for application: no usable one has the label", 2},
		{apiserver.Admin, "0", "rejected: ", 1},
		{"viewer-token", "1", "you may not create scalabilityexperiments.scalelab.dev in namespace lab", 3},
		{"viewer-token", "0", "you may not create scalabilityexperiments.scalelab.dev in namespace lab", 3},
	} {
		text := "{apiVersion: scalelab.dev/v1alpha1, kind: ScalabilityExperiment, metadata: {name: new}, " +
			"spec: {workload: {type: Cart}, sweep: {replicas: [" + one.replicas + "]}, load: {open: {rates: [10]}}}}"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			s.Fatal(err)
		}
		var out, notes strings.Builder
		tool := newTool("test", &out, &notes)
		tool.connect = func() (*cluster.Cluster, error) { return cluster.Connect(s.api.As(one.token), "lab") }
		if status := tool.run(context.Background(), []string{"validate", file}); status != one.status || !strings.Contains(out.String()+notes.String(), one.want) {
			s.Errorf("replicas %s with %s: exit status %d, want %d with %q:\n%s%s", one.replicas, one.token, status, one.status, one.want, out.String(), notes.String())
		}
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grafana/grafana-foundation-sdk/go/barchart"
	"github.com/grafana/grafana-foundation-sdk/go/bargauge"
	"github.com/grafana/grafana-foundation-sdk/go/cog"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/prometheus"
	"github.com/grafana/grafana-foundation-sdk/go/table"
	"github.com/grafana/grafana-foundation-sdk/go/timeseries"
	"github.com/grafana/grafana-foundation-sdk/go/xychart"
)

func TestTheFilesAreWhatTheCodeDescribes(t *testing.T) {
	if err := run(".", true); err != nil {
		t.Error(err)
	}
}

func TestAFileThatWasTypedByHandIsNamedWithWhatMendsIt(t *testing.T) {
	folder := t.TempDir()
	if err := run(folder, false); err != nil {
		t.Fatal(err)
	}
	if err := run(folder, true); err != nil {
		t.Fatalf("as written: %v", err)
	}
	live := filepath.Join(folder, "live.json")
	text, _ := os.ReadFile(live)
	write(t, live, strings.Replace(string(text), "Response times", "Times", 1))
	write(t, filepath.Join(folder, "mine.json"), "{}")

	err := run(folder, true)

	if err == nil {
		t.Fatal("found nothing")
	}
	for _, want := range []string{"live.json is not what the Go code describes; correct with: make generate", "mine.json is not generated"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
	if strings.Contains(err.Error(), "results.json") {
		t.Errorf("%q names a file that is up to date", err)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Grafana's own types, read strictly: no field that it does not know, and none of another type.
func TestGrafanasTypesHaveEveryFieldOfTheFiles(t *testing.T) {
	grafana := cog.NewRuntime()
	grafana.RegisterDataqueryVariant(prometheus.VariantConfig())
	grafana.RegisterPanelcfgVariant(timeseries.VariantConfig())
	grafana.RegisterPanelcfgVariant(barchart.VariantConfig())
	grafana.RegisterPanelcfgVariant(bargauge.VariantConfig())
	grafana.RegisterPanelcfgVariant(table.VariantConfig())
	grafana.RegisterPanelcfgVariant(xychart.VariantConfig())
	for name := range all {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var read dashboard.Dashboard
		// Without a mistake the SDK returns an error that has no errors.
		if err := read.UnmarshalJSONStrict(text); err != nil && err.Error() != "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	var read dashboard.Dashboard
	if err := read.UnmarshalJSONStrict([]byte(`{"schemaVersion": 42, "templating": {}, "annotations": {}, "refesh": "5s"}`)); err == nil || !strings.Contains(err.Error(), "refesh") {
		t.Errorf("a misspelt field is taken: %v", err)
	}
}

// A limit that is one of the stacked parts, or looks like what it limits, misleads.
func TestEveryLimitIsADashedLineOfItsOwn(t *testing.T) {
	found := 0
	for name, builder := range all {
		built, err := builder().Build()
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range panelsOf(built) {
			if !hasLimit(one) {
				continue
			}
			found++
			if custom, ok := one.FieldConfig.Defaults.Custom.(*timeseries.FieldConfig); !ok || custom.Stacking != nil {
				t.Errorf("%s, %s: the limit is stacked", name, *one.Title)
			}
			overrides := one.FieldConfig.Overrides
			if len(overrides) != 1 || *overrides[0].Matcher.Options.(*string) != "/^limit/" || overrides[0].Properties[0].Id != "custom.lineStyle" {
				t.Errorf("%s, %s: the limit is not dashed", name, *one.Title)
			}
		}
	}
	if found < 5 {
		t.Errorf("%d panels with a limit", found)
	}
}

func hasLimit(panel *dashboard.Panel) bool {
	for _, target := range panel.Targets {
		if query, ok := target.(prometheus.Dataquery); ok && query.LegendFormat != nil && strings.HasPrefix(*query.LegendFormat, "limit") {
			return true
		}
	}
	return false
}

func TestAQueryLooksNoCloserThanItsSamplesAre(t *testing.T) {
	for expr, want := range map[string]string{
		`sum(rate(container_cpu_usage_seconds_total{pod="a"}[1m]) * on (pod) up)`: "15s",
		`max(machine_cpu_cores)`:                                                "15s",
		`sum(io_busy_task_thread_count)`:                                        "5s",
		`sum(cnpg_backends_total)`:                                              "5s",
		`sum(haproxy_server_current_queue)`:                                     "",
		`max(scalelab_objective_p95_millis)`:                                    "",
		`min(scalelab_cluster_members)`:                                         "5s",
		`max(scalelab_load_in_flight) or max(messaging_activemq_message_count)`: "5s",
	} {
		if got := interval(expr); got != want {
			t.Errorf("%s: %q, not %q", expr, got, want)
		}
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/prometheus"
)

func TestEverySignalIsOnADashboard(t *testing.T) {
	shown := strings.Join(expressions([]*dashboard.DashboardBuilder{limits(), live()}), "\n")
	for _, one := range signals {
		if !strings.Contains(shown, one.metric+"{") {
			t.Errorf("%s is on no dashboard", one.figure)
		}
	}
	byHand := live()
	row, err := otherSignals(byHand).Build()
	if err != nil {
		t.Fatal(err)
	}
	for _, panel := range row.Panels {
		expr := panel.Targets[0].(prometheus.Dataquery).Expr
		for _, hand := range expressions([]*dashboard.DashboardBuilder{byHand}) {
			if hand == expr {
				t.Errorf("%s is shown by hand, too", *panel.Title)
			}
		}
	}
}

func TestOnlyTheTableNamesTheMetricsOfSignals(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range signals {
			if !strings.HasSuffix(file, "_test.go") && strings.Contains(string(text), `"`+one.metric+`"`) {
				t.Errorf("%s: %s has the name of %s", file, one.metric, one.figure)
			}
		}
	}
}

func TestAPanelIsMadeOfTheTablesRow(t *testing.T) {
	one := readSignals("heading,,,,,,\nheldMillis,held_time,growth,beans,stateless,true,\"time of beans, all together, in ms per second; only with beans\"\n")[0]
	panel, err := one.panel().Build()
	if err != nil {
		t.Fatal(err)
	}
	for got, want := range map[string]string{
		*panel.Title:                                 "Time of beans",
		*panel.FieldConfig.Defaults.Unit:             "suffix:ms/s",
		*panel.FieldConfig.Defaults.NoValue:          "only with beans",
		panel.Targets[0].(prometheus.Dataquery).Expr: `sum by (experiment) (rate(held_time{namespace="$namespace",experiment=~"$experiment",trial=~"$trial",tier="application",type="stateless"}[$window]))`,
		*panel.Description:                           "Time of beans, all together, in ms per second; only with beans. Its name in the evidence of a step is heldMillis. Without it the confidence of a diagnosis is at most Medium.",
	} {
		if got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestWhatTheCodeDoesNotKnowOfATableIsNamed(t *testing.T) {
	for row, want := range map[string]string{
		"a,a_total,growth,servers,,true,a":    "a: add its unit to unit in signals.go",
		"a,a_bytes,decline,servers,,true,a":   `a: add the kind "decline" to now in signals.go`,
		"a,a_bytes,growth,spaceships,,true,a": `a: add the scope "spaceships" to scopes in signals.go`,
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("%s: %v, not %s", row, got, want)
				}
			}()
			readSignals("heading,,,,,,\n" + row + "\n")[0].panel()
		}()
	}
}

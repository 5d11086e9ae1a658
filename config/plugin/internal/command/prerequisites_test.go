package command

import (
	"encoding/json"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/model"
)

func TestNodesAreNeededForInfinispanServersWhereAVariantHasSome(t *testing.T) {
	for want, variants := range map[int]string{3: `[]`,
		4: `[{"name": "remote", "system": {"state": {"store": "Remote", "remote": {"pod": {"nodeSelector": {"disk": "ssd"}}}}}}]`} {
		object := map[string]any{}
		if err := json.Unmarshal([]byte(`{"spec": {"system": {"state": {"store": "Embedded"}}, "variants": `+variants+`}}`), &object); err != nil {
			t.Fatal(err)
		}
		e, err := model.Read(object)
		if err != nil {
			t.Fatal(err)
		}
		found := tiers(e, nil)
		if last := found[len(found)-1]; len(found) != want || want == 4 && last.name+" "+selectorText(last.selector) != "cache disk=ssd" {
			t.Errorf("%d tiers with the variants %s, the last %v", len(found), variants, last)
		}
	}
}

func TestNodesAndDatabasesOfEachMeasuredVariantAreNeeded(t *testing.T) {
	const variants = `"system": {"databases": [{"name": "main"}]}, "workload": {"type": "Cart"}, "variants": [
		{"name": "large", "system": {"application": {"pod": {"nodeSelector": {"size": "large"}}}}},
		{"name": "stored", "workload": {"type": "OrderEntry"}, "system": {"databases": [{"name": "main"}, {"name": "orders", "pod": {"nodeSelector": {"disk": "ssd"}}}]}}]`
	const base = "application scalelab.dev/role=app, balancer scalelab.dev/role=load, load scalelab.dev/role=load"
	for _, one := range []struct {
		sweep, want string
		databases   bool
	}{{`{"variants": ["base"]}`, base, false},
		{`{}`, base + ", application of large size=large, database main scalelab.dev/role=database, database orders disk=ssd", true},
		{`{"variants": ["large"]}`, "application size=large, balancer scalelab.dev/role=load, load scalelab.dev/role=load", false}} {
		object := map[string]any{}
		if err := json.Unmarshal([]byte(`{"spec": {`+variants+`, "sweep": `+one.sweep+`}}`), &object); err != nil {
			t.Fatal(err)
		}
		e, err := model.Read(object)
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, tier := range tiers(e, nil) {
			found = append(found, tier.name+" "+selectorText(tier.selector))
		}
		if text := strings.Join(found, ", "); text != one.want || hasDatabases(e) != one.databases {
			t.Errorf("%s: databases %v, tiers %s", one.sweep, hasDatabases(e), text)
		}
	}
}

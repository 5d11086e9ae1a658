package command

import (
	"encoding/json"
	"testing"

	"dev.scalelab/plugin/internal/model"
)

func TestNodesAreNeededForInfinispanServersWhereAVariantHasSome(t *testing.T) {
	for want, variants := range map[int]string{2: `[]`,
		3: `[{"name": "remote", "system": {"state": {"store": "Remote", "remote": {"pod": {"nodeSelector": {"disk": "ssd"}}}}}}]`} {
		e := &model.Experiment{}
		if err := json.Unmarshal([]byte(`{"system": {"state": {"store": "Embedded"}}, "variants": `+variants+`}`), &e.Spec); err != nil {
			t.Fatal(err)
		}
		found := tiers(e)
		if last := found[len(found)-1]; len(found) != want || want == 3 && last.name+" "+selectorText(last.selector) != "cache disk=ssd" {
			t.Errorf("%d tiers with the variants %s, the last %v", len(found), variants, last)
		}
	}
}

package command

import (
	"encoding/json"
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

package model

import "slices"

// Sort puts trials into the order of the plan.
func Sort(trials []*Trial) {
	slices.SortStableFunc(trials, func(a, b *Trial) int { return a.Spec.Order - b.Spec.Order })
}

// SortedKeys returns the keys of all maps, each once.
func SortedKeys(maps ...map[string]string) []string {
	var keys []string
	for _, one := range maps {
		for key := range one {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

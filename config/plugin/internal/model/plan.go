package model

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Base is the name of the variant that is the system as specified.
const Base = "base"

// BaseAgain is the name of the second base of sweep.aa.
const BaseAgain = "base-again"

// Verify is the variant of the configuration by which a diagnosis is verified. It has no part in the verdict.
const Verify = "verify"

// Configuration is one combination of variant, values of factors and number of servers.
type Configuration struct {
	Variant  string   `json:"variant"`
	Factors  []Factor `json:"factors"`
	Replicas int      `json:"replicas"`
}

// System names the variant and its values of factors: what all configurations of one line in a chart have in common.
func (c Configuration) System() string {
	return strings.TrimSpace(c.Variant + " " + c.FactorText())
}

// FactorText is the values of factors as text.
func (c Configuration) FactorText() string {
	var parts []string
	for _, factor := range c.Factors {
		parts = append(parts, fmt.Sprintf("%s=%v", factor.Setting, factor.Value))
	}
	return strings.Join(parts, " ")
}

// VariantNames returns the variants that are measured: those of the sweep, else base and all others.
func (e *Experiment) VariantNames() []string {
	if len(e.Spec.Sweep.Variants) > 0 {
		return e.Spec.Sweep.Variants
	}
	names := []string{Base}
	for _, variant := range e.Spec.Variants {
		names = append(names, variant.Name)
	}
	return names
}

// Configurations returns the configurations of the sweep, without the one that verifies a diagnosis.
func (e *Experiment) Configurations() []Configuration {
	var all []Configuration
	variants := e.VariantNames()
	if e.Spec.Sweep.AA && slices.Contains(variants, Base) {
		variants = append(slices.Clone(variants), BaseAgain)
	}
	for _, variant := range variants {
		for _, factors := range e.combinations(0) {
			for _, replicas := range e.Spec.Sweep.Replicas {
				found := Configuration{Variant: variant, Factors: factors, Replicas: replicas}
				if !e.excluded(found) {
					all = append(all, found)
				}
			}
		}
	}
	return all
}

func (e *Experiment) combinations(from int) [][]Factor {
	if from == len(e.Spec.Sweep.Factors) {
		return [][]Factor{nil}
	}
	var all [][]Factor
	factor := e.Spec.Sweep.Factors[from]
	for _, value := range factor.Values {
		for _, rest := range e.combinations(from + 1) {
			all = append(all, append([]Factor{{Setting: factor.Setting, Value: value}}, rest...))
		}
	}
	return all
}

func (e *Experiment) excluded(c Configuration) bool {
	if c.Variant == BaseAgain && e.Spec.Sweep.AA {
		c.Variant = Base
	}
	for _, item := range e.Spec.Sweep.Exclude {
		matches := (item.Variant == "" || item.Variant == c.Variant) && (item.Replicas == nil || *item.Replicas == c.Replicas)
		for _, factor := range item.Factors {
			matches = matches && slices.ContainsFunc(c.Factors, func(own Factor) bool {
				return own.Setting == factor.Setting && fmt.Sprint(own.Value) == fmt.Sprint(factor.Value)
			})
		}
		if matches {
			return true
		}
	}
	return false
}

// Searches reports whether the loads are those of a search.
func (l Load) Searches() bool { return l.Search != nil }

// Repeated is what is done several times for each configuration: a run of all loads, or a round of a search, which has a run for each load.
func (l Load) Repeated() string {
	if l.Searches() {
		return "round"
	}
	return "run"
}

// RunCount returns the lowest and the highest number of runs of a trial.
func (l Load) RunCount() (low, high int) {
	switch runs := l.Repetitions.(type) {
	case float64:
		return int(runs), int(runs)
	case map[string]any:
		low, high = 1, 1
		if value, ok := runs["min"].(float64); ok {
			low, high = int(value), int(value)
		}
		if value, ok := runs["max"].(float64); ok {
			high = int(value)
		}
		return low, high
	}
	return 1, 1
}

// Steps returns the number of steps of a run; 0 if a search chooses them.
func (l Load) Steps() int {
	switch {
	case l.Open != nil:
		return len(l.Open.Rates)
	case l.Closed != nil:
		return len(l.Closed.Users)
	}
	return 0
}

// LoadOf returns the load of a variant.
func (e *Experiment) LoadOf(variant string) (Load, error) {
	var found Load
	load, _ := e.Resolved(variant)["load"].(map[string]any)
	err := convert(load, &found)
	return found, err
}

// Resolved returns the blocks system, workload and load of a variant: those of the spec with the variant's changes, each a JSON merge patch.
func (e *Experiment) Resolved(variant string) map[string]any {
	spec, _ := e.Raw["spec"].(map[string]any)
	patches := map[string]map[string]any{"system": nil, "workload": nil, "load": nil}
	for _, one := range e.Spec.Variants {
		if one.Name == variant {
			patches["system"], patches["workload"], patches["load"] = one.System, one.Workload, one.Load
		}
	}
	blocks := map[string]any{}
	for name, patch := range patches {
		given, _ := spec[name].(map[string]any)
		if given != nil || patch != nil {
			blocks[name] = merged(copied(given), patch)
		}
	}
	return blocks
}

func merged(base, patch map[string]any) map[string]any {
	if base == nil {
		base = map[string]any{}
	}
	for key, value := range patch {
		inner, block := value.(map[string]any)
		old, _ := base[key].(map[string]any)
		switch {
		case value == nil:
			delete(base, key)
		case block:
			base[key] = merged(old, inner)
		default:
			base[key] = value
		}
	}
	return base
}

func copied(object map[string]any) map[string]any {
	fresh := map[string]any{}
	text, err := json.Marshal(object)
	if err != nil || json.Unmarshal(text, &fresh) != nil {
		return map[string]any{}
	}
	return fresh
}

// Setting is a leaf of an object: its path and its value as text.
type Setting struct{ Path, Value string }

// Flatten lists the leaves of an object, sorted by path. Items of a list that have a name are addressed by it, and those with the same name
// also by a number, from the second on.
func Flatten(object map[string]any) []Setting {
	var all []Setting
	flatten("", object, &all)
	sort.Slice(all, func(i, j int) bool { return all[i].Path < all[j].Path })
	return all
}

func flatten(path string, value any, all *[]Setting) {
	join := func(name string) string { return strings.TrimPrefix(path+"."+name, ".") }
	switch value := value.(type) {
	case map[string]any:
		if len(value) == 0 {
			*all = append(*all, Setting{path, "{}"})
		}
		for key, inner := range value {
			flatten(join(key), inner, all)
		}
	case []any:
		var plain []string
		used := map[string]int{}
		for i, item := range value {
			block, ok := item.(map[string]any)
			if !ok {
				plain = append(plain, fmt.Sprint(item))
				continue
			}
			name, named := block["name"].(string)
			if !named {
				name = fmt.Sprint(i + 1)
			}
			if used[name]++; used[name] > 1 { // as the databases of several layouts
				name = fmt.Sprintf("%s[%d]", name, used[name])
			}
			flatten(join(name), block, all)
		}
		if len(plain) > 0 || len(value) == 0 {
			*all = append(*all, Setting{path, "[" + strings.Join(plain, ", ") + "]"})
		}
	case float64:
		*all = append(*all, Setting{path, Number(value)})
	default:
		*all = append(*all, Setting{path, fmt.Sprint(value)})
	}
}

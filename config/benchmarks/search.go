package main

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Search compares the search for a capacity with a ladder of the same resolution, of one server of the small experiment.
type Search struct {
	Search Found `json:"search"`
	Ladder Found `json:"ladder"`
}

// Found is a capacity, and what it cost.
type Found struct {
	CapacityPerSecond float64 `json:"capacityPerSecond"`
	Steps             int     `json:"steps"`
	Seconds           float64 `json:"seconds"`
}

const (
	lowestRate  = 4.0
	highestRate = 40.0
	resolution  = 1.05

	// After the 500 of the small experiment the JIT compilers still take up to 42 % of the server's CPU in the first steps.
	warmUp = 2000
)

var (
	replicas = regexp.MustCompile(`(?m)^    replicas: .*$`)
	openLoad = regexp.MustCompile(`(?m)^    open:\n(?:      .*\n)+`)
	enough   = regexp.MustCompile(`(?m)^      transactionsPerServer: .*$`)
)

// search measures both, one after the other. A ladder's rates are integers, so its lower steps are further apart than its resolution.
func (p *Project) search(ctx context.Context, short bool) (Search, error) {
	tolerance, ratio := 5, resolution
	if short {
		tolerance, ratio = 25, 1.5
	}
	search, err := p.found(ctx, "bench-search", fmt.Sprintf("    search: {min: %.0f, max: 200, tolerancePercent: %d}\n", lowestRate, tolerance))
	if err != nil {
		return Search{}, err
	}
	ladder, err := p.found(ctx, "bench-ladder", "    open: {rates: ["+strings.Join(rates(ratio), ", ")+"]}\n")
	return Search{Search: search, Ladder: ladder}, err
}

// withLoad is the small experiment under another name, with one server, a longer warm-up and another load.
func withLoad(manifest, name, load string) string {
	manifest = strings.Replace(manifest, "name: small\n", "name: "+name+"\n", 1)
	manifest = replicas.ReplaceAllString(manifest, "    replicas: [1]")
	manifest = enough.ReplaceAllString(manifest, fmt.Sprintf("      transactionsPerServer: %d", warmUp))
	return openLoad.ReplaceAllLiteralString(manifest, load)
}

func rates(ratio float64) []string {
	var all []string
	for rate, last := lowestRate, 0; rate <= highestRate; rate *= ratio {
		if next := int(math.Round(rate)); next > last {
			all = append(all, strconv.Itoa(next))
			last = next
		}
	}
	return all
}

// found measures one server of the small experiment with another load.
func (p *Project) found(ctx context.Context, name, load string) (Found, error) {
	change := func(manifest string) string { return withLoad(manifest, name, load) }
	if err := p.runExperiment(ctx, "config/samples/small.yaml", name, change); err != nil {
		return Found{}, err
	}
	whole, err := p.curve(ctx, name)
	if err != nil {
		return Found{}, err
	}
	if !whole.measured() {
		return Found{}, fmt.Errorf("%s was not measured", name)
	}
	trials, err := p.trials(ctx, name)
	if err != nil {
		return Found{}, err
	}
	return Found{CapacityPerSecond: whole.Configurations[0].Capacity.Mean, Steps: trials.steps(), Seconds: seconds(whole.End.Sub(whole.Start))}, nil
}

package report

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"dev.scalelab/plugin/internal/model"
)

// generator is a pod of the load generators of one run.
var generator = regexp.MustCompile(`-r(\d+)-load-`)

// placement has a row for each tier of a trial, with its pods and their nodes.
func placement(name string, trial *model.Trial) [][]cell {
	var tiers []string
	pods, nodes := map[string][]string{}, map[string]map[string]bool{}
	for _, pod := range trial.Status.Placement {
		if pods[pod.Tier] == nil {
			tiers = append(tiers, pod.Tier)
			nodes[pod.Tier] = map[string]bool{}
		}
		pods[pod.Tier] = append(pods[pod.Tier], pod.Pod)
		nodes[pod.Tier][pod.Node] = true
	}
	var rows [][]cell
	for _, tier := range tiers {
		rows = append(rows, []cell{words(name), words(tier), podCount(pods[tier]), words(strings.Join(slices.Sorted(maps.Keys(nodes[tier])), ", "))})
	}
	return rows
}

// podCount is the number of a tier's pods. Those of load generators are of one run each, or of a warm-up.
func podCount(pods []string) cell {
	ofRun := map[string]int{}
	others := 0
	for _, pod := range pods {
		if run := generator.FindStringSubmatch(pod); run != nil {
			ofRun[run[1]]++
		} else {
			others++
		}
	}
	if len(ofRun) == 0 {
		return number(fmt.Sprint(len(pods)))
	}
	low, high := len(pods), 0
	for _, count := range ofRun {
		low, high = min(low, count), max(high, count)
	}
	text := fmt.Sprint(low)
	if high > low {
		text = fmt.Sprintf("%d to %d", low, high)
	}
	if len(ofRun) == 1 {
		text += " in 1 run"
	} else {
		text += fmt.Sprintf(" in each of %d runs", len(ofRun))
	}
	if others > 0 {
		text += fmt.Sprintf(", %d for warm-ups", others)
	}
	return number(text)
}

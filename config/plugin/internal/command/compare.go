package command

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"dev.scalelab/plugin/internal/model"
	"github.com/spf13/cobra"
)

func (t *tool) compare() *cobra.Command {
	return &cobra.Command{
		Use: "compare A B", Short: "Compare two experiments, configuration by configuration", Args: arguments(2), ValidArgsFunction: t.names(2),
		Long: `Compares peak, capacity and p95 of the configurations that two experiments of a namespace have in common: the same variant, values of factors and
number of servers; also what limits them, what followed from their disturbances, and the CPU time of a transaction in each tier.
A difference is called apparent only if the 95 % intervals of both do not overlap; without intervals nothing is said of chance.
What may be higher, since the system was not saturated, is marked by > and has no difference, nor has p95 of different steps.
What differs in the specs is listed, since then the figures are not comparable. Exit status: 0, or 3 if they have no measured
configuration in common.`,
		Example: "  kubectl scalelab compare before after",
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := t.connect()
			if err != nil {
				return err
			}
			var both [2]*model.Experiment
			for i, name := range args {
				if both[i], err = c.Experiment(cmd.Context(), name); err != nil {
					return err
				}
				if len(both[i].Measured()) == 0 {
					return fmt.Errorf("%s has measured nothing, so there is nothing to compare (%s)", name, both[i].State())
				}
			}
			for _, e := range both {
				if !e.Finished() {
					fmt.Fprintln(t.notes, soFar(e))
				}
			}
			return t.compared(both[0], both[1])
		},
	}
}

func (t *tool) compared(a, b *model.Experiment) error {
	other := map[string]*model.Row{}
	for _, row := range b.Measured() {
		other[key(row)] = row
	}
	table := tabwriter.NewWriter(t.out, 0, 0, 3, ' ', 0)
	count := 0
	for _, row := range a.Measured() {
		theirs := other[key(row)]
		if theirs == nil {
			continue
		}
		if count == 0 {
			fmt.Fprintf(table, "CONFIGURATION\tFIGURE\t%s\t%s\tDIFFERENCE\n", strings.ToUpper(a.Metadata.Name), strings.ToUpper(b.Metadata.Name))
		}
		count++
		for _, line := range append(figures(row, theirs), consequences(row.Name, row, theirs)...) {
			fmt.Fprintln(table, strings.Join(line, "\t"))
		}
	}
	if count == 0 {
		return fmt.Errorf("%s and %s have no measured configuration in common: %s has %s; %s has %s",
			a.Metadata.Name, b.Metadata.Name, a.Metadata.Name, list(a), b.Metadata.Name, list(b))
	}
	for _, line := range demands(a, b) {
		fmt.Fprintln(table, strings.Join(line, "\t"))
	}
	table.Flush()
	for _, text := range specDifferences(a, b) {
		fmt.Fprintln(t.out, text)
	}
	return nil
}

// figures are the lines of two rows of a configuration. What may be higher has no difference, nor have percentiles of different steps.
func figures(a, b *model.Row) [][]string {
	const notSaturated = "unknown: not saturated"
	bounded := func(name string, first, next *model.Figure, firstHigher, nextHigher bool) []string {
		judged := difference(first, next)
		if firstHigher || nextHigher {
			judged = notSaturated
		}
		return []string{a.Name, name, least(first, firstHigher), least(next, nextHigher), judged}
	}
	percentile := []string{a.Name, "p95 ms", a.P95.String(), b.P95.String(), difference(a.P95, b.P95)}
	if a.Step != b.Step && a.P95.Known() && b.P95.Known() {
		percentile = []string{a.Name, "p95 ms", inStep(a), inStep(b), "different steps"}
	}
	return [][]string{bounded("peak/s", a.Peak, b.Peak, a.PeakIsHigher(), b.PeakIsHigher()),
		bounded("capacity/s", a.Capacity, b.Capacity, a.Capacity.Known() && a.Unsaturated(), b.Capacity.Known() && b.Unsaturated()), percentile}
}

// least marks a figure that may be higher.
func least(figure *model.Figure, higher bool) string {
	if higher {
		return ">" + figure.String()
	}
	return figure.String()
}

// inStep is the percentile of a row with the step that it describes; a search has no numbers of steps.
func inStep(row *model.Row) string {
	if row.Step == 0 {
		return row.P95.String() + " of a search"
	}
	return fmt.Sprintf("%s in step %d", row.P95, row.Step)
}

// key identifies a configuration across experiments.
func key(row *model.Row) string { return fmt.Sprintf("%s %d", row.System(), row.Replicas) }

func list(e *model.Experiment) string {
	var names []string
	for _, row := range e.Measured() {
		names = append(names, row.Name)
	}
	const maxNames = 10
	if len(names) > maxNames {
		names = append(names[:maxNames], fmt.Sprintf("%d more", len(names)-maxNames))
	}
	return strings.Join(names, ", ")
}

func difference(a, b *model.Figure) string {
	if !a.Known() || !b.Known() || a.Value == 0 {
		return "–"
	}
	text := fmt.Sprintf("%+.1f %%", 100*(b.Value/a.Value-1))
	lowA, highA, intervalA, _ := a.Bounds()
	lowB, highB, intervalB, _ := b.Bounds()
	switch {
	case !intervalA || !intervalB:
		return text
	case math.Max(lowA, lowB) > math.Min(highA, highB):
		return text + ", apparent"
	default:
		return text + ", intervals overlap"
	}
}

// specDifferences lists what differs between the specs, except the sweep's own list of configurations.
func specDifferences(a, b *model.Experiment) []string {
	values := func(e *model.Experiment) map[string]string {
		spec, _ := e.Raw["spec"].(map[string]any)
		found := map[string]string{}
		for _, setting := range model.Flatten(spec) {
			if !strings.HasPrefix(setting.Path, "sweep.replicas") && !strings.HasPrefix(setting.Path, "sweep.exclude") {
				found[setting.Path] = setting.Value
			}
		}
		return found
	}
	first, next := values(a), values(b)
	var all []string
	paths := maps.Clone(first)
	maps.Copy(paths, next)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if first[path] != next[path] {
			all = append(all, fmt.Sprintf("spec.%s differs: %s, %s", path, orAbsent(first[path]), orAbsent(next[path])))
		}
	}
	return all
}

func orAbsent(value string) string {
	if value == "" {
		return "absent"
	}
	return value
}

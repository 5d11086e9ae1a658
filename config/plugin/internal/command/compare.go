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
A difference is called apparent only if the 95 % intervals of both do not overlap; without intervals nothing is known of chance.
What may be higher, since no limit was shown, is marked by > and has no difference, nor has p95 of different steps or loads.
What differs in the specs is listed: another system may be what you compare, but with another workload, load or objectives the
figures are not comparable. Exit status: 0, or 3 if they have no measured configuration in common.`,
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
	count, shown := 0, [][]string{}
	for _, row := range a.Measured() {
		theirs := other[key(row)]
		if theirs == nil {
			continue
		}
		if count == 0 {
			fmt.Fprintf(table, "CONFIGURATION\tFIGURE\t%s\t%s\tDIFFERENCE\n", strings.ToUpper(a.Metadata.Name), strings.ToUpper(b.Metadata.Name))
		}
		count++
		lines := append(figures(row, theirs), consequences(row.Name, row, theirs)...)
		shown = append(shown, lines...)
		for _, line := range lines {
			fmt.Fprintln(table, strings.Join(line, "\t"))
		}
	}
	if count == 0 {
		return fmt.Errorf("%s and %s have no measured configuration in common: %s has %s; %s has %s",
			a.Metadata.Name, b.Metadata.Name, a.Metadata.Name, list(a), b.Metadata.Name, list(b))
	}
	each := demands(a, b)
	for _, line := range each {
		fmt.Fprintln(table, strings.Join(line, "\t"))
	}
	table.Flush()
	for _, text := range compareRemarks(a, b, shown, len(each) > 0) {
		fmt.Fprintln(t.out, text)
	}
	return nil
}

// compareRemarks say below a table what it does not show, and what its figures do not mean.
func compareRemarks(a, b *model.Experiment, shown [][]string, demands bool) []string {
	var all []string
	different := specDifferences(a, b)
	if slices.ContainsFunc(slices.Collect(maps.Keys(different)), incomparable) {
		all = append(all, "The figures are not comparable, since they are those of another workload, load or objectives.")
	}
	if a.Metadata.Name == b.Metadata.Name {
		all = append(all, a.Metadata.Name+" is compared with itself.")
	}
	if slices.ContainsFunc(shown, func(line []string) bool { return strings.HasSuffix(line[len(line)-1], withoutIntervals) }) {
		all = append(all, "no intervals: at least one of both has no 95 % interval, as with one round, so nothing is known of chance.")
	}
	if !demands {
		all = append(all, "The CPU time of a transaction in each tier is not compared: "+noDemands(a, b)+".")
	}
	for _, path := range slices.Sorted(maps.Keys(different)) {
		all = append(all, fmt.Sprintf("spec.%s differs: %s", path, different[path]))
	}
	return all
}

// incomparable reports whether a field of a spec decides what figures mean. More rounds and other seeds do not.
func incomparable(path string) bool {
	block, _, _ := strings.Cut(path, ".")
	return (block == "workload" || block == "load" || block == "objectives") && !strings.HasPrefix(path, "load.repetitions") && path != "load.seed"
}

// figures are the lines of two rows of a configuration. What may be higher has no difference, nor have percentiles of different steps.
func figures(a, b *model.Row) [][]string {
	const notSaturated = "unknown: no limit was shown"
	bounded := func(name string, first, next *model.Figure, firstHigher, nextHigher bool) []string {
		judged := difference(first, next)
		if firstHigher || nextHigher {
			judged = notSaturated
		}
		return []string{a.Name, name, least(first, firstHigher), least(next, nextHigher), judged}
	}
	percentile := []string{a.Name, "p95 ms", a.P95.String(), b.P95.String(), difference(a.P95, b.P95)}
	if a.At() != b.At() && a.P95.Known() && b.P95.Known() {
		judged := "different steps"
		if a.Search != nil || b.Search != nil {
			judged = "different loads"
		}
		percentile = []string{a.Name, "p95 ms", a.P95.String() + " " + a.At(), b.P95.String() + " " + b.At(), judged}
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

// withoutIntervals ends a difference of figures of which one has no 95 % interval.
const withoutIntervals = ", no intervals"

func difference(a, b *model.Figure) string {
	if !a.Known() || !b.Known() || a.Value == 0 {
		return "–"
	}
	text := fmt.Sprintf("%+.1f %%", 100*(b.Value/a.Value-1))
	lowA, highA, intervalA, _ := a.Bounds()
	lowB, highB, intervalB, _ := b.Bounds()
	switch {
	case !intervalA || !intervalB:
		return text + withoutIntervals
	case math.Max(lowA, lowB) > math.Min(highA, highB):
		return text + ", apparent"
	default:
		return text + ", intervals overlap"
	}
}

// specDifferences are the values of both specs, by the path of each field that differs, except the sweep's own list of configurations.
func specDifferences(a, b *model.Experiment) map[string]string {
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
	different, paths := map[string]string{}, maps.Clone(first)
	maps.Copy(paths, next)
	for path := range paths {
		if first[path] != next[path] {
			different[path] = orAbsent(first[path]) + ", " + orAbsent(next[path])
		}
	}
	return different
}

func orAbsent(value string) string {
	if value == "" {
		return "absent"
	}
	return value
}

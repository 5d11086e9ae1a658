// Package curve writes the rows of an experiment as text: a table, spark lines, Markdown, CSV and JUnit XML.
package curve

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"dev.scalelab/plugin/internal/model"
)

// column is a figure of a row with its heading.
type column struct {
	title string
	of    func(*model.Row) string
}

// mean is left out of a table in which no row has it, as in the results of older operators.
var mean = column{"MEAN ms", func(r *model.Row) string { return r.Mean.String() }}

var columns = []column{
	{"CHANGE %", func(r *model.Row) string { return r.Change.String() }},
	{"SPEEDUP", func(r *model.Row) string { return r.Speedup.String() }},
	{"EFFICIENCY", func(r *model.Row) string { return r.Efficiency.String() }},
	{"CAPACITY/s", func(r *model.Row) string { return r.Capacity.String() }},
	{"OF STEP", func(r *model.Row) string { return cmp.Or(r.Described(), unknown) }},
	mean,
	{"P95 ms", func(r *model.Row) string { return r.P95.String() }},
	{"ERRORS %", func(r *model.Row) string { return r.Errors.String() }},
}

// unknown is how a figure without a value is written.
const unknown = "–"

const unsaturated = "> means that the system was not saturated: its real peak is higher, or with a single number of users may be. Increase the rates or users before you compare."

const estimated = "CAPACITY/s of a search is estimated between loads that were measured; response times and ERRORS are those of the load in OF STEP."

// cells has the texts of a row, the first two of which are the system and its number of servers.
func cells(shown []column, row *model.Row) []string {
	all := []string{row.System(), strconv.Itoa(row.Replicas)}
	if !row.Peak.Known() {
		return append(all, "not measured: "+row.Reason+": "+row.Message)
	}
	peak := row.Peak.String()
	if row.Unsaturated() {
		peak = ">" + peak
	}
	all = append(all, peak)
	for _, column := range shown {
		all = append(all, column.of(row))
	}
	for i, cell := range all {
		if cell == unknown {
			all[i] = "-"
		}
	}
	if row.Bbops.Known() {
		all = append(all, row.Bbops.String(), row.Requests.String())
	}
	return all
}

// columnsOf are the columns of which a row may have a figure.
func columnsOf(e *model.Experiment) []column {
	if slices.ContainsFunc(e.Status.Configurations, func(row *model.Row) bool { return row.Mean.Known() }) {
		return columns
	}
	return slices.DeleteFunc(slices.Clone(columns), func(c column) bool { return c.title == mean.title })
}

func head(e *model.Experiment, shown []column) []string {
	all := []string{"SYSTEM", "PODS", "PEAK/s"}
	for _, column := range shown {
		all = append(all, column.title)
	}
	for _, row := range e.Status.Configurations {
		if row.Bbops.Known() {
			return append(all, "BBOPS/min", "REQUESTS/s")
		}
	}
	return all
}

// remarks are the lines below a table.
func remarks(e *model.Experiment) []string {
	var found []string
	if e.Status.Omitted > 0 {
		found = append(found, omitted(e))
	}
	if slices.ContainsFunc(e.Measured(), (*model.Row).Unsaturated) {
		found = append(found, unsaturated)
	}
	if slices.ContainsFunc(e.Measured(), func(row *model.Row) bool {
		return row.Search != nil && row.Search.Reported != nil && row.Capacity.Known()
	}) {
		found = append(found, estimated)
	}
	return found
}

// omitted says where the configurations are that the status has no row of.
func omitted(e *model.Experiment) string {
	return fmt.Sprintf("%d more configurations have no row here: kubectl get scaltrial --selector scalelab.dev/experiment=%s", e.Status.Omitted, e.Metadata.Name)
}

// Text is the curve as a table, with the operator's sentences.
func Text(e *model.Experiment) string {
	var b strings.Builder
	b.WriteString(Table(e))
	for _, finding := range e.Findings() {
		fmt.Fprintln(&b, finding)
	}
	return b.String()
}

// Table is the curve as a table with columns of equal width.
func Table(e *model.Experiment) string {
	if len(e.Status.Configurations) == 0 {
		if e.Finished() {
			return "no configuration has been measured\n"
		}
		return "no configuration has a result yet\n"
	}
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	shown := columnsOf(e)
	fmt.Fprintln(table, strings.Join(head(e, shown), "\t"))
	for _, row := range e.Status.Configurations {
		fmt.Fprintln(table, strings.Join(cells(shown, row), "\t"))
	}
	table.Flush()
	for _, remark := range remarks(e) {
		fmt.Fprintln(&b, remark)
	}
	return b.String()
}

// Markdown is the curve with the verdict, for the summary of a CI job.
func Markdown(e *model.Experiment) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s: %s\n\n%s\n\n", e.Metadata.Name, e.VerdictText(), escaped(e.Status.Message))
	shown := columnsOf(e)
	titles := head(e, shown)
	fmt.Fprintf(&b, "| %s |\n|---|%s\n", strings.Join(titles, " | "), strings.Repeat("--:|", len(titles)-1))
	for _, row := range e.Status.Configurations {
		texts := cells(shown, row)
		for i := range texts {
			texts[i] = escaped(texts[i])
		}
		for len(texts) < len(titles) {
			texts = append(texts, "")
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(texts, " | "))
	}
	if sparks := Sparks(e); sparks != "" {
		fmt.Fprintf(&b, "\n```\n%s```\n", sparks)
	}
	for _, remark := range remarks(e) {
		fmt.Fprintf(&b, "\n%s\n", escaped(remark))
	}
	for i, finding := range e.Findings() {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "- %s\n", escaped(finding))
	}
	return b.String()
}

func escaped(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", ">", "&gt;").Replace(text)
}

// Sparks has a line for each system with several numbers of servers: its peaks as bars from 0.
func Sparks(e *model.Experiment) string {
	systems, highest, width := model.Systems(e.Status.Configurations), 0.0, 0
	for _, row := range e.Measured() {
		highest = math.Max(highest, row.Peak.Value)
	}
	for _, system := range systems {
		width = max(width, len(system.Name))
	}
	var b strings.Builder
	for _, system := range systems {
		if len(system.Rows) < 2 || highest == 0 {
			continue
		}
		bars, from, to := "", system.Rows[0].Replicas, 0
		for _, row := range system.Rows {
			bars += string([]rune("▁▂▃▄▅▆▇█")[int(math.Round(row.Peak.Value/highest*7))])
			to = row.Replicas
		}
		fmt.Fprintf(&b, "%-*s  %s  %d to %d pods\n", width, system.Name, bars, from, to)
	}
	return b.String()
}

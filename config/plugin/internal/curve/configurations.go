package curve

import (
	"io"
	"strconv"
	"strings"

	"dev.scalelab/plugin/internal/model"
)

// CSV writes a row for each configuration, with plain numbers; what is unknown is empty.
func CSV(to io.Writer, e *model.Experiment) error {
	figures := []struct {
		name string
		of   func(*model.Row) *model.Figure
	}{
		{"peakPerSecond", func(r *model.Row) *model.Figure { return r.Peak }}, {"capacityPerSecond", func(r *model.Row) *model.Figure { return r.Capacity }},
		{"changePercent", func(r *model.Row) *model.Figure { return r.Change }}, {"speedup", func(r *model.Row) *model.Figure { return r.Speedup }},
		{"efficiency", func(r *model.Row) *model.Figure { return r.Efficiency }}, {"requestsPerSecond", func(r *model.Row) *model.Figure { return r.Requests }},
		{"bbopsPerMinute", func(r *model.Row) *model.Figure { return r.Bbops }}, {"p50Millis", func(r *model.Row) *model.Figure { return r.P50 }},
		{"p90Millis", func(r *model.Row) *model.Figure { return r.P90 }}, {"p95Millis", func(r *model.Row) *model.Figure { return r.P95 }},
		{"p99Millis", func(r *model.Row) *model.Figure { return r.P99 }}, {"errorPercent", func(r *model.Row) *model.Figure { return r.Errors }},
		{"hostCpuPercent", func(r *model.Row) *model.Figure { return r.HostCPU }},
	}
	head := []string{"name", "variant", "factors", "replicas", "runs", "step", "saturated", "reason", "message"}
	for _, figure := range figures {
		head = append(head, bounded(figure.name)...)
	}
	head = append(append(head, "capacityResolutionPercent", "notes"), searchHead...)
	var rows [][]string
	for _, row := range e.Status.Configurations {
		line := []string{row.Name, row.Variant, row.FactorText(), whole(row.Replicas), whole(row.Runs), step(row), truth(row.Saturated), row.Reason, row.Message}
		for _, figure := range figures {
			line = append(line, plain(figure.of(row))...)
		}
		line = append(line, plain(row.Resolution)[0], strings.Join(row.Notes, " "))
		rows = append(rows, append(line, search(e, row.Search)...))
	}
	return lines(to, head, rows)
}

// step is the number of the step that the percentiles describe; a search has none.
func step(row *model.Row) string {
	if row.Step == 0 {
		return ""
	}
	return whole(row.Step)
}

var searchHead = []string{"searchModel", "searchTolerancePercent", "searchLevel", "searchConfirmedLevel", "searchReportedLevel", "searchBracketed", "searchSteps",
	"searchResolutionPercent", "searchHostFullFromLevel", "searchNotes"}

// search has how a capacity was found; empty where given loads were measured.
func search(e *model.Experiment, found *model.Search) []string {
	if found == nil {
		return make([]string, len(searchHead))
	}
	return []string{found.Model, tolerance(e), decimal(found.Level), decimal(found.Confirmed), decimal(found.Reported), strconv.FormatBool(found.Bracketed()), whole(found.Steps),
		decimal(found.Resolution), decimal(found.HostFull), strings.Join(found.Notes, " ")}
}

// tolerance is the spec's; empty if it is not known.
func tolerance(e *model.Experiment) string {
	if percent, ok := e.Spec.Load.Search["tolerancePercent"].(float64); ok {
		return decimal(&percent)
	}
	return ""
}

func plain(figure *model.Figure) []string {
	if !figure.Known() {
		return make([]string, 5)
	}
	texts := []string{strconv.FormatFloat(figure.Value, 'f', -1, 64)}
	for _, bound := range []*float64{figure.Low, figure.High, figure.Min, figure.Max} {
		text := ""
		if bound != nil {
			text = strconv.FormatFloat(*bound, 'f', -1, 64)
		}
		texts = append(texts, text)
	}
	return texts
}

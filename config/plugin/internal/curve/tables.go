package curve

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"dev.scalelab/plugin/internal/model"
)

// Diagnoses is the table of what limits each configuration, whose sentences are in the trials.
const Diagnoses = "diagnoses"

// Tables are the parts of a status that can be written as CSV, by name.
var Tables = map[string]func(io.Writer, *model.Experiment) error{
	"answers": answers, "comparisons": comparisons, "configurations": CSV, Diagnoses: diagnoses, "disturbances": disturbances, "models": models,
}

// TableNames are the names of all tables, sorted.
func TableNames() []string {
	return slices.Sorted(slices.Values(slices.AppendSeq(slices.Collect(maps.Keys(Tables)), maps.Keys(TrialTables))))
}

// lines writes CSV with a head.
func lines(to io.Writer, head []string, rows [][]string) error {
	writer := csv.NewWriter(to)
	if err := writer.WriteAll(append([][]string{head}, rows...)); err != nil {
		return err
	}
	return writer.Error()
}

// bounded has the titles of a figure and of its bounds.
func bounded(names ...string) []string {
	var all []string
	for _, name := range names {
		all = append(all, name, name+"Low", name+"High", name+"Min", name+"Max")
	}
	return all
}

func decimal(value *float64) string {
	if value == nil {
		return ""
	}
	return strconv.FormatFloat(*value, 'f', -1, 64)
}

func whole[N int | int64](value N) string { return fmt.Sprint(value) }

func optional[N int | int64](value *N) string {
	if value == nil {
		return ""
	}
	return whole(*value)
}

func truth(value *bool) string {
	if value == nil {
		return ""
	}
	return strconv.FormatBool(*value)
}

// disturbances has a row for each disturbance of each configuration, with what became of sessions and requests.
func disturbances(to io.Writer, e *model.Experiment) error {
	head := append([]string{"name", "replicas", "disturbance", "action", "tier", "step", "runs"},
		bounded("failed", "errorSeconds", "throughputBackSeconds", "responseTimeBackSeconds", "podsBackSeconds", "membersBackSeconds", "stateTransferSeconds")...)
	head = append(head, "sessions", "intact", "moved", "lost", "rolledBack", "stale", "repeated", "unknown", "failedRequests", "acknowledged", "missing", "twice", "text")
	var rows [][]string
	for _, row := range e.Status.Configurations {
		for _, one := range row.Disturbances {
			line := []string{row.Name, whole(row.Replicas), one.Name, one.Action, one.Tier, whole(one.Step), whole(one.Runs)}
			for _, figure := range []*model.Figure{one.Failed, one.ErrorSeconds, one.ThroughputBack, one.ResponseTimeBack, one.PodsBack, one.MembersBack, one.StateTransfer} {
				line = append(line, plain(figure)...)
			}
			if s := one.State; s != nil {
				line = append(line, whole(s.Sessions), whole(s.Intact), whole(s.Moved), whole(s.Lost), whole(s.RolledBack), whole(s.Stale), whole(s.Repeated), whole(s.Unknown))
			} else {
				line = append(line, make([]string, 8)...)
			}
			line = append(line, whole(one.Requests()))
			if s := one.Stored(); s != nil {
				line = append(line, whole(s.Acknowledged), whole(s.Missing), optional(s.Twice))
			} else {
				line = append(line, make([]string, 3)...)
			}
			rows = append(rows, append(line, one.Text))
		}
	}
	return lines(to, head, rows)
}

// answers has a row for each answer to a question.
func answers(to io.Writer, e *model.Experiment) error {
	var rows [][]string
	for _, one := range e.Status.Answers {
		rows = append(rows, []string{whole(one.Question), one.System, optional(one.Replicas), optional(one.Low), optional(one.High), decimal(one.PerSecond),
			decimal(one.RequestsPerSecond), decimal(one.OrdersPerHour), one.LimitedBy, decimal(one.LimitPerSecond), strconv.FormatBool(one.Extrapolated), one.Message})
	}
	return lines(to, []string{"question", "system", "replicas", "low", "high", "perSecond", "requestsPerSecond", "ordersPerHour", "limitedBy", "limitPerSecond", "extrapolated", "message"}, rows)
}

// models has a row for each tier of each queueing model; a model without demands has one row, with its reason.
func models(to io.Writer, e *model.Experiment) error {
	head := append([]string{"system", "replicas", "tier", "database", "cores"}, bounded("millis")...)
	head = append(head, "delayMillis", "throughputErrorPercent", "responseErrorPercent", "reason", "message")
	var rows [][]string
	for _, one := range e.Status.Models {
		end := []string{decimal(&one.DelayMillis), decimal(one.ThroughputError), decimal(one.ResponseError), one.Reason, one.Message}
		for _, demand := range one.Demands {
			line := append([]string{one.System, whole(one.Replicas), demand.Tier, demand.Database, decimal(&demand.Cores)}, plain(demand.Millis)...)
			rows = append(rows, append(line, end...))
		}
		if len(one.Demands) == 0 {
			end[0] = ""
			rows = append(rows, append(append([]string{one.System}, make([]string, 9)...), end...))
		}
	}
	return lines(to, head, rows)
}

// comparisons has a row for each judged comparison.
func comparisons(to io.Writer, e *model.Experiment) error {
	head := append([]string{"variant", "factors", "baseline", "replicas", "verdict"}, bounded("ratio")...)
	var rows [][]string
	for _, one := range e.Status.Comparisons {
		line := append([]string{one.Variant, one.Factors, one.Baseline, whole(one.Replicas), one.Verdict}, plain(one.Ratio)...)
		rows = append(rows, append(line, plain(one.Floor)[0], one.Message))
	}
	return lines(to, append(head, "noiseFloorPercent", "message"), rows)
}

// diagnoses has a row for each configuration with a diagnosis.
func diagnoses(to io.Writer, e *model.Experiment) error {
	var rows [][]string
	for _, row := range e.Status.Configurations {
		if found := row.Bottleneck; found != nil {
			rows = append(rows, []string{row.Name, whole(row.Replicas), found.Verdict, found.Resource, found.Database, found.Partition, found.Confidence, decimal(found.Utilization),
				decimal(found.Bound), truth(found.Verified), found.Recommendation, found.Message})
		}
	}
	return lines(to, []string{"name", "replicas", "verdict", "resource", "database", "partition", "confidence", "utilization", "boundPerSecond", "verified", "recommendation", "message"}, rows)
}

package curve

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"dev.scalelab/plugin/internal/model"
)

type suite struct {
	XMLName  xml.Name `xml:"testsuite"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Time     float64  `xml:"time,attr"`
	Cases    []test   `xml:"testcase"`
}

type test struct {
	Class   string  `xml:"classname,attr"`
	Name    string  `xml:"name,attr"`
	Failure *reason `xml:"failure,omitempty"`
	Error   *reason `xml:"error,omitempty"`
	Skipped *reason `xml:"skipped,omitempty"`
	Out     string  `xml:"system-out,omitempty"`
}

type reason struct {
	Message string `xml:"message,attr"`
}

// JUnit writes a case for the verdict, and for each configuration one for all objectives that a step has to meet together, one for each of
// them, and those of its capacity and its efficiency, as far as there are such objectives. What the operator calls unknown is skipped, and so
// are a configuration that was not measured, and the one that verifies a diagnosis, which has no part in the verdict. Limits of single
// transactions and of shares are judged by the trials.
func JUnit(to io.Writer, e *model.Experiment, trials []*model.Trial) error {
	byName := map[string]*model.Trial{}
	for _, trial := range trials {
		byName[trial.Metadata.Name] = trial
	}
	all := suite{Name: e.Metadata.Namespace + "/" + e.Metadata.Name, Cases: []test{verdict(e)}}
	if e.Status.StartTime != nil && e.Status.CompletionTime != nil {
		all.Time = e.Status.CompletionTime.Sub(*e.Status.StartTime).Seconds()
	}
	if e.Status.Omitted > 0 {
		all.Cases = append(all.Cases, test{Class: e.Metadata.Name, Name: "configurations without a row in the status", Skipped: &reason{omitted(e)}})
	}
	smallest := map[string]*model.Row{}
	for _, system := range model.Systems(e.Status.Configurations) {
		smallest[system.Name] = system.Rows[0]
	}
	for _, row := range e.Status.Configurations {
		all.Cases = append(all.Cases, cases(e, row, smallest[row.System()], byName[row.Trial])...)
	}
	all.Tests = len(all.Cases)
	for _, one := range all.Cases {
		if one.Failure != nil {
			all.Failures++
		}
		if one.Error != nil {
			all.Errors++
		}
		if one.Skipped != nil {
			all.Skipped++
		}
	}
	if _, err := io.WriteString(to, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(to)
	encoder.Indent("", "  ")
	if err := encoder.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(to, "\n")
	return err
}

// verdict is the whole experiment. One that has ended without a verdict fails, and one that has not ended is an error: a job that reads only
// the file must not pass because nothing was measured.
func verdict(e *model.Experiment) test {
	one := test{Class: e.Metadata.Name, Name: "verdict"}
	said := &reason{e.VerdictText() + ": " + e.Status.Message}
	switch {
	case e.ExitStatus() == model.ExitPassed:
		one.Out = said.Message
	case e.ExitStatus() == model.ExitFailed:
		one.Failure = said
	case e.ExitStatus() == model.ExitInconclusive:
		one.Skipped = said
	case e.Finished():
		one.Failure = &reason{e.State()}
	default:
		one.Error = &reason{"the experiment has not ended: " + e.State()}
	}
	return one
}

// Judged is the verdict that follows from the rows, the objectives and the planned configurations; empty if the status does not have every row.
func Judged(e *model.Experiment) string {
	if e.Status.Omitted > 0 {
		return ""
	}
	smallest, measured, verdict := map[string]*model.Row{}, 0, "Passed"
	for _, system := range model.Systems(e.Status.Configurations) {
		smallest[system.Name] = system.Rows[0]
	}
	for _, row := range e.Status.Configurations {
		if row.Variant == model.Verify || !row.Peak.Known() {
			continue
		}
		measured++
		if !row.Capacity.Known() {
			return "Failed"
		}
		for _, one := range cases(e, row, smallest[row.System()], nil) {
			switch {
			case one.Failure != nil:
				return "Failed"
			case one.Skipped != nil:
				verdict = "Inconclusive"
			}
		}
	}
	// Of an experiment that was terminated, what was measured counts as if it were all.
	if partly := e.Status.Phase == "Terminated" && measured > 0; !partly && measured < len(e.Configurations()) {
		return "Inconclusive"
	}
	return verdict
}

// cases are judged as the operator's verdict is. The smallest configuration is that of the same system with the fewest servers. Without the
// trial, figures of single transactions are not known.
func cases(e *model.Experiment, row, smallest *model.Row, trial *model.Trial) []test {
	var all []test
	add := func(name string, judge func(*test)) {
		one := test{Class: e.Metadata.Name + "." + row.Name, Name: name}
		switch {
		case row.Variant == model.Verify:
			one.Skipped = &reason{"it verifies a diagnosis, and has no part in the verdict"}
		case row.Peak.Known():
			judge(&one)
		default:
			one.Skipped = &reason{row.Reason + ": " + row.Message}
		}
		all = append(all, one)
	}
	if objectives := e.StepObjectives(); len(objectives) > 0 {
		add("a step meets every objective: "+strings.Join(objectives, ", "), func(one *test) { stepsMet(row, one) })
	}
	for _, limit := range e.ResponseLimits() {
		add(limit.String(), func(one *test) { oneMet(row, ofLimit(limit, row, trial), one) })
	}
	if text := e.ErrorObjective(); text != "" {
		maximum, err := strconv.ParseFloat(fmt.Sprint(e.Spec.Objectives.MaxErrorPercent), 64)
		if err != nil {
			maximum = math.Inf(1)
		}
		add(text, func(one *test) { oneMet(row, atMost(row.Errors, maximum, "%"), one) })
	}
	if minimum := e.Spec.Objectives.MinCapacityPerSecond; minimum != nil {
		add(e.CapacityObjective(), func(one *test) { capacity(row, float64(*minimum), one) })
	}
	if minimum := e.Spec.Objectives.MinEfficiencyPercent; minimum != nil {
		add(e.EfficiencyObjective(), func(one *test) { efficiency(row, smallest, float64(*minimum), one) })
	}
	return all
}

// stepsMet judges the objectives that one step has to meet together.
func stepsMet(row *model.Row, one *test) {
	times := fmt.Sprintf("p50 %s ms, p95 %s ms, p99 %s ms, %s %% failed", row.P50, row.P95, row.P99, row.Errors)
	switch {
	case !row.Capacity.Known() && row.Search != nil:
		one.Failure = &reason{fmt.Sprintf("no load met every objective; %s: %s", row.At(), times)}
	case !row.Capacity.Known():
		one.Failure = &reason{fmt.Sprintf("no step met every objective; at the peak of %s transactions per second: %s", row.Peak, times)}
	case row.Search != nil: // its capacity is between loads
		one.Out = fmt.Sprintf("capacity %s transactions per second, estimated; %s: %s", row.Capacity, row.At(), times)
	default:
		one.Out = fmt.Sprintf("capacity %s transactions per second %s: %s", row.Capacity, row.At(), times)
	}
}

// oneMet judges one of the objectives of steps. A step that gives a capacity has met all of them; otherwise its figure counts.
func oneMet(row *model.Row, figure found, one *test) {
	said := figure.text + " " + row.At()
	switch {
	case row.Capacity.Known() && figure.text == "":
		one.Out = "met " + row.At() + "; the figure is in the steps of " + row.Trial
	case row.Capacity.Known():
		one.Out = said
	case figure.text == "":
		one.Skipped = &reason{"unknown: no step met every objective, and the figure of this one is in the steps of " + row.Trial}
	case figure.missed:
		one.Failure = &reason{said}
	default:
		one.Out = said
	}
}

// capacity judges the lowest capacity that is enough. That of an unsaturated system may be higher.
func capacity(row *model.Row, minimum float64, one *test) {
	switch {
	case !row.Capacity.Known():
		one.Failure = &reason{"no step met every objective, so there is no capacity"}
	case row.Capacity.Value >= minimum:
		one.Out = fmt.Sprintf("capacity %s", row.Capacity)
	case row.Unsaturated():
		one.Skipped = &reason{fmt.Sprintf("unknown: the capacity is at least %s, and all of the load was done: increase it", row.Capacity)}
	default:
		one.Failure = &reason{fmt.Sprintf("capacity %s", row.Capacity)}
	}
}

// efficiency is unknown if a peak may be higher: the row's own would raise it, that of the smallest configuration would lower it.
func efficiency(row, smallest *model.Row, minimum float64, one *test) {
	percent := 100 * row.Peak.Value / smallest.Peak.Value * float64(smallest.Replicas) / float64(row.Replicas)
	unsure := smallest
	if percent < minimum {
		unsure = row
	}
	said := fmt.Sprintf("efficiency %s %%", model.Number(percent))
	switch {
	case row == smallest:
		one.Out = "it is the smallest configuration of its system, with which the others are compared"
	case unsure.PeakIsHigher():
		one.Skipped = &reason{fmt.Sprintf("unknown: %s did all of its load, so its peak is, or may be, higher: increase the load; as measured: %s", unsure.Name, said)}
	case percent < minimum:
		one.Failure = &reason{said}
	default:
		one.Out = said
	}
}

package curve

import (
	"encoding/xml"
	"fmt"
	"io"

	"dev.scalelab/plugin/internal/model"
)

type suite struct {
	XMLName  xml.Name `xml:"testsuite"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Time     float64  `xml:"time,attr"`
	Cases    []test   `xml:"testcase"`
}

type test struct {
	Class   string  `xml:"classname,attr"`
	Name    string  `xml:"name,attr"`
	Failure *reason `xml:"failure,omitempty"`
	Skipped *reason `xml:"skipped,omitempty"`
	Out     string  `xml:"system-out,omitempty"`
}

type reason struct {
	Message string `xml:"message,attr"`
}

// JUnit writes a case for each objective of each configuration. A configuration that was not measured is skipped, with its reason.
func JUnit(to io.Writer, e *model.Experiment) error {
	found := suite{Name: e.Metadata.Namespace + "/" + e.Metadata.Name}
	if e.Status.StartTime != nil && e.Status.CompletionTime != nil {
		found.Time = e.Status.CompletionTime.Sub(*e.Status.StartTime).Seconds()
	}
	for _, row := range e.Status.Configurations {
		found.Cases = append(found.Cases, cases(e, row)...)
	}
	if len(found.Cases) == 0 { // a job must not pass because nothing was asserted
		found.Cases = []test{{Class: e.Metadata.Name, Name: "the experiment is measured", Skipped: &reason{e.State()}}}
		if e.Finished() {
			found.Cases[0].Skipped, found.Cases[0].Failure = nil, found.Cases[0].Skipped
		}
	}
	found.Tests = len(found.Cases)
	for _, one := range found.Cases {
		if one.Failure != nil {
			found.Failures++
		}
		if one.Skipped != nil {
			found.Skipped++
		}
	}
	if _, err := io.WriteString(to, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(to)
	encoder.Indent("", "  ")
	if err := encoder.Encode(found); err != nil {
		return err
	}
	_, err := io.WriteString(to, "\n")
	return err
}

// cases has the objectives of a step, which a configuration meets if one of its steps met them all, and those of its capacity and efficiency.
func cases(e *model.Experiment, row *model.Row) []test {
	class := e.Metadata.Name + "." + row.Name
	var all []test
	for _, name := range e.StepObjectives() {
		all = append(all, judged(row, test{Class: class, Name: name}))
	}
	add := func(name string, missed bool, found string) {
		one := test{Class: class, Name: name}
		switch {
		case !row.Peak.Known():
			one.Skipped = &reason{row.Reason + ": " + row.Message}
		case missed:
			one.Failure = &reason{found}
		}
		all = append(all, one)
	}
	if minimum := e.Spec.Objectives.MinCapacityPerSecond; minimum != nil {
		add(e.CapacityObjective(), !row.Capacity.Known() || row.Capacity.Value < float64(*minimum), fmt.Sprintf("capacity %s", row.Capacity))
	}
	if minimum := e.Spec.Objectives.MinEfficiencyPercent; minimum != nil {
		add(e.EfficiencyObjective(), row.Efficiency.Known() && 100*row.Efficiency.Value < float64(*minimum), fmt.Sprintf("efficiency %s", row.Efficiency))
	}
	return all
}

func judged(row *model.Row, one test) test {
	switch {
	case !row.Peak.Known():
		one.Skipped = &reason{row.Reason + ": " + row.Message}
	case !row.Capacity.Known():
		one.Failure = &reason{fmt.Sprintf("no step met every objective; at the peak of %s transactions per second p50 is %s ms, p95 %s ms, p99 %s ms, and %s %% failed",
			row.Peak, row.P50, row.P95, row.P99, row.Errors)}
	default:
		one.Out = fmt.Sprintf("capacity %s transactions per second in step %d: p50 %s ms, p95 %s ms, p99 %s ms, %s %% failed", row.Capacity, row.Step, row.P50, row.P95, row.P99, row.Errors)
	}
	return one
}

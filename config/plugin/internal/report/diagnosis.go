package report

import (
	"fmt"
	"math"
	"strings"

	"dev.scalelab/plugin/internal/model"
)

// diagnoses are the operator's statements of what limits each configuration, and what to change.
func diagnoses(e *model.Experiment) table {
	t := table{Caption: "What limits each configuration", Head: []string{"configuration", "limit", "verdict", "confidence", "used %", "would allow/s", "next or other candidates", "verified", "what to change"}}
	for _, row := range e.Measured() {
		found := row.Bottleneck
		if found == nil || found.Verdict == "" {
			continue
		}
		used := number("–")
		if found.Utilization != nil {
			used = number(model.Number(math.Round(1000**found.Utilization) / 10))
		}
		verified := "–"
		if found.Verified != nil {
			verified = map[bool]string{true: "yes", false: "no"}[*found.Verified]
		}
		t.Rows = append(t.Rows, []cell{words(row.Name), words(found.Limit()), words(found.Verdict), words(orDash(found.Confidence)), used, optional(found.Bound),
			words(candidates(found.Candidates)), words(verified), words(orDash(found.Recommendation))})
	}
	return t
}

func candidates(all []model.Candidate) string {
	var texts []string
	for _, one := range all {
		text := one.Place()
		if one.Bound != nil {
			text += fmt.Sprintf(" (%s/s)", model.Number(*one.Bound))
		}
		texts = append(texts, text)
	}
	return orDash(strings.Join(texts, ", "))
}

// partNames are the parts of a response time as words; another one, of a later operator, keeps its name.
var partNames = map[string]string{"balancerQueue": "queue of the balancer", "webQueue": "wait for a web thread", "application": "application",
	"beanWait": "wait for a bean", "jdbcWait": "wait for a connection", "idleInTransaction": "idle in a transaction", "database": "statements in the database",
	"locks": "locks", "io": "reads and writes", "commits": "commits", "unexplained": "unexplained"}

func partName(part string) string {
	if name := partNames[part]; name != "" {
		return name
	}
	return part
}

// times says where the mean response time of a transaction goes under the highest load; columns are the parts that occur.
func times(e *model.Experiment) table {
	t := table{Caption: "Where the mean response time of a transaction goes under the highest load, in milliseconds, from the outside in", Head: []string{"configuration"}}
	known := map[string]bool{}
	for _, row := range e.Measured() {
		if row.Bottleneck == nil {
			continue
		}
		for _, part := range row.Bottleneck.Times {
			if name := partName(part.Part); !known[name] {
				known[name] = true
				t.Head = append(t.Head, name)
			}
		}
	}
	for _, row := range e.Measured() {
		if row.Bottleneck == nil || len(row.Bottleneck.Times) == 0 {
			continue
		}
		cells := append([]cell{words(row.Name)}, blank(len(t.Head)-1)...)
		for _, part := range row.Bottleneck.Times {
			for i, name := range t.Head {
				if name == partName(part.Part) {
					cells[i] = optional(part.Millis)
				}
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// verification is the configuration with more of the named resource.
func verification(e *model.Experiment) table {
	t := table{Caption: "Verification of a diagnosis: one more configuration with more of the resource that was named",
		Head: []string{"configuration", "resource", "raised", "to", "change of the capacity %", "verified", "message"}}
	if found := e.Status.Verification; found != nil {
		verified := "not yet measured"
		switch {
		case found.Verified != nil:
			verified = map[bool]string{true: "yes", false: "no"}[*found.Verified]
		case found.Change != nil:
			verified = "not known"
		case found.Raised == "":
			verified = "not tried" // another resource would limit at once, or no field gives more of it
		}
		t.Rows = append(t.Rows, []cell{words(found.Configuration), words(found.Resource), words(orDash(found.Raised)), words(orDash(found.Settings)), number(found.Change.String()),
			words(verified), words(found.Message)})
	}
	return t
}

// plateaus are the best values of each factor.
func plateaus(e *model.Experiment) table {
	t := table{Caption: "The best value of each factor, and those whose peaks are at most 5 % lower", Head: []string{"system", "pods", "setting", "best", "peak/s", "nearly as good", "message"}}
	for _, one := range e.Status.Factors {
		t.Rows = append(t.Rows, []cell{words(one.System), number(fmt.Sprint(one.Replicas)), words(one.Setting), words(one.Best), optional(one.BestPerSecond),
			words(orDash(strings.Join(one.Plateau, ", "))), words(one.Message)})
	}
	return t
}

func orDash(text string) string {
	if text == "" {
		return "–"
	}
	return text
}

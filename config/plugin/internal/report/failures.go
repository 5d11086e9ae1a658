package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"dev.scalelab/plugin/internal/model"
)

// maxLosses keeps the table of steps in which something was lost short.
const maxLosses = 200

// failures shows what planned failures have done, and what users have lost.
func failures(in Input) section {
	found := section{ID: "failures", Title: "Failures, and what users lost"}
	effects := table{Caption: "What followed from each planned disturbance, over the valid runs; seconds after it, – where it was not back in time",
		Head: []string{"configuration", "disturbance", "what, of which tier", "step", "runs", "failed transactions", "errors for s", "throughput back s", "response time back s", "pods back s", "members back s", "state transfer s", "late ms"}}
	sessions := table{Caption: "State of the sessions that ended in a disturbed step, all valid runs together; ▲ marks what users lost",
		Head: []string{"configuration", "disturbance", "sessions", "intact", "of these moved", "lost", "rolled back", "stale", "repeated", "unknown"}}
	stored := table{Caption: "Acknowledged transactions against those in the databases, all valid runs together; – where a kind is not compared one by one: more may be missing then; ▲ marks what users lost",
		Head: []string{"configuration", "disturbance", "transaction", "acknowledged", "missing", "there twice"}}
	requests := table{Caption: "Failed requests of a disturbed step, all valid runs together, by kind"}
	kinds := kindsOf(in)
	requests.Head = append([]string{"configuration", "disturbance"}, kinds...)
	for _, row := range in.Experiment.Status.Configurations {
		for _, one := range row.Disturbances {
			if one.Text != "" {
				found.Text = append(found.Text, row.Name+": "+one.Text+".")
			}
			effects.Rows = append(effects.Rows, []cell{words(row.Name), words(one.Name), words(one.Action + ", " + one.Tier), number(fmt.Sprint(one.Step)), number(fmt.Sprint(one.Runs)),
				number(one.Failed.String()), number(one.ErrorSeconds.String()), number(one.ThroughputBack.String()), number(one.ResponseTimeBack.String()),
				number(one.PodsBack.String()), number(one.MembersBack.String()), number(one.StateTransfer.String()), number(one.LateMillis.String())})
			if one.State != nil {
				sessions.Rows = append(sessions.Rows, append([]cell{words(row.Name), words(one.Name)}, states(one.State)...))
			}
			for _, kind := range one.Acknowledged {
				stored.Rows = append(stored.Rows, append([]cell{words(row.Name), words(one.Name)}, transactions(kind)...))
			}
			if one.Requests() > 0 {
				requests.Rows = append(requests.Rows, append([]cell{words(row.Name), words(one.Name)}, counts(one.FailedRequests, kinds)...))
			}
		}
	}
	if planned := disturbed(in.Experiment); planned != "" {
		found.Text = append([]string{planned}, found.Text...)
	}
	for _, one := range []table{effects, sessions, stored, requests, made(in), losses(in)} {
		if len(one.Rows) > 0 {
			found.Tables = append(found.Tables, one)
		}
	}
	if len(found.Text)+len(found.Tables) == 0 {
		return section{}
	}
	return found
}

// disturbed says what is planned to fail.
func disturbed(e *model.Experiment) string {
	var all []string
	for _, one := range e.Spec.Disturbances {
		all = append(all, fmt.Sprintf("%s (%s, %s, step %d)", one.Name, one.Action, one.Tier, max(one.Step, 1)))
	}
	if len(all) == 0 {
		return ""
	}
	return "In each run of each configuration: " + strings.Join(all, ", ") + "."
}

func loss(count int64) cell { return cell{Text: fmt.Sprint(count), Hot: count > 0} }

func transactions(of model.Acknowledged) []cell {
	twice := number("–")
	if of.Twice != nil {
		twice = loss(*of.Twice)
	}
	return []cell{words(of.Name), number(fmt.Sprint(of.Acknowledged)), loss(of.Missing), twice}
}

func states(of *model.StateCounts) []cell {
	return []cell{number(fmt.Sprint(of.Sessions)), number(fmt.Sprint(of.Intact)), number(fmt.Sprint(of.Moved)), loss(of.Lost), loss(of.RolledBack),
		loss(of.Stale), loss(of.Repeated), number(fmt.Sprint(of.Unknown))}
}

// kindsOf are the kinds of failed requests that occurred.
func kindsOf(in Input) []string {
	all := map[string]bool{}
	for _, row := range in.Experiment.Status.Configurations {
		for _, one := range row.Disturbances {
			for kind, count := range one.FailedRequests {
				if count > 0 {
					all[kind] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

func counts(of map[string]int64, kinds []string) []cell {
	var cells []cell
	for _, kind := range kinds {
		cells = append(cells, number(fmt.Sprint(of[kind])))
	}
	return cells
}

// made lists when each disturbance was made, and which pods it concerned.
func made(in Input) table {
	t := table{Caption: "Which pods were disturbed, and when", Head: []string{"configuration", "run", "disturbance", "made at", "pods, their nodes, and their tier if another", "all pods ready again at"}}
	for _, trial := range in.Trials {
		for _, run := range trial.Status.Runs {
			for _, one := range run.Disturbances {
				var pods []string
				for _, pod := range one.Pods {
					text := strings.TrimSuffix(pod.Pod+" on "+pod.Node, " on ")
					if pod.Tier != "" {
						text += " (" + pod.Tier + ")"
					}
					pods = append(pods, text)
				}
				at, back := "–", "–"
				if one.MadeAt != nil {
					at = clock(*one.MadeAt)
				}
				if one.PodsBackAt != nil {
					back = clock(*one.PodsBackAt)
				}
				if one.Failed != "" {
					at = "not made: " + one.Failed
				}
				t.Rows = append(t.Rows, []cell{words(configurationOf(in, trial)), number(fmt.Sprint(run.Number)), words(one.Name), words(at), words(strings.Join(pods, ", ")), words(back)})
			}
		}
	}
	return t
}

// losses lists every step after which the state of a session was not as acknowledged, whether its run is valid or not.
func losses(in Input) table {
	t := table{Caption: "Steps in which the state of sessions was not as acknowledged, invalid runs included; ▲ marks what users lost",
		Head: []string{"configuration", "run", "step", "sessions", "intact", "of these moved", "lost", "rolled back", "stale", "repeated", "unknown", "run's validity"}}
	for _, trial := range in.Trials {
		for _, run := range trial.Status.Runs {
			for _, step := range run.Steps {
				if step.State.Harmed() == 0 || len(t.Rows) == maxLosses {
					continue
				}
				cells := append([]cell{words(configurationOf(in, trial)), number(fmt.Sprint(run.Number)), number(fmt.Sprint(step.Step))}, states(step.State)...)
				t.Rows = append(t.Rows, append(cells, words(run.Phase)))
			}
		}
	}
	if len(t.Rows) == maxLosses {
		t.Caption += fmt.Sprintf("; the first %d, the trials have all", maxLosses)
	}
	return t
}

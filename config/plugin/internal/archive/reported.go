package archive

import (
	"fmt"

	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/operator"
)

// reportedRun returns the run whose response times a round of a search reports, as the operator's SearchAnalysis chooses it: the highest load up to
// the round's capacity that met every objective for a whole step, else for a shorter one; the lowest load without one. The runs are those that
// are valid, of which there is at least one; a whole step is measured for a number of seconds.
func reportedRun(runs []*model.Run, capacity *float64, whole int) *model.Run {
	counted := runs[:0:0]
	for _, run := range runs {
		if !cold(run, runs) {
			counted = append(counted, run)
		}
	}
	if len(counted) == 0 {
		counted = runs
	}
	var ofWhole, ofAny, lowest *model.Run
	for _, run := range counted {
		if met := run.Steps[0].MetInSearch() && capacity != nil && load(run) < *capacity*operator.Inverted; met {
			ofAny = higher(ofAny, run)
			if run.Plan.StepSeconds-run.Plan.SettleSeconds >= whole {
				ofWhole = higher(ofWhole, run)
			}
		}
		if lowest == nil || load(run) < load(lowest) {
			lowest = run
		}
	}
	switch {
	case ofWhole != nil:
		return ofWhole
	case ofAny != nil:
		return ofAny
	}
	return lowest
}

// higher is the run with the higher load; of equal ones the first.
func higher(one, other *model.Run) *model.Run {
	if one == nil || load(other) > load(one) {
		return other
	}
	return one
}

func load(run *model.Run) float64 { return run.Steps[0].Target.Level() }

// cold reports whether a run counts in no figure of its search, since it missed an objective while the servers' compilers were busy, and is not
// the last that is excused for that.
func cold(run *model.Run, runs []*model.Run) bool {
	step, before := run.Steps[0], 0
	if step.Evidence == nil || step.Evidence.Servers == nil || step.Evidence.Servers.JIT == nil {
		return false
	}
	for _, other := range runs {
		if other.Number < run.Number && load(other) == load(run) {
			before++
		}
	}
	return *step.Evidence.Servers.JIT > operator.CompilingPercent && !step.MetInSearch() && before < operator.MaxCold-1
}

// ofLoad checks at which load a search says that its response times were measured: the mean over its rounds.
func (c *Checks) ofLoad(of string, search *model.Search, loads []float64) {
	if search != nil && search.Reported != nil && len(loads) > 0 {
		c.same(fmt.Sprintf("%s: reportedLevel of its search", of), *search.Reported, mean(loads))
	}
}

package curve

import (
	"fmt"
	"slices"

	"dev.scalelab/plugin/internal/model"
)

// found is the figure by which an objective of steps is judged; without a text it is not known.
type found struct {
	text   string
	missed bool
}

func atMost(figure *model.Figure, maximum float64, unit string) found {
	if !figure.Known() {
		return found{}
	}
	return found{fmt.Sprintf("%s %s", figure, unit), figure.Value > maximum}
}

// ofLimit is the figure of a limit for the step, or the load, that a row describes. That of all transactions is in the row; of a single
// transaction it is that of the worst run, since the limit has to be met in every run. A trial that could not be read is nil.
func ofLimit(limit model.Limit, row *model.Row, trial *model.Trial) found {
	switch steps := described(row, trial); {
	case limit.MinShare != nil:
		return ofShare(limit, steps)
	case limit.Transaction == "":
		return atMost(row.Percentile(limit.Percentile), limit.MaxMillis, "ms")
	default:
		return ofTransaction(limit, steps)
	}
}

func ofTransaction(limit model.Limit, steps []*model.Step) found {
	var worst *model.Figure
	for _, step := range steps {
		for _, one := range step.Transactions {
			if millis := one.Percentile(limit.Percentile); one.Name == limit.Transaction && millis != nil && (worst == nil || *millis > worst.Value) {
				worst = &model.Figure{Value: *millis}
			}
		}
	}
	return atMost(worst, limit.MaxMillis, "ms"+inTheWorst(steps))
}

// ofShare counts all transactions over all runs, and those of one kind in the run with the lowest share.
func ofShare(limit model.Limit, steps []*model.Step) found {
	var all []model.ResponseShare
	for _, step := range steps {
		if at := slices.IndexFunc(step.Shares, func(one model.ResponseShare) bool { return one.IsOf(limit) && one.Completed > 0 }); at >= 0 {
			all = append(all, step.Shares[at])
		}
	}
	if len(all) == 0 {
		return found{}
	}
	counted, where := all[0], ""
	for _, one := range all[1:] {
		switch {
		case limit.Transaction == "":
			counted.Within, counted.Completed = counted.Within+one.Within, counted.Completed+one.Completed
		case one.Percent() < counted.Percent():
			counted = one
		}
	}
	if limit.Transaction != "" {
		where = inTheWorst(steps)
	}
	return found{fmt.Sprintf("%s %% within %s ms%s", model.Number(counted.Percent()), model.Number(limit.MaxMillis), where), counted.Percent() < float64(*limit.MinShare)}
}

func inTheWorst(steps []*model.Step) string {
	if len(steps) > 1 {
		return fmt.Sprintf(", the worst of %d runs,", len(steps))
	}
	return ""
}

// described are the steps whose figures a row has: one of each valid run or, of a search, of each round. Without all of them there are none.
func described(row *model.Row, trial *model.Trial) []*model.Step {
	if trial == nil {
		return nil
	}
	var steps []*model.Step
	if row.Step > 0 {
		for _, run := range trial.Valid() {
			for _, step := range run.Steps {
				if step.Step == row.Step {
					steps = append(steps, step)
				}
			}
		}
		return steps
	}
	if trial.Status.Result == nil {
		return nil
	}
	for _, round := range trial.Status.Result.Rounds {
		runs := trial.ValidOf(round.Round)
		at := slices.IndexFunc(runs, func(run *model.Run) bool {
			return len(run.Steps) > 0 && round.Mean != nil && round.Reports(run.Steps[0])
		})
		if at < 0 {
			return nil
		}
		steps = append(steps, runs[at].Steps[0])
	}
	return steps
}

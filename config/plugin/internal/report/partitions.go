package report

import "fmt"

// partitions has what each partition of the servers did; empty without system.partitions.
func partitions(in Input) table {
	t := table{Caption: fmt.Sprintf("Partitions in the step with the highest throughput; ▲ marks %d %% of a limit or more", hot),
		Head: []string{"configuration", "load", "partition", "servers", "their CPU %", "databases' CPU %", "requests/s", "calls of other partitions/s"}}
	for _, trial := range in.Trials {
		step := trial.PeakStep()
		if step == nil || step.Evidence == nil {
			continue
		}
		for _, one := range step.Evidence.Partitions {
			t.Rows = append(t.Rows, []cell{words(configurationOf(in, trial)), number(step.Load()), words(one.Name), number(fmt.Sprint(one.Servers)),
				used(one.Cores, one.Limit), used(one.DatabaseCores, one.DatabaseLimit), optional(one.Requests), optional(one.Calls)})
		}
	}
	return t
}

// used is CPU in percent of its limit.
func used(cores, limit *float64) cell {
	if cores == nil || limit == nil || *limit <= 0 {
		return number("–")
	}
	return percent(100 * *cores / *limit)
}

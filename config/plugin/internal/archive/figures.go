package archive

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"dev.scalelab/plugin/internal/histogram"
	"dev.scalelab/plugin/internal/model"
	"github.com/HdrHistogram/hdrhistogram-go"
)

// Figures in a status have two decimals; ratios of them may differ by a little more.
const (
	maxRelative      = 0.001
	maxRelativeRatio = 0.01
)

// Unchecked is what no bundle lets anybody calculate again, in lines.
const Unchecked = `  mixPerSecond, requests and times of sending, which the load generators report
  what servers, databases, hosts and nodes report
  invalid runs, and whether given loads saturated a system
  intervals, fitted models, comparisons, diagnoses, effects of disturbances, answers and sentences, which the operator computes
  who has written the bundle, since its checksums are not signed
`

// Checks counts the figures that were calculated again, and lists those that differ.
type Checks struct {
	Done             int
	Wrong            []string
	NotKnown         []string
	withoutHistogram int // steps whose percentiles could not be checked
}

func (c *Checks) compare(what string, claimed, found, relative float64) {
	c.Done++
	if math.Abs(claimed-found) > model.Rounding+relative*math.Abs(found) {
		c.Wrong = append(c.Wrong, fmt.Sprintf("%s is %s, and %s when calculated from the evidence", what, model.Number(claimed), model.Number(found)))
	}
}

func (c *Checks) same(what string, claimed, found float64) {
	c.compare(what, claimed, found, maxRelative)
}

// ratio checks a figure that is a ratio of rounded ones.
func (c *Checks) ratio(what string, claimed *model.Figure, found float64) {
	if claimed.Known() {
		c.compare(what, claimed.Value, found, maxRelativeRatio)
	}
}

// Recalculate derives the figures of an experiment's rows from its trials, and those of the trials from counts and histograms. Unread says
// whether the bundle has a note of histograms that could not be read when it was written: otherwise it must have all.
func Recalculate(e *model.Experiment, trials []*model.Trial, histograms map[string]map[string]string, unread bool) Checks {
	var c Checks
	byName := map[string]*model.Trial{}
	for _, trial := range trials {
		byName[trial.Metadata.Name] = trial
		for _, run := range trial.Valid() {
			if run.Histograms != "" && histograms[run.Histograms] == nil && !unread {
				c.Wrong = append(c.Wrong, fmt.Sprintf("%s, run %d: histograms/%s.json is missing", trial.Metadata.Name, run.Number, run.Histograms))
			}
			for _, step := range run.Steps {
				c.step(fmt.Sprintf("%s, run %d, step %d: ", trial.Metadata.Name, run.Number, step.Step), step, histograms[run.Histograms])
			}
		}
	}
	for _, system := range model.Systems(e.Status.Configurations) {
		for i, row := range system.Rows {
			c.scaling(system, i)
			switch trial := byName[row.Trial]; {
			case trial != nil:
				load, err := e.LoadOf(row.Variant)
				if err != nil {
					c.Wrong = append(c.Wrong, fmt.Sprintf("%s: its load cannot be read: %v", row.Name, err))
				}
				c.row(row, trial, histograms, load.Step.Seconds-load.Step.SettleSeconds)
			case row.Trial == "":
				c.Wrong = append(c.Wrong, row.Name+": it has figures, and names no trial")
			default:
				c.Wrong = append(c.Wrong, fmt.Sprintf("%s: trials/%s.json is missing", row.Name, row.Trial))
			}
		}
	}
	if c.withoutHistogram > 0 {
		c.NotKnown = append(c.NotKnown, fmt.Sprintf("percentiles of %d steps, without their histograms", c.withoutHistogram))
	}
	return c
}

// step checks a run's own figures.
func (c *Checks) step(of string, step *model.Step, data map[string]string) {
	if step.Window.Seconds > 0 {
		c.same(of+"throughputPerSecond", step.Throughput, float64(step.Counts.Completed)/step.Window.Seconds)
	}
	if ended := step.Counts.Completed + step.Counts.Failed; ended > 0 {
		c.same(of+"errorPercent", step.ErrorPercent, 100*float64(step.Counts.Failed)/float64(ended))
	}
	found, err := histogram.Step(data, step.Step)
	if err != nil {
		c.Wrong = append(c.Wrong, of+err.Error())
		return
	}
	if found == nil {
		if data != nil && step.Counts.Completed > 0 {
			c.Wrong = append(c.Wrong, of+"its histogram is missing")
		}
		c.withoutHistogram++
		return
	}
	c.same(of+"number of completed transactions", float64(step.Counts.Completed), float64(found.TotalCount()))
	for percentile, claimed := range map[float64]*float64{50: step.ResponseTimes.P50, 90: step.ResponseTimes.P90, 95: step.ResponseTimes.P95, 99: step.ResponseTimes.P99} {
		if claimed != nil {
			c.same(fmt.Sprintf("%sp%gMillis", of, percentile), *claimed, histogram.Millis(found, percentile))
		}
	}
}

// scaling checks what compares numbers of servers of one system.
func (c *Checks) scaling(system model.System, at int) {
	row, first := system.Rows[at], system.Rows[0]
	if first.Peak.Value <= 0 {
		return
	}
	speedup := row.Peak.Value / first.Peak.Value
	c.ratio(row.Name+": speedup", row.Speedup, speedup)
	c.ratio(row.Name+": efficiency", row.Efficiency, speedup*float64(first.Replicas)/float64(row.Replicas))
	if at > 0 {
		c.ratio(row.Name+": changePercent", row.Change, 100*(row.Peak.Value/system.Rows[at-1].Peak.Value-1))
	}
}

// peak is the highest throughput of a step over the runs; of a search, the mean of the highest of each round. It is at least the capacity.
func peak(row *model.Row, trial *model.Trial) float64 {
	sums, counts, rounds := map[int]float64{}, map[int]float64{}, map[int]float64{}
	for _, run := range trial.Valid() {
		for _, step := range run.Steps {
			sums[step.Step] += step.Mix
			counts[step.Step]++
			rounds[run.Plan.Repetition] = math.Max(rounds[run.Plan.Repetition], step.Mix)
		}
	}
	highest := 0.0
	if trial.Searched() {
		sum := 0.0
		for _, round := range trial.Status.Result.Rounds {
			if round.Capacity != nil {
				rounds[round.Round] = math.Max(rounds[round.Round], *round.Capacity)
			}
			sum += rounds[round.Round]
		}
		return sum / math.Max(float64(len(trial.Status.Result.Rounds)), 1)
	}
	for step, sum := range sums {
		highest = math.Max(highest, sum/counts[step])
	}
	if row.Capacity.Known() {
		highest = math.Max(highest, row.Capacity.Value)
	}
	return highest
}

// level is a step over the valid runs of a trial.
type level struct {
	throughput, runs  float64
	completed, failed int64
	missed            bool // an objective, in one run at least
}

// ofStep checks the capacity and the errors against the counts of the runs. A step that met every objective in each run also does so in all
// runs together, so no step like that has a higher throughput than the capacity.
func (c *Checks) ofStep(row *model.Row, trial *model.Trial) {
	levels := map[int]*level{}
	for _, run := range trial.Valid() {
		for _, step := range run.Steps {
			if step.Window.Seconds <= 0 {
				return
			}
			one := levels[step.Step]
			if one == nil {
				one = &level{}
				levels[step.Step] = one
			}
			one.throughput += float64(step.Counts.Completed) / step.Window.Seconds
			one.runs++
			one.completed, one.failed = one.completed+step.Counts.Completed, one.failed+step.Counts.Failed
			one.missed = one.missed || !step.Met()
		}
	}
	own := levels[row.Step]
	if own == nil {
		c.Wrong = append(c.Wrong, fmt.Sprintf("%s: step %d is in no run", row.Name, row.Step))
		return
	}
	claimed := 0.0
	if row.Capacity.Known() {
		claimed = row.Capacity.Value
		c.same(row.Name+": capacityPerSecond", claimed, own.throughput/own.runs)
	}
	if row.Errors.Known() && own.completed+own.failed > 0 {
		c.same(row.Name+": errorPercent", row.Errors.Value, 100*float64(own.failed)/float64(own.completed+own.failed))
	}
	for _, number := range slices.Sorted(maps.Keys(levels)) {
		one := levels[number]
		if found := one.throughput / one.runs; !one.missed && found > claimed+model.Rounding+maxRelative*found {
			c.Wrong = append(c.Wrong, fmt.Sprintf("%s: capacityPerSecond is %s, and step %d, in which every run met every objective, has %s", row.Name, row.Capacity, number, model.Number(found)))
		}
	}
}

// row checks a row against the runs of its trial, a whole step of which is measured for a number of seconds.
func (c *Checks) row(row *model.Row, trial *model.Trial, histograms map[string]map[string]string, whole int) {
	c.same(row.Name+": peakPerSecond", row.Peak.Value, peak(row, trial))
	if trial.Searched() {
		c.ofSearch(row, trial, histograms, whole)
		return
	}
	var merged []*hdrhistogram.Histogram
	for _, run := range trial.Valid() {
		for _, step := range run.Steps {
			if step.Step != row.Step {
				continue
			}
			if one, err := histogram.Step(histograms[run.Histograms], step.Step); err == nil && one != nil {
				merged = append(merged, one)
			}
		}
	}
	c.ofStep(row, trial)
	if len(merged) < len(trial.Valid()) || len(merged) == 0 {
		return
	}
	c.percentiles(row, histogram.Merge(merged))
}

// percentiles checks those of a row against a histogram.
func (c *Checks) percentiles(row *model.Row, all *hdrhistogram.Histogram) {
	for name, pair := range map[string]struct {
		claimed    *model.Figure
		percentile float64
	}{"p50Millis": {row.P50, 50}, "p90Millis": {row.P90, 90}, "p95Millis": {row.P95, 95}, "p99Millis": {row.P99, 99}} {
		if pair.claimed.Known() {
			c.same(row.Name+": "+name, pair.claimed.Value, histogram.Millis(all, pair.percentile))
		}
	}
}

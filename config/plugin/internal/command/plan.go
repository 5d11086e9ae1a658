package command

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/planning"
	"github.com/spf13/cobra"
)

// wish is a question as the flags give it.
type wish struct {
	customers, requests, orders, rate float64
	users                             int
	think, p95                        time.Duration
	system, format                    string
	output                            fileName
}

func (t *tool) plan() *cobra.Command {
	w := wish{output: "-"}
	cmd := &cobra.Command{
		Use: "plan NAME", Short: "Say how many servers a load needs, by the queueing model of an ended experiment", Args: arguments(1), ValidArgsFunction: t.names(1),
		Long: `Calculates how many application servers a load needs, with an interval, by the queueing models that the operator made of an ended
experiment (status.models). The load is one of
  --customers with --requests-per-hour   each customer makes that many requests an hour
  --customers with --orders-per-hour     each customer makes that many new orders an hour
  --users with --think                   users who begin a transaction that time after the end of their last one
  --rate                                 transactions per second
Without a load the answers to the experiment's own spec.questions are printed. It is the calculation of status.answers, on the same
figures: it assumes Poisson arrivals, the measured mix and CPU limits, and each CPU and pool used up to 80 %. The interval is that of the
CPU times; the answer and its upper end allow for the largest error of the model's response times. A model that the operator refuses to
use, since it predicts wrongly or was not tested, answers nothing.

A search measures few low loads, so that there may be no model: give the loads instead (load.open.rates), two of them low.

Exit status: 0 if a system needs that number of servers, 1 if no number up to 100 suffices, 2 if there are models, and none of them answers,
3 if the experiment has not ended or has no model at all, or if the command could not do its work.`,
		Example: `  kubectl scalelab plan capacity-planning --customers 20000 --requests-per-hour 60 --p95 500ms
  kubectl scalelab plan capacity-planning --rate 300 --system base`,
		RunE: func(cmd *cobra.Command, args []string) error {
			question, err := w.question(cmd.Flags().Changed)
			if err != nil {
				return err
			}
			c, err := t.connect()
			if err != nil {
				return err
			}
			experiment, err := c.Experiment(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if !experiment.Finished() {
				return unended(experiment, "its model is that of all its loads", "")
			}
			return t.capacity(experiment, question, w)
		},
	}
	flags := cmd.Flags()
	flags.Float64Var(&w.customers, "customers", 0, "number of customers, with --requests-per-hour or --orders-per-hour")
	flags.Float64Var(&w.requests, "requests-per-hour", 0, "HTTP requests that each customer makes an hour")
	flags.Float64Var(&w.orders, "orders-per-hour", 0, "new orders that each customer makes an hour")
	flags.IntVar(&w.users, "users", 0, "number of users who wait for the end of a transaction before they pause, with --think")
	flags.DurationVar(&w.think, "think", 0, "time between the end of a user's transaction and the start of the next, as 10s")
	flags.Float64Var(&w.rate, "rate", 0, "transactions per second")
	flags.DurationVar(&w.p95, "p95", 0, "limit of the 95th percentile of the response times, as 500ms (default: the experiment's objective, else none)")
	flags.StringVar(&w.system, "system", "", "the system, as base: a variant with its values of factors (default: each)")
	flags.StringVarP(&w.format, "format", "f", "text", "text or json")
	flags.VarP(&w.output, "output", "o", "file to write, - for the standard output")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("system", t.systems)
	for _, name := range []string{"customers", "requests-per-hour", "orders-per-hour", "users", "think", "rate", "p95"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	return cmd
}

// systems completes the systems that were measured.
func (t *tool) systems(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	c, err := t.connect()
	if err != nil || len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	experiment, err := c.Experiment(cmd.Context(), args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return modelled(experiment), cobra.ShellCompDirectiveNoFileComp
}

// modelled are the systems that have a model, or the reason why they have none.
func modelled(e *model.Experiment) []string {
	var names []string
	for _, one := range e.Status.Models {
		names = append(names, one.System)
	}
	return names
}

// question checks the flags; nil if they give no load.
func (w wish) question(given func(string) bool) (*planning.Question, error) {
	if w.format != "text" && w.format != "json" {
		return nil, fmt.Errorf("--format %s: it must be text or json", w.format)
	}
	for name, value := range map[string]float64{"customers": w.customers, "requests-per-hour": w.requests, "orders-per-hour": w.orders, "rate": w.rate,
		"users": float64(w.users), "p95": w.p95.Seconds()} {
		if given(name) && !(value > 0 && !math.IsInf(value, 0)) {
			return nil, fmt.Errorf("--%s: it must be more than 0", name)
		}
	}
	loads := 0
	for _, name := range []string{"customers", "users", "rate"} {
		if given(name) {
			loads++
		}
	}
	alone := given("requests-per-hour") || given("orders-per-hour")
	switch {
	case loads > 1:
		return nil, errors.New("give one of --customers, --users and --rate")
	case given("customers") && given("requests-per-hour") == given("orders-per-hour"):
		return nil, errors.New("--customers needs --requests-per-hour or --orders-per-hour, one of both")
	case !given("customers") && alone:
		return nil, errors.New("--requests-per-hour and --orders-per-hour are those of each of --customers")
	case given("users") != given("think"):
		return nil, errors.New("--users and --think belong together: how long a user pauses between transactions decides how many there are")
	case given("think") && w.think < 0:
		return nil, errors.New("--think: it must not be negative")
	case loads == 0 && given("p95"):
		return nil, errors.New("--p95 is the limit of a load: give --customers, --users or --rate")
	case loads == 0:
		return nil, nil
	}
	return &planning.Question{P95Millis: float64(w.p95.Microseconds()) / 1000, Load: planning.Load{Customers: w.customers, RequestsAnHour: w.requests,
		OrdersAnHour: w.orders, Users: w.users, ThinkSeconds: w.think.Seconds(), PerSecond: w.rate}}, nil
}

// capacity answers for each system, or for one.
func (t *tool) capacity(e *model.Experiment, question *planning.Question, w wish) error {
	if !slices.ContainsFunc(e.Status.Models, (*model.SystemModel).Fitted) {
		return unmodelled(e)
	}
	var models []*model.SystemModel
	for _, one := range e.Status.Models {
		if w.system == "" || w.system == one.System {
			models = append(models, one)
		}
	}
	if len(models) == 0 {
		return fmt.Errorf("--system %s: it must be one of %s", w.system, strings.Join(modelled(e), ", "))
	}
	plans, err := answered(e, models, question)
	if err != nil {
		return err
	}
	err = t.write(w.output.String(), func(to io.Writer) error {
		if w.format == "json" {
			return indented(to, plans)
		}
		printed(to, plans)
		return nil
	})
	if err != nil {
		return err
	}
	return outcome(plans)
}

// unmodelled says why an experiment has no model, and what to measure.
func unmodelled(e *model.Experiment) error {
	const needed = "the servers' CPU of at least two low loads and a higher one, see docs/diagnosis.md"
	if len(e.Status.Models) == 0 {
		return fmt.Errorf("%s has no queueing model in status.models: it needs %s", e.Metadata.Name, needed)
	}
	var reasons []string
	few := false
	for _, one := range e.Status.Models {
		reasons = append(reasons, one.System+": "+strings.TrimPrefix(strings.TrimPrefix(one.Sentence(), "no queueing model, "), "since "))
		few = few || one.Reason == "TooFewSteps"
	}
	text := fmt.Sprintf("%s has no queueing model: %s", e.Metadata.Name, strings.Join(reasons, "; "))
	switch {
	case !few:
	case e.Spec.Load.Search != nil:
		text += ". A search measures only near the capacity: measure given loads instead, by load.open.rates in place of load.search. A model needs " + needed
	case e.Spec.Load.Closed != nil:
		text += " in load.closed.users"
	default:
		text += " in load.open.rates"
	}
	return errors.New(text)
}

// answered has the plans of a question, or those of the experiment's own questions as the operator has answered them.
func answered(e *model.Experiment, models []*model.SystemModel, question *planning.Question) ([]planning.Plan, error) {
	var plans []planning.Plan
	if question != nil {
		if question.P95Millis == 0 {
			question.P95Millis = objective(e)
		}
		for _, one := range models {
			plans = append(plans, planning.Answer(one, *question))
		}
		return plans, nil
	}
	for _, answer := range e.Status.Answers {
		for _, one := range models {
			if one.System == answer.System {
				plans = append(plans, planning.Plan{Answer: *answer, Refused: answer.Replicas == nil && answer.LimitedBy == ""})
			}
		}
	}
	if len(plans) == 0 {
		return nil, fmt.Errorf("%s has no answers, since it has no spec.questions: give --customers, --users or --rate", e.Metadata.Name)
	}
	return plans, nil
}

// objective is the experiment's limit of the 95th percentile of all transactions, 0 without one.
func objective(e *model.Experiment) float64 {
	for _, limit := range e.ResponseLimits() {
		if limit.Percentile == "95" && limit.Transaction == "" {
			return limit.MaxMillis
		}
	}
	return 0
}

func printed(to io.Writer, plans []planning.Plan) {
	whole := func(value *int) string {
		if value == nil {
			return "-"
		}
		return fmt.Sprint(*value)
	}
	figure := func(value *float64) string {
		if value == nil {
			return "-"
		}
		return model.Number(*value)
	}
	table := tabwriter.NewWriter(to, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, "SYSTEM\tSERVERS\tFROM\tTO\tLOAD/s\tREQUESTS/s\tORDERS/h\tP95 ms\tCPU %\tTHEN LIMITS\tAT/s")
	for _, one := range plans {
		limit := one.LimitedBy
		if limit == "" {
			limit = "-"
		}
		fmt.Fprintln(table, strings.Join([]string{one.System, whole(one.Replicas), whole(one.Low), whole(one.High), figure(one.PerSecond), figure(one.RequestsPerSecond),
			figure(one.OrdersPerHour), figure(one.P95Millis), figure(one.UsedPercent), limit, figure(one.LimitPerSecond)}, "\t"))
	}
	if slices.ContainsFunc(plans, func(one planning.Plan) bool { return !one.Refused }) { // a table of dashes says nothing
		table.Flush()
	}
	for _, one := range plans {
		fmt.Fprintln(to, one.Message)
	}
}

// outcome is the exit status: of several systems that of the best.
func outcome(plans []planning.Plan) error {
	best := model.ExitInconclusive
	for _, one := range plans {
		switch {
		case one.Replicas != nil:
			return nil
		case !one.Refused:
			best = model.ExitFailed
		}
	}
	return exit{best}
}

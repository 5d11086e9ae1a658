package planning

import (
	"fmt"
	"math"

	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/operator"
)

const secondsOfHour, halvings = 3600, 60

// Load is the load of a question. It has either customers, or users, or a rate.
type Load struct {
	// Customers make a number of requests, or of new orders, an hour each.
	Customers                    float64
	RequestsAnHour, OrdersAnHour float64
	// Users begin a transaction some time after the end of their last one: the slower the answers, the fewer transactions.
	Users        int
	ThinkSeconds float64
	// PerSecond is a rate of transactions.
	PerSecond float64
}

// rate is the number of transactions per second that the load brings to a network, by a system's requests and orders of a transaction.
func (l Load) rate(m *model.SystemModel, n network) float64 {
	switch {
	case l.Users > 0:
		return l.closed(n)
	case l.RequestsAnHour > 0:
		return l.Customers * l.RequestsAnHour / secondsOfHour / *m.RequestsEach
	case l.OrdersAnHour > 0:
		return l.Customers * l.OrdersAnHour / secondsOfHour / *m.OrdersEach
	}
	return l.PerSecond
}

func (l Load) closed(n network) float64 {
	low, high := 0.0, n.limit().bound()
	for range halvings {
		middle := (low + high) / 2
		if seconds, ok := n.response(middle); ok && middle*(l.ThinkSeconds+seconds) < float64(l.Users) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// missing says which figure of a model the load needs and which is absent; empty if none is.
func (l Load) missing(m *model.SystemModel) string {
	positive := func(value *float64) bool { return value != nil && *value > 0 }
	switch {
	case l.RequestsAnHour > 0 && !positive(m.RequestsEach):
		return "its model has no requestsEach, the requests of a transaction: give a rate of transactions instead"
	case l.OrdersAnHour > 0 && !positive(m.OrdersEach):
		return "its model has no ordersEach, the new orders of a transaction, since the workload has none: give requests or a rate of transactions instead"
	}
	return ""
}

func (l Load) String() string {
	switch {
	case l.Users > 0:
		return fmt.Sprintf("%s with %.0f ms between transactions", count(l.Users, "user"), 1000*l.ThinkSeconds)
	case l.RequestsAnHour > 0:
		return fmt.Sprintf("%s customers with %s requests an hour each", model.Number(l.Customers), model.Number(l.RequestsAnHour))
	case l.OrdersAnHour > 0:
		return fmt.Sprintf("%s customers with %s new orders an hour each", model.Number(l.Customers), model.Number(l.OrdersAnHour))
	}
	return model.Number(l.PerSecond) + " transactions/s"
}

// Question is a load with a limit of its 95th percentile; without one only the CPU and the slots count.
type Question struct {
	Load
	P95Millis float64
}

func (q Question) text(system string) string {
	if q.P95Millis == 0 {
		return system + ", " + q.Load.String()
	}
	return fmt.Sprintf("%s, %s with p95 up to %s ms", system, q.Load, model.Number(q.P95Millis))
}

// Plan is an answer with what the model predicts for that number of servers.
type Plan struct {
	model.Answer
	// P95Millis includes the largest error of the model; UsedPercent is of the busiest CPU. Both are absent without an answer.
	P95Millis   *float64 `json:"p95Millis,omitempty"`
	UsedPercent *float64 `json:"usedPercent,omitempty"`
	// Refused is true if the model does not answer, and Reason the model's own, if it has one.
	Refused bool   `json:"refused,omitempty"`
	Reason  string `json:"reason,omitempty"`
}

// sized is the smallest number of servers that suffices, 0 if none does, and the load that it gets.
type sized struct {
	servers   int
	perSecond float64
	network   network
}

// Answer answers a question by the model of a system.
func Answer(m *model.SystemModel, q Question) Plan {
	plan := Plan{Answer: model.Answer{System: m.System}}
	if why := refusal(m, q); why != "" {
		plan.Refused, plan.Reason, plan.Message = true, m.Reason, q.text(m.System)+": not answered, "+why
		return plan
	}
	margin := 1 + math.Abs(*m.ResponseError)/100
	found, low, high := q.servers(m, middle, margin), q.servers(m, lower, 1), q.servers(m, upper, margin)
	limit := found.network.limit()
	plan.Replicas, plan.Low, plan.High = orNil(found.servers), orNil(low.servers), orNil(high.servers)
	plan.PerSecond, plan.RequestsPerSecond, plan.OrdersPerHour = two(found.perSecond), times(m.RequestsEach, found.perSecond), times(m.OrdersEach, secondsOfHour*found.perSecond)
	plan.LimitedBy, plan.LimitPerSecond = limit.name, two(limit.bound())
	plan.Extrapolated = found.servers > 2*m.Replicas
	millis, fits := predicted(m, found.network, found.perSecond, margin)
	switch {
	case found.servers > 0:
		plan.P95Millis, plan.UsedPercent = two(millis), two(100*found.network.used(found.perSecond))
		plan.Message = message(m, q, plan, found.perSecond, limits(limit))
	case fits:
		plan.Message = none(m, q, fmt.Sprintf("with %d servers p95 is still %.0f ms", operator.MaxServers, nearest(millis)))
	default:
		plan.Message = none(m, q, limits(limit))
	}
	return plan
}

// refusal says why a model does not answer, empty if it does.
func refusal(m *model.SystemModel, q Question) string {
	switch {
	case m.Reason != "":
		return m.Reason + ": " + m.Sentence()
	case m.ResponseError == nil:
		return "NotTested: " + m.Sentence()
	case len(m.Percentiles) == 0 || len(m.Demands) == 0:
		return "since the 95th percentiles or the demands of its model are not known"
	}
	for _, demand := range m.Demands {
		if !demand.Millis.Known() || demand.Cores <= 0 {
			return "since the CPU time or the CPU limit of " + demand.Name() + " is not known"
		}
	}
	if missing := q.missing(m); missing != "" {
		return "since " + missing
	}
	return ""
}

func (q Question) servers(m *model.SystemModel, which end, margin float64) sized {
	for servers := 1; servers <= operator.MaxServers; servers++ {
		one := of(m, servers, which)
		perSecond := q.rate(m, one)
		if q.met(m, one, perSecond, margin) {
			return sized{servers, perSecond, one}
		}
	}
	largest := of(m, operator.MaxServers, which)
	return sized{0, q.rate(m, largest), largest}
}

func (q Question) met(m *model.SystemModel, n network, perSecond, margin float64) bool {
	millis, fits := predicted(m, n, perSecond, margin)
	return fits && (q.P95Millis == 0 || millis <= q.P95Millis)
}

// predicted is the 95th percentile in milliseconds, with the margin; false if a CPU or slots are used too much.
func predicted(m *model.SystemModel, n network, perSecond, margin float64) (float64, bool) {
	used := n.used(perSecond)
	seconds, ok := n.response(perSecond)
	return 1000 * seconds * ratio(m.Percentiles, used) * margin, ok && perSecond/n.limit().bound() <= operator.MaxUtilization
}

func limits(limit station) string {
	if limit.slots {
		return fmt.Sprintf("at most %.0f/s by %s", nearest(limit.bound()), limit.name)
	}
	return fmt.Sprintf("%s CPU limits at %.0f/s", limit.name, nearest(limit.bound()))
}

// none says which limit is missed with any number of servers.
func none(m *model.SystemModel, q Question, missed string) string {
	return fmt.Sprintf("%s: no number of servers up to %d suffices: %s", q.text(m.System), operator.MaxServers, missed)
}

func message(m *model.SystemModel, q Question, plan Plan, perSecond float64, limits string) string {
	interval := fmt.Sprintf("(%d or more)", *plan.Low)
	if plan.High != nil {
		interval = fmt.Sprintf("(%d to %d)", *plan.Low, *plan.High)
	}
	orders, pools, measured := "", "", ""
	if len(m.Slots) > 0 {
		pools = " and pool"
	}
	if m.OrdersEach != nil {
		orders = fmt.Sprintf(" and %.0f new orders/h", nearest(secondsOfHour**m.OrdersEach*perSecond))
	}
	if plan.Extrapolated {
		measured = "; measured with up to " + count(m.Replicas, "server")
	}
	return fmt.Sprintf("%s, which is %.0f transactions/s%s: %s %s; then %s. It assumes Poisson arrivals, the measured mix and CPU limits, and each CPU%s used up to 80 %%%s",
		q.text(m.System), nearest(perSecond), orders, count(*plan.Replicas, "server"), interval, limits, pools, measured)
}

// count is a number of things, as "1 server" or "2 servers".
func count(number int, thing string) string {
	if number == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", number, thing)
}

func orNil(servers int) *int {
	if servers == 0 {
		return nil
	}
	return &servers
}

// nearest rounds halves up, as the operator's sentences do.
func nearest(value float64) float64 { return math.Floor(value + 0.5) }

func two(value float64) *float64 {
	rounded := nearest(value*100) / 100
	return &rounded
}

func times(each *float64, number float64) *float64 {
	if each == nil {
		return nil
	}
	return two(*each * number)
}

// Package planning calculates how many servers a load needs, from a queueing model of the status. It is what the operator calculates for
// spec.questions, line by line (its package diagnosis): a test compares both.
package planning

import (
	"math"

	"dev.scalelab/plugin/internal/model"
)

// station is a CPU that transactions share, or slots that they hold, or several equal ones.
type station struct {
	name    string
	seconds float64 // of one core or slot, for each transaction
	cores   float64 // or slots
	copies  float64
	slots   bool
}

// bound is the throughput that it allows alone.
func (s station) bound() float64 { return s.copies * s.cores / s.seconds }

// service is how long its work takes without waiting: less than one core works slowly.
func (s station) service() float64 { return s.seconds / math.Min(1, s.cores) }

// waiting is Sakasegawa's approximation.
func (s station) waiting(used float64) float64 {
	servers := math.Max(1, s.cores)
	return s.service() * math.Pow(used, math.Sqrt(2*(servers+1))-1) / (servers * (1 - used))
}

// network is a system with a number of servers.
type network struct {
	stations []station
	slots    []station // for which transactions only wait: their service is in the stations and the delay
	delay    float64   // seconds
}

// end chooses the value of an interval with which is calculated.
type end func(*model.Figure) float64

func middle(f *model.Figure) float64 { return f.Value }

func lower(f *model.Figure) float64 {
	if f.Low == nil {
		return f.Value
	}
	return *f.Low
}

func upper(f *model.Figure) float64 {
	if f.High == nil {
		return f.Value
	}
	return *f.High
}

const application = "application"

func of(m *model.SystemModel, servers int, which end) network {
	found := network{delay: m.DelayMillis / 1000}
	for _, demand := range m.Demands {
		seconds := which(demand.Millis) / 1000
		if demand.Tier == application {
			found.stations = append(found.stations, station{demand.Tier, seconds, demand.Cores, float64(servers), false})
		} else if seconds > 0 {
			found.stations = append(found.stations, station{demand.Name(), seconds, demand.Cores, 1, false})
		}
	}
	for _, one := range m.Slots {
		found.slots = append(found.slots, station{one.Name, one.HeldMillis / 1000, one.Size, float64(servers), true})
	}
	return found
}

// response is the mean response time in seconds; ok is false if a station cannot do that rate.
func (n network) response(perSecond float64) (seconds float64, ok bool) {
	seconds = n.delay
	for _, station := range n.stations {
		used := perSecond / station.bound()
		if used >= 1 {
			return 0, false
		}
		seconds += station.service() + station.waiting(used)
	}
	for _, slots := range n.slots {
		used := perSecond / slots.bound()
		if used >= 1 {
			return 0, false
		}
		seconds += slots.waiting(used)
	}
	return seconds, true
}

// used is the highest utilization of a CPU.
func (n network) used(perSecond float64) float64 {
	highest := 0.0
	for _, station := range n.stations {
		highest = math.Max(highest, perSecond/station.bound())
	}
	return highest
}

// limit is the CPU or the slots with the least room for more load; of several the first.
func (n network) limit() station {
	least := n.stations[0]
	for _, all := range [][]station{n.stations, n.slots} {
		for _, station := range all {
			if station.bound() < least.bound() {
				least = station
			}
		}
	}
	return least
}

// ratio is the 95th percentile divided by the mean at a utilization: that of the next higher one measured, or of the highest.
func ratio(all []model.PercentileRatio, used float64) float64 {
	for _, one := range all {
		if one.Utilization >= used {
			return one.Ratio
		}
	}
	return all[len(all)-1].Ratio
}

// Package operator has the constants of the operator that no spec and no status has. A test compares each with the operator's source.
package operator

// Of a step, in StepTarget.
const (
	// Reached is the part of a target rate below which a step fell short of it.
	Reached = 0.95
)

// Of a search for the capacity, in its packages search and report.
const (
	// Inverted is by how much the capacity may be below the lowest or above the highest load that was measured, and how far above the capacity of
	// its round a load may be that is reported.
	Inverted = 1.1
	// Ambiguous is the distance from a limit within which a load is measured again.
	Ambiguous = 0.1
	// Overload is the load that shows the peak of a round, as a multiple of its capacity.
	Overload = 1.3
	// MaxStepsOfASearch is the maximum number of steps of a run: a load, and the overload step after it.
	MaxStepsOfASearch = 2
	// CompilingPercent is the part of the servers' CPU time from which their JIT compilers excuse a load that missed an objective.
	CompilingPercent = 5
	// MaxCold is the number of runs at one load of which the last counts however busy the compilers were.
	MaxCold = 3
	// OfTheFirstRound, OfAFirstRound and OfALaterRound are the usual numbers of steps: of the very first round, of the first round of another
	// configuration, and of every later round.
	OfTheFirstRound, OfAFirstRound, OfALaterRound = 6.8, 6.2, 4.6
)

// Of the estimated duration, in Estimate.
const (
	// TestbedSeconds is the time for a testbed with a database, ResetSeconds that between two loads.
	TestbedSeconds, ResetSeconds = 60, 10
)

// Of answers from queueing models, in package diagnosis.
const (
	// MaxServers is the largest number of servers that is considered.
	MaxServers = 100
	// MaxUtilization is that of each CPU and of slots: above it a small error of the load is a large one of the response time.
	MaxUtilization = 0.8
)

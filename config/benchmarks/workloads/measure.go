// Package workloads measures the benchmark application and the load generator, without a cluster: one server, one PostgreSQL and
// one load generator are processes of this machine. Each measurement is a file: speed.go, dataset.go, sessions.go, copies.go,
// recording.go, start.go.
package workloads

import (
	"context"
	"fmt"
)

// Figures has the results.
type Figures struct {
	Speeds    []Speed         `json:"speeds,omitempty"`
	Resets    []Reset         `json:"datasetResets,omitempty"`
	Sessions  []SessionMemory `json:"sessionMemory,omitempty"`
	Copies    []Copies        `json:"copies,omitempty"`
	Starts    []Start         `json:"starts,omitempty"`
	Recording Recording       `json:"recording,omitzero"`
}

// Parts has the names of the measurements that can be run separately.
var Parts = []string{"speed", "dataset", "sessions", "copies", "start", "recording"}

// Measure measures one of the parts, or all of them when it is empty. The second result has the parts that could not be measured, with reasons.
func Measure(ctx context.Context, lab *Lab, part string) (Figures, []string) {
	var figures Figures
	var failed []string
	measure := func(name string, measurement func() error) {
		if part != "" && part != name {
			return
		}
		if err := measurement(); err != nil {
			failed = append(failed, name+": "+err.Error())
		}
	}
	measure("speed", func() (err error) {
		figures.Speeds, err = lab.speeds(ctx)
		return err
	})
	measure("dataset", func() (err error) {
		figures.Resets, err = lab.resets(ctx)
		return err
	})
	measure("sessions", func() (err error) {
		figures.Sessions, err = lab.sessions(ctx)
		return err
	})
	measure("copies", func() (err error) {
		figures.Copies, err = lab.copies(ctx)
		return err
	})
	measure("start", func() (err error) {
		figures.Starts, err = lab.starts(ctx)
		return err
	})
	measure("recording", func() (err error) {
		figures.Recording, err = lab.recording(ctx)
		return err
	})
	return figures, failed
}

func say(format string, arguments ...any) { fmt.Printf("bench: "+format+"\n", arguments...) }

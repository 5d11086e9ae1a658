// Package progress prints the current step and the time that it has taken so far.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// interval is the time between two reports of a running step.
const interval = 15 * time.Second

// Log prints lines with the seconds since its creation.
type Log struct {
	began time.Time
	mu    sync.Mutex
	out   io.Writer
}

// New returns a Log that writes to standard error, so that standard output contains only results.
func New() *Log { return &Log{began: time.Now(), out: os.Stderr} }

// Say prints one line.
func (l *Log) Say(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.out, "[%6.1f s] %s\n", time.Since(l.began).Seconds(), fmt.Sprintf(format, args...))
}

// Step runs work, and prints when it starts, every 15 s that it is still running, and how long it took.
func (l *Log) Step(what string, work func() error) error {
	l.Say("%s", what)
	began := time.Now()
	over := make(chan struct{})
	var ticking sync.WaitGroup
	ticking.Add(1)
	go func() {
		defer ticking.Done()
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case <-tick.C:
				l.Say("%s: %.0f s so far", what, time.Since(began).Seconds())
			}
		}
	}()
	err := work()
	close(over)
	ticking.Wait()
	if err != nil {
		l.Say("%s: failed after %.1f s", what, time.Since(began).Seconds())
	} else if took := time.Since(began); took > 2*time.Second {
		l.Say("%s: done in %.1f s", what, took.Seconds())
	}
	return err
}

package command

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/curve"
	"dev.scalelab/plugin/internal/model"
	"github.com/spf13/cobra"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	apiwatch "k8s.io/apimachinery/pkg/watch"
)

// watchMemory keeps a program that runs for hours small.
const watchMemory = 12 << 20

// maxSteps of the current trial are shown on a terminal.
const maxSteps = 12

func (t *tool) watch() *cobra.Command {
	var timeout time.Duration
	cmd := &cobra.Command{
		Use: "watch NAME", Short: "Show an experiment until it ends, and end with its verdict", Args: arguments(1), ValidArgsFunction: t.names(1),
		Long: `Shows progress, the time left, the curve so far and the steps of the configuration that is measured until the experiment ends, then its
curve and verdict, which is the exit status. On a terminal the tables are redrawn; otherwise a line is printed for each change. It uses
one connection to the API server.`,
		Example: "  kubectl apply -f small.yaml && kubectl scalelab watch small --timeout 45m",
		RunE: func(cmd *cobra.Command, args []string) error {
			if timeout < 0 {
				return errors.New("--timeout: it must not be negative")
			}
			debug.SetMemoryLimit(watchMemory)
			debug.SetGCPercent(50)
			c, err := t.connect()
			if err != nil {
				return err
			}
			ctx, cancel := cmd.Context(), context.CancelFunc(func() {})
			if timeout > 0 {
				ctx, cancel = context.WithTimeout(ctx, timeout)
			}
			defer cancel()
			return t.follow(ctx, c, args[0], timeout)
		},
	}
	cmd.Flags().DurationVar(&timeout, "timeout", 0, "give up after this time, with exit status 3 (default, and with 0: never)")
	return cmd
}

// follow shows each change of an experiment, and connects again when the API server ends the watch.
func (t *tool) follow(ctx context.Context, c *cluster.Cluster, name string, timeout time.Duration) error {
	f := &following{tool: t, cluster: c, name: name, screen: &display{to: t.out, now: t.now, size: terminal(t.out)}}
	for {
		ended, err := f.connection(ctx)
		switch {
		case err != nil:
			return err
		case ended:
			return verdict(f.last)
		case ctx.Err() != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
			return fmt.Errorf("%s has not ended within %s: %s", name, timeout, lastState(f.last))
		case ctx.Err() != nil:
			return errors.New("interrupted; the experiment goes on")
		}
		select {
		case <-ctx.Done():
		case <-time.After(t.reconnecting):
		}
	}
}

func lastState(last *model.Experiment) string {
	if last == nil {
		return "nothing was received from the API server"
	}
	text := last.State()
	for _, condition := range last.Status.Conditions {
		text += fmt.Sprintf("\n  %s %s, %s: %s", condition.Type, condition.Status, condition.Reason, condition.Message)
	}
	return text
}

// following is a watch that survives lost connections.
type following struct {
	*tool
	cluster *cluster.Cluster
	name    string
	screen  *display
	last    *model.Experiment
	lost    bool
	// table has the steps of the current trial, as they were when the experiment had the progress in reading.
	table, reading string
}

// connection is one watch, which begins with the present state.
func (f *following) connection(ctx context.Context) (ended bool, err error) {
	changes, err := f.cluster.Changes(ctx, f.name)
	if err != nil {
		return false, f.refused(ctx, err)
	}
	defer changes.Close()
	f.lost, f.reading = false, ""
	for {
		change, err := changes.Next()
		switch {
		case ctx.Err() != nil:
			return false, nil
		case errors.Is(err, model.ErrUnreadable):
			return false, err
		case err != nil || change.Type == string(apiwatch.Error):
			return false, nil
		case change.Experiment.Metadata.Name != f.name:
			continue
		case change.Type == string(apiwatch.Deleted):
			return false, fmt.Errorf("%s was deleted", f.name)
		}
		if ended, err := f.changed(ctx, change.Experiment); ended || err != nil {
			return ended, err
		}
	}
}

// refused returns an error that ends the command; nil if the next connection may succeed.
func (f *following) refused(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
	case f.last == nil:
		return err
	case apierrors.IsNotFound(err), apierrors.IsUnauthorized(err), apierrors.IsForbidden(err):
		return fmt.Errorf("%s can no longer be watched: %w", f.name, err)
	case !f.lost:
		f.lost = true
		f.screen.keep()
		fmt.Fprintf(f.notes, "the connection to the API server is lost, retrying every %s: %v\n", f.reconnecting, err)
	}
	return nil
}

func (f *following) changed(ctx context.Context, e *model.Experiment) (ended bool, err error) {
	f.last = e
	if ended = e.Finished(); ended {
		if _, ok := f.complete(ctx, f.cluster, e, cluster.Results); !ok {
			f.screen.keep()
		}
	}
	f.screen.show(e, f.steps(ctx))
	e.Status.Configurations = nil // they take most of the memory, and are not shown again
	return ended, f.out.err       // there is nobody to go on for
}

// steps is a table of what the current trial has measured so far, on a terminal, where it is redrawn; empty if it cannot be read. The trial is
// read only when the experiment's progress says that it has changed.
func (f *following) steps(ctx context.Context) string {
	current := f.last.Status.Progress.CurrentTrial
	if f.screen.size == nil || f.last.Finished() || current == "" {
		return ""
	}
	if now := f.measured(); now != f.reading {
		f.table, f.reading = "", ""
		if trial, err := f.cluster.Trial(ctx, current); err == nil {
			f.table, f.reading = curve.Steps(f.last, []*model.Trial{trial}, maxSteps), now
		}
	}
	return f.table
}

// measured is what an experiment says about the steps and runs of its current trial; it has the figures of the latest step, too.
func (f *following) measured() string {
	status, latest := f.last.Status, ""
	if status.Headline.ThroughputPerSecond != nil {
		latest = model.Number(*status.Headline.ThroughputPerSecond)
	}
	return fmt.Sprint([]any{status.Phase, status.Progress.Trials, status.Progress.CurrentTrial, status.Progress.Step, status.Progress.InvalidRuns, latest, status.Headline.P95})
}

// progress is one line: the phase, the trial and its step, the latest figures and the time left.
func progress(e *model.Experiment, now time.Time) string {
	status := e.Status
	phase := status.Phase
	if phase == "" {
		phase = "Waiting for the operator"
	}
	parts := []string{e.Metadata.Name + ": " + phase}
	add := func(format, value string) {
		if value != "" {
			parts = append(parts, fmt.Sprintf(format, value))
		}
	}
	add("trials %s", status.Progress.Trials)
	if !e.Finished() {
		add("now %s", status.Progress.CurrentTrial)
		if e.Spec.Load.Search == nil {
			add("step %s", status.Progress.Step)
		} else {
			add("%s steps of this round measured", status.Progress.Step)
		}
		if status.Headline.ThroughputPerSecond != nil {
			add("%s/s", model.Number(*status.Headline.ThroughputPerSecond))
			add("p95 %s", status.Headline.P95)
		}
		add("%s", paused(e))
		if status.Progress.EstimatedCompletion != nil {
			left := status.Progress.EstimatedCompletion.Sub(now).Round(time.Minute)
			add("about %s left", strings.TrimSuffix(max(left, time.Minute).String(), "0s"))
		} else {
			add("%s", status.Message)
		}
	}
	return strings.Join(parts, ", ")
}

// paused says since when an experiment is suspended, or how long it was until when; empty if it never was.
func paused(e *model.Experiment) string {
	clock := func(at time.Time) string { return at.UTC().Format("2006-01-02 15:04 UTC") }
	switch pauses := e.Status.Pauses; {
	case pauses == nil:
		return ""
	case pauses.Since != nil:
		return "suspended since " + clock(*pauses.Since)
	case pauses.Ended != nil:
		return fmt.Sprintf("suspended for %s until %s", time.Duration(pauses.Seconds)*time.Second, clock(*pauses.Ended))
	}
	return ""
}

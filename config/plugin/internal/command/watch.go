package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/curve"
	"dev.scalelab/plugin/internal/model"
	"github.com/spf13/cobra"
	"golang.org/x/term"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	apiwatch "k8s.io/apimachinery/pkg/watch"
)

// watchMemory keeps a program that runs for hours small.
const (
	watchMemory  = 16 << 20
	reconnecting = 5 * time.Second
)

func (t *tool) watch() *cobra.Command {
	var timeout time.Duration
	cmd := &cobra.Command{
		Use: "watch NAME", Short: "Show an experiment until it ends, and end with its verdict", Args: arguments(1), ValidArgsFunction: t.names(1),
		Long: `Shows progress, the time left and the curve so far until the experiment ends, then its curve and verdict, which is the exit status.
On a terminal the table is redrawn; otherwise a line is printed for each change. It uses one connection to the API server.`,
		Example: "  kubectl apply -f experiment.yaml && kubectl scalelab watch small --timeout 45m",
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
	cmd.Flags().DurationVar(&timeout, "timeout", 0, "give up after this time, with exit status 3 (default: never)")
	return cmd
}

// follow shows each change of an experiment, and connects again when the API server ends the watch.
func (t *tool) follow(ctx context.Context, c *cluster.Cluster, name string, timeout time.Duration) error {
	screen := &display{to: t.out, now: t.now}
	if file, ok := t.out.(*os.File); ok {
		screen.terminal = term.IsTerminal(int(file.Fd()))
	}
	var last *model.Experiment
	for {
		ended, err := t.connection(ctx, c, name, screen, &last)
		switch {
		case err != nil:
			return err
		case ended:
			return verdict(last)
		case ctx.Err() != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
			return fmt.Errorf("%s has not ended within %s: %s", name, timeout, lastState(last))
		case ctx.Err() != nil:
			return errors.New("interrupted; the experiment goes on")
		}
		select {
		case <-ctx.Done():
		case <-time.After(reconnecting):
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

// connection is one watch. Without a resource version it begins with the present state, so that no other request is needed.
func (t *tool) connection(ctx context.Context, c *cluster.Cluster, name string, screen *display, last **model.Experiment) (bool, error) {
	changes, err := c.Client.Resource(cluster.Experiments).Namespace(c.Namespace).Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name})
	if err != nil {
		if ctx.Err() != nil || *last != nil {
			return false, nil // lost for a while; the next connection shows what happened
		}
		return false, c.Explained(ctx, name, err)
	}
	defer changes.Stop()
	if *last == nil { // a watch of something that does not exist would wait for ever
		if _, err := c.Experiment(ctx, name); err != nil && ctx.Err() == nil {
			return false, err
		}
	}
	for {
		select {
		case <-ctx.Done():
			return false, nil
		case change, open := <-changes.ResultChan():
			if !open || change.Type == apiwatch.Error {
				return false, nil
			}
			object, ok := change.Object.(*unstructured.Unstructured)
			if !ok || object.GetName() != name {
				continue
			}
			if change.Type == apiwatch.Deleted {
				return false, fmt.Errorf("%s was deleted", name)
			}
			experiment, err := model.Read(object.Object)
			if err != nil {
				return false, err
			}
			*last = experiment
			if experiment.Finished() {
				t.complete(ctx, c, experiment)
			}
			screen.show(experiment)
			if experiment.Finished() {
				return true, nil
			}
		}
	}
}

// display shows the state of an experiment: redrawn on a terminal, else as a line for each change.
type display struct {
	to       io.Writer
	now      func() time.Time
	terminal bool
	lines    int
	before   string
}

func (d *display) show(e *model.Experiment) {
	line := progress(e, d.now())
	switch {
	case d.terminal:
		if d.lines > 0 {
			fmt.Fprintf(d.to, "\x1b[%dA\x1b[J", d.lines)
		}
		text := line + "\n" + curve.Sparks(e)
		if len(e.Status.Configurations) > 0 {
			text += curve.Table(e)
		}
		fmt.Fprint(d.to, text)
		d.lines = strings.Count(text, "\n")
	case e.Finished():
		fmt.Fprintf(d.to, "%s\n\n%s", line, curve.Text(e))
	case line != d.before:
		fmt.Fprintln(d.to, line)
	}
	d.before = line
	if e.Finished() {
		if d.terminal { // long sentences cannot be redrawn
			for _, finding := range e.Findings() {
				fmt.Fprintln(d.to, finding)
			}
		}
		fmt.Fprintf(d.to, "verdict: %s: %s\n", e.VerdictText(), e.Status.Message)
	}
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
		add("step %s", status.Progress.Step)
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

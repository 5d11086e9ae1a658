package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/report"
	"github.com/spf13/cobra"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func (t *tool) report() *cobra.Command {
	var output fileName
	var histograms bool
	cmd := &cobra.Command{
		Use: "report NAME", Short: "Write an experiment as one HTML file", Args: arguments(1), ValidArgsFunction: t.names(1),
		Long: `Writes an experiment as one HTML file, when it has ended or as soon as a step has been measured: curves and figures of each configuration
that has a result, what was used of each resource, every step with its percentiles, invalid runs, the system as resolved, versions and
placement. The file requests nothing from elsewhere, so it can be mailed, archived or printed.

` + statuses("the file is written, too, if something was measured"),
		Example: "  kubectl scalelab report small\n  kubectl scalelab report small -o - >page.html",
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := t.connect()
			if err != nil {
				return err
			}
			experiment, err := c.Experiment(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			c.Detail = cluster.Figures
			in, _, err := t.input(cmd.Context(), c, experiment, histograms)
			if err != nil {
				return err
			}
			if output == "" {
				output = fileName(args[0] + ".html")
			}
			if err := t.write(output.String(), func(to io.Writer) error { return report.Write(to, in) }); err != nil {
				return err
			}
			t.wrote(output.String(), experiment.VerdictText())
			return t.concluded(experiment, figuresSoFar)
		},
	}
	cmd.Flags().VarP(&output, "output", "o", "file to write, - for the standard output (default NAME.html)")
	cmd.Flags().BoolVar(&histograms, "histograms", true, "read the histograms of all runs, a ConfigMap each")
	return cmd
}

// input reads everything that a report shows of an experiment, and all nodes. Only the trials are needed; the rest depends on the
// user's rights.
func (t *tool) input(ctx context.Context, c *cluster.Cluster, e *model.Experiment, histograms bool) (report.Input, []unstructured.Unstructured, error) {
	in := report.Input{Experiment: e, Version: t.version, Now: t.now()}
	var err error
	if in.Trials, err = c.Trials(ctx, e.Metadata.Name); err != nil {
		return in, nil, err
	}
	e.Complete(in.Trials)
	if histograms {
		in.Histograms, in.Notes = c.Histograms(ctx, in.Trials)
	}
	if version, err := c.Version(ctx); err == nil {
		in.Facts = append(in.Facts, report.Fact{Name: "Kubernetes", Value: version})
	}
	nodes, err := c.List(ctx, cluster.Nodes)
	if err != nil {
		reason := "you may not read them"
		if !apierrors.IsForbidden(err) {
			reason = "they could not be read: " + err.Error()
		}
		in.Facts = append(in.Facts, report.Fact{Name: "Nodes", Value: reason})
		return in, nil, nil
	}
	in.Facts = append(in.Facts, facts(nodes, in.Trials)...)
	return in, nodes, nil
}

// complete reads the trials for what limits each configuration. It returns false, with a message, if they cannot be read.
func (t *tool) complete(ctx context.Context, c *cluster.Cluster, e *model.Experiment, detail cluster.Detail) ([]*model.Trial, bool) {
	c.Detail = detail
	trials, err := c.Trials(ctx, e.Metadata.Name)
	if err != nil {
		fmt.Fprintf(t.notes, "the trials cannot be read, so the sentences on what limits each configuration are missing: %v\n", err)
		return nil, false
	}
	e.Complete(trials)
	return trials, true
}

// facts are the versions of the nodes that ran the testbeds.
func facts(nodes []unstructured.Unstructured, trials []*model.Trial) []report.Fact {
	used := map[string]bool{}
	for _, trial := range trials {
		for _, pod := range trial.Status.Placement {
			used[pod.Node] = true
		}
	}
	var found []report.Fact
	for _, node := range nodes {
		if used[node.GetName()] {
			found = append(found, report.Fact{Name: "Node " + node.GetName(), Value: describe(node)})
		}
	}
	return found
}

func describe(node unstructured.Unstructured) string {
	var parts []string
	for _, path := range [][]string{{"capacity", "cpu"}, {"capacity", "memory"}, {"nodeInfo", "architecture"}, {"nodeInfo", "kernelVersion"},
		{"nodeInfo", "osImage"}, {"nodeInfo", "containerRuntimeVersion"}, {"nodeInfo", "kubeletVersion"}} {
		if value, found, _ := unstructured.NestedString(node.Object, append([]string{"status"}, path...)...); found && value != "" {
			parts = append(parts, path[1]+" "+value)
		}
	}
	return strings.Join(parts, ", ")
}

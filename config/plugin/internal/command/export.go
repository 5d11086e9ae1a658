package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/curve"
	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/report"
	"github.com/spf13/cobra"
)

func (t *tool) export() *cobra.Command {
	var format, part string
	output := fileName("-")
	writers := map[string]func(io.Writer, *model.Experiment) error{
		"csv": curve.CSV, "svg": report.Picture,
		"json": func(to io.Writer, e *model.Experiment) error {
			return indented(to, map[string]any{"experiment": e.Metadata.Name, "namespace": e.Metadata.Namespace, "status": e.Raw["status"], "spec": e.Raw["spec"]})
		},
		"junit": func(to io.Writer, e *model.Experiment) error { return curve.JUnit(to, e, nil) },
		"markdown": func(to io.Writer, e *model.Experiment) error {
			_, err := io.WriteString(to, curve.Markdown(e))
			return err
		},
		"text": func(to io.Writer, e *model.Experiment) error { _, err := io.WriteString(to, curve.Text(e)); return err },
	}
	names := []string{"csv", "json", "junit", "markdown", "svg", "text"}
	cmd := &cobra.Command{
		Use: "export NAME", Short: "Write an experiment's figures as CSV, JSON, JUnit XML, Markdown, SVG or text", Args: arguments(1), ValidArgsFunction: t.names(1),
		Long: `Writes the figures of an experiment:
  csv       a row for each configuration, with plain numbers; with --table another part of the status, such as disturbances,
            or of the trials: rounds, or steps
  json      spec and status
  junit     a test case for the verdict, and for each configuration one for each objective, and one for all of those that a step has to
            meet together; what was not measured, or is unknown because all of the load was done, is skipped, with the reason
  markdown  the verdict and the curve, for the summary of a CI job
  svg       the chart of throughput over the number of servers
  text      the curve as a table, with what limits it, comparisons, effects of disturbances and answers as sentences
Percentiles and errors are those of one step, in csv the column step. A search has searchReportedLevel instead, the load at which they were
measured: its capacity is estimated between loads. The column notes has OneRound (no intervals), TooFewTransactions (no interval of a
percentile), PeakNotReached (the real peak is higher), NotSteady (the step changed while it was measured) and SameServers (intervals of
rounds on the same servers).
While the experiment runs these are the figures so far: a configuration has some when all of its runs have ended. Until then text and
markdown list the steps that were measured, as does --table steps.

` + statuses("what there is so far is written, but no svg before a configuration has a result"),
		Example: "  kubectl scalelab export small --format junit -o small.xml\n  kubectl scalelab export failover --table disturbances\n  kubectl scalelab export search --table rounds",
		RunE: func(cmd *cobra.Command, args []string) error {
			write, known := writers[format]
			if !known {
				return fmt.Errorf("--format %s: it must be one of %s", format, strings.Join(names, ", "))
			}
			ofTrials, needsTrials := curve.TrialTables[part]
			if part != "" {
				if write, known = curve.Tables[part]; !known && !needsTrials || format != "csv" {
					return fmt.Errorf("--table %s: it must be one of %s, with --format csv", part, strings.Join(curve.TableNames(), ", "))
				}
			}
			c, err := t.connect()
			if err != nil {
				return err
			}
			experiment, err := c.Experiment(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			has := figuresSoFar
			if len(experiment.Measured()) == 0 && format != "json" {
				has = fmt.Sprintf("no configuration has a result yet; kubectl scalelab export %s --table steps has the steps so far", args[0])
			}
			if format == "text" || format == "markdown" || part == curve.Diagnoses {
				trials, _ := t.complete(cmd.Context(), c, experiment, cluster.Figures)
				if format != "csv" && len(experiment.Measured()) == 0 && model.Recorded(trials) > 0 {
					write, has = withSteps(write, format, trials), "no configuration has a result yet; these are its steps so far"
				}
			}
			if format == "junit" && slices.ContainsFunc(experiment.ResponseLimits(), model.Limit.InTrials) {
				c.Detail = cluster.Figures
				trials, err := c.Trials(cmd.Context(), args[0])
				if err != nil {
					fmt.Fprintf(t.notes, "the trials cannot be read, so figures of single transactions and of shares are missing: %v\n", err)
				}
				write = func(to io.Writer, e *model.Experiment) error { return curve.JUnit(to, e, trials) }
			}
			if needsTrials {
				c.Detail = cluster.Figures
				trials, err := c.Trials(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				has = figuresSoFar
				write = func(to io.Writer, _ *model.Experiment) error { return ofTrials(to, trials) }
			}
			if err := t.write(output.String(), func(to io.Writer) error { return write(to, experiment) }); err != nil {
				return err
			}
			return t.concluded(experiment, has)
		},
	}
	cmd.Flags().StringVarP(&format, "format", "f", "csv", "csv, json, junit, markdown, svg or text")
	cmd.Flags().StringVar(&part, "table", "", "part of the results that csv has: "+strings.Join(curve.TableNames(), ", ")+" (default configurations)")
	cmd.Flags().VarP(&output, "output", "o", "file to write, - for the standard output")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("table", cobra.FixedCompletions(curve.TableNames(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// withSteps writes the steps so far behind a text that has no figures of configurations.
func withSteps(write func(io.Writer, *model.Experiment) error, format string, trials []*model.Trial) func(io.Writer, *model.Experiment) error {
	return func(to io.Writer, e *model.Experiment) error {
		steps := "\n" + curve.Steps(e, trials, 0)
		if format == "markdown" {
			steps = "\n```" + steps + "```\n"
		}
		if err := write(to, e); err != nil {
			return err
		}
		_, err := io.WriteString(to, steps)
		return err
	}
}

// Package command has the commands of kubectl scalelab.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/model"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
)

const description = `kubectl scalelab shows, compares and hands on the results of ScaleLab's experiments. An experiment is a resource of the kind
ScalabilityExperiment: kubectl get scalexp lists those of a namespace. Flags follow the command, as in kubectl scalelab watch NAME -n NAMESPACE.

Exit status of commands about one experiment, so that a script or a CI job needs nothing else:
  0  its verdict is Passed
  1  Failed: a configuration missed an objective
  2  Inconclusive: not every configuration could be measured
  3  not run: it has not ended, was rejected, or the command could not do its work`

// completing is how long a shell waits for names.
const completing = 5 * time.Second

// exit is the status of a command that did its work.
type exit struct{ status int }

func (e exit) Error() string { return fmt.Sprintf("exit status %d", e.status) }

// tool has what all commands share.
type tool struct {
	version string
	out     *output
	notes   io.Writer
	in      io.Reader
	flags   *clientcmd.ConfigOverrides
	rules   *clientcmd.ClientConfigLoadingRules
	// connect is replaced in tests.
	connect func() (*cluster.Cluster, error)
	now     func() time.Time
	// reconnecting is the pause between two connections of a watch.
	reconnecting time.Duration
}

func newTool(version string, out, notes io.Writer) *tool {
	t := &tool{version: version, out: &output{to: out}, notes: notes, flags: &clientcmd.ConfigOverrides{}, rules: clientcmd.NewDefaultClientConfigLoadingRules(), now: time.Now,
		reconnecting: 5 * time.Second}
	t.connect = t.open
	return t
}

func (t *tool) open() (*cluster.Cluster, error) {
	loading := t.loading()
	config, err := loading.ClientConfig()
	if err != nil {
		return nil, t.noCluster(err)
	}
	namespace, _, err := loading.Namespace()
	if err != nil {
		return nil, err
	}
	return cluster.Connect(config, namespace)
}

// noCluster explains why there is no API server to ask.
func (t *tool) noCluster(err error) error {
	if clientcmd.IsEmptyConfig(err) {
		return fmt.Errorf("no cluster: none is configured in %s; set KUBECONFIG or --kubeconfig", strings.Join(t.rules.GetLoadingPrecedence(), ", "))
	}
	return fmt.Errorf("no cluster: %w", err)
}

// Run executes a command and returns the exit status.
func Run(ctx context.Context, version string, args []string, out, notes io.Writer) int {
	return newTool(version, out, notes).run(ctx, args)
}

func (t *tool) run(ctx context.Context, args []string) int {
	root := t.root()
	root.SetArgs(args)
	root.SetIn(t.in)
	root.SetOut(t.out)
	root.SetErr(t.notes)
	err := root.ExecuteContext(ctx)
	if t.out.err != nil { // also of a command that has not looked at it
		err = t.out.err
	}
	var ended exit
	switch {
	case err == nil:
		return model.ExitPassed
	case errors.As(err, &ended):
		return ended.status
	}
	text := strings.TrimSpace(suggestion.Replace(err.Error()))
	if strings.HasPrefix(text, "unknown command ") {
		text += "; see " + root.DisplayName() + " --help"
	}
	fmt.Fprintf(t.notes, "error: %s\n", text)
	return model.ExitNotRun
}

// suggestion puts cobra's lines about similar commands into that of the error.
var suggestion = strings.NewReplacer("\n\nDid you mean this?\n\t", "; did you mean ", "\n\t", ", ")

func (t *tool) root() *cobra.Command {
	root := &cobra.Command{Use: "kubectl-scalelab", Short: "Show, compare and hand on results of ScaleLab", Long: description, Version: t.version,
		SilenceUsage: true, SilenceErrors: true, Annotations: map[string]string{cobra.CommandDisplayNameAnnotation: "kubectl scalelab"}}
	flags := root.PersistentFlags()
	flags.StringVar(&t.rules.ExplicitPath, "kubeconfig", "", "path of the kubeconfig file (default $KUBECONFIG, else ~/.kube/config)")
	flags.StringVar(&t.flags.CurrentContext, "context", "", "context of the kubeconfig file (default its current one)")
	flags.StringVarP(&t.flags.Context.Namespace, "namespace", "n", "", "namespace of the experiment (default that of the context)")
	flags.AddGoFlag(verbosity())
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(t.watch(), t.report(), t.compare(), t.export(), t.validate(), t.plan(), t.bundle(), t.serve(), t.completion(), t.versionOf())
	root.SetHelpCommand(t.help())
	root.CompletionOptions.DisableDefaultCmd = true
	_ = root.RegisterFlagCompletionFunc("context", t.contexts)
	_ = root.RegisterFlagCompletionFunc("namespace", t.namespaces)
	return root
}

// verbosity is the client's -v, as kubectl has it: from 6 on, requests are shown on the standard error.
func verbosity() *flag.Flag {
	var all flag.FlagSet
	klog.InitFlags(&all)
	found := all.Lookup("v")
	found.Usage = "level of the client's log: 6 shows requests with their status, 9 also what they carry"
	return found
}

// flagError says what a flag needs, rather than what the parser of its value says.
func flagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		rule := map[string]string{"float64": "it must be a number", "int": "it must be a whole number", "bool": "it must be true or false",
			"Level":    "it must be a whole number",
			"duration": "it must be a time with its unit, as 30s or 45m"}[invalid.GetFlag().Value.Type()]
		if rule == "" {
			rule = invalid.Unwrap().Error()
		}
		err = fmt.Errorf("--%s %q: %s", invalid.GetFlag().Name, invalid.GetValue(), rule)
	}
	return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
}

// arguments requires a number of them, and says how the command is used.
func arguments(count int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == count {
			return nil
		}
		return fmt.Errorf("number of arguments: %d, needed: %d; use it as: %s", len(args), count, cmd.UseLine())
	}
}

// concluded ends a command whose output does not say by itself that an experiment has no verdict, and what the output has if it runs.
func (t *tool) concluded(e *model.Experiment, has string) error {
	switch {
	case e.ExitStatus() != model.ExitNotRun:
	case e.Finished():
		fmt.Fprintf(t.notes, "%s has ended without a verdict (%s)\n", e.Metadata.Name, e.State())
	default:
		fmt.Fprintln(t.notes, notEnded(e, has))
	}
	return verdict(e)
}

// figuresSoFar is what the output has of an experiment that runs.
const figuresSoFar = "these are its figures so far"

func soFar(e *model.Experiment) string { return notEnded(e, figuresSoFar) }

func notEnded(e *model.Experiment, has string) string {
	return fmt.Sprintf("%s has not ended (%s): %s", e.Metadata.Name, e.State(), has)
}

// unended refuses a command that needs the end of an experiment, and says what to do instead.
func unended(e *model.Experiment, why, instead string) error {
	return errors.New(notEnded(e, fmt.Sprintf("%s. Wait with kubectl scalelab watch %s%s", why, e.Metadata.Name, instead)))
}

// statuses is the part of a command's help about its exit status, which is the verdict.
func statuses(notRun string) string {
	return `Exit status: the verdict, 0 Passed, 1 Failed, 2 Inconclusive; 3 if the experiment has not ended or has no verdict, or if the command
could not do its work. Of an experiment without a verdict ` + notRun + "."
}

// verdict ends a command with the verdict of an experiment.
func verdict(e *model.Experiment) error {
	if status := e.ExitStatus(); status != model.ExitPassed {
		return exit{status}
	}
	return nil
}

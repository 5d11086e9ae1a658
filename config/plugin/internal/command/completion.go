package command

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dev.scalelab/plugin/internal/cluster"
	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
)

// Completer is the program that kubectl calls to complete the words after kubectl scalelab.
const Completer = `#!/bin/sh
# kubectl calls this to complete the words after ` + "`kubectl scalelab`" + `; it must be on PATH, next to kubectl-scalelab.
exec kubectl-scalelab __complete "$@"
`

// completion has a script for kubectl, and those of shells for the program under its own name.
func (t *tool) completion() *cobra.Command {
	names := []string{"bash", "fish", "kubectl", "powershell", "zsh"}
	return &cobra.Command{
		Use: "completion NAME", Short: "Write a script with which a shell completes commands and names", Args: arguments(1),
		ValidArgsFunction: cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp),
		Long: `Writes a script for completion. NAME is kubectl, bash, fish, powershell or zsh.

After "kubectl scalelab" it is kubectl that completes, by a program kubectl_complete-scalelab on PATH. In bash, with the package
bash-completion installed (of another shell see kubectl completion --help):

  source <(kubectl completion bash)
  kubectl scalelab completion kubectl >~/bin/kubectl_complete-scalelab    # any folder of PATH
  chmod +x ~/bin/kubectl_complete-scalelab

The first line is needed in each shell, as in ~/.bashrc, the others once; command -v kubectl_complete-scalelab says whether the file is there
already, as after make tools. kubectl 1.26 or later is needed.

The scripts of bash, fish, powershell and zsh complete only the program's own name, kubectl-scalelab with a hyphen.`,
		Example: "  kubectl scalelab completion kubectl >~/bin/kubectl_complete-scalelab && chmod +x ~/bin/kubectl_complete-scalelab",
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(t.out, true)
			case "fish":
				return root.GenFishCompletion(t.out, true)
			case "kubectl":
				_, err := fmt.Fprint(t.out, Completer)
				return err
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(t.out)
			case "zsh":
				return root.GenZshCompletion(t.out)
			}
			return fmt.Errorf("completion %s: it must be one of %s", args[0], strings.Join(names, ", "))
		},
	}
}

// names completes names of experiments, up to a number of arguments.
func (t *tool) names(maxArguments int) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= maxArguments {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return t.listed(cmd, cluster.Experiments)
	}
}

// namespaces completes namespaces, of a user who may list them.
func (t *tool) namespaces(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return t.listed(cmd, cluster.Namespaces)
}

// contexts completes the contexts of the kubeconfig files.
func (t *tool) contexts(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	config, err := t.rules.Load()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return slices.Sorted(maps.Keys(config.Contexts)), cobra.ShellCompDirectiveNoFileComp
}

// listed has the names of the objects of a kind, none if they cannot be read.
func (t *tool) listed(cmd *cobra.Command, kind schema.GroupVersionResource) ([]string, cobra.ShellCompDirective) {
	c, err := t.connect()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), completing)
	defer cancel()
	var client dynamic.ResourceInterface = c.Client.Resource(kind)
	if kind != cluster.Namespaces {
		client = c.Client.Resource(kind).Namespace(c.Namespace)
	}
	found, err := client.List(ctx, metav1.ListOptions{Limit: 200})
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, item := range found.Items {
		names = append(names, item.GetName())
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

package command

import (
	"fmt"

	"github.com/spf13/cobra"
)

// unknown is the text of cobra's error about a command that does not exist.
const unknown = "unknown command %q for %q"

// help is as cobra's own, but fails for what it cannot explain.
func (t *tool) help() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "Explain a command", Long: "Explains a command, as COMMAND --help does.", ValidArgsFunction: t.commands,
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			switch {
			case err != nil:
				return err
			case len(rest) > 0:
				return fmt.Errorf(unknown, rest[0], found.CommandPath())
			}
			found.InitDefaultHelpFlag()
			found.InitDefaultVersionFlag()
			return found.Help()
		},
	}
}

// commands completes names of commands.
func (t *tool) commands(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	found, rest, err := cmd.Root().Find(args)
	var names []string
	if err == nil && len(rest) == 0 {
		for _, one := range found.Commands() {
			if one.IsAvailableCommand() {
				names = append(names, one.Name())
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func (t *tool) versionOf() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version of this plugin", Long: "Prints the version of this plugin, as --version does.", Args: arguments(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(t.out, "%s version %s\n", cmd.Root().DisplayName(), t.version)
			return err
		},
	}
}

package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"dev.scalelab/plugin/internal/archive"
	"dev.scalelab/plugin/internal/curve"
	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/report"
	"github.com/spf13/cobra"
)

func (t *tool) verify() *cobra.Command {
	return &cobra.Command{
		Use: "verify FILE", Short: "Check the checksums and figures of a bundle, without a cluster", Args: arguments(1),
		Long: `Compares the files of a bundle with their checksums, and what follows from its records with the records, also if the checksums were written
again: throughput and errors of valid runs from their counts, percentiles from the histograms, peaks and capacities of configurations from
the runs, of searches from the rounds, with the load whose response times they report, speed-up, efficiency and change from the peaks, the
verdict from these figures and the objectives, and the report page, figures.csv, the manifest and the systems from experiment.json and the
trials. It lists what it cannot check, such as what load generators and servers reported: a bundle whose records were all changed alike is
not found out. Nor is a changed report page that names another version of the plugin, which may have worded it otherwise.

FILE may be - for the standard input. Exit status: 0 if nothing that could be checked differs, 1 if something differs, 3 if the file cannot be
read or is no bundle.`,
		Example: "  kubectl scalelab bundle verify small.tar.gz\n  kubectl scalelab bundle small -o - | kubectl scalelab bundle verify -",
		RunE: func(cmd *cobra.Command, args []string) error {
			from, name := cmd.InOrStdin(), args[0]
			if name == "-" {
				name = "the standard input"
			} else {
				file, err := os.Open(name)
				if err != nil {
					return err
				}
				defer file.Close()
				from = file
			}
			files, err := archive.Read(from)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if err := t.verified(files); err != nil {
				var ended exit
				if errors.As(err, &ended) {
					return err
				}
				return fmt.Errorf("%s: %w", name, err)
			}
			return nil
		},
	}
}

func (t *tool) verified(files archive.Files) error {
	changed := files.Changed()
	if files[experimentFile] == nil && !slices.Contains(changed, experimentFile+" is missing") {
		return fmt.Errorf("not a bundle that kubectl scalelab bundle has written: it has no %s", experimentFile)
	}
	for _, one := range changed { // before the files are read, which a damaged one may prevent
		fmt.Fprintf(t.out, "wrong: %s\n", one)
	}
	in, err := unpacked(files)
	if err != nil {
		if len(changed) == 0 {
			return err
		}
		fmt.Fprintf(t.out, "wrong: %v\n", err)
		return exit{model.ExitFailed}
	}
	checks := archive.Recalculate(in.Experiment, in.Trials, in.Histograms, len(in.Notes) > 0)
	checkVerdict(&checks, in.Experiment)
	made := t.remade(&checks, files, in)
	for _, one := range checks.Wrong {
		fmt.Fprintf(t.out, "wrong: %s\n", one)
	}
	for _, one := range checks.NotKnown {
		fmt.Fprintf(t.out, "not checked: %s\n", one)
	}
	wrong := len(changed) + len(checks.Wrong)
	if wrong == 0 { // what nobody can check matters where nothing else is wrong
		fmt.Fprintf(t.out, "not checked in any bundle:\n%s", archive.Unchecked)
	}
	fmt.Fprintf(t.out, "%s: %d files, %d of them made again from the records, %d figures calculated again: %d wrong, %d not checked\n",
		in.Experiment.Metadata.Name, len(files), made, checks.Done, wrong, len(checks.NotKnown))
	if wrong > 0 {
		return exit{model.ExitFailed}
	}
	return nil
}

// checkVerdict compares the verdict with what follows from the rows.
func checkVerdict(checks *archive.Checks, e *model.Experiment) {
	claimed, found := e.Status.Verdict, curve.Judged(e)
	switch {
	case claimed == "":
	case found == "":
		checks.NotKnown = append(checks.NotKnown, "the verdict, since the status does not have a row of every configuration")
	case claimed != found:
		checks.Wrong = append(checks.Wrong, fmt.Sprintf("the verdict is %s, and %s by the figures and the objectives", claimed, found))
	default:
		checks.Done++
	}
}

// unpacked are the records of a bundle.
func unpacked(files archive.Files) (report.Input, error) {
	in := report.Input{Histograms: map[string]map[string]string{}}
	var object map[string]any
	if err := decoded(files, experimentFile, &object); err != nil {
		return in, err
	}
	var err error
	if in.Experiment, err = model.Read(object); err != nil {
		return in, err
	}
	for name, into := range map[string]any{factsFile: &in.Facts, notesFile: &in.Notes} {
		if files[name] == nil {
			continue
		}
		if err := decoded(files, name, into); err != nil {
			return in, err
		}
	}
	for _, name := range members(files, "trials/") {
		var object map[string]any
		if err := decoded(files, "trials/"+name+".json", &object); err != nil {
			return in, err
		}
		trial, err := model.ReadTrial(object)
		if err != nil {
			return in, fmt.Errorf("%s: %w", name, err)
		}
		in.Trials = append(in.Trials, trial)
	}
	for _, name := range members(files, "histograms/") {
		var data map[string]string
		if err := decoded(files, "histograms/"+name+".json", &data); err != nil {
			return in, err
		}
		in.Histograms[name] = data
	}
	model.Sort(in.Trials)
	in.Experiment.Complete(in.Trials)
	return in, nil
}

// members are the names of the objects in a folder, in the order in which the API server lists them.
func members(files archive.Files, folder string) []string {
	var names []string
	for name := range files {
		if inner, ok := strings.CutPrefix(name, folder); ok {
			if inner, ok = strings.CutSuffix(inner, ".json"); ok {
				names = append(names, inner)
			}
		}
	}
	slices.Sort(names)
	return names
}

func decoded(files archive.Files, name string, into any) error {
	if err := json.Unmarshal(files[name], into); err != nil {
		if files[name] == nil {
			err = errors.New("it is missing")
		}
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

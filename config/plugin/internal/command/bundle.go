package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"dev.scalelab/plugin/internal/archive"
	"dev.scalelab/plugin/internal/curve"
	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/report"
	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

func (t *tool) bundle() *cobra.Command {
	var output fileName
	cmd := &cobra.Command{
		Use: "bundle NAME", Short: "Write everything about an ended experiment as one archive", Args: arguments(1), ValidArgsFunction: t.names(1),
		Long: `Writes an archive with which others can check every figure: the manifest, the experiment and its trials with all evidence, the systems as
resolved, versions, images and nodes, the histograms of all runs, the report page, the figures as CSV, and checksums.
kubectl scalelab bundle verify FILE checks it, without a cluster.`,
		Example: "  kubectl scalelab bundle small\n  kubectl scalelab bundle verify small.tar.gz",
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := t.connect()
			if err != nil {
				return err
			}
			experiment, err := c.Experiment(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if !experiment.Finished() {
				return fmt.Errorf("%s has not ended (%s): a bundle is of final figures. Wait with kubectl scalelab watch %s, or write a report, which needs no end",
					args[0], experiment.State(), args[0])
			}
			in, nodes, err := t.input(cmd.Context(), c, experiment, true)
			if err != nil {
				return err
			}
			files, err := contents(in, nodes)
			if err != nil {
				return err
			}
			if output == "" {
				output = fileName(args[0] + ".tar.gz")
			}
			if err := t.write(output.String(), func(to io.Writer) error { return archive.Write(to, args[0], files, t.now().UTC()) }); err != nil {
				return err
			}
			t.wrote(output.String(), fmt.Sprintf("%d files", len(files)+1))
			for _, note := range in.Notes {
				fmt.Fprintln(t.notes, note)
			}
			return t.concluded(experiment, figuresSoFar)
		},
	}
	cmd.Flags().VarP(&output, "output", "o", "file to write, - for the standard output (default NAME.tar.gz)")
	cmd.AddCommand(t.verify())
	return cmd
}

// contents are the files of a bundle.
func contents(in report.Input, nodes []unstructured.Unstructured) (archive.Files, error) {
	files, e := archive.Files{}, in.Experiment
	var page, table bytes.Buffer
	if err := report.Write(&page, in); err != nil {
		return nil, err
	}
	if err := curve.CSV(&table, e); err != nil {
		return nil, err
	}
	manifest, err := yaml.Marshal(map[string]any{"apiVersion": "scalelab.dev/v1alpha1", "kind": "ScalabilityExperiment",
		"metadata": map[string]any{"name": e.Metadata.Name}, "spec": e.Raw["spec"]})
	if err != nil {
		return nil, err
	}
	files["report.html"], files["figures.csv"], files["manifest.yaml"] = page.Bytes(), table.Bytes(), manifest
	objects := map[string]any{"experiment.json": e.Raw, "facts.json": in.Facts}
	for _, trial := range in.Trials {
		objects["trials/"+trial.Metadata.Name+".json"] = trial.Raw
	}
	for name, data := range in.Histograms {
		objects["histograms/"+name+".json"] = data
	}
	for _, variant := range e.VariantNames() {
		objects["systems/"+variant+".json"] = e.Resolved(variant)
	}
	for _, node := range nodes {
		objects["nodes/"+node.GetName()+".json"] = map[string]any{"labels": node.GetLabels(), "status": node.Object["status"]}
	}
	for name, object := range objects {
		text, err := json.MarshalIndent(object, "", " ")
		if err != nil {
			return nil, err
		}
		files[name] = append(text, '\n')
	}
	return files, nil
}

func (t *tool) verify() *cobra.Command {
	return &cobra.Command{
		Use: "verify FILE", Short: "Check the checksums and figures of a bundle, without a cluster", Args: arguments(1),
		Long: `Compares the files of a bundle with their checksums, and calculates its figures again: throughput and errors from counts, percentiles from
histograms, peaks and capacities from the runs, and speed-up, efficiency and change from the peaks. It says what it cannot check. Exit status: 0 if all agree, 1 if something
differs, 3 if the file cannot be read.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := os.Open(args[0])
			if err != nil {
				return err
			}
			defer file.Close()
			files, err := archive.Read(file)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return t.verified(files)
		},
	}
}

func (t *tool) verified(files archive.Files) error {
	changed := files.Changed()
	for _, one := range changed { // before the files are read, which a damaged one may prevent
		fmt.Fprintf(t.out, "wrong: %s\n", one)
	}
	e, trials, histograms, err := unpacked(files)
	if err != nil {
		if len(changed) == 0 {
			return err
		}
		fmt.Fprintf(t.out, "wrong: %v\n", err)
		return exit{model.ExitFailed}
	}
	checks := archive.Recalculate(e, trials, histograms)
	for _, one := range checks.Wrong {
		fmt.Fprintf(t.out, "wrong: %s\n", one)
	}
	for _, one := range checks.NotKnown {
		fmt.Fprintf(t.out, "not checked: %s\n", one)
	}
	fmt.Fprintf(t.out, "not checked in any bundle: %s\n", archive.Unchecked)
	wrong := len(changed) + len(checks.Wrong)
	fmt.Fprintf(t.out, "%s: %d files, %d figures calculated again, %d wrong, %d not checked\n", e.Metadata.Name, len(files), checks.Done, wrong, len(checks.NotKnown))
	if wrong > 0 {
		return exit{model.ExitFailed}
	}
	return nil
}

func unpacked(files archive.Files) (*model.Experiment, []*model.Trial, map[string]map[string]string, error) {
	var object map[string]any
	if err := json.Unmarshal(files["experiment.json"], &object); err != nil {
		return nil, nil, nil, fmt.Errorf("experiment.json: %w", err)
	}
	e, err := model.Read(object)
	if err != nil {
		return nil, nil, nil, err
	}
	var trials []*model.Trial
	histograms := map[string]map[string]string{}
	for name, content := range files {
		switch {
		case strings.HasPrefix(name, "trials/"):
			var object map[string]any
			if err := json.Unmarshal(content, &object); err != nil {
				return nil, nil, nil, fmt.Errorf("%s: %w", name, err)
			}
			trial, err := model.ReadTrial(object)
			if err != nil {
				return nil, nil, nil, fmt.Errorf("%s: %w", name, err)
			}
			trials = append(trials, trial)
		case strings.HasPrefix(name, "histograms/"):
			var data map[string]string
			if err := json.Unmarshal(content, &data); err != nil {
				return nil, nil, nil, fmt.Errorf("%s: %w", name, err)
			}
			histograms[strings.TrimSuffix(strings.TrimPrefix(name, "histograms/"), ".json")] = data
		}
	}
	model.Sort(trials)
	e.Complete(trials)
	return e, trials, histograms, nil
}

package command

import (
	"bytes"
	"fmt"
	"io"
	"maps"

	"dev.scalelab/plugin/internal/archive"
	"dev.scalelab/plugin/internal/curve"
	"dev.scalelab/plugin/internal/report"
	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

// Names in a bundle.
const (
	experimentFile = "experiment.json"
	pageFile       = "report.html"
	figuresFile    = "figures.csv"
	factsFile      = "facts.json"
	notesFile      = "notes.json"
	systemsFolder  = "systems/"
)

func (t *tool) bundle() *cobra.Command {
	var output fileName
	cmd := &cobra.Command{
		Use: "bundle NAME", Short: "Write everything about an ended experiment as one archive", Args: arguments(1), ValidArgsFunction: t.names(1),
		Long: `Writes an archive with the records of an ended experiment and all that is derived from them: the manifest, the experiment and its trials
with all evidence, the systems as resolved, versions, images and nodes, the histograms of all runs, the report page, the figures as CSV, and
checksums. kubectl scalelab bundle verify FILE checks it, without a cluster, and says what it cannot check. The archive has names
and labels of nodes: read it before you publish it.

` + statuses("that has ended the archive is written, too"),
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
				return unended(experiment, "a bundle is of final figures", ", or write a report, which needs no end")
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
			for _, note := range append(in.Notes, withoutTrials(in)...) {
				fmt.Fprintln(t.notes, note)
			}
			return t.concluded(experiment, figuresSoFar)
		},
	}
	cmd.Flags().VarP(&output, "output", "o", "file to write, - for the standard output (default NAME.tar.gz)")
	cmd.AddCommand(t.verify())
	return cmd
}

// withoutTrials says of which rows nobody can check the figures, since their trials are gone.
func withoutTrials(in report.Input) []string {
	present := map[string]bool{}
	for _, trial := range in.Trials {
		present[trial.Metadata.Name] = true
	}
	var notes []string
	for _, row := range in.Experiment.Measured() {
		switch {
		case row.Trial == "":
			notes = append(notes, row.Name+": it names no trial, so bundle verify calls its figures wrong")
		case !present[row.Trial]:
			notes = append(notes, fmt.Sprintf("%s: its trial %s does not exist any more, so bundle verify calls its figures wrong", row.Name, row.Trial))
		}
	}
	return notes
}

// contents are the files of a bundle: the records, and what is derived from them as they are stored.
func contents(in report.Input, nodes []unstructured.Unstructured) (archive.Files, error) {
	files := archive.Files{}
	objects := map[string]any{experimentFile: in.Experiment.Raw, factsFile: in.Facts}
	if len(in.Notes) > 0 {
		objects[notesFile] = in.Notes
	}
	for _, trial := range in.Trials {
		objects["trials/"+trial.Metadata.Name+".json"] = trial.Raw
	}
	for name, data := range in.Histograms {
		objects["histograms/"+name+".json"] = data
	}
	for _, node := range nodes {
		objects["nodes/"+node.GetName()+".json"] = aboutNode(node)
	}
	if err := files.Add(objects); err != nil {
		return nil, err
	}
	stored, err := unpacked(files)
	if err != nil {
		return nil, err
	}
	stored.Version, stored.Now = in.Version, in.Now
	made, err := derived(stored)
	if err != nil {
		return nil, err
	}
	maps.Copy(files, made)
	return files, nil
}

// aboutNode is what a bundle has of a node: without addresses and identifiers, which are of no use to others.
func aboutNode(node unstructured.Unstructured) map[string]any {
	node = *node.DeepCopy()
	for _, path := range [][]string{{"addresses"}, {"images"}, {"volumesAttached"}, {"volumesInUse"}, {"nodeInfo", "machineID"}, {"nodeInfo", "systemUUID"}, {"nodeInfo", "bootID"}} {
		unstructured.RemoveNestedField(node.Object, append([]string{"status"}, path...)...)
	}
	return map[string]any{"labels": node.GetLabels(), "status": node.Object["status"]}
}

// derived are the files of a bundle that follow from its records: the page, the figures, the manifest and the systems as resolved.
func derived(in report.Input) (archive.Files, error) {
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
	files[pageFile], files[figuresFile], files["manifest.yaml"] = page.Bytes(), table.Bytes(), manifest
	systems := map[string]any{}
	for _, variant := range e.VariantNames() {
		systems[systemsFolder+variant+".json"] = e.Resolved(variant)
	}
	return files, files.Add(systems)
}

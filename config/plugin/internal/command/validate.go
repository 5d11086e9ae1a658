package command

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/operator"
	"github.com/spf13/cobra"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

func (t *tool) validate() *cobra.Command {
	return &cobra.Command{
		Use: "validate FILE", Short: "Check a manifest without creating anything", Args: arguments(1),
		Long: `Asks the API server to check a manifest by a dry run, and says what would be measured, how long that takes and what the cluster does not have.
Nothing is created. The operator checks more when the experiment is applied: the output names what, and kubectl get scalexp shows whether
the experiment was Rejected, and why.

FILE may be - for the standard input. Exit status: 0 if the API server accepts it and nothing is known to be missing, 1 if it is rejected, 2 if
the cluster misses something, 3 if FILE is no manifest of one ScalabilityExperiment, if the cluster cannot be read, or if you may not create
experiments, which the dry run needs.`,
		Example: "  kubectl scalelab validate experiment.yaml",
		RunE: func(cmd *cobra.Command, args []string) error {
			object, err := manifest(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			c, err := t.connect()
			if err != nil {
				return err
			}
			own, chosen := object.GetNamespace(), t.flags.Context.Namespace
			if own != "" && chosen != "" && own != chosen {
				return fmt.Errorf("the manifest is of namespace %s, and --namespace is %s: leave out one of both", own, chosen)
			}
			if own != "" {
				c.Namespace = own
			}
			return t.check(cmd.Context(), c, object)
		},
	}
}

func manifest(in io.Reader, path string) (*unstructured.Unstructured, error) {
	text, err := read(in, path)
	if err != nil {
		return nil, err
	}
	if path == "-" {
		path = "the standard input"
	}
	objects, err := documents(text)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s is no manifest: %w", path, err)
	case len(objects) != 1:
		return nil, fmt.Errorf("%s has %d objects, and must have one ScalabilityExperiment", path, len(objects))
	case objects[0].GetKind() == "ScalabilityExperiment" && objects[0].GetAPIVersion() != cluster.Experiments.GroupVersion().String():
		return nil, fmt.Errorf("%s has the apiVersion %q, and must have %s", path, objects[0].GetAPIVersion(), cluster.Experiments.GroupVersion())
	case objects[0].GetKind() != "ScalabilityExperiment":
		return nil, fmt.Errorf("%s has an object of kind %q, and must have one ScalabilityExperiment", path, objects[0].GetKind())
	}
	return objects[0], nil
}

// documents are the objects of a manifest.
func documents(text []byte) ([]*unstructured.Unstructured, error) {
	reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text)))
	var all []*unstructured.Unstructured
	for {
		one, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		var object any
		if err := yaml.Unmarshal(one, &object); err != nil {
			return nil, err
		}
		switch object := object.(type) {
		case nil: // only comments
		case map[string]any:
			all = append(all, &unstructured.Unstructured{Object: object})
		default:
			return nil, errors.New("it has text that is no object")
		}
	}
}

func read(in io.Reader, path string) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(in)
	}
	return os.ReadFile(path)
}

func (t *tool) check(ctx context.Context, c *cluster.Cluster, object *unstructured.Unstructured) error {
	checked, verb, err := dryRun(ctx, c, object)
	switch {
	case apierrors.IsForbidden(err) && !c.May(ctx, verb, cluster.Experiments):
		return fmt.Errorf("the manifest cannot be checked: you may not %s %s in namespace %s, which the dry run needs; the cluster role edit includes it",
			verb, cluster.Experiments.GroupResource(), c.Namespace)
	case apierrors.IsInvalid(err) || apierrors.IsBadRequest(err) || apierrors.IsForbidden(err):
		for _, reason := range rejections(err, object.Object) {
			fmt.Fprintf(t.out, "rejected: %s\n", reason)
		}
		return exit{model.ExitFailed}
	case err != nil:
		return c.Explained(ctx, object.GetName(), err)
	}
	experiment, err := model.Read(checked.Object)
	if err != nil {
		return err
	}
	served, unserved := definitions(ctx, c)
	if unknown := unknownSettings(served[experiments], experiment); len(unknown) > 0 {
		for _, reason := range unknown {
			fmt.Fprintf(t.out, "rejected by the operator: %s\n", reason)
		}
		return exit{model.ExitFailed}
	}
	t.planned(experiment)
	missing, unknown := prerequisites(ctx, c, experiment, served, unserved)
	for _, text := range append(unknown, onlyTheOperator) {
		fmt.Fprintf(t.out, "not checked: %s\n", text)
	}
	for _, text := range missing {
		fmt.Fprintf(t.out, "missing: %s\n", text)
	}
	if len(missing) > 0 {
		return exit{model.ExitInconclusive}
	}
	fmt.Fprintln(t.out, "nothing is known to be missing; nothing was created")
	return nil
}

// dryRun has the API server check the object, against the present one if it exists, and returns it with its defaults, and the verb of
// the last request.
func dryRun(ctx context.Context, c *cluster.Cluster, object *unstructured.Unstructured) (*unstructured.Unstructured, string, error) {
	client := c.Client.Resource(cluster.Experiments).Namespace(c.Namespace)
	strict := metav1.FieldValidationStrict
	checked, err := client.Create(ctx, object, metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}, FieldValidation: strict})
	if !apierrors.IsAlreadyExists(err) {
		return checked, "create", err
	}
	present, err := client.Get(ctx, object.GetName(), metav1.GetOptions{})
	if err != nil {
		return nil, "get", err
	}
	object = object.DeepCopy()
	object.SetResourceVersion(present.GetResourceVersion())
	checked, err = client.Update(ctx, object, metav1.UpdateOptions{DryRun: []string{metav1.DryRunAll}, FieldValidation: strict})
	return checked, "update", err
}

// planned prints what would be measured and how long it takes.
func (t *tool) planned(e *model.Experiment) {
	all := e.Configurations()
	fmt.Fprintf(t.out, "%s: %d configurations\n", e.Metadata.Name, len(all))
	var order []string
	counts := map[string][]int{}
	for _, one := range all {
		name := one.System()
		if counts[name] == nil {
			order = append(order, name)
		}
		counts[name] = append(counts[name], one.Replicas)
	}
	const maxSystems = 20
	for i, name := range order {
		if i == maxSystems {
			fmt.Fprintf(t.out, "  and %d more systems\n", len(order)-maxSystems)
			break
		}
		fmt.Fprintf(t.out, "  %s with %v pods\n", name, counts[name])
	}
	trials := len(all)
	if e.Spec.Diagnosis.Verify {
		fmt.Fprintln(t.out, "  and one more at the end, to verify a diagnosis")
		trials++
	}
	load := e.Spec.Load
	_, runs := load.RunCount()
	sequence := ""
	if e.Spec.Sweep.Order != "" {
		sequence = ", in the order " + e.Spec.Sweep.Order
	}
	loaded, longest := duration(e, trials, runs)
	if load.Steps() == 0 {
		fmt.Fprintf(t.out, "load: a search chooses the loads of steps of %d s, usually %d steps in all, rounds: %d%s\n", load.Step.Seconds, searchSteps(trials, runs), runs, sequence)
		fmt.Fprintf(t.out, "duration: usually about %s of load; about %s with testbeds and the longest warm-ups, without repetitions of invalid runs\n", loaded, longest.Round(time.Minute))
		return
	}
	fmt.Fprintf(t.out, "load: %d steps of %d s, repetitions: %d%s\n", load.Steps(), load.Step.Seconds, runs, sequence)
	fmt.Fprintf(t.out, "duration: %s of load; at most about %s with testbeds and the longest warm-ups, without repetitions of invalid runs\n", loaded, longest.Round(time.Minute))
}

// searchSteps is the usual number of steps of the searches of a plan, as the operator's SearchPace expects them before any has ended, rounded.
func searchSteps(trials, rounds int) int {
	if trials == 0 || rounds == 0 {
		return 0
	}
	others, later := float64(trials-1), float64(trials*(rounds-1))
	return int(math.Round(operator.OfTheFirstRound + others*operator.OfAFirstRound + later*operator.OfALaterRound))
}

// duration is the time of the load alone, and with all that is needed for it.
func duration(e *model.Experiment, trials, runs int) (loaded, longest time.Duration) {
	load := e.Spec.Load
	loads, steps := trials*runs, trials*runs*load.Steps()
	if load.Steps() == 0 { // each step of a search is a load of its own, except for the overload step of each round
		steps = searchSteps(trials, runs)
		loads = steps - trials*runs
	}
	loaded = time.Duration(steps*load.Step.Seconds) * time.Second
	testbeds := trials
	if e.Spec.Sweep.Order != "Listed" { // without an order, the operator chooses one, which may need a testbed for each run
		testbeds *= runs
	}
	each := time.Duration(load.WarmUp.MaxSeconds) * time.Second
	longest = loaded + time.Duration(testbeds)*each
	if hasDatabases(e) {
		longest += time.Duration(testbeds*operator.TestbedSeconds+loads*operator.ResetSeconds) * time.Second
	}
	return loaded, longest
}

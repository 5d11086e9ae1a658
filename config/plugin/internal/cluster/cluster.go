// Package cluster reads what the plugin needs from the API server, by requests of dynamic objects only: the types of Kubernetes'
// own client would double the memory of a program that is left running.
package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"dev.scalelab/plugin/internal/model"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
)

// The resources that are read.
var (
	Experiments = schema.GroupVersionResource{Group: "scalelab.dev", Version: "v1alpha1", Resource: "scalabilityexperiments"}
	Trials      = schema.GroupVersionResource{Group: "scalelab.dev", Version: "v1alpha1", Resource: "scalabilitytrials"}
	ConfigMaps  = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}
	Namespaces  = schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}
	Nodes       = schema.GroupVersionResource{Version: "v1", Resource: "nodes"}
	Reviews     = schema.GroupVersionResource{Group: "authorization.k8s.io", Version: "v1", Resource: "selfsubjectaccessreviews"}
	Deployments = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}
	Definitions = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
)

// ExperimentLabel has the name of its experiment on every object.
const ExperimentLabel = "scalelab.dev/experiment"

const (
	pageSize = 50
	// atATime is the number of ConfigMaps that are read at the same time.
	atATime  = 8
	patience = 60 * time.Second
)

// Detail is a part of a trial.
type Detail int

// The parts of a trial. Its raw text takes most of the memory, and only an archive needs it; the sentences of an experiment need only the result.
const (
	Raw Detail = iota
	Figures
	Results
)

// Cluster is an API server with a namespace.
type Cluster struct {
	Client    dynamic.Interface
	Namespace string
	// Detail is how much is kept of each trial.
	Detail Detail
	// Streams opens answers that are decoded as they arrive.
	Streams Streams
	// Version returns the version of the API server.
	Version func(context.Context) (string, error)
}

// Connect uses a configuration of the client.
func Connect(config *rest.Config, namespace string) (*Cluster, error) {
	config = rest.CopyConfig(config)
	if config.UserAgent == "" {
		config.UserAgent = "kubectl-scalelab"
	}
	// There are few requests at a time, and the API server has limits of its own. The client's, 5 a second, would make a report of hundreds of runs,
	// each with a ConfigMap of histograms, take minutes.
	config.QPS = -1
	client, err := rest.UnversionedRESTClientFor(dynamic.ConfigFor(config))
	if err != nil {
		return nil, err
	}
	return &Cluster{Client: dynamic.New(client), Namespace: namespace, Streams: requests{client},
		Version: func(ctx context.Context) (string, error) { return version(ctx, client) }}, nil
}

func version(ctx context.Context, client rest.Interface) (string, error) {
	text, err := client.Get().AbsPath("/version").Timeout(patience).Do(ctx).Raw()
	if err != nil {
		return "", err
	}
	var found struct{ GitVersion string }
	return found.GitVersion, json.Unmarshal(text, &found)
}

// Experiment reads an experiment.
func (c *Cluster) Experiment(ctx context.Context, name string) (*model.Experiment, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	object, err := c.Client.Resource(Experiments).Namespace(c.Namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return nil, c.Explained(ctx, name, err)
	}
	return model.Read(object.Object)
}

// Explained says what is missing if an experiment, its namespace or its kind was not found, or if the API server did not answer, and what to do.
func (c *Cluster) Explained(ctx context.Context, name string, err error) error {
	var request *url.Error
	switch {
	case apierrors.IsUnauthorized(err):
		return missing{err, fmt.Sprintf("the API server does not accept your credentials (%v): log in again, or choose another context with --context", err)}
	case errors.As(err, &request) && ctx.Err() == nil:
		return missing{err, fmt.Sprintf("the API server cannot be reached at %s: %v", host(request.URL), request.Err)}
	case !apierrors.IsNotFound(err):
		return err
	case apierrors.IsUnexpectedServerError(err): // there is no such path, rather than no such object
		return missing{err, "the cluster does not serve ScalabilityExperiments: install ScaleLab there, or choose another cluster with --context"}
	}
	if _, wrong := c.Client.Resource(Namespaces).Get(ctx, c.Namespace, metav1.GetOptions{}); apierrors.IsNotFound(wrong) {
		return missing{err, fmt.Sprintf("there is no namespace %s: choose another one with --namespace, or kubectl create namespace %s", c.Namespace, c.Namespace)}
	}
	return missing{err, fmt.Sprintf("there is no ScalabilityExperiment %s in namespace %s: kubectl get scalexp --all-namespaces lists them", name, c.Namespace)}
}

// host is the part of an address that names its server.
func host(address string) string {
	if found, err := url.Parse(address); err == nil && found.Host != "" {
		return found.Host
	}
	return address
}

// May reports whether the user has the right to a verb on a resource of the namespace. The answer "forbidden" is also that of admission
// policies and quotas, which have nothing to do with rights; without an answer about rights it counts as theirs.
func (c *Cluster) May(ctx context.Context, verb string, resource schema.GroupVersionResource) bool {
	review := &unstructured.Unstructured{Object: map[string]any{"apiVersion": Reviews.GroupVersion().String(), "kind": "SelfSubjectAccessReview",
		"spec": map[string]any{"resourceAttributes": map[string]any{"verb": verb, "group": resource.Group, "resource": resource.Resource, "namespace": c.Namespace}}}}
	answer, err := c.Client.Resource(Reviews).Create(ctx, review, metav1.CreateOptions{})
	if err != nil {
		return true
	}
	allowed, said, _ := unstructured.NestedBool(answer.Object, "status", "allowed")
	return allowed || !said
}

// missing is the API server's error with a text of its own.
type missing struct {
	cause error
	text  string
}

func (m missing) Error() string { return m.text }
func (m missing) Unwrap() error { return m.cause }

// Trials reads the trials of an experiment, in pages, in the order of its plan.
func (c *Cluster) Trials(ctx context.Context, experiment string) ([]*model.Trial, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	of := metav1.ListOptions{LabelSelector: ExperimentLabel + "=" + experiment, Limit: pageSize}
	if c.Detail != Raw {
		return c.streamed(ctx, of)
	}
	var all []*model.Trial
	err := eachPage(ctx, c.Client.Resource(Trials).Namespace(c.Namespace), of, func(items []unstructured.Unstructured) error {
		for _, item := range items {
			trial, err := model.ReadTrial(item.Object)
			if err != nil {
				return fmt.Errorf("%s: %w", item.GetName(), err)
			}
			all = append(all, trial)
		}
		return nil
	})
	model.Sort(all)
	return all, err
}

// Histograms reads the ConfigMaps with the histograms of all valid runs. What cannot be read is returned as a note.
func (c *Cluster) Histograms(ctx context.Context, trials []*model.Trial) (map[string]map[string]string, []string) {
	var names []string
	for _, trial := range trials {
		for _, run := range trial.Valid() {
			if run.Histograms != "" {
				names = append(names, run.Histograms)
			}
		}
	}
	all, refused := c.configMaps(ctx, names)
	if refused {
		return all, []string{"The histograms are not shown: you may not read ConfigMaps of this namespace."}
	}
	missing := 0
	for _, name := range names {
		if _, read := all[name]; !read {
			missing++
		}
	}
	if missing > 0 {
		return all, []string{fmt.Sprintf("The histograms of %d valid runs could not be read.", missing)}
	}
	return all, nil
}

// configMaps reads ConfigMaps by their names, some at a time: one after another, hundreds of them take as many round trips. What cannot be
// read is left out; without the right to read them, no others are requested.
func (c *Cluster) configMaps(ctx context.Context, names []string) (all map[string]map[string]string, refused bool) {
	all = map[string]map[string]string{}
	var found sync.Mutex
	var next atomic.Int64
	var stop atomic.Bool
	var readers sync.WaitGroup
	for range min(atATime, len(names)) {
		readers.Go(func() {
			for at := next.Add(1); at <= int64(len(names)) && !stop.Load(); at = next.Add(1) {
				name := names[at-1]
				data, err := c.ConfigMap(ctx, name)
				switch {
				case apierrors.IsForbidden(err):
					stop.Store(true)
				case err == nil:
					found.Lock()
					all[name] = data
					found.Unlock()
				}
			}
		})
	}
	readers.Wait()
	return all, stop.Load()
}

// ConfigMap reads the data of a ConfigMap.
func (c *Cluster) ConfigMap(ctx context.Context, name string) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	object, err := c.Client.Resource(ConfigMaps).Namespace(c.Namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	data, _, err := unstructured.NestedStringMap(object.Object, "data")
	return data, err
}

// List reads all objects of a kind that have no namespace, in pages.
func (c *Cluster) List(ctx context.Context, kind schema.GroupVersionResource) ([]unstructured.Unstructured, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var all []unstructured.Unstructured
	err := eachPage(ctx, c.Client.Resource(kind), metav1.ListOptions{Limit: 10 * pageSize}, func(items []unstructured.Unstructured) error {
		all = append(all, items...)
		return nil
	})
	return all, err
}

func eachPage(ctx context.Context, client dynamic.ResourceInterface, options metav1.ListOptions, use func([]unstructured.Unstructured) error) error {
	for {
		page, err := client.List(ctx, options)
		if err != nil {
			return err
		}
		if err := use(page.Items); err != nil {
			return err
		}
		if options.Continue = page.GetContinue(); options.Continue == "" {
			return nil
		}
	}
}

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"dev.scalelab/plugin/internal/model"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
)

// AsTable is the content that has the API server make a table, which is much smaller than the objects.
const AsTable = "application/json;as=Table;v=v1;g=meta.k8s.io"

// Streams are answers of the API server as they arrive, so that a large object is never in memory as a whole.
type Streams interface {
	// Watch opens the changes of an object, which begin with its present state.
	Watch(ctx context.Context, kind schema.GroupVersionResource, namespace, name string) (io.ReadCloser, error)
	// Get opens an object.
	Get(ctx context.Context, kind schema.GroupVersionResource, namespace, name string) (io.ReadCloser, error)
	// List opens a page of objects.
	List(ctx context.Context, kind schema.GroupVersionResource, namespace string, options metav1.ListOptions) (io.ReadCloser, error)
	// Exists returns the error that reading an object would have.
	Exists(ctx context.Context, kind schema.GroupVersionResource, namespace, name string) error
}

// requests are those of a client.
type requests struct{ client rest.Interface }

func (r requests) to(kind schema.GroupVersionResource, namespace string, name ...string) *rest.Request {
	return r.client.Get().AbsPath(append([]string{"/apis", kind.Group, kind.Version, "namespaces", namespace, kind.Resource}, name...)...)
}

func (r requests) Watch(ctx context.Context, kind schema.GroupVersionResource, namespace, name string) (io.ReadCloser, error) {
	return r.to(kind, namespace).Param("watch", "true").Param("fieldSelector", "metadata.name="+name).Stream(ctx)
}

func (r requests) Get(ctx context.Context, kind schema.GroupVersionResource, namespace, name string) (io.ReadCloser, error) {
	return r.to(kind, namespace, name).Stream(ctx)
}

func (r requests) List(ctx context.Context, kind schema.GroupVersionResource, namespace string, options metav1.ListOptions) (io.ReadCloser, error) {
	return r.to(kind, namespace).Param("labelSelector", options.LabelSelector).Param("limit", strconv.FormatInt(options.Limit, 10)).Param("continue", options.Continue).Stream(ctx)
}

// Exists has the API server make a table, as kubectl get does, without the object.
func (r requests) Exists(ctx context.Context, kind schema.GroupVersionResource, namespace, name string) error {
	return r.to(kind, namespace, name).Param("includeObject", "None").SetHeader("Accept", AsTable).Do(ctx).Error()
}

// Changes are the changes of an experiment.
type Changes struct {
	body    io.Closer
	decoder *json.Decoder
}

// Changes opens the changes of an experiment, which must exist: a watch of one that does not, or was deleted meanwhile, would wait for ever.
func (c *Cluster) Changes(ctx context.Context, experiment string) (*Changes, error) {
	body, err := c.Streams.Watch(ctx, Experiments, c.Namespace, experiment)
	if err != nil {
		return nil, c.Explained(ctx, experiment, err)
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := c.Streams.Exists(limited, Experiments, c.Namespace, experiment); err != nil {
		body.Close()
		return nil, c.Explained(ctx, experiment, err)
	}
	return &Changes{body: body, decoder: json.NewDecoder(body)}, nil
}

// Next waits for a change. An error that is no model.ErrUnreadable is the end of the connection.
func (c *Changes) Next() (*model.Change, error) {
	change, err := model.NextChange(c.decoder)
	if errors.Is(err, model.ErrUnreadable) {
		err = fmt.Errorf("the experiment cannot be read: %w", err)
	}
	return change, err
}

// Close ends the connection.
func (c *Changes) Close() { c.body.Close() }

// streamed reads trials without their raw text, one after another.
func (c *Cluster) streamed(ctx context.Context, of metav1.ListOptions) ([]*model.Trial, error) {
	var all []*model.Trial
	for {
		body, err := c.Streams.List(ctx, Trials, c.Namespace, of)
		if err != nil {
			return nil, err
		}
		of.Continue, err = model.TrialsFrom(json.NewDecoder(body), func(trial *model.Trial) {
			if c.Detail == Results {
				trial.Status.Runs = nil
			}
			all = append(all, trial)
		})
		body.Close()
		if err != nil {
			return nil, fmt.Errorf("the answer with the trials: %w", err)
		}
		if of.Continue == "" {
			model.Sort(all)
			return all, nil
		}
	}
}

// Trial reads one trial, without its raw text.
func (c *Cluster) Trial(ctx context.Context, name string) (*model.Trial, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	body, err := c.Streams.Get(ctx, Trials, c.Namespace, name)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	return model.TrialFrom(json.NewDecoder(body))
}

package command

import (
	"context"
	"encoding/json"
	"io"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic/fake"
)

// streams are the texts of objects in memory.
type streams struct{ client *fake.FakeDynamicClient }

func (s streams) Watch(ctx context.Context, kind schema.GroupVersionResource, namespace, name string) (io.ReadCloser, error) {
	changes, err := s.client.Resource(kind).Namespace(namespace).Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name})
	if err != nil {
		return nil, err
	}
	from, to := io.Pipe()
	go func() {
		defer to.Close()
		for {
			select {
			case <-ctx.Done():
				return
			case change, open := <-changes.ResultChan():
				if !open || json.NewEncoder(to).Encode(map[string]any{"type": change.Type, "object": change.Object.(*unstructured.Unstructured).Object}) != nil {
					return
				}
			}
		}
	}()
	return from, nil
}

func (s streams) Get(ctx context.Context, kind schema.GroupVersionResource, namespace, name string) (io.ReadCloser, error) {
	object, err := s.client.Resource(kind).Namespace(namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(object.Object)
	return io.NopCloser(strings.NewReader(string(text))), err
}

func (s streams) List(ctx context.Context, kind schema.GroupVersionResource, namespace string, options metav1.ListOptions) (io.ReadCloser, error) {
	list, err := s.client.Resource(kind).Namespace(namespace).List(ctx, options)
	if err != nil {
		return nil, err
	}
	text, err := list.MarshalJSON()
	return io.NopCloser(strings.NewReader(string(text))), err
}

func (s streams) Exists(ctx context.Context, kind schema.GroupVersionResource, namespace, name string) error {
	_, err := s.client.Resource(kind).Namespace(namespace).Get(ctx, name, metav1.GetOptions{})
	return err
}

// Package kubeapi sends requests to an API server, with the client certificate of a kubeconfig file written by package pki.
package kubeapi

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// Client sends requests to one API server. It ignores the proxies of the environment: the server is on this machine.
type Client struct {
	server string
	http   *http.Client
}

// Error is an unsuccessful response.
type Error struct {
	Code    int
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("HTTP %d: %s", e.Code, e.Message) }

type kubeconfig struct {
	Clusters []struct {
		Cluster struct {
			Server string `json:"server"`
			CA     []byte `json:"certificate-authority-data"`
		} `json:"cluster"`
	} `json:"clusters"`
	Users []struct {
		User struct {
			Certificate []byte `json:"client-certificate-data"`
			Key         []byte `json:"client-key-data"`
		} `json:"user"`
	} `json:"users"`
}

// Open returns a client for the kubeconfig file.
func Open(path string) (*Client, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var config kubeconfig
	if err := json.Unmarshal(content, &config); err != nil || len(config.Clusters) == 0 || len(config.Users) == 0 {
		return nil, fmt.Errorf("%s is not a kubeconfig file of this program (%v)", path, err)
	}
	pair, err := tls.X509KeyPair(config.Users[0].User.Certificate, config.Users[0].User.Key)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(config.Clusters[0].Cluster.CA)
	return &Client{config.Clusters[0].Cluster.Server, &http.Client{Transport: &http.Transport{
		TLSClientConfig:     &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout: 5 * time.Second,
	}}}, nil
}

// Get decodes the JSON response of a path into result; a nil result only checks for success.
func (c *Client) Get(ctx context.Context, path string, result any) error {
	return c.send(ctx, http.MethodGet, path, "", nil, result)
}

// Create posts a new object.
func (c *Client) Create(ctx context.Context, path string, object any) error {
	return c.send(ctx, http.MethodPost, path, "application/json", object, nil)
}

// Apply creates or changes the object at path by server-side apply.
func (c *Client) Apply(ctx context.Context, path string, object any) error {
	return c.send(ctx, http.MethodPatch, path+"?fieldManager=scalelab-cluster&force=true", "application/apply-patch+yaml", object, nil)
}

// Delete removes the object at path; if it does not exist, this is not an error.
func (c *Client) Delete(ctx context.Context, path string) error {
	err := c.send(ctx, http.MethodDelete, path, "", nil, nil)
	if failed, ok := err.(*Error); ok && failed.Code == http.StatusNotFound {
		return nil
	}
	return err
}

// Watch calls changed for every event of a collection until the server ends the watch or ctx does.
func (c *Client) Watch(ctx context.Context, path string, changed func()) error {
	response, err := c.do(ctx, http.MethodGet, path+"?watch=true&allowWatchBookmarks=false", "", nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	for decoder := json.NewDecoder(response.Body); ; {
		var event json.RawMessage
		if err := decoder.Decode(&event); err != nil {
			return err
		}
		changed()
	}
}

// Follow reports the objects of a collection by namespace and name, and then each change: nil content for an object that is gone.
// It returns when the server ends the watch, ctx ends, or a function fails.
func (c *Client) Follow(ctx context.Context, path string, listed func(map[string]json.RawMessage) error, changed func(key string, content json.RawMessage) error) error {
	var list struct {
		Metadata struct {
			Version string `json:"resourceVersion"`
		} `json:"metadata"`
		Items []json.RawMessage `json:"items"`
	}
	if err := c.Get(ctx, path, &list); err != nil {
		return err
	}
	items := map[string]json.RawMessage{}
	for _, item := range list.Items {
		key, err := keyOf(item)
		if err != nil {
			return err
		}
		items[key] = item
	}
	if err := listed(items); err != nil {
		return err
	}
	response, err := c.do(ctx, http.MethodGet, path+"?watch=true&resourceVersion="+list.Metadata.Version, "", nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	for decoder := json.NewDecoder(response.Body); ; {
		var event struct {
			Type   string          `json:"type"`
			Object json.RawMessage `json:"object"`
		}
		if err := decoder.Decode(&event); err != nil {
			return err
		}
		if event.Type == "ERROR" {
			return fmt.Errorf("the server ended the watch: %s", event.Object)
		}
		key, err := keyOf(event.Object)
		if err != nil {
			return err
		}
		if event.Type == "DELETED" {
			event.Object = nil
		}
		if err := changed(key, event.Object); err != nil {
			return err
		}
	}
}

func keyOf(object json.RawMessage) (string, error) {
	var named struct {
		Metadata struct {
			Namespace string `json:"namespace"`
			Name      string `json:"name"`
		} `json:"metadata"`
	}
	err := json.Unmarshal(object, &named)
	return named.Metadata.Namespace + "/" + named.Metadata.Name, err
}

func (c *Client) send(ctx context.Context, method, path, contentType string, object, result any) error {
	response, err := c.do(ctx, method, path, contentType, object)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if result == nil {
		_, err = io.Copy(io.Discard, response.Body)
		return err
	}
	return json.NewDecoder(response.Body).Decode(result)
}

func (c *Client) do(ctx context.Context, method, path, contentType string, object any) (*http.Response, error) {
	var body io.Reader
	if object != nil {
		content, err := json.Marshal(object)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(content)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.server+path, body)
	if err != nil {
		return nil, err
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode >= 300 {
		defer response.Body.Close()
		message, _ := io.ReadAll(io.LimitReader(response.Body, 2000))
		return nil, &Error{response.StatusCode, string(message)}
	}
	return response, nil
}

package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/report"
	"dev.scalelab/plugin/internal/serve"
	"github.com/spf13/cobra"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// authority is where a pod has the certificate of its API server's issuer; the chart mounts it there without a token.
const authority = "/var/run/secrets/kubernetes.io/serviceaccount/ca.crt"

func (t *tool) serve() *cobra.Command {
	var listen string
	var namespaces []string
	cmd := &cobra.Command{
		Use: "serve", Short: "Serve report pages to browsers", Args: arguments(0), ValidArgsFunction: cobra.NoFileCompletions,
		Long: `Serves the report pages of all experiments: /reports lists them, /reports/NAMESPACE/NAME is the report of one. The chart runs this in
the cluster if reports.enabled is set. It uses no rights of its own, and of a kubeconfig file only the address of the API server: every
reader needs a token of the cluster, as a bearer token or in a browser as the password of any user, and sees what the token may read.

The token is that of a ServiceAccount with the cluster role view in the namespace of the experiments: it may get and list experiments, list
trials and read ConfigMaps, which have the histograms. Nodes may be read, too, if the page is to have their versions.`,
		Example: `  kubectl scalelab serve --namespaces lab
  # in another terminal, once: who may read
  kubectl create serviceaccount reader --namespace lab
  kubectl create rolebinding reader --namespace lab --clusterrole view --serviceaccount lab:reader
  # the password
  kubectl create token reader --namespace lab --duration 8h`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := leaveRoom(); err != nil {
				return err
			}
			api, err := t.api()
			if err != nil {
				return err
			}
			if len(namespaces) == 0 {
				namespace, _, err := t.loading().Namespace()
				if err != nil {
					return err
				}
				namespaces = []string{namespace}
			}
			log := slog.New(slog.NewJSONHandler(t.notes, nil))
			server := &serve.Server{API: api, Namespaces: namespaces, Log: log, Read: t.everything}
			return t.listen(cmd.Context(), listen, server.Handler(), log)
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:8080", "address and port; :8080 is every address")
	cmd.Flags().StringSliceVar(&namespaces, "namespaces", nil, "namespaces whose experiments are listed (default that of the context)")
	return cmd
}

// api is the API server of a kubeconfig file, or that of the pod that this runs in if there is no such file: a reader's token must not be
// sent to another cluster than the one that was named. It is without credentials.
func (t *tool) api() (*rest.Config, error) {
	found, err := t.rules.Load()
	if err != nil {
		return nil, fmt.Errorf("no cluster: %w", err)
	}
	host, port := os.Getenv("KUBERNETES_SERVICE_HOST"), os.Getenv("KUBERNETES_SERVICE_PORT")
	if clientcmdapi.IsConfigEmpty(found) && t.rules.ExplicitPath == "" && t.flags.CurrentContext == "" && host != "" && port != "" {
		return &rest.Config{Host: "https://" + net.JoinHostPort(host, port), TLSClientConfig: rest.TLSClientConfig{CAFile: authority}}, nil
	}
	config, err := t.loading().ClientConfig()
	if err != nil {
		return nil, t.noCluster(err)
	}
	return rest.AnonymousClientConfig(config), nil
}

// leaveRoom has garbage collected before the memory is at its limit, which the chart passes in bytes: beside the heap that the collector
// sees, the program has stacks, buffers of the kernel and its own text there.
func leaveRoom() error {
	text := os.Getenv("MEMORY_LIMIT")
	if text == "" || os.Getenv("GOMEMLIMIT") != "" {
		return nil
	}
	limit, err := strconv.ParseInt(text, 10, 64)
	if err != nil || limit <= 0 {
		return fmt.Errorf("MEMORY_LIMIT=%s: the value must be a number of bytes", text)
	}
	debug.SetMemoryLimit(limit / 100 * 85)
	return nil
}

func (t *tool) loading() clientcmd.ClientConfig {
	return clientcmd.NewNonInteractiveDeferredLoadingClientConfig(t.rules, t.flags)
}

// everything is what a page shows.
func (t *tool) everything(ctx context.Context, c *cluster.Cluster, e *model.Experiment) (report.Input, error) {
	in, _, err := t.input(ctx, c, e, true)
	return in, err
}

// listen answers requests until its context ends, and then lets those that are answered end.
func (t *tool) listen(ctx context.Context, address string, pages http.Handler, log *slog.Logger) error {
	server := &http.Server{Handler: pages, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: time.Minute,
		IdleTimeout: time.Minute, MaxHeaderBytes: 32 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	log.Info("serving report pages", "address", listener.Addr().String())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := server.Shutdown(last); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return server.Close()
}

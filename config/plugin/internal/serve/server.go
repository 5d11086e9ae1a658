// Package serve answers requests for report pages. It has no rights of its own: every request to the API server is made with the token
// of the caller, so a page shows what its reader may read, as kubectl scalelab report does.
package serve

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/model"
	"dev.scalelab/plugin/internal/report"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/client-go/rest"
)

const (
	// atOnce limits the requests that are worked on at the same time, since each reads a whole experiment into memory.
	atOnce = 2
	// inFlight limits the requests that wait, are worked on or are being sent: each has its page in memory until its reader has taken it.
	inFlight = 16
	// Deadlines of a request: until its turn comes, and until the page is complete.
	patience = 5 * time.Second
	complete = 45 * time.Second
)

// Server has the pages of a cluster.
type Server struct {
	// API is the address of the API server and what its certificate is checked with, without credentials.
	API *rest.Config
	// Namespaces are those that are listed; a page can be read in every namespace.
	Namespaces []string
	// Read collects what a page shows.
	Read func(context.Context, *cluster.Cluster, *model.Experiment) (report.Input, error)
	Log  *slog.Logger

	pages   cache
	places  chan struct{}
	answers chan struct{}
}

// caller is who sent a request: the client acts with the caller's rights.
type caller struct {
	config *rest.Config
	token  string
}

func (c caller) in(namespace string) (*cluster.Cluster, error) {
	client, err := cluster.Connect(c.config, namespace)
	if err == nil {
		client.Detail = cluster.Figures
	}
	return client, err
}

// Handler returns the server's pages.
func (s *Server) Handler() http.Handler {
	s.places, s.answers = make(chan struct{}, atOnce), make(chan struct{}, inFlight)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.Handle("GET /{$}", s.guarded(s.all("reports/")))
	mux.Handle("GET /reports", s.guarded(s.all("reports/")))
	mux.Handle("GET /reports/{$}", s.guarded(s.all("")))
	mux.Handle("GET /reports/{namespace}", s.guarded(s.one(true)))
	mux.Handle("GET /reports/{namespace}/{$}", s.guarded(s.one(false)))
	mux.Handle("GET /reports/{namespace}/{name}", s.guarded(s.page))
	return protected(mux)
}

// protected sets headers with which a browser runs nothing but the page's own script, keeps no copy, and lets no other site embed it.
func protected(next http.Handler) http.Handler {
	policy := report.Policy() + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-store",
		} {
			w.Header().Set(name, value)
		}
		next.ServeHTTP(w, r)
	})
}

// answer is the work of a request: it returns the content of a page, which may be shared with other requests.
type answer func(ctx context.Context, c caller, r *http.Request) ([]byte, error)

// guarded turns away requests without a token, before the API server is asked, and those that are too many or would wait too long.
func (s *Server) guarded(work answer) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := token(r)
		if token == "" {
			s.refuse(w, r, errNoToken)
			return
		}
		select {
		case s.answers <- struct{}{}:
			defer func() { <-s.answers }()
		default:
			s.refuse(w, r, errBusy)
			return
		}
		var text []byte
		if err := s.inTurn(r.Context(), func(ctx context.Context) (err error) {
			config := rest.AnonymousClientConfig(s.API)
			config.BearerToken, config.UserAgent = token, "scalelab-reports"
			text, err = work(ctx, caller{config, token}, r)
			return err
		}); err != nil {
			s.refuse(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(text)
	})
}

// inTurn limits the work at a time, but not the sending of what is ready: one slow reader keeps nobody else waiting.
func (s *Server) inTurn(ctx context.Context, work func(context.Context) error) error {
	select {
	case s.places <- struct{}{}:
		defer func() { <-s.places }()
	case <-time.After(patience):
		return errBusy
	case <-ctx.Done():
		return ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, complete)
	defer cancel()
	return work(ctx)
}

// page writes the report of an experiment. The experiment is read for every request, so that a page that was kept is shown only to who
// may still read it, and only until the experiment changes.
func (s *Server) page(ctx context.Context, c caller, r *http.Request) ([]byte, error) {
	namespace, name := r.PathValue("namespace"), r.PathValue("name")
	if len(validation.IsDNS1123Label(namespace)) > 0 || len(validation.IsDNS1123Subdomain(name)) > 0 {
		return nil, errNoSuchPage
	}
	client, err := c.in(namespace)
	if err != nil {
		return nil, err
	}
	experiment, err := client.Experiment(ctx, name)
	if err != nil {
		return nil, err
	}
	key, version := keyOf(c.token, namespace, name), versionOf(experiment)
	if kept := s.pages.get(key, version, time.Now()); kept != nil {
		return kept, nil
	}
	in, err := s.Read(ctx, client, experiment)
	if err != nil {
		return nil, err
	}
	// Reading goes on without what could not be read; a page without it, for want of time, is not kept or shown.
	var page bytes.Buffer
	if err := errors.Join(ctx.Err(), report.Write(&page, in)); err != nil {
		return nil, err
	}
	text := bytes.Clone(page.Bytes()) // which takes no more than its size
	s.pages.put(key, version, text, time.Now().Add(freshness(experiment)))
	return text, nil
}

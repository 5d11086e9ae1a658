package serve

import (
	"context"
	"errors"
	"net/http"

	"dev.scalelab/plugin/internal/report"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

var (
	errNoToken    = errors.New("no token")
	errBusy       = errors.New("too many requests at once")
	errNoSuchPage = errors.New("no such page")
)

// refusal is the status of a failed request, and a text that is the same for everyone: details are only in the log.
func refusal(err error) (int, string) {
	switch {
	case errors.Is(err, errNoToken):
		return http.StatusUnauthorized, "This page needs a token of the cluster: as a bearer token, or in a browser as the password of any user. " +
			"For example: kubectl create token NAME --namespace NAMESPACE, of a ServiceAccount with the cluster's role view in the experiments' namespace."
	case errors.Is(err, errBusy):
		return http.StatusServiceUnavailable, "Too many pages are being written. Try again in some seconds."
	case errors.Is(err, errNoSuchPage):
		return http.StatusNotFound, "There is no such page: /reports lists the experiments, /reports/NAMESPACE/NAME is the report of one."
	case errors.Is(err, report.ErrNothingMeasured): // what it says is of the experiment, which the caller may read
		return http.StatusNotFound, err.Error()
	case apierrors.IsUnauthorized(err):
		return http.StatusUnauthorized, "The API server does not accept this token: it may have expired. Create another one: kubectl create token NAME."
	case apierrors.IsForbidden(err):
		return http.StatusForbidden, "You may not read this: it needs the right to get and list scalabilityexperiments and to list scalabilitytrials " +
			"in this namespace, which the cluster's role view includes."
	case apierrors.IsNotFound(err):
		return http.StatusNotFound, "There is no such experiment in this namespace, or ScaleLab's definitions are not installed."
	case errors.Is(err, context.DeadlineExceeded) || apierrors.IsTimeout(err) || apierrors.IsServerTimeout(err):
		return http.StatusGatewayTimeout, "The page could not be read in time. Try again; kubectl scalelab report waits longer."
	}
	return http.StatusBadGateway, "The API server could not be asked. The log of the deployment scalelab-reports has the reason."
}

func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	status, text := refusal(err)
	switch status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", challenge)
	case http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", "5")
	}
	if status >= http.StatusInternalServerError {
		s.Log.Error("a page could not be served", "path", r.URL.Path, "status", status, "error", err.Error())
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = list.Execute(w, listData{Title: http.StatusText(status), Style: report.Style(), Text: []string{text}})
}

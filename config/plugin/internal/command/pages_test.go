package command

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"dev.scalelab/plugin/internal/apiserver"
	"dev.scalelab/plugin/internal/browser"
	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/serve"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"sigs.k8s.io/yaml"
)

// served is a server of pages before a real API server with the recorded experiment in namespace lab: viewer may read experiments and
// trials there, stranger may read nothing.
type served struct {
	*testing.T
	admin dynamic.Interface
	pages *httptest.Server
	api   *apiserver.Server
}

func serving(t *testing.T) *served {
	api := apiserver.Start(t, "viewer", "stranger")
	admin, err := dynamic.NewForConfig(api.As(apiserver.Admin))
	if err != nil {
		t.Fatal(err)
	}
	s := &served{T: t, admin: admin, api: api}
	for _, kind := range []string{"scalabilityexperiments", "scalabilitytrials"} {
		text, err := os.ReadFile("../../../../crds/" + kind + ".scalelab.dev-v1.yml")
		if err != nil {
			t.Fatal(err)
		}
		s.create("", cluster.Definitions, string(text))
	}
	for _, namespace := range []string{"lab", "other"} {
		s.create("", schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}, "{apiVersion: v1, kind: Namespace, metadata: {name: "+namespace+"}}")
	}
	rights := schema.GroupVersionResource{Group: "rbac.authorization.k8s.io", Version: "v1", Resource: "roles"}
	s.create("lab", rights, "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: view}, rules: "+
		"[{apiGroups: [scalelab.dev], resources: [scalabilityexperiments, scalabilitytrials], verbs: [get, list, watch]}]}")
	s.create("lab", bindings, "{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: view}, roleRef: {apiGroup: rbac.authorization.k8s.io, "+
		"kind: Role, name: view}, subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: viewer}]}")
	for _, object := range objects(t) {
		s.record(object)
	}
	tool := newTool("test", io.Discard, io.Discard)
	server := &serve.Server{API: api.Config, Namespaces: []string{"lab", "other"}, Read: tool.everything, Log: slog.New(slog.NewTextHandler(t.Output(), nil))}
	s.pages = httptest.NewServer(server.Handler())
	t.Cleanup(s.pages.Close)
	return s
}

var bindings = schema.GroupVersionResource{Group: "rbac.authorization.k8s.io", Version: "v1", Resource: "rolebindings"}

// create creates an object, as soon as its kind is served.
func (s *served) create(namespace string, kind schema.GroupVersionResource, text string) *unstructured.Unstructured {
	s.Helper()
	object := &unstructured.Unstructured{}
	if err := yaml.Unmarshal([]byte(text), &object.Object); err != nil {
		s.Fatal(err)
	}
	deadline := time.Now().Add(time.Minute)
	for {
		made, err := s.admin.Resource(kind).Namespace(namespace).Create(context.Background(), object, metav1.CreateOptions{})
		switch {
		case err == nil:
			return made
		case !apierrors.IsNotFound(err) || time.Now().After(deadline):
			s.Fatalf("%s: %v", object.GetName(), err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// record creates a recorded object with its status in namespace lab.
func (s *served) record(object *unstructured.Unstructured) {
	s.Helper()
	kind := cluster.Experiments
	if object.GetKind() == "ScalabilityTrial" {
		kind = cluster.Trials
	}
	status := object.Object["status"]
	object.Object["metadata"] = map[string]any{"name": object.GetName(), "labels": object.Object["metadata"].(map[string]any)["labels"]}
	text, err := yaml.Marshal(object.Object)
	if err != nil {
		s.Fatal(err)
	}
	made := s.create("lab", kind, string(text))
	made.Object["status"] = status
	if _, err := s.admin.Resource(kind).Namespace("lab").UpdateStatus(context.Background(), made, metav1.UpdateOptions{}); err != nil {
		s.Fatalf("status of %s: %v", object.GetName(), err)
	}
}

// status changes that of an experiment.
func (s *served) status(name string, status any) {
	s.Helper()
	found, err := s.admin.Resource(cluster.Experiments).Namespace("lab").Get(context.Background(), name, metav1.GetOptions{})
	if err != nil {
		s.Fatal(err)
	}
	found.Object["status"] = status
	if _, err := s.admin.Resource(cluster.Experiments).Namespace("lab").UpdateStatus(context.Background(), found, metav1.UpdateOptions{}); err != nil {
		s.Fatal(err)
	}
}

func (s *served) get(path, token string) (*http.Response, string) {
	s.Helper()
	request, err := http.NewRequest(http.MethodGet, s.pages.URL+path, nil)
	if err != nil {
		s.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.Fatal(err)
	}
	return answer, string(text)
}

func (s *served) expect(path, token string, status int, text string) {
	s.Helper()
	if answer, found := s.get(path, token); answer.StatusCode != status || !strings.Contains(found, text) {
		s.Errorf("GET %s as %q: %d, want %d with %q:\n%s", path, token, answer.StatusCode, status, text, found)
	}
}

func TestARealAPIServer(t *testing.T) {
	s := serving(t)
	t.Run("a watch", func(t *testing.T) {
		part := *s
		part.T = t
		watched(&part)
	})
	for name, test := range map[string]func(*served){"checks manifests of those who may create experiments": forCreators, "pages are for those who may read the experiment": forReaders, "pages in a browser": inABrowser,
		"pages follow the experiment": followTheExperiment} {
		t.Run(name, func(t *testing.T) {
			part := *s
			part.T = t
			test(&part)
		})
	}
	t.Run("pages are lost with the right", func(t *testing.T) {
		s.T = t
		lostRight(s)
	})
}

const recordedPage = "/reports/lab/provisioners"

func forReaders(s *served) {
	s.expect(recordedPage, "", 401, "needs a token")
	s.expect(recordedPage, "invented", 401, "does not accept this token")
	s.expect(recordedPage, "stranger-token", 403, "You may not read this")
	s.expect(recordedPage, "viewer-token", 200, "<title>provisioners: Passed</title>")
	s.expect(recordedPage, "viewer-token", 200, "you may not read ConfigMaps of this namespace")
	s.expect("/reports/lab/unknown", "viewer-token", 404, "There is no such experiment")
	s.expect("/reports/other/provisioners", "viewer-token", 403, "You may not read this")
	s.expect("/reports/lab/..%2f..%2fapi", "viewer-token", 404, "There is no such page")

	s.expect("/reports", "viewer-token", 200, `<a href="reports/lab/provisioners">provisioners</a>`)
	s.expect("/reports/", "viewer-token", 200, `<a href="lab/provisioners">provisioners</a>`)
	s.expect("/reports/lab", "viewer-token", 200, `<a href="lab/provisioners">provisioners</a></th><td class="t">Succeeded</td>`)
	s.expect("/reports/lab/", "viewer-token", 200, `<a href="provisioners">provisioners</a>`)
	if _, text := s.get("/reports", "viewer-token"); strings.Contains(text, "Namespace other") {
		s.Errorf("the list has a namespace that the reader may not read:\n%s", text)
	}
	s.expect("/reports", "stranger-token", 200, "You may not list the experiments of any namespace")
	s.expect("/reports/lab", "stranger-token", 403, "You may not read this")
}

// followTheExperiment shows that a page that was kept is not shown once its experiment has changed, or is gone.
func followTheExperiment(s *served) {
	empty := objects(s.T)[0]
	empty.SetName("empty")
	empty.Object["status"] = map[string]any{"phase": "Queued", "message": "waiting for experiment other"}
	s.record(empty)
	s.expect("/reports/lab/empty", "viewer-token", 404, "nothing has been measured, so there is nothing to report (phase Queued: waiting for experiment other)")
	measured := objects(s.T)[0]
	s.status("empty", measured.Object["status"])
	s.expect("/reports/lab/empty", "viewer-token", 200, "<title>empty: Passed</title>")
	set(measured, "Failed", "status", "verdict")
	s.status("empty", measured.Object["status"])
	s.expect("/reports/lab/empty", "viewer-token", 200, "<title>empty: Failed</title>")
	if err := s.admin.Resource(cluster.Experiments).Namespace("lab").Delete(context.Background(), "empty", metav1.DeleteOptions{}); err != nil {
		s.Fatal(err)
	}
	s.expect("/reports/lab/empty", "viewer-token", 404, "There is no such experiment")
}

func lostRight(s *served) {
	s.expect(recordedPage, "viewer-token", 200, "<title>provisioners: Passed</title>")
	if err := s.admin.Resource(bindings).Namespace("lab").Delete(context.Background(), "view", metav1.DeleteOptions{}); err != nil {
		s.Fatal(err)
	}
	deadline := time.Now().Add(50 * time.Second) // in which the API server itself notices; a page is kept for a minute
	for {
		answer, _ := s.get(recordedPage, "viewer-token")
		if answer.StatusCode == 403 {
			return
		}
		if time.Now().After(deadline) {
			s.Fatalf("still %d", answer.StatusCode)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// inABrowser logs in with a token as the password, as of a ServiceAccount by kubectl create token.
func inABrowser(s *served) {
	tokens := schema.GroupVersionResource{Version: "v1", Resource: "serviceaccounts"}
	s.create("lab", tokens, "{apiVersion: v1, kind: ServiceAccount, metadata: {name: reader}}")
	s.create("lab", bindings, "{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: reader}, roleRef: {apiGroup: rbac.authorization.k8s.io, "+
		"kind: Role, name: view}, subjects: [{kind: ServiceAccount, name: reader}]}")
	request := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "metadata": map[string]any{"name": "reader"}}}
	created, err := s.admin.Resource(tokens).Namespace("lab").Create(context.Background(), request, metav1.CreateOptions{}, "token")
	if err != nil {
		s.Fatal(err)
	}
	token, _, _ := unstructured.NestedString(created.Object, "status", "token")

	page := browser.Visit(s.T, strings.Replace(s.pages.URL, "http://", "http://anyone:"+token+"@", 1)+"/reports/lab")
	var address string
	page.Evaluate("document.querySelector('main a').href", &address)
	if !strings.HasSuffix(address, "/reports/lab/provisioners") {
		s.Errorf("the list leads to %s", address)
	}
	var wide int
	page.Size(360, false, true)
	page.Evaluate("document.documentElement.scrollWidth", &wide)
	if wide > 360 {
		s.Errorf("the list is %d px wide in a window of 360", wide)
	}
	if folder := os.Getenv("SCALELAB_REPORT_PICTURES"); folder != "" {
		if err := os.WriteFile(folder+"/list-360.png", page.Picture("body"), 0o644); err != nil {
			s.Fatal(err)
		}
	}
	page.Go(address)
	var charts, closed int
	page.Evaluate("document.querySelectorAll('svg.chart').length", &charts)
	page.Evaluate("(dispatchEvent(new Event('beforeprint')),document.querySelectorAll('details:not([open])').length)", &closed)
	if charts != 4 || closed != 0 {
		s.Errorf("%d charts, and %d parts closed in print: the page's own script has not run", charts, closed)
	}
	for _, problem := range page.Errors() {
		s.Errorf("console: %s", problem)
	}
}

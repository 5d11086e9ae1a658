package command

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"dev.scalelab/plugin/internal/serve"
)

func TestEveryAnswerForbidsScriptsCopiesAndFrames(t *testing.T) {
	server := &serve.Server{Namespaces: []string{"lab"}, Log: slog.New(slog.DiscardHandler)}
	for path, status := range map[string]int{"/healthz": 200, "/reports": 401, "/reports/lab/small": 401, "/nothing": 404} {
		answer := httptest.NewRecorder()
		server.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
		policy := answer.Header().Get("Content-Security-Policy")
		if answer.Code != status || !strings.HasPrefix(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") ||
			strings.Contains(policy, "script-src 'unsafe-inline'") || answer.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("GET %s: %d %v", path, answer.Code, answer.Header())
		}
		if asked := answer.Header().Get("WWW-Authenticate"); (status == 401) != strings.HasPrefix(asked, "Basic ") {
			t.Errorf("GET %s asks for %q", path, asked)
		}
	}
	answer := httptest.NewRecorder()
	server.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodPost, "/reports/lab/small", nil))
	if answer.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", answer.Code)
	}
}

func TestServeEndsWhenItIsToldTo(t *testing.T) {
	t.Setenv("KUBERNETES_SERVICE_HOST", "")
	config := fmt.Sprintf("%s/config", t.TempDir())
	text := `{"apiVersion":"v1","kind":"Config","current-context":"c","clusters":[{"name":"c","cluster":{"server":"https://127.0.0.1:9"}}],"contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}],"users":[{"name":"u","user":{"token":"mine"}}]}`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(300*time.Millisecond, cancel)
	var notes strings.Builder
	status := newTool("test", io.Discard, &notes).run(ctx, []string{"serve", "--kubeconfig", config, "--listen", "127.0.0.1:0"})
	if status != 0 || !strings.Contains(notes.String(), "serving report pages") {
		t.Errorf("exit status %d: %s", status, notes.String())
	}
}

// A pod's API server is used only if no other is named: readers' tokens go there.
func TestInAPodAKubeconfigIsFirst(t *testing.T) {
	t.Setenv("KUBERNETES_SERVICE_HOST", "10.96.0.1")
	t.Setenv("KUBERNETES_SERVICE_PORT", "443")
	t.Setenv("HOME", t.TempDir())
	file := fmt.Sprintf("%s/config", t.TempDir())
	text := `{"apiVersion":"v1","kind":"Config","current-context":"b","clusters":[{"name":"b","cluster":{"server":"https://b.example"}},{"name":"c","cluster":{"server":"https://c.example"}}],"contexts":[{"name":"b","context":{"cluster":"b","user":"u"}},{"name":"c","context":{"cluster":"c","user":"u"}}],"users":[{"name":"u","user":{"token":"mine"}}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct{ name, kubeconfig, path, context, want string }{
		{name: "nothing", want: "https://10.96.0.1:443"},
		{name: "KUBECONFIG", kubeconfig: file, want: "https://b.example"},
		{name: "KUBECONFIG and --context", kubeconfig: file, context: "c", want: "https://c.example"},
		{name: "--kubeconfig", path: file, want: "https://b.example"},
		{name: "--context alone", context: "c", want: "context \"c\" does not exist"},
		{name: "--kubeconfig without a file", path: file + "-lost", want: "no such file"},
	} {
		t.Run(one.name, func(t *testing.T) {
			t.Setenv("KUBECONFIG", one.kubeconfig)
			tool := newTool("test", io.Discard, io.Discard)
			tool.rules.ExplicitPath, tool.flags.CurrentContext = one.path, one.context
			found, err := tool.api()
			if err != nil {
				if !strings.Contains(err.Error(), one.want) {
					t.Error(err)
				}
				return
			}
			if found.Host != one.want || found.BearerToken != "" {
				t.Errorf("%s with token %q", found.Host, found.BearerToken)
			}
		})
	}
}

func TestGarbageIsCollectedBelowTheLimitOfTheContainer(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	t.Setenv("GOMEMLIMIT", "")
	t.Setenv("MEMORY_LIMIT", "200000000")
	if err := leaveRoom(); err != nil || debug.SetMemoryLimit(-1) != 170000000 {
		t.Errorf("%v, %d", err, debug.SetMemoryLimit(-1))
	}
	t.Setenv("MEMORY_LIMIT", "192Mi")
	if err := leaveRoom(); err == nil || !strings.Contains(err.Error(), "MEMORY_LIMIT=192Mi") {
		t.Error(err)
	}
}

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dev.scalelab/plugin/internal/histogram"
	"github.com/HdrHistogram/hdrhistogram-go"
)

// maxServeKiB is the memory limit of the server of pages in the chart.
const maxServeKiB = 192 << 10

// recorded is an experiment as the API server had it, and its trials.
func recorded(t *testing.T) []map[string]any {
	t.Helper()
	text, err := os.ReadFile("testdata/provisioners.json")
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Items []map[string]any }
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	return list.Items
}

// crowded is the recorded experiment with 200 configurations.
func crowded(t *testing.T) map[string]any {
	t.Helper()
	experiment := recorded(t)[0]
	status := experiment["status"].(map[string]any)
	pattern := status["configurations"].([]any)[1].(map[string]any)
	var rows []any
	for i := range 200 {
		row := maps.Clone(pattern)
		row["name"], row["variant"], row["replicas"] = fmt.Sprintf("v%d-%d", i/10, i%10+1), fmt.Sprintf("v%d", i/10), i%10+1
		rows = append(rows, row)
	}
	status["configurations"] = rows
	return experiment
}

// large answers like an API server with an experiment of 200 configurations, three runs each.
func large(t *testing.T) http.Handler {
	t.Helper()
	experiment := crowded(t)
	trial := recorded(t)[1]
	runs := trial["status"].(map[string]any)["runs"].([]any)
	trial["status"].(map[string]any)["runs"] = []any{runs[0], runs[0], runs[0]}
	for _, run := range trial["status"].(map[string]any)["runs"].([]any) {
		run.(map[string]any)["histograms"] = "histograms"
	}
	histograms := map[string]any{"kind": "ConfigMap", "apiVersion": "v1", "metadata": map[string]any{"name": "histograms"}, "data": responses(t)}
	page := map[string]any{"kind": "ScalabilityTrialList", "apiVersion": "scalelab.dev/v1alpha1", "items": make([]any, 50)}
	for i := range 50 {
		page["items"].([]any)[i] = trial
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case strings.HasSuffix(r.URL.Path, "/scalabilitytrials"):
			next := map[string]string{"": "1", "1": "2", "2": "3"}[r.URL.Query().Get("continue")]
			answer := map[string]any{"metadata": map[string]any{"continue": next}}
			for key, value := range page {
				answer[key] = value
			}
			_ = json.NewEncoder(w).Encode(answer)
		case strings.Contains(r.URL.Path, "/configmaps/"):
			_ = json.NewEncoder(w).Encode(histograms)
		case strings.Contains(r.URL.Path, "/scalabilityexperiments/"):
			_ = json.NewEncoder(w).Encode(experiment)
		default:
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403}`)
		}
	})
}

// responses are histograms of four steps with five transactions each.
func responses(t *testing.T) map[string]string {
	t.Helper()
	stored := hdrhistogram.New(1, 1<<23, 3)
	for i := int64(1); i < 2000; i++ {
		if err := stored.RecordValue(i * i); err != nil {
			t.Fatal(err)
		}
	}
	text, err := stored.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	if err != nil {
		t.Fatal(err)
	}
	data := map[string]string{}
	for step := 1; step <= 4; step++ {
		for _, transaction := range []string{"newOrder", "payment", "orderStatus", "delivery", "stockLevel"} {
			data[histogram.Key(step)] += transaction + " " + string(text) + "\n"
		}
	}
	return data
}

func TestPagesOf200ConfigurationsFitTheMemoryLimit(t *testing.T) {
	api := httptest.NewServer(large(t))
	defer api.Close()
	program := filepath.Join(t.TempDir(), "kubectl-scalelab")
	if text, err := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	config := filepath.Join(t.TempDir(), "config")
	text := fmt.Sprintf(`{"apiVersion":"v1","kind":"Config","current-context":"c","clusters":[{"name":"c","cluster":{"server":%q}}],"contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}],"users":[{"name":"u","user":{}}]}`, api.URL)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, "serve", "--kubeconfig", config, "--listen", "127.0.0.1:0")
	command.Env = append(os.Environ(), fmt.Sprintf("MEMORY_LIMIT=%d", maxServeKiB<<10))
	notes, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	}()
	line, err := bufio.NewReader(notes).ReadString('\n')
	address := regexp.MustCompile(`"address":"([^"]+)"`).FindStringSubmatch(line)
	if address == nil {
		t.Fatalf("%v: %s", err, line)
	}
	pages := readers{t: t, url: "http://" + address[1] + "/reports/default/provisioners"}
	pages.ask(12)
	for deadline := time.Now().Add(4 * time.Minute); pages.served.Load() < 2 && time.Now().Before(deadline); {
		pages.ask(2) // on a busy machine none of the others was answered in time
	}
	used := highWater(command.Process.Pid)
	t.Logf("%d KiB, %d pages", used, pages.served.Load())
	if used > maxServeKiB || pages.served.Load() < 2 {
		t.Errorf("%d KiB of %d, %d pages", used, maxServeKiB, pages.served.Load())
	}
}

// highWater is the largest amount of memory that a process had, in KiB.
func highWater(pid int) int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	found := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindStringSubmatch(string(text))
	if found == nil {
		return 1 << 30
	}
	size, _ := strconv.Atoi(found[1])
	return size
}

// readers ask for a page, each with a token of its own, so that none gets what was kept for another.
type readers struct {
	t      *testing.T
	url    string
	asked  atomic.Int32
	served atomic.Int32
}

// ask lets some readers ask at the same time. One that would wait for more than some seconds is told to try again, and a page that is not
// ready in time is not sent.
func (r *readers) ask(number int) {
	var all sync.WaitGroup
	for range number {
		all.Go(func() {
			request, _ := http.NewRequest(http.MethodGet, r.url, nil)
			request.Header.Set("Authorization", fmt.Sprintf("Bearer reader-%d", r.asked.Add(1)))
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				if !errors.Is(err, io.EOF) {
					r.t.Error(err)
				}
				return
			}
			defer answer.Body.Close()
			size, err := io.Copy(io.Discard, answer.Body)
			switch {
			case answer.StatusCode == http.StatusServiceUnavailable, answer.StatusCode == http.StatusGatewayTimeout, errors.Is(err, io.ErrUnexpectedEOF):
			case answer.StatusCode == http.StatusOK && err == nil && size >= 500_000:
				r.served.Add(1)
			default:
				r.t.Errorf("%s, %d bytes, %v", answer.Status, size, err)
			}
		})
	}
	all.Wait()
}

package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// maxWatchKiB is what a watch may use, which may run for days beside others.
const maxWatchKiB = 30 << 10

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

// crowded is the recorded experiment with as many rows as a status may have.
func crowded(t *testing.T) map[string]any {
	t.Helper()
	experiment := recorded(t)[0]
	status := experiment["status"].(map[string]any)
	pattern := status["configurations"].([]any)[1].(map[string]any)
	var rows []any
	for i := range 300 {
		row := map[string]any{}
		for key, value := range pattern {
			row[key] = value
		}
		row["name"], row["variant"], row["replicas"] = fmt.Sprintf("v%d-%d", i/10, i%10+1), fmt.Sprintf("v%d", i/10), i%10+1
		rows = append(rows, row)
	}
	status["configurations"] = rows
	return experiment
}

func TestAWatchIsSmallAndOneConnection(t *testing.T) {
	program := filepath.Join(t.TempDir(), "kubectl-scalelab")
	if text, err := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	experiment := crowded(t)
	var connections, watches atomic.Int32
	process, memory := make(chan int, 1), make(chan int, 1)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Query().Get("watch") == "" {
			_ = json.NewEncoder(w).Encode(experiment)
			return
		}
		watches.Add(1)
		pid := <-process
		status := experiment["status"].(map[string]any)
		ended := status["conditions"]
		for i := range 20 {
			delete(status, "conditions")
			status["message"] = fmt.Sprint("change ", i)
			if i == 19 {
				memory <- highWater(pid)
				status["conditions"] = ended
			}
			_ = json.NewEncoder(w).Encode(map[string]any{"type": "MODIFIED", "object": experiment})
			w.(http.Flusher).Flush()
		}
		<-r.Context().Done()
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()

	config := filepath.Join(t.TempDir(), "config")
	text := fmt.Sprintf(`{"apiVersion":"v1","kind":"Config","current-context":"c","clusters":[{"name":"c","cluster":{"server":%q,"insecure-skip-tls-verify":true}}],"contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}],"users":[{"name":"u","user":{}}]}`, server.URL)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	command := exec.Command(program, "watch", "provisioners", "--kubeconfig", config, "--timeout", "1m")
	command.Stdout, command.Stderr = &out, &out
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	process <- command.Process.Pid
	if err := command.Wait(); err != nil || !strings.Contains(out.String(), "verdict: Passed") {
		t.Fatalf("%v: %s", err, out.String())
	}
	used := <-memory
	t.Logf("%d KiB, %d connections, %d watches", used, connections.Load(), watches.Load())
	if used > maxWatchKiB || connections.Load() != 1 || watches.Load() != 1 {
		t.Errorf("%d KiB of %d, %d connections, %d watches", used, maxWatchKiB, connections.Load(), watches.Load())
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

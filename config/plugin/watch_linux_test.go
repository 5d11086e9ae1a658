package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"
)

// maxWatchKiB is what a watch may use, which may run for days beside others.
const maxWatchKiB = 30 << 10

// diagnosed is an experiment of 200 configurations, each with a long diagnosis, and with who manages each field: 2 MB, more than etcd takes by default.
func diagnosed(t *testing.T) map[string]any {
	t.Helper()
	experiment := crowded(t)
	var candidates, managed []any
	for i := range 70 {
		candidates = append(candidates, map[string]any{"tier": fmt.Sprint("tier ", i), "verdict": "Excluded", "message": "it was busy for less than a tenth of the time, at every load that was measured"})
	}
	for _, row := range experiment["status"].(map[string]any)["configurations"].([]any) {
		for key := range row.(map[string]any) {
			managed = append(managed, map[string]any{"f:" + key: map[string]any{}})
		}
		row.(map[string]any)["bottleneck"] = map[string]any{"verdict": "ServerCpu", "candidates": candidates}
	}
	experiment["metadata"].(map[string]any)["managedFields"] = managed
	return experiment
}

// sought is the recorded trial with as many runs as a long search has: 0.7 MB.
func sought(t *testing.T) map[string]any {
	t.Helper()
	trial := recorded(t)[1]
	status := trial["status"].(map[string]any)
	for range 60 {
		status["runs"] = append(status["runs"].([]any), status["runs"].([]any)[0])
	}
	return trial
}

// lab is an API server with the experiment, which ends after some changes. The memory is that of the program when it has read the first trials
// for the sentences at the end.
type lab struct {
	experiment, trial                   []byte
	process, memory                     chan int
	pid                                 int
	connections, watches, trials, wrong atomic.Int32
}

const changes, changesOfAStep, trialsAtTheEnd = 4, 2, 6

func (l *lab) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	switch name := path.Base(r.URL.Path); {
	case r.URL.Query().Get("watch") != "":
		l.watches.Add(1)
		l.change(w)
		<-r.Context().Done()
	case name == "provisioners" && strings.Contains(r.Header.Get("Accept"), "as=Table"):
		_, _ = io.WriteString(w, `{"kind":"Table","apiVersion":"meta.k8s.io/v1","rows":[{"cells":["provisioners"]}]}`)
	case name == "provisioners-base-1":
		l.trials.Add(1)
		_, _ = w.Write(l.trial)
	case name == "scalabilitytrials" && r.URL.Query().Get("continue") == "":
		fmt.Fprintf(w, `{"metadata":{"continue":"more"},"items":[%s%s]}`, l.trial, bytes.Repeat(append([]byte(","), l.trial...), trialsAtTheEnd-1))
	case name == "scalabilitytrials":
		l.memory <- highWater(l.pid)
		_, _ = io.WriteString(w, `{"items":[]}`)
	default:
		l.wrong.Add(1)
		http.Error(w, "{}", http.StatusNotFound)
	}
}

// change sends the changes, the last of which is the end.
func (l *lab) change(w http.ResponseWriter) {
	l.pid = <-l.process
	var experiment map[string]any
	if json.Unmarshal(l.experiment, &experiment) != nil {
		return
	}
	status := experiment["status"].(map[string]any)
	ended := status["conditions"]
	delete(status, "conditions")
	for i := range changes {
		status["message"] = fmt.Sprint("change ", i)
		status["progress"] = map[string]any{"currentTrial": "provisioners-base-1", "step": fmt.Sprintf("%d/4", i/changesOfAStep+1)}
		if i == changes-1 {
			status["conditions"] = ended
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"type": "MODIFIED", "object": experiment})
		w.(http.Flusher).Flush()
	}
}

// console returns the two ends of a terminal.
func console(t *testing.T) (keyboard, screen *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(keyboard.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	screen, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return keyboard, screen
}

func TestAWatchIsSmallAndReadsOnlyWhatHasChanged(t *testing.T) {
	program := filepath.Join(t.TempDir(), "kubectl-scalelab")
	if text, err := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	experiment, _ := json.Marshal(diagnosed(t))
	trial, _ := json.Marshal(sought(t))
	api := &lab{experiment: experiment, trial: trial, process: make(chan int, 1), memory: make(chan int, 1)}
	server := httptest.NewUnstartedServer(api)
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			api.connections.Add(1)
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
	keyboard, screen := console(t)
	defer keyboard.Close()
	command := exec.Command(program, "watch", "provisioners", "--kubeconfig", config, "--timeout", "1m")
	command.Stdout, command.Stderr = screen, screen
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	screen.Close()
	api.process <- command.Process.Pid
	out, _ := io.ReadAll(keyboard) // until the program has ended
	if err := command.Wait(); err != nil || !bytes.Contains(out, []byte("verdict: Passed")) || !bytes.Contains(out, []byte("the last 12 of 244 steps so far")) {
		t.Fatalf("%v: %s", err, out)
	}
	used := <-api.memory
	t.Logf("%d KiB, %d connections, %d watches, %d reads of the trial, for an experiment of %d bytes and a trial of %d", used, api.connections.Load(), api.watches.Load(),
		api.trials.Load(), len(experiment), len(trial))
	if used > maxWatchKiB || api.connections.Load() != 1 || api.watches.Load() != 1 || api.trials.Load() != changes/changesOfAStep || api.wrong.Load() != 0 {
		t.Errorf("%d KiB of %d, %d connections, %d watches, %d reads of the trial, %d other requests", used, maxWatchKiB, api.connections.Load(), api.watches.Load(),
			api.trials.Load(), api.wrong.Load())
	}
}

package cluster

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"testing"
	"time"

	"dev.scalelab/plugin/internal/model"
	"k8s.io/client-go/rest"
)

// served connects to a server of ConfigMaps.
func served(t *testing.T, answer func(to http.ResponseWriter, name string)) *Cluster {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(to http.ResponseWriter, request *http.Request) {
		to.Header().Set("Content-Type", "application/json")
		answer(to, path.Base(request.URL.Path))
	}))
	t.Cleanup(server.Close)
	c, err := Connect(&rest.Config{Host: server.URL}, "default")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// measured is a trial with valid runs that have histograms.
func measured(runs int) []*model.Trial {
	var trial model.Trial
	for i := range runs {
		trial.Status.Runs = append(trial.Status.Runs, &model.Run{Number: i + 1, Phase: "Valid", Histograms: fmt.Sprintf("run-%d", i+1)})
	}
	return []*model.Trial{&trial}
}

func TestHistogramsAreReadSomeAtATime(t *testing.T) {
	const runs = 40
	var lock sync.Mutex
	asked, highest := 0, 0
	enough := make(chan struct{})
	late, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	c := served(t, func(to http.ResponseWriter, name string) {
		lock.Lock()
		asked++
		if highest = max(highest, asked); asked == atATime && highest == atATime {
			select {
			case <-enough:
			default:
				close(enough)
			}
		}
		lock.Unlock()
		select { // the first requests wait for one another
		case <-enough:
		case <-late.Done():
		}
		lock.Lock()
		asked--
		lock.Unlock()
		if name == "run-7" {
			http.NotFound(to, nil)
			return
		}
		fmt.Fprintf(to, `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": %q}, "data": {"of": %q}}`, name, name)
	})
	found, notes := c.Histograms(context.Background(), measured(runs))
	if highest != atATime || late.Err() != nil {
		t.Errorf("at most %d requests at a time, want %d", highest, atATime)
	}
	if len(found) != runs-1 || found["run-40"]["of"] != "run-40" || strings.Join(notes, "") != "The histograms of 1 valid runs could not be read." {
		t.Errorf("%d histograms, %v", len(found), notes)
	}
}

func TestAMissingRightIsRequestedOnce(t *testing.T) {
	var lock sync.Mutex
	asked := 0
	c := served(t, func(to http.ResponseWriter, name string) {
		lock.Lock()
		asked++
		lock.Unlock()
		to.WriteHeader(http.StatusForbidden)
		fmt.Fprint(to, `{"apiVersion": "v1", "kind": "Status", "status": "Failure", "reason": "Forbidden", "code": 403}`)
	})
	found, notes := c.Histograms(context.Background(), measured(100))
	if len(found) > 0 || asked > atATime || strings.Join(notes, "") != "The histograms are not shown: you may not read ConfigMaps of this namespace." {
		t.Errorf("%d histograms, %d requests, %v", len(found), asked, notes)
	}
}

package workloads

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"dev.scalelab/benchmarks/process"
)

// server is the benchmark application, started as in the image, on one core.
type server struct {
	*process.Running
	url   string
	began time.Time
}

const serverStart = 3 * time.Minute

var withDatabase = []string{"ecperf", "bookstore", "portal"}

const datasetScale = 10

// startServer starts a server for a workload, on a new dataset; database is nil if the workload has none.
func (l *Lab) startServer(ctx context.Context, workload string, database *postgres, settings ...string) (*server, error) {
	environment := append([]string{"WORKLOAD=" + workload, "ACTIVE_PROCESSORS=1"}, settings...)
	if slices.Contains(withDatabase, workload) {
		if err := database.createTemplate(ctx, workload); err != nil {
			return nil, err
		}
		if _, err := database.reset(ctx, workload, datasetScale); err != nil {
			return nil, err
		}
		environment = append(environment, database.environment(workload)...)
	}
	var ports [3]int
	for i := range ports {
		port, err := process.FreePort()
		if err != nil {
			return nil, err
		}
		ports[i] = port
	}
	folder, err := os.MkdirTemp(l.folder, workload+".")
	if err != nil {
		return nil, err
	}
	environment = append(environment, "WILDFLY_HOME="+l.path("benchmark-app", "target", "server"), "SERVER_DIR="+folder, "POD_NAME="+workload,
		fmt.Sprintf("JAVA_OPTS_APPEND=-Djboss.http.port=%d -Djboss.management.http.port=%d -Djboss.jgroups.tcp.port=%d", ports[0], ports[1], ports[2]))
	began := time.Now()
	running, err := process.Start(l.pinned(serverCore, environment, "sh", l.path("benchmark-app", "target", "scalelab", "bin", "server")),
		filepath.Join(folder, "console"))
	if err != nil {
		return nil, err
	}
	health := "http://127.0.0.1:" + strconv.Itoa(ports[1]) + "/health/ready"
	if err := running.Await(ctx, serverStart, "ready", func(ctx context.Context) bool { return answers(ctx, health) }); err != nil {
		running.Stop()
		return nil, fmt.Errorf("server: %w", err)
	}
	return &server{Running: running, url: "http://127.0.0.1:" + strconv.Itoa(ports[0]), began: began}, nil
}

func answers(ctx context.Context, url string) bool {
	_, found := page(ctx, url)
	return found
}

// page is what a server answers with status 200.
func page(ctx context.Context, url string) (string, bool) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", false
	}
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return "", false
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return string(text), err == nil && response.StatusCode == http.StatusOK
}

// hasValue says whether metrics have a series with this value, whatever its labels.
func hasValue(metrics, series, value string) bool {
	return regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(series) + `(\{.*\})? ` + regexp.QuoteMeta(value) + `$`).MatchString(metrics)
}

// cpuBetween is the CPU time of a process between two times in the future.
func cpuBetween(ctx context.Context, pid int, from, to time.Time) (float64, error) {
	if err := sleepUntil(ctx, from); err != nil {
		return 0, err
	}
	before, err := process.CPUSeconds(pid)
	if err != nil {
		return 0, err
	}
	if err := sleepUntil(ctx, to); err != nil {
		return 0, err
	}
	after, err := process.CPUSeconds(pid)
	return after - before, err
}

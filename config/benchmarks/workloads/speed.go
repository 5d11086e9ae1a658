package workloads

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"time"
)

// Speed is what one server that has one core does of a workload. The hottest methods are those that Java's own profiler saw
// running most, of all samples of Java code.
type Speed struct {
	Workload              string   `json:"workload"`
	RequestsPerCoreSecond float64  `json:"requestsPerCoreSecond"`
	RequestsPerSecond     float64  `json:"requestsPerSecond"`
	ServerCores           float64  `json:"serverCores"`
	GeneratorCores        float64  `json:"generatorCores"`
	ProfileSamples        int      `json:"profileSamples"`
	HottestMethods        []Method `json:"hottestMethods"`
}

// workloads are what can be measured, with the load generator's settings where they are not the defaults. Users who never think
// keep the server busy; as many as it has request threads.
var workloads = []struct {
	name     string
	settings []string
}{
	{"ecperf", nil},
	{"bookstore", []string{"PRODUCTS_PER_VISIT=3"}},
	{"cells", nil},
	{"portal", []string{"STREAM_RATE=5"}},
	{"cart", nil},
}

const users = "16"

func (l *Lab) speeds(ctx context.Context) ([]Speed, error) {
	database, err := l.startPostgres(ctx)
	if err != nil {
		return nil, err
	}
	defer database.close()
	var speeds []Speed
	for _, workload := range workloads {
		speed, err := l.speed(ctx, workload.name, workload.settings, database)
		if err != nil {
			return speeds, fmt.Errorf("%s: %w", workload.name, err)
		}
		say("%s: %.0f requests/s per core", speed.Workload, speed.RequestsPerCoreSecond)
		speeds = append(speeds, speed)
	}
	return speeds, nil
}

// speed drives a server in three steps: the first warms it up, the second is measured, and in the third it is profiled.
func (l *Lab) speed(ctx context.Context, workload string, settings []string, database *postgres) (Speed, error) {
	say("%s: starting a server on one core", workload)
	server, err := l.startServer(ctx, workload, database)
	if err != nil {
		return Speed{}, err
	}
	defer server.Stop()
	step, warmUp := l.length(35, 8), l.length(10, 3)
	say("%s: three steps of %d s", workload, step)
	generator, err := l.startGenerator(append([]string{"WORKLOAD=" + workload, "TARGET_URL=" + server.url, "SCALE=" + strconv.Itoa(datasetScale),
		"USERS=" + users + "," + users + "," + users, "RAMP_SECONDS=2",
		"STEP_SECONDS=" + strconv.Itoa(step), "WARM_UP_SECONDS=" + strconv.Itoa(warmUp),
		// By its own choice it saves CPU below 700 requests/s; here it has to keep up with more.
		"JAVA_OPTS_APPEND=-XX:TieredStopAtLevel=4"}, settings...))
	if err != nil {
		return Speed{}, err
	}
	defer generator.Stop()
	start, err := generator.next(ctx, "start")
	if err != nil {
		return Speed{}, err
	}
	end := func(number int) time.Time { return start.StartedAt.Add(time.Duration(number*step) * time.Second) }
	cpu, err := cpuBetween(ctx, server.PID(), end(1).Add(time.Duration(warmUp)*time.Second), end(2))
	if err != nil {
		return Speed{}, err
	}
	speed := Speed{Workload: workload}
	if speed.HottestMethods, speed.ProfileSamples, err = l.profile(ctx, server.PID(), end(3)); err != nil {
		return speed, err
	}
	if _, err := generator.next(ctx, "step"); err != nil {
		return speed, err
	}
	measured, err := generator.next(ctx, "step")
	if err != nil {
		return speed, err
	}
	requests, err := measured.requests()
	if err != nil {
		return speed, err
	}
	speed.RequestsPerCoreSecond = float64(requests) / cpu
	speed.RequestsPerSecond = float64(requests) / measured.MeasuredSeconds
	speed.ServerCores = cpu / measured.MeasuredSeconds
	speed.GeneratorCores = measured.CPUSeconds / measured.MeasuredSeconds
	return speed, nil
}

// profile lets Java's flight recorder sample a process until a moment.
func (l *Lab) profile(ctx context.Context, pid int, until time.Time) ([]Method, int, error) {
	file := filepath.Join(l.folder, "profile.jfr")
	process := strconv.Itoa(pid)
	if _, err := l.tool(ctx, "jcmd", process, "JFR.start", "name=bench", "settings=profile"); err != nil {
		return nil, 0, err
	}
	if err := sleepUntil(ctx, until); err != nil {
		return nil, 0, err
	}
	if _, err := l.tool(ctx, "jcmd", process, "JFR.dump", "name=bench", "filename="+file); err != nil {
		return nil, 0, err
	}
	text, err := l.tool(ctx, "jfr", "print", "--json", "--stack-depth", "1", "--events", "jdk.ExecutionSample", file)
	if err != nil {
		return nil, 0, err
	}
	return hottest(text)
}

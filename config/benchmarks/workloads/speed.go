package workloads

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"time"
)

// Speed is the throughput of one server with one core for a workload. The hottest methods are those at the top of most of the
// profiler's samples of Java code.
type Speed struct {
	Workload              string   `json:"workload"`
	RequestsPerCoreSecond float64  `json:"requestsPerCoreSecond"`
	RequestsPerSecond     float64  `json:"requestsPerSecond"`
	ServerCores           float64  `json:"serverCores"`
	GeneratorCores        float64  `json:"generatorCores"`
	ProfileSamples        int      `json:"profileSamples"`
	HottestMethods        []Method `json:"hottestMethods"`
	// Number of deliveries of the suppliers; absent without suppliers.
	Deliveries int `json:"deliveries,omitempty"`
}

// load is a workload, with the load generator's settings that differ from the defaults.
type load struct {
	name      string // in reports
	workload  string
	users     int
	settings  []string
	suppliers bool
}

// Users without think time keep the server busy; their number is that of its request threads.
const users = 16

// With production lines, which pause at their stations, the server is not kept busy: otherwise order clients would send more than
// their part. All have the pacing of an experiment, at ECperf's injection rate 50; even a server as slow as that of a pod can
// process it.
const (
	clients = 400
	pace    = 5000 // milliseconds
)

var loads = []load{
	{"ecperf", "ecperf", users, nil, false},
	{"ecperf with production lines", "ecperf", clients, []string{"PACING_MILLIS=" + strconv.Itoa(pace), "LARGE_ORDER_PERCENT=10",
		"MIX=newOrder=31.25,changeOrder=12.5,orderStatus=12.5,customerStatus=6.25,workOrder=37.5"}, true},
	{"bookstore", "bookstore", users, []string{"PRODUCTS_PER_VISIT=3"}, false},
	{"cells", "cells", users, nil, false},
	{"portal", "portal", users, []string{"STREAM_RATE=5"}, false},
	{"cart", "cart", users, nil, false},
}

func (l *Lab) speeds(ctx context.Context) ([]Speed, error) {
	database, err := l.startPostgres(ctx)
	if err != nil {
		return nil, err
	}
	defer database.close()
	var speeds []Speed
	for _, load := range loads {
		speed, err := l.speed(ctx, load, database)
		if err != nil {
			return speeds, fmt.Errorf("%s: %w", load.name, err)
		}
		say("%s: %.0f requests/s per core", speed.Workload, speed.RequestsPerCoreSecond)
		speeds = append(speeds, speed)
	}
	return speeds, nil
}

// speed sends three steps to a server: the first warms it up, the second is measured, and in the third it is profiled.
func (l *Lab) speed(ctx context.Context, load load, database *postgres) (Speed, error) {
	say("%s: starting a server on one core", load.name)
	suppliers, err := l.newSuppliers()
	if err != nil {
		return Speed{}, err
	}
	defer suppliers.stop()
	server, err := l.startServer(ctx, load.workload, database, load.toldServer(suppliers.url())...)
	if err != nil {
		return Speed{}, err
	}
	defer server.Stop()
	if load.suppliers {
		if err := suppliers.deliverTo(ctx, server); err != nil {
			return Speed{}, err
		}
	}
	step, warmUp := l.length(35, 8), l.length(10, 3)
	say("%s: three steps of %d s", load.name, step)
	generator, err := l.startGenerator(load.toldGenerator(server.url, step, warmUp))
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
	speed := Speed{Workload: load.name}
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
	if measured.CPUSeconds == 0 {
		return speed, fmt.Errorf("the load generator's record of %s has no CPU time of the generator", load.name)
	}
	speed.RequestsPerCoreSecond = float64(requests) / cpu
	speed.RequestsPerSecond = float64(requests) / measured.MeasuredSeconds
	speed.ServerCores = cpu / measured.MeasuredSeconds
	speed.GeneratorCores = measured.CPUSeconds / measured.MeasuredSeconds
	if load.suppliers {
		speed.Deliveries, err = suppliers.delivered(ctx)
	}
	return speed, err
}

// toldServer has the environment variables of a server in addition to the common ones.
func (load load) toldServer(suppliers string) []string {
	if load.suppliers {
		return []string{"SUPPLIER_URL=" + suppliers}
	}
	return nil
}

// toldGenerator has all environment variables of the load generator: three steps with the same number of users.
func (load load) toldGenerator(target string, step, warmUp int) []string {
	each := strconv.Itoa(load.users)
	return append([]string{"WORKLOAD=" + load.workload, "TARGET_URL=" + target, "SCALE=" + strconv.Itoa(datasetScale),
		"USERS=" + each + "," + each + "," + each, "RAMP_SECONDS=2",
		"STEP_SECONDS=" + strconv.Itoa(step), "WARM_UP_SECONDS=" + strconv.Itoa(warmUp),
		// By default it saves CPU below 700 requests/s; here it needs a higher rate.
		"JAVA_OPTS_APPEND=-XX:TieredStopAtLevel=4"}, load.settings...)
}

// profile samples a process with Java Flight Recorder until the given time.
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

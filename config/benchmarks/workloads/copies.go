package workloads

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"dev.scalelab/benchmarks/process"
)

// Copies is the throughput of carts on one of two application servers, by where each session's state is and in how many copies.
// All servers share one core; the second one only holds copies.
type Copies struct {
	State                 string  `json:"state"`
	RequestsPerSecond     float64 `json:"requestsPerSecond"`
	RequestsPerCoreSecond float64 `json:"requestsPerCoreSecond"`
	// CPU time of all servers for a request, and the part of it that the application server takes which answers it.
	CPUMillisPerRequest       float64 `json:"cpuMillisPerRequest"`
	ServerCPUMillisPerRequest float64 `json:"serverCpuMillisPerRequest"`
}

// place is where state is kept.
type place struct {
	name   string
	copies int
	remote bool
}

var places = []place{
	{"in the servers, one copy", 1, false},
	{"in the servers, two copies", 2, false},
	{"on Infinispan servers, one copy", 1, true},
	{"on Infinispan servers, two copies", 2, true},
}

// Addresses of loopback, so that each server has the same ports, as pods have.
var (
	serverAddresses = []string{"127.91.1.1", "127.91.1.2"}
	cacheAddresses  = []string{"127.91.2.1", "127.91.2.2"}
)

const (
	serversName = "servers.bench.test"
	cachesName  = "caches.bench.test"
)

func (l *Lab) copies(ctx context.Context) ([]Copies, error) {
	hosts, err := l.hosts()
	if err != nil {
		return nil, err
	}
	var found []Copies
	for _, place := range places {
		copies, err := l.copiesIn(ctx, place, hosts)
		if err != nil {
			return found, fmt.Errorf("state %s: %w", place.name, err)
		}
		say("state %s: %.0f requests/s per core", place.name, copies.RequestsPerCoreSecond)
		found = append(found, copies)
	}
	return found, nil
}

// hosts writes the names by which servers find each other into a file in place of a DNS server.
func (l *Lab) hosts() (string, error) {
	own, err := os.Hostname()
	if err != nil {
		return "", err
	}
	lines := "127.0.0.1 localhost " + own + "\n"
	for name, addresses := range map[string][]string{serversName: serverAddresses, cachesName: cacheAddresses} {
		for _, address := range addresses {
			lines += address + " " + name + "\n"
		}
	}
	file := filepath.Join(l.folder, "hosts")
	return file, os.WriteFile(file, []byte(lines), 0o600)
}

// copiesIn sends three steps to the first server: two warm all of them up on their one core, the third is measured.
func (l *Lab) copiesIn(ctx context.Context, place place, hosts string) (Copies, error) {
	say("state %s: starting the servers on one core", place.name)
	var all []*process.Running
	// Those that use others end first.
	defer func() {
		for _, each := range slices.Backward(all) {
			each.Stop()
		}
	}()
	if place.remote {
		for number, address := range cacheAddresses {
			cache, err := l.startCache(ctx, number, address, hosts, place.copies, "JAVA_OPTS=")
			if err != nil {
				return Copies{}, err
			}
			all = append(all, cache)
		}
		if err := awaitBoth(ctx, all, cacheAddresses, "11222", "infinispan_cluster_size"); err != nil {
			return Copies{}, err
		}
	}
	for number, address := range serverAddresses {
		server, err := l.startMember(ctx, number, address, hosts, place)
		if err != nil {
			return Copies{}, err
		}
		all = append(all, server)
	}
	servers := all[len(all)-len(serverAddresses):]
	if err := awaitBoth(ctx, servers, serverAddresses, "9990", "scalelab_cluster_members"); err != nil {
		return Copies{}, err
	}
	answering := servers[0]
	step, warmUp := l.length(35, 8), l.length(10, 3)
	load := load{"cart", "cart", users, nil, false}
	generator, err := l.startGenerator(load.toldGenerator("http://"+serverAddresses[0]+":8080", step, warmUp))
	if err != nil {
		return Copies{}, err
	}
	defer generator.Stop()
	start, err := generator.next(ctx, "start")
	if err != nil {
		return Copies{}, err
	}
	end := func(number int) time.Time { return start.StartedAt.Add(time.Duration(number*step) * time.Second) }
	before, err := cpuOfEach(ctx, all, end(2).Add(time.Duration(warmUp)*time.Second))
	if err != nil {
		return Copies{}, err
	}
	after, err := cpuOfEach(ctx, all, end(3))
	if err != nil {
		return Copies{}, err
	}
	for range 2 {
		if _, err := generator.next(ctx, "step"); err != nil {
			return Copies{}, err
		}
	}
	measured, err := generator.next(ctx, "step")
	if err != nil {
		return Copies{}, err
	}
	requests, err := measured.requests()
	if err != nil {
		return Copies{}, err
	}
	whole, own := 0.0, after[answering.PID()]-before[answering.PID()]
	for pid := range after {
		whole += after[pid] - before[pid]
	}
	return Copies{
		State:                     place.name,
		RequestsPerSecond:         float64(requests) / measured.MeasuredSeconds,
		RequestsPerCoreSecond:     float64(requests) / whole,
		CPUMillisPerRequest:       1000 * whole / float64(requests),
		ServerCPUMillisPerRequest: 1000 * own / float64(requests),
	}, nil
}

// awaitBoth waits until each server reports a cluster of two: one that is alone has nobody to copy to, which would cost nothing.
func awaitBoth(ctx context.Context, servers []*process.Running, addresses []string, port, series string) error {
	for i, server := range servers {
		url := "http://" + net.JoinHostPort(addresses[i], port) + "/metrics"
		both := func(ctx context.Context) bool {
			metrics, found := page(ctx, url)
			return found && hasValue(metrics, series, "2.0")
		}
		if err := server.Await(ctx, serverStart, "in a cluster of two", both); err != nil {
			return err
		}
	}
	return nil
}

// cpuOfEach is the CPU time of processes at a time in the future, by their ids.
func cpuOfEach(ctx context.Context, all []*process.Running, at time.Time) (map[int]float64, error) {
	if err := sleepUntil(ctx, at); err != nil {
		return nil, err
	}
	seconds := make(map[int]float64)
	for _, each := range all {
		cpu, err := process.CPUSeconds(each.PID())
		if err != nil {
			return nil, err
		}
		seconds[each.PID()] = cpu
	}
	return seconds, nil
}

// startMember starts one of the application servers as in the image, and waits until it is ready.
func (l *Lab) startMember(ctx context.Context, number int, address, hosts string, place place) (*process.Running, error) {
	copies := strconv.Itoa(place.copies)
	environment := []string{"WORKLOAD=cart", "ACTIVE_PROCESSORS=1", "SESSION_COPIES=" + copies, "BEAN_COPIES=" + copies,
		"CLUSTER_DNS=" + serversName, "WILDFLY_HOME=" + l.path("benchmark-app", "target", "server")}
	if place.remote {
		environment = append(environment, "STATE_STORE=remote", "INFINISPAN_HOST="+cacheAddresses[0])
	}
	return l.startAt(ctx, fmt.Sprintf("server-%d", number), address, hosts, environment,
		l.path("benchmark-app", "target", "scalelab", "bin", "server"), net.JoinHostPort(address, "9990"), "/health/ready")
}

// infinispanHome is the folder that the image of Infinispan servers copies.
func (l *Lab) infinispanHome() string {
	return l.path("benchmark-app", "infinispan-server", "target", "infinispan-server")
}

// startCache starts one of the Infinispan servers as in the image, with options in JAVA_OPTS, and waits until it has joined the cluster.
func (l *Lab) startCache(ctx context.Context, number int, address, hosts string, copies int, options string) (*process.Running, error) {
	home := l.infinispanHome()
	environment := []string{"INFINISPAN_HOME=" + home, "CLUSTER_DNS=" + cachesName, "LOG_LEVEL=WARN",
		"SESSION_COPIES=" + strconv.Itoa(copies), "BEAN_COPIES=" + strconv.Itoa(copies)}
	return l.startAt(ctx, fmt.Sprintf("cache-%d", number), address, hosts, append(environment, options+" -Xmx256m"),
		filepath.Join(home, "bin", "infinispan-server"), net.JoinHostPort(address, "11222"), "/rest/v2/caches/ROOT.war")
}

func (l *Lab) startAt(ctx context.Context, name, address, hosts string, environment []string, program, endpoint, ready string) (*process.Running, error) {
	folder, err := os.MkdirTemp(l.folder, name+".")
	if err != nil {
		return nil, err
	}
	environment = append(environment, "POD_IP="+address, "POD_NAME="+name, "SERVER_DIR="+folder,
		strings.Join([]string{"JAVA_OPTS_APPEND=-Djdk.net.hosts.file", hosts}, "="))
	running, err := process.Start(l.pinned(serverCore, environment, "sh", program), filepath.Join(folder, "console"))
	if err != nil {
		return nil, err
	}
	url := "http://" + endpoint + ready
	if err := running.Await(ctx, serverStart, "ready", func(ctx context.Context) bool { return answers(ctx, url) }); err != nil {
		running.Stop()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return running, nil
}

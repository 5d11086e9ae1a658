package workloads

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"dev.scalelab/benchmarks/process"
)

// Start is how long a server of one shape takes from its command until it is ready, with and without the image's class cache.
type Start struct {
	Shape         string  `json:"shape"`
	Seconds       float64 `json:"seconds"`
	CPUSeconds    float64 `json:"cpuSeconds"`
	UncachedCPU   float64 `json:"cpuSecondsWithoutCache"`
	UncachedReady float64 `json:"secondsWithoutCache"`
	ContentMiB    float64 `json:"imageContentMiB"`
	CacheMiB      float64 `json:"classCacheMiB"`
}

// shape is a workload with the settings that decide what its server starts.
type shape struct {
	name     string
	workload string
	settings []string
}

var local = []string{"SESSION_CACHE=local", "BEAN_CACHE=local"}

var shapes = []shape{
	{"cells, no cluster", "cells", local},
	{"cart", "cart", nil},
	{"bookstore", "bookstore", nil},
	{"ecperf, no cluster", "ecperf", local},
	{"ecperf", "ecperf", nil},
	{"portal", "portal", nil},
}

const startRounds = 5

// classCacheSince is the JDK that can write the cache of the image.
const classCacheSince = 25

// starts measures all shapes, with and without the cache in turn: a machine that becomes slower slows down both.
func (l *Lab) starts(ctx context.Context) ([]Start, error) {
	if major, _, _ := strings.Cut(l.jdk.version, "."); atLeast(major, classCacheSince) != nil {
		return nil, fmt.Errorf("JDK %d or newer is required for the class cache, this is %s", classCacheSince, l.jdk.version)
	}
	database, err := l.startPostgres(ctx)
	if err != nil {
		return nil, err
	}
	defer database.close()
	cache := filepath.Join(l.folder, "server.aot")
	if err := l.train(ctx, cache); err != nil {
		return nil, err
	}
	content, err := mebibytes(l.path("benchmark-app", "target", "server"), l.path("benchmark-app", "target", "scalelab"))
	if err != nil {
		return nil, err
	}
	size, err := mebibytes(cache)
	if err != nil {
		return nil, err
	}
	var starts []Start
	for _, shape := range shapes[:l.length(len(shapes), 1)] {
		say("starts of %s", shape.name)
		start, err := l.measureStart(ctx, shape, database, cache)
		if err != nil {
			return starts, err
		}
		start.ContentMiB, start.CacheMiB = content, size
		starts = append(starts, start)
	}
	return starts, nil
}

func atLeast(number string, minimum int) error {
	if value, err := strconv.Atoi(number); err != nil || value < minimum {
		return fmt.Errorf("%s is not %d or more", number, minimum)
	}
	return nil
}

// train writes the class cache as the image's build does.
func (l *Lab) train(ctx context.Context, cache string) error {
	say("training the class cache")
	environment := []string{"WILDFLY_HOME=" + l.path("benchmark-app", "target", "server")}
	running, err := process.Start(l.pinned(otherCore, environment, "sh", l.path("benchmark-app", "target", "scalelab", "bin", "train-server"), cache),
		filepath.Join(l.folder, "training"))
	if err != nil {
		return err
	}
	defer running.Stop()
	return running.Wait(ctx, commandDeadline)
}

func (l *Lab) measureStart(ctx context.Context, shape shape, database *postgres, cache string) (Start, error) {
	start := Start{Shape: shape.name}
	var ready, work, uncachedReady, uncachedWork []float64
	for range l.length(startRounds, 1) {
		seconds, cpu, err := l.timeStart(ctx, shape, database, "JAVA_OPTS=-XX:AOTCache="+cache)
		if err != nil {
			return start, err
		}
		ready, work = append(ready, seconds), append(work, cpu)
		if seconds, cpu, err = l.timeStart(ctx, shape, database, "JAVA_OPTS="); err != nil {
			return start, err
		}
		uncachedReady, uncachedWork = append(uncachedReady, seconds), append(uncachedWork, cpu)
	}
	start.Seconds, start.CPUSeconds = median(ready), median(work)
	start.UncachedReady, start.UncachedCPU = median(uncachedReady), median(uncachedWork)
	return start, nil
}

// timeStart returns the seconds from the command until the server is ready, and those of CPU that its process used.
func (l *Lab) timeStart(ctx context.Context, shape shape, database *postgres, option string) (float64, float64, error) {
	server, err := l.startServer(ctx, shape.workload, database, append([]string{option}, shape.settings...)...)
	if err != nil {
		return 0, 0, err
	}
	defer server.Stop()
	seconds := time.Since(server.began).Seconds()
	cpu, err := process.CPUSeconds(server.PID())
	return seconds, cpu, err
}

// mebibytes is the size of the files in folders.
func mebibytes(folders ...string) (float64, error) {
	var bytes int64
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.Type().IsRegular() {
				return err
			}
			info, err := entry.Info()
			if err == nil {
				bytes += info.Size()
			}
			return err
		})
		if err != nil {
			return 0, err
		}
	}
	return float64(bytes) / (1 << 20), nil
}

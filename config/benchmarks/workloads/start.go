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

// Start is how long a server of one shape takes from its command until it is ready, with and without the class cache of its image.
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

// starts measures all shapes of application servers, and an Infinispan server.
func (l *Lab) starts(ctx context.Context) ([]Start, error) {
	if major, _, _ := strings.Cut(l.jdk.version, "."); atLeast(major, classCacheSince) != nil {
		return nil, fmt.Errorf("JDK %d or newer is required for the class cache, this is %s", classCacheSince, l.jdk.version)
	}
	database, err := l.startPostgres(ctx)
	if err != nil {
		return nil, err
	}
	defer database.close()
	application, err := l.train(ctx, "server.aot", "WILDFLY_HOME="+l.path("benchmark-app", "target", "server"),
		l.path("benchmark-app", "target", "scalelab"), l.path("benchmark-app", "target", "server"))
	if err != nil {
		return nil, err
	}
	var starts []Start
	for _, shape := range shapes[:l.length(len(shapes), 1)] {
		start, err := l.measureStart(shape.name, application, func(option string) (*process.Running, time.Time, error) {
			server, err := l.startServer(ctx, shape.workload, database, append([]string{option}, shape.settings...)...)
			if err != nil {
				return nil, time.Time{}, err
			}
			return server.Running, server.began, nil
		})
		if err != nil {
			return starts, err
		}
		starts = append(starts, start)
	}
	start, err := l.infinispanStart(ctx)
	return append(starts, start), err
}

// infinispanStart measures an Infinispan server, alone in its cluster.
func (l *Lab) infinispanStart(ctx context.Context) (Start, error) {
	image, err := l.train(ctx, "infinispan.aot", "INFINISPAN_HOME="+l.infinispanHome(), l.infinispanHome())
	if err != nil {
		return Start{}, err
	}
	hosts, err := l.hosts()
	if err != nil {
		return Start{}, err
	}
	return l.measureStart("Infinispan", image, func(option string) (*process.Running, time.Time, error) {
		began := time.Now()
		cache, err := l.startCache(ctx, 0, cacheAddresses[0], hosts, 1, option)
		return cache, began, err
	})
}

func atLeast(number string, minimum int) error {
	if value, err := strconv.Atoi(number); err != nil || value < minimum {
		return fmt.Errorf("%s is not %d or more", number, minimum)
	}
	return nil
}

// trained is the class cache of an image, and the sizes of it and of what the image copies.
type trained struct {
	cache                string
	contentMiB, cacheMiB float64
}

// train writes a class cache as the image's build does, with the program of the first of the folders that the image copies.
func (l *Lab) train(ctx context.Context, name, home string, folders ...string) (trained, error) {
	say("training the class cache %s", name)
	image := trained{cache: filepath.Join(l.folder, name)}
	running, err := process.Start(l.pinned(otherCore, []string{home}, "sh", filepath.Join(folders[0], "bin", "train-server"), image.cache),
		filepath.Join(l.folder, name+".training"))
	if err != nil {
		return image, err
	}
	defer running.Stop()
	if err := running.Wait(ctx, commandDeadline); err != nil {
		return image, err
	}
	if image.contentMiB, err = mebibytes(folders...); err != nil {
		return image, err
	}
	image.cacheMiB, err = mebibytes(image.cache)
	return image, err
}

// measureStart starts servers with and without the class cache in turn: a machine that becomes slower slows down both. Each server gets
// the option that names the cache, or an empty one, and is ready when it is returned, with the time of its command.
func (l *Lab) measureStart(name string, image trained, server func(option string) (*process.Running, time.Time, error)) (Start, error) {
	say("starts of %s", name)
	start := Start{Shape: name, ContentMiB: image.contentMiB, CacheMiB: image.cacheMiB}
	var ready, work, uncachedReady, uncachedWork []float64
	for range l.length(startRounds, 1) {
		seconds, cpu, err := timeStart(server, "JAVA_OPTS=-XX:AOTCache="+image.cache)
		if err != nil {
			return start, err
		}
		ready, work = append(ready, seconds), append(work, cpu)
		if seconds, cpu, err = timeStart(server, "JAVA_OPTS="); err != nil {
			return start, err
		}
		uncachedReady, uncachedWork = append(uncachedReady, seconds), append(uncachedWork, cpu)
	}
	start.Seconds, start.CPUSeconds = median(ready), median(work)
	start.UncachedReady, start.UncachedCPU = median(uncachedReady), median(uncachedWork)
	return start, nil
}

// timeStart returns the seconds from the command until the server is ready, and those of CPU that its process used.
func timeStart(server func(option string) (*process.Running, time.Time, error), option string) (float64, float64, error) {
	running, began, err := server(option)
	if err != nil {
		return 0, 0, err
	}
	defer running.Stop()
	seconds := time.Since(began).Seconds()
	cpu, err := process.CPUSeconds(running.PID())
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

package workloads

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// SessionMemory is the heap that sessions use on a server, after a full collection. A single server has one copy of each; in a
// cluster each of SESSION_COPIES servers has one of a web session, and each of BEAN_COPIES servers one of a stateful bean.
type SessionMemory struct {
	Workload string `json:"workload"`
	// Where its state is kept: in the web session, in a stateful bean, or in both.
	State           string  `json:"state"`
	Sessions        int     `json:"sessions"`
	HeapMiBWithout  float64 `json:"heapMiBWithout"`
	HeapMiBWith     float64 `json:"heapMiBWith"`
	BytesPerSession float64 `json:"bytesPerSession"`
	// Size of a session's state as reported by the application; absent if it reports none.
	StateBytes int `json:"stateBytes,omitempty"`
}

// visits are the measured visits: the first function fills a session and returns the size of its state, the second one ends the session.
var visits = []struct {
	workload string
	state    string
	settings []string // of the server, if they differ from the defaults
	begin    func(context.Context, *visitor, int) (int, error)
	leave    func(context.Context, *visitor) error
}{
	{"ecperf", "bean", nil, fillOrderCart, dropOrderCart},
	{"cart", "bean", nil, fillCart, dropCart},
	{"bookstore", "web", []string{"BOOKSTORE_STATE=web"}, fillBasket, buyBooks},
	{"bookstore", "bean", []string{"BOOKSTORE_STATE=bean"}, fillBasket, buyBooks},
	{"bookstore", "both", []string{"BOOKSTORE_STATE=both"}, fillBasket, buyBooks},
}

const (
	putIntoSession = 10 // items, products, or books
	// The server ends sessions without requests for five minutes.
	longestBeginning = 4 * time.Minute
)

func (l *Lab) sessions(ctx context.Context) ([]SessionMemory, error) {
	database, err := l.startPostgres(ctx)
	if err != nil {
		return nil, err
	}
	defer database.close()
	var found []SessionMemory
	for _, visit := range visits {
		say("memory of %s's sessions, state in %s", visit.workload, visit.state)
		server, err := l.startServer(ctx, visit.workload, database, visit.settings...)
		if err != nil {
			return found, err
		}
		memory := SessionMemory{Workload: visit.workload, State: visit.state, Sessions: l.length(2000, 200)}
		err = l.sessionMemory(ctx, server, &memory, visit.begin, visit.leave)
		server.Stop()
		if err != nil {
			return found, fmt.Errorf("%s, state in %s: %w", visit.workload, visit.state, err)
		}
		found = append(found, memory)
	}
	return found, nil
}

// sessionMemory measures the heap before it starts sessions, and while they exist. Classes and caches that a server loads once are
// already in the first figure, since some sessions were started and ended before.
func (l *Lab) sessionMemory(ctx context.Context, server *server, memory *SessionMemory,
	begin func(context.Context, *visitor, int) (int, error), leave func(context.Context, *visitor) error) error {
	err := eachVisitor(ctx, server.url, memory.Sessions/4, func(v *visitor, number int) error {
		if _, err := begin(ctx, v, number); err != nil {
			return err
		}
		return leave(ctx, v)
	})
	if err != nil {
		return err
	}
	without, err := l.liveBytes(ctx, server.PID())
	if err != nil {
		return err
	}
	state := make([]int, memory.Sessions)
	beginning, cancel := context.WithTimeout(ctx, longestBeginning)
	defer cancel()
	err = eachVisitor(beginning, server.url, memory.Sessions, func(v *visitor, number int) error {
		var err error
		state[number], err = begin(ctx, v, number)
		return err
	})
	if err != nil {
		return err
	}
	with, err := l.liveBytes(ctx, server.PID())
	if err != nil {
		return err
	}
	memory.HeapMiBWithout, memory.HeapMiBWith = without/(1<<20), with/(1<<20)
	memory.BytesPerSession = (with - without) / float64(memory.Sessions)
	memory.StateBytes = state[0]
	return nil
}

// liveBytes collects all garbage, twice because some becomes collectable only after the first collection, and returns the live bytes.
func (l *Lab) liveBytes(ctx context.Context, pid int) (float64, error) {
	process := strconv.Itoa(pid)
	if _, err := l.tool(ctx, "jcmd", process, "GC.run"); err != nil {
		return 0, err
	}
	text, err := l.tool(ctx, "jcmd", process, "GC.class_histogram")
	if err != nil {
		return 0, err
	}
	return histogramBytes(text)
}

var (
	histogramTotal = regexp.MustCompile(`(?m)^Total\s+\d+\s+(\d+)\s*$`)
	// Filler objects of the serial collector, which replace garbage when compaction is not worthwhile.
	histogramFiller = regexp.MustCompile(`(?m)^\s*\d+:\s+\d+\s+(\d+)\s+\S*jdk\.internal\.vm\.Filler`)
)

// histogramBytes is the total of a class histogram, without filler objects.
func histogramBytes(text string) (float64, error) {
	total := histogramTotal.FindStringSubmatch(text)
	if total == nil {
		return 0, fmt.Errorf("a class histogram without a total: %.200s", text)
	}
	bytes, err := strconv.ParseFloat(total[1], 64)
	for _, filler := range histogramFiller.FindAllStringSubmatch(text, -1) {
		each, fillerErr := strconv.ParseFloat(filler[1], 64)
		bytes, err = bytes-each, errors.Join(err, fillerErr)
	}
	return bytes, err
}

package workloads

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// SessionMemory is what sessions take of a server's heap, after a full collection. A server alone holds one copy of each; in a
// cluster so does each of SESSION_COPIES servers of a web session, and each of BEAN_COPIES servers of a stateful bean.
type SessionMemory struct {
	Workload string `json:"workload"`
	// Where its state is kept: in the web session, in a stateful bean, or in both.
	State           string  `json:"state"`
	Sessions        int     `json:"sessions"`
	HeapMiBWithout  float64 `json:"heapMiBWithout"`
	HeapMiBWith     float64 `json:"heapMiBWith"`
	BytesPerSession float64 `json:"bytesPerSession"`
	// What the application says that it keeps in a session; where it says nothing, nothing.
	StateBytes int `json:"stateBytes,omitempty"`
}

// visits are what is measured: what a visitor does first, and what leaves no session behind. Beginning tells the state's size.
var visits = []struct {
	workload string
	state    string
	settings []string // of the server, where they are not the defaults
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
	// The server ends sessions that nobody has come back to for five minutes.
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

// sessionMemory looks before it begins sessions, and while they are there. What a server loads and caches once is there before,
// since some sessions have come and gone.
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

// liveBytes collects all garbage, twice because some of it is found to be such by the first collection, and counts what is left.
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
	// What the serial collector puts in the place of garbage that is not worth moving other objects for.
	histogramFiller = regexp.MustCompile(`(?m)^\s*\d+:\s+\d+\s+(\d+)\s+\S*jdk\.internal\.vm\.Filler`)
)

// histogramBytes is the total of a histogram of classes, without what is no object of the program.
func histogramBytes(text string) (float64, error) {
	total := histogramTotal.FindStringSubmatch(text)
	if total == nil {
		return 0, fmt.Errorf("a histogram of classes without a total: %.200s", text)
	}
	bytes, err := strconv.ParseFloat(total[1], 64)
	for _, filler := range histogramFiller.FindAllStringSubmatch(text, -1) {
		each, fillerErr := strconv.ParseFloat(filler[1], 64)
		bytes, err = bytes-each, errors.Join(err, fillerErr)
	}
	return bytes, err
}

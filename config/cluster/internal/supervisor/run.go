package supervisor

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// startDeadline is the maximum time for which a component waits for those after which it starts.
const startDeadline = 2 * time.Minute

// waitStep is the pause between two attempts of a probe for which a component waits.
const waitStep = 50 * time.Millisecond

// supervisor has the states of the components of one node.
type supervisor struct {
	spec Spec
	mu   sync.Mutex
	pids map[int]int    // process to index of component
	dead map[int]string // index of component to why it is not running
	runs map[int]bool
}

// Run makes this process the node that the file describes. It returns only on failure.
func Run(path string) error {
	spec, err := Read(path)
	if err != nil {
		return err
	}
	if err := enter(spec); err != nil {
		return err
	}
	s := &supervisor{spec: spec, pids: map[int]int{}, dead: map[int]string{}, runs: map[int]bool{}}
	go s.reap()
	listener, err := net.Listen("unix", spec.Socket)
	if err != nil {
		return err
	}
	for index := range spec.Components {
		go s.start(index)
	}
	return http.Serve(listener, http.HandlerFunc(s.answer))
}

// start starts a component when all probes in After succeed.
func (s *supervisor) start(index int) {
	component := s.spec.Components[index]
	deadline := time.Now().Add(startDeadline)
	for _, target := range component.After {
		for err := probe(target); err != nil; err = probe(target) {
			if time.Now().After(deadline) {
				s.ended(index, fmt.Sprintf("not started: after %s still %v", startDeadline, err))
				return
			}
			time.Sleep(waitStep)
		}
	}
	if err := s.launch(index, component); err != nil {
		s.ended(index, err.Error())
	}
}

func (s *supervisor) launch(index int, component Component) error {
	log, err := os.OpenFile(component.Log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	null, err := os.Open(os.DevNull)
	if err != nil {
		return err
	}
	defer null.Close()
	// Under the lock, so that the reaper knows the process before it ends.
	s.mu.Lock()
	defer s.mu.Unlock()
	process, err := os.StartProcess(component.Command[0], component.Command, &os.ProcAttr{
		Env: environment(), Files: []*os.File{null, log, log}, Sys: &syscall.SysProcAttr{Setsid: true},
	})
	if err != nil {
		return err
	}
	s.pids[process.Pid] = index
	s.runs[index] = true
	return nil
}

// environment is small and fixed: components do not get proxies and other settings of the user who started the cluster.
func environment() []string {
	return []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8"}
}

// reap waits for all processes of the node that end: components, and orphans of containers.
func (s *supervisor) reap() {
	children := make(chan os.Signal, 1)
	signal.Notify(children, syscall.SIGCHLD)
	for range children {
		for {
			var status syscall.WaitStatus
			pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil)
			if err != nil || pid <= 0 {
				break
			}
			s.mu.Lock()
			index, known := s.pids[pid]
			delete(s.pids, pid)
			s.mu.Unlock()
			if known {
				s.ended(index, describe(status))
			}
		}
	}
}

func describe(status syscall.WaitStatus) string {
	if status.Signaled() {
		return "killed by signal " + status.Signal().String()
	}
	return fmt.Sprintf("ended with exit code %d", status.ExitStatus())
}

func (s *supervisor) ended(index int, why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dead[index] = why
}

// answer sends the states of all components as JSON.
func (s *supervisor) answer(writer http.ResponseWriter, _ *http.Request) {
	states := make([]State, len(s.spec.Components))
	var probes sync.WaitGroup
	for index := range states {
		probes.Add(1)
		go func() {
			defer probes.Done()
			states[index] = s.state(index)
		}()
	}
	probes.Wait()
	writer.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(writer).Encode(states)
}

func (s *supervisor) state(index int) State {
	component := s.spec.Components[index]
	state := State{Name: component.Name, Log: component.Log}
	s.mu.Lock()
	why, dead := s.dead[index]
	running := s.runs[index]
	s.mu.Unlock()
	switch {
	case dead:
		state.Phase, state.Message = Ended, why
	case !running:
		state.Phase = Waiting
	default:
		state.Phase = Healthy
		if component.Health != "" {
			if err := probe(component.Health); err != nil {
				state.Phase, state.Message = Unhealthy, err.Error()
			}
		}
	}
	return state
}

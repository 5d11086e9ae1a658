// Package supervisor is the first process of a node: in its own namespaces it sets up network and mounts, starts the
// node's components in order, and reports their states. When it ends, the kernel ends all processes of the node.
package supervisor

import (
	"encoding/json"
	"os"
)

// Spec describes a node.
type Spec struct {
	Name       string      `json:"name"`
	Address    string      `json:"address"` // with the length of the prefix
	Routes     []Route     `json:"routes"`
	Mounts     []Mount     `json:"mounts"`
	Components []Component `json:"components"`
	Socket     string      `json:"socket"`
	Cgroups    []string    `json:"cgroups"` // folders of the control groups that the processes belong to
}

// Route leads to an address range through another node, or to the bridge if Via is empty.
type Route struct {
	Range string `json:"range"`
	Via   string `json:"via"`
}

// Mount mounts the folder Source over Target, in this node only.
type Mount struct {
	Source string `json:"source"`
	Target string `json:"target"`
}

// Component is a program of the node.
type Component struct {
	Name    string   `json:"name"`
	Command []string `json:"command"`
	Log     string   `json:"log"`
	After   []string `json:"after,omitempty"`  // probes that must succeed before it is started
	Health  string   `json:"health,omitempty"` // probe of the running component; empty: running is healthy
}

// State is the state of a component as reported by the supervisor.
type State struct {
	Name    string `json:"name"`
	Phase   Phase  `json:"phase"`
	Message string `json:"message,omitempty"`
	Log     string `json:"log"`
}

// Phase is the phase of a component's life cycle.
type Phase string

// The phases of a component.
const (
	Waiting   Phase = "Waiting"   // for the probes in After
	Unhealthy Phase = "Unhealthy" // runs, but its probe fails
	Healthy   Phase = "Healthy"
	Ended     Phase = "Ended" // components never end on their own unless there is a problem
)

// Write stores the spec as a file.
func (s Spec) Write(path string) error {
	content, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}

// Read loads a spec that Write stored.
func Read(path string) (Spec, error) {
	var spec Spec
	content, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(content, &spec)
	}
	return spec, err
}

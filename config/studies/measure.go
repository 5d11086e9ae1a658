package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

const pause = 5 * time.Second

// experiment has the fields of a ScalabilityExperiment that are read.
type experiment struct {
	Metadata struct {
		Name string `json:"name"`
	} `json:"metadata"`
	Status struct {
		Phase    string `json:"phase"`
		Message  string `json:"message"`
		Verdict  string `json:"verdict"`
		Progress struct {
			Trials string `json:"trials"`
		} `json:"progress"`
		Conditions []struct {
			Type   string `json:"type"`
			Status string `json:"status"`
		} `json:"conditions"`
		Configurations []Configuration `json:"configurations"`
		Omitted        int             `json:"configurationsOmitted"`
	} `json:"status"`
}

func (e *experiment) finished() bool {
	for _, condition := range e.Status.Conditions {
		if condition.Type == "Finished" {
			return condition.Status == "True"
		}
	}
	return false
}

// measure applies a study's experiment to the cluster of the current kubeconfig, where ScaleLab is installed, and waits for its end. An
// earlier experiment of the same name is deleted first.
func measure(ctx context.Context, name string) (*Result, error) {
	manifest := filepath.Join(name, "experiment.yaml")
	if _, err := kubectl(ctx, "delete", "--ignore-not-found", "--wait", "-f", manifest); err != nil {
		return nil, err
	}
	if _, err := kubectl(ctx, "apply", "-f", manifest); err != nil {
		return nil, err
	}
	said := ""
	for {
		text, err := kubectl(ctx, "get", "-f", manifest, "-o", "json")
		if err != nil {
			return nil, err
		}
		var found experiment
		if err := json.Unmarshal(text, &found); err != nil {
			return nil, err
		}
		if now := fmt.Sprintf("%s: %s, trials %s: %s", name, found.Status.Phase, found.Status.Progress.Trials, found.Status.Message); now != said && found.Status.Phase != "" {
			fmt.Println(now)
			said = now
		}
		if found.Status.Omitted > 0 {
			return nil, fmt.Errorf("%s has more configurations than its status has rows: %d are left out", name, found.Status.Omitted)
		}
		if found.finished() {
			return &Result{
				Date:           time.Now().Format(time.DateOnly),
				Machine:        fmt.Sprintf("a machine with %d cores for everything, load generators included", runtime.NumCPU()),
				Verdict:        found.Status.Verdict,
				Message:        found.Status.Message,
				Configurations: found.Status.Configurations,
			}, nil
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%s has not finished in time: %s", name, found.Status.Message)
		case <-time.After(pause):
		}
	}
}

func kubectl(ctx context.Context, arguments ...string) ([]byte, error) {
	var out, errors bytes.Buffer
	command := exec.CommandContext(ctx, "kubectl", arguments...)
	command.Stdout, command.Stderr = &out, &errors
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("kubectl %s: %w: %s", strings.Join(arguments, " "), err, errors.String())
	}
	return out.Bytes(), nil
}

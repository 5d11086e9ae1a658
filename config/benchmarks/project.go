package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"dev.scalelab/benchmarks/process"
)

// Project is a checkout of ScaleLab, with the local cluster of its make targets.
type Project struct {
	Root       string
	kubectl    string
	kubeconfig string
	minutes    int // of the soak, or of each part of scale; 0 for their defaults
}

// Demo is one `make demo`: its duration, the duration of each part, and the verdict of its experiment.
type Demo struct {
	Seconds float64 `json:"seconds"`
	Verdict string  `json:"verdict"`
	Parts   []Part  `json:"parts"`
}

// Part is a part of `make demo` after a heading "==> name (time)"; the output before the first heading is a part too.
type Part struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

const (
	demoDeadline    = 75 * time.Minute
	commandDeadline = 10 * time.Minute
	longestLine     = 1 << 20 // bytes
)

var heading = regexp.MustCompile(`^==> (.*) \(\d\d:\d\d:\d\d\)$`)

// demo runs `make demo` in a folder; observer is notified when a part begins, and ended when all have.
func (p *Project) demo(ctx context.Context, folder string, environment []string, observer *Watch) (Demo, error) {
	ctx, cancel := context.WithTimeout(ctx, demoDeadline)
	defer cancel()
	command := process.Group(ctx, "make", "demo")
	command.Dir, command.Env = folder, append(environment, "CLUSTER=embedded")
	output, err := command.StdoutPipe()
	if err != nil {
		return Demo{}, err
	}
	command.Stderr = command.Stdout
	began := time.Now()
	if err := command.Start(); err != nil {
		return Demo{}, err
	}
	demo := Demo{Parts: []Part{{Name: "packages, and building the cluster's programs"}}}
	partBegan := began
	end := func() { demo.Parts[len(demo.Parts)-1].Seconds = seconds(time.Since(partBegan)) }
	lines := bufio.NewScanner(output)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		fmt.Println(lines.Text())
		if found := heading.FindStringSubmatch(lines.Text()); found != nil {
			end()
			partBegan = time.Now()
			demo.Parts = append(demo.Parts, Part{Name: strings.Split(found[1], ":")[0]})
			if strings.HasPrefix(found[1], "the experiment") && observer != nil {
				if err := observer.begin(ctx); err != nil {
					return demo, err
				}
			}
		}
	}
	end()
	if err := lines.Err(); err != nil {
		return demo, errors.Join(fmt.Errorf("reading the output of make demo: %w", err), command.Cancel(), command.Wait())
	}
	demo.Seconds = seconds(time.Since(began))
	if observer != nil {
		observer.end()
	}
	demo.Verdict = "Passed"
	// It fails for any other verdict; if the curve was measured, this is a result too.
	if ended := command.Wait(); ended != nil {
		small, err := p.curve(ctx, "small")
		demo.Verdict = small.Verdict
		if !small.measured() {
			return demo, errors.Join(fmt.Errorf("make demo: %w", ended), err)
		}
	}
	return demo, nil
}

// coldDemo runs the demo as on a new machine: a fresh clone, an empty home, empty caches.
func (p *Project) coldDemo(ctx context.Context) (Demo, error) {
	if _, err := p.output(ctx, "make", "-s", "cluster-down"); err != nil {
		return Demo{}, err
	}
	place, err := os.MkdirTemp("", "scalelab-cold.")
	if err != nil {
		return Demo{}, err
	}
	defer os.RemoveAll(place)
	for _, folder := range []string{"home/.config", "images/run", "images/store", "tmp"} {
		if err := os.MkdirAll(filepath.Join(place, folder), 0o755); err != nil {
			return Demo{}, err
		}
	}
	// The machine's settings for package registries are kept, but not its caches.
	home := filepath.Join(place, "home")
	for _, settings := range []string{".gitconfig", ".config/go"} {
		source := filepath.Join(os.Getenv("HOME"), settings)
		if _, err := os.Stat(source); err == nil {
			if _, err := p.output(ctx, "cp", "-r", source, filepath.Join(home, settings)); err != nil {
				return Demo{}, err
			}
		}
	}
	storage := fmt.Sprintf("[storage]\ndriver = \"overlay\"\nrunroot = %q\ngraphroot = %q\n", place+"/images/run", place+"/images/store")
	if err := os.WriteFile(filepath.Join(place, "storage.conf"), []byte(storage), 0o644); err != nil {
		return Demo{}, err
	}
	clone := filepath.Join(place, "project")
	if _, err := p.output(ctx, "git", "clone", "-q", "file://"+p.Root, clone); err != nil {
		return Demo{}, err
	}
	environment := append(without(os.Environ(), "GOMODCACHE", "KUBECONFIG"),
		"HOME="+home, "XDG_CACHE_HOME="+home+"/.cache", "GOPATH="+place+"/go", "GOCACHE="+home+"/.cache/go-build",
		"TMPDIR="+place+"/tmp", "CONTAINERS_STORAGE_CONF="+place+"/storage.conf",
		fmt.Sprintf("MAVEN_OPTS=%s -Dmaven.repo.local=%s/m2 -Duser.home=%s", os.Getenv("MAVEN_OPTS"), place, home))
	demo, err := p.demo(ctx, clone, environment, nil)
	// Also after an interruption: the cluster's programs are in the folder that is removed now.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commandDeadline)
	defer cancel()
	down := process.Group(ctx, "make", "-s", "cluster-down")
	down.Dir, down.Env = clone, environment
	return demo, errors.Join(err, down.Run())
}

// cacheAndTakeDown fills all caches and stops the cluster: the initial state of a warm `make demo`.
func (p *Project) cacheAndTakeDown(ctx context.Context) error {
	for _, target := range []string{"cluster-up", "jars", "images", "cluster-down"} {
		fmt.Println("bench: make", target)
		// The first time, this builds Kubernetes.
		if _, err := p.outputWithin(ctx, demoDeadline, "make", "-s", target); err != nil {
			return err
		}
	}
	return nil
}

// kubectlJSON decodes the JSON output of kubectl for the local cluster.
func (p *Project) kubectlJSON(ctx context.Context, into any, arguments ...string) error {
	text, err := p.kubectlText(ctx, arguments...)
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), into)
}

func (p *Project) kubectlText(ctx context.Context, arguments ...string) (string, error) {
	program, err := p.kubectlArguments(ctx)
	if err != nil {
		return "", err
	}
	return p.output(ctx, program[0], append(program[1:], arguments...)...)
}

// kubectlArguments has the program and the options for the local cluster.
func (p *Project) kubectlArguments(ctx context.Context) ([]string, error) {
	if p.kubectl == "" {
		tools, err := p.output(ctx, "make", "-s", "tools")
		if err != nil {
			return nil, err
		}
		if p.kubeconfig, err = p.output(ctx, "make", "-s", "kubeconfig"); err != nil {
			return nil, err
		}
		p.kubectl = filepath.Join(tools, "kubectl")
	}
	return []string{p.kubectl, "--kubeconfig", p.kubeconfig}, nil
}

// output runs a command in the project's folder and returns its standard output; its error output is part of the error.
func (p *Project) output(ctx context.Context, name string, arguments ...string) (string, error) {
	return p.outputWithin(ctx, commandDeadline, name, arguments...)
}

func (p *Project) outputWithin(ctx context.Context, deadline time.Duration, name string, arguments ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	command := process.Group(ctx, name, arguments...)
	command.Dir, command.Env = p.Root, append(os.Environ(), "CLUSTER=embedded")
	var problems bytes.Buffer
	command.Stderr = &problems
	text, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(arguments, " "), err, strings.TrimSpace(problems.String()))
	}
	return strings.TrimSpace(string(text)), nil
}

func without(environment []string, names ...string) []string {
	var kept []string
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		if !slices.Contains(names, name) {
			kept = append(kept, variable)
		}
	}
	return kept
}

func machine() map[string]string {
	facts := map[string]string{"cores": fmt.Sprint(runtime.NumCPU())}
	for file, key := range map[string]string{"/proc/cpuinfo": "model name", "/proc/meminfo": "MemTotal", "/etc/os-release": "PRETTY_NAME"} {
		text, _ := os.ReadFile(file)
		if found := regexp.MustCompile(`(?m)^` + key + `\s*[:=]\s*"?([^"\n]*)`).FindSubmatch(text); found != nil {
			facts[key] = string(found[1])
		}
	}
	if kernel, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		facts["kernel"] = strings.TrimSpace(string(kernel))
	}
	return facts
}

func seconds(d time.Duration) float64 { return d.Round(100 * time.Millisecond).Seconds() }

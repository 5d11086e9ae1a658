package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Experiment has the durations of the parts of an experiment, and the throughput of one server.
type Experiment struct {
	Seconds               float64     `json:"seconds"`
	MeasuredSeconds       float64     `json:"measuredSeconds"`
	MeasuredPercent       float64     `json:"measuredPercent"`
	Trials                []TrialTime `json:"trials"`
	PeaksPerSecond        []float64   `json:"peaksPerSecond"`
	ServerStartSeconds    float64     `json:"serverStartSeconds"`
	RequestsPerCoreSecond float64     `json:"requestsPerCoreSecond"`
}

// TrialTime has the durations of the parts of one trial.
type TrialTime struct {
	Trial    string  `json:"trial"`
	Testbed  float64 `json:"testbedSeconds"`
	Reset    float64 `json:"resetSeconds"`
	Load     float64 `json:"loadSeconds"`
	Measured float64 `json:"measuredSeconds"`
	Judge    float64 `json:"auditAndJudgeSeconds"`
}

type trialList struct {
	Items []struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
		Status struct {
			StartTime  time.Time `json:"startTime"`
			Ready      time.Time `json:"testbedReadyTime"`
			Completion time.Time `json:"completionTime"`
			Runs       []struct {
				Started  time.Time `json:"startedAt"`
				Finished time.Time `json:"finishedAt"`
				Steps    []step    `json:"steps"`
			} `json:"runs"`
		} `json:"status"`
	} `json:"items"`
}

// steps is the number of measured steps of all runs.
func (l trialList) steps() int {
	count := 0
	for _, trial := range l.Items {
		for _, run := range trial.Status.Runs {
			count += len(run.Steps)
		}
	}
	return count
}

type step struct {
	Window struct {
		From time.Time `json:"from"`
		To   time.Time `json:"to"`
	} `json:"window"`
	Throughput float64 `json:"throughputPerSecond"`
	Evidence   struct {
		Balancer struct {
			Requests float64 `json:"requestsPerSecond"`
		} `json:"balancer"`
		Tiers []struct {
			Tier  string  `json:"tier"`
			Cores float64 `json:"cpuCores"`
		} `json:"tiers"`
	} `json:"evidence"`
}

// curve has the fields of an experiment's status; without a verdict it has not ended, or could not start.
type curve struct {
	Start          time.Time `json:"startTime"`
	End            time.Time `json:"completionTime"`
	Verdict        string    `json:"verdict"`
	Configurations []struct {
		Peak struct {
			Mean float64 `json:"mean"`
		} `json:"peakPerSecond"`
		Capacity struct {
			Mean float64 `json:"mean"`
		} `json:"capacityPerSecond"`
	} `json:"configurations"`
}

func (c curve) measured() bool { return c.Verdict != "" && len(c.Configurations) > 0 }

func (p *Project) curve(ctx context.Context, name string) (curve, error) {
	var experiment struct {
		Status curve `json:"status"`
	}
	err := p.kubectlJSON(ctx, &experiment, "get", "scalexp", name, "--output", "json")
	return experiment.Status, err
}

func (p *Project) trials(ctx context.Context, experiment string) (trialList, error) {
	var trials trialList
	err := p.kubectlJSON(ctx, &trials, "get", "scaltrial", "--selector", "scalelab.dev/experiment="+experiment, "--output", "json")
	return trials, err
}

// experiment returns the figures of an experiment that has ended; the watch is nil if it was not observed.
func (p *Project) experiment(ctx context.Context, name string, watch *Watch) (Experiment, error) {
	whole, err := p.curve(ctx, name)
	if err != nil {
		return Experiment{}, err
	}
	trials, err := p.trials(ctx, name)
	if err != nil {
		return Experiment{}, err
	}
	result, err := timesOf(whole, trials)
	if err != nil || watch == nil {
		return result, err
	}
	var starts []float64
	for _, took := range watch.serverStarts {
		starts = append(starts, took)
	}
	result.ServerStartSeconds = median(starts)
	return result, nil
}

// timesOf returns the durations of the parts of an ended experiment.
func timesOf(whole curve, trials trialList) (Experiment, error) {
	result := Experiment{Seconds: seconds(whole.End.Sub(whole.Start))}
	for _, configuration := range whole.Configurations {
		result.PeaksPerSecond = append(result.PeaksPerSecond, configuration.Peak.Mean)
	}
	for number, trial := range trials.Items {
		status := trial.Status
		if len(status.Runs) == 0 {
			return result, fmt.Errorf("trial %s has no run", trial.Metadata.Name)
		}
		first, last := status.Runs[0], status.Runs[len(status.Runs)-1]
		times := TrialTime{
			Trial: trial.Metadata.Name, Testbed: seconds(status.Ready.Sub(status.StartTime)),
			Reset: seconds(first.Started.Sub(status.Ready)), Load: seconds(last.Finished.Sub(first.Started)),
			Judge: seconds(status.Completion.Sub(last.Finished)),
		}
		for _, run := range status.Runs {
			for _, step := range run.Steps {
				times.Measured += seconds(step.Window.To.Sub(step.Window.From))
			}
		}
		result.MeasuredSeconds += times.Measured
		result.Trials = append(result.Trials, times)
		if number == 0 {
			result.RequestsPerCoreSecond = requestsPerCore(first.Steps)
		}
	}
	result.MeasuredPercent = 100 * result.MeasuredSeconds / result.Seconds
	return result, nil
}

// requestsPerCore is the balancer's request rate in the step with the highest throughput, divided by the servers' CPU.
func requestsPerCore(steps []step) float64 {
	var busiest step
	for _, each := range steps {
		if each.Throughput > busiest.Throughput {
			busiest = each
		}
	}
	for _, tier := range busiest.Evidence.Tiers {
		if tier.Tier == "application" && tier.Cores > 0 {
			return busiest.Evidence.Balancer.Requests / tier.Cores
		}
	}
	return 0
}

// images returns the sizes of ScaleLab's own images as stored on the nodes.
func (p *Project) images(ctx context.Context) (map[string]int, error) {
	var nodes struct {
		Items []struct {
			Status struct {
				Images []struct {
					Names []string `json:"names"`
					Bytes int      `json:"sizeBytes"`
				} `json:"images"`
			} `json:"status"`
		} `json:"items"`
	}
	if err := p.kubectlJSON(ctx, &nodes, "get", "nodes", "--output", "json"); err != nil {
		return nil, err
	}
	sizes := map[string]int{}
	for _, node := range nodes.Items {
		for _, image := range node.Status.Images {
			for _, name := range image.Names {
				if strings.Contains(name, "scalelab/") && !strings.Contains(name, "@") {
					sizes[name[strings.LastIndex(name, "/")+1:]] = image.Bytes >> 20
				}
			}
		}
	}
	return sizes, nil
}

// chosen has the places of the versions of components: name, file and pattern.
var chosen = [][3]string{
	{"scalelab", "charts/scalelab/Chart.yaml", `(?m)^version: (.+)`},
	{"wildfly", "benchmark-app/pom.xml", `<wildfly.version>([^<]+)`},
	{"gatling", "gatling/pom.xml", `<gatling.version>([^<]+)`},
	{"java", "Dockerfile", `openjdk-(\d+)-jre`},
	{"postgresql", "Dockerfile", `install .*postgresql-(\d+)`},
	{"cloudnativepg", "config/cluster/cloudnativepg/go.mod", `cloudnative-pg/cloudnative-pg v(\S+)`},
}

func (p *Project) versions(ctx context.Context) (map[string]string, error) {
	var kubernetes struct {
		Server struct {
			Version string `json:"gitVersion"`
		} `json:"serverVersion"`
	}
	if err := p.kubectlJSON(ctx, &kubernetes, "version", "--output", "json"); err != nil {
		return nil, err
	}
	versions, err := p.chosenVersions()
	if err == nil {
		versions["kubernetes"] = kubernetes.Server.Version
	}
	return versions, err
}

// chosenVersions returns the versions that can be read without a cluster.
func (p *Project) chosenVersions() (map[string]string, error) {
	versions := map[string]string{}
	for _, part := range chosen {
		text, err := os.ReadFile(filepath.Join(p.Root, part[1]))
		if err != nil {
			return versions, err
		}
		found := regexp.MustCompile(part[2]).FindSubmatch(text)
		if found == nil {
			return versions, fmt.Errorf("%s does not have the version of %s", part[1], part[0])
		}
		versions[part[0]] = string(found[1])
	}
	return versions, nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Passes are the operator's reconciliations while it measures the small experiment.
type Passes struct {
	Passes       float64 `json:"passes"`
	Calls        float64 `json:"apiCalls"`
	Steps        float64 `json:"stepsMeasured"`
	CallsPerPass float64 `json:"apiCallsPerPass"`
	CallsPerStep float64 `json:"apiCallsPerStepMeasured"`
	P50Millis    float64 `json:"p50Millis"`
	P99Millis    float64 `json:"p99Millis"`
}

// Many is the operator's memory after it has measured many experiments, three at a time, after a restart.
type Many struct {
	Experiments    int     `json:"experiments"`
	Kept           int     `json:"kept"`
	RSSMiBWithKept float64 `json:"rssMiBWithKept"`
	RSSMiBAfter    float64 `json:"rssMiBAfter"`
}

const (
	// flowSchema makes the API server count the operator's requests separately: by its service account, a watch counts once.
	flowSchema = "scalelab-benchmark"
	// maxGrowthMiB is allowed for the last experiments of many.
	maxGrowthMiB = 10
	manyRuns     = 60
	keptRuns     = 50
	manyAtOnce   = 3 // with more, two cores would start servers only

	experimentDeadline = 4 * time.Hour
	tinyDeadline       = 15 * time.Minute
	passSeconds        = "operator_sdk_controllers_execution_reconcile_seconds"
)

// benchExperiments measures on the local cluster. It starts the cluster and installs ScaleLab if necessary, and removes neither.
func (p *Project) benchExperiments(ctx context.Context, commit, part string, short bool) error {
	for _, target := range []string{"cluster-up", "install"} {
		fmt.Println("bench: make", target)
		if _, err := p.outputWithin(ctx, demoDeadline, "make", "-s", target); err != nil {
			return err
		}
	}
	report := Report{Date: now(), Commit: commit, Machine: machine()}
	var err error
	if report.Versions, err = p.versions(ctx); err != nil {
		return err
	}
	switch part {
	case "sweep":
		report.Sweep, err = p.sweep(ctx, short)
	case "search":
		report.Search, err = p.search(ctx, short)
	case "crowd":
		report.Crowd, err = p.crowd(ctx, short)
	case "soak":
		report.Soak, err = p.soak(ctx, short)
	default:
		report.Operator, err = p.operatorAtWork(ctx, short)
	}
	if err != nil {
		report.Failed = append(report.Failed, part+": "+err.Error())
	}
	report.print(os.Stdout)
	if short {
		return incomplete(report.Failed)
	}
	return errors.Join(p.write(report.Date[:10]+"-"+commit+"-"+part, report.Failed, report), incomplete(report.Failed))
}

// sweep measures two variants, three numbers of servers and three repetitions.
func (p *Project) sweep(ctx context.Context, short bool) (Experiment, error) {
	change := func(manifest string) string { return manifest }
	if short {
		change = strings.NewReplacer("repetitions: 3", "repetitions: 1", "seconds: 60", "seconds: 20").Replace
	}
	if err := p.runExperiment(ctx, "config/benchmarks/sweep.yaml", "bench-sweep", change); err != nil {
		return Experiment{}, err
	}
	return p.experiment(ctx, "bench-sweep", nil)
}

// operatorAtWork measures the operator idle, during the small experiment, and after many tiny ones.
func (p *Project) operatorAtWork(ctx context.Context, short bool) (Operator, error) {
	watch := newWatch(p)
	result, err := p.operator(ctx, watch) // restarts it: later counters start from there
	if err != nil {
		return result, err
	}
	if result.Passes, err = p.passes(ctx); err != nil {
		return result, err
	}
	runs, kept := manyRuns, keptRuns
	if short {
		runs, kept = 3, 2
	}
	result.Many, err = p.many(ctx, runs, kept)
	return result, err
}

// passes counts reconciliations and calls while the small experiment is measured.
func (p *Project) passes(ctx context.Context) (result Passes, err error) {
	remove, err := p.countCalls(ctx)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	before, err := p.metrics(ctx)
	if err != nil {
		return result, err
	}
	rename := strings.NewReplacer("name: small\n", "name: bench-small\n").Replace
	if err := p.runExperiment(ctx, "config/samples/small.yaml", "bench-small", rename); err != nil {
		return result, err
	}
	after, err := p.metrics(ctx)
	if err != nil {
		return result, err
	}
	trials, err := p.trials(ctx, "bench-small")
	if err != nil {
		return result, err
	}
	return passesOf(after.since(before), trials)
}

// passesOf computes the figures from the growth of the counters while these trials were measured.
func passesOf(grown metrics, trials trialList) (Passes, error) {
	result := Passes{
		Passes: grown.sum(passSeconds+"_count", `controller="experiment"`),
		Calls:  grown.sum("apiserver_flowcontrol_dispatched_requests_total", `flow_schema="`+flowSchema+`"`),
		Steps:  float64(trials.steps()),
	}
	if result.Passes == 0 || result.Calls == 0 || result.Steps == 0 {
		return result, fmt.Errorf("%.0f passes, %.0f API calls and %.0f steps were counted", result.Passes, result.Calls, result.Steps)
	}
	result.CallsPerPass, result.CallsPerStep = result.Calls/result.Passes, result.Calls/result.Steps
	for q, into := range map[float64]*float64{0.5: &result.P50Millis, 0.99: &result.P99Millis} {
		seconds, err := grown.quantile(q, passSeconds)
		if err != nil {
			return result, err
		}
		*into = 1000 * seconds
	}
	return result, nil
}

// metrics returns the metrics of the operator and of the API server.
func (p *Project) metrics(ctx context.Context) (metrics, error) {
	operator, err := p.operatorPod(ctx)
	if err != nil {
		return nil, err
	}
	own := "/api/v1/namespaces/scalelab-system/pods/" + operator.Metadata.Name + ":8080/proxy/q/metrics"
	var pages strings.Builder
	for _, path := range []string{own, "/metrics"} {
		page, err := p.kubectlText(ctx, "get", "--raw", path)
		if err != nil {
			return nil, err
		}
		pages.WriteString(page + "\n")
	}
	return parseMetrics(pages.String()), nil
}

// countCalls creates the flow schema; the returned function removes it, even after an interruption.
func (p *Project) countCalls(ctx context.Context) (func() error, error) {
	manifest := filepath.Join("config", "benchmarks", "flowschema.yaml")
	if _, err := p.kubectlText(ctx, "apply", "--filename", manifest); err != nil {
		return nil, err
	}
	return func() error {
		_, err := p.kubectlText(context.WithoutCancel(ctx), "delete", "--ignore-not-found", "--filename", manifest)
		return err
	}, nil
}

// many measures the smallest experiment repeatedly, each time under another name and several at a time, and removes all at the end.
func (p *Project) many(ctx context.Context, runs, kept int) (result Many, err error) {
	defer func() {
		_, removed := p.kubectlText(context.WithoutCancel(ctx), "delete", "scalexp", "--selector", "scalelab.dev/benchmark=tiny")
		_, restored := p.output(context.WithoutCancel(ctx), "config/ci/install.sh")
		err = errors.Join(err, removed, restored)
	}()
	fmt.Println("bench: letting experiments share nodes")
	if _, err := p.output(ctx, "config/ci/install.sh", "--set", "experiments.shareNodes=true"); err != nil {
		return result, err
	}
	result = Many{Experiments: runs, Kept: kept}
	if result.RSSMiBWithKept, err = p.rssAfter(ctx, 1, kept); err != nil {
		return result, err
	}
	result.RSSMiBAfter, err = p.rssAfter(ctx, kept+1, runs)
	if grown := result.RSSMiBAfter - result.RSSMiBWithKept; err == nil && grown > maxGrowthMiB {
		err = fmt.Errorf("the operator's memory grew by %.0f MiB in %d experiments, so it leaks", grown, runs-kept)
	}
	return result, err
}

// rssAfter returns the operator's resident memory after the tiny experiments with these numbers.
func (p *Project) rssAfter(ctx context.Context, first, last int) (float64, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	slots := make(chan struct{}, manyAtOnce)
	for number := first; number <= last && ctx.Err() == nil; number++ {
		slots <- struct{}{}
		go func() {
			if err := p.runTiny(ctx, fmt.Sprintf("bench-tiny-%d", number)); err != nil {
				stop(err) // the first failure ends the others
			}
			<-slots
		}()
	}
	for range manyAtOnce {
		slots <- struct{}{} // waits for those that still run
	}
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	time.Sleep(2 * sampleEvery) // the kubelet's figures may be that old
	sample, err := p.sampleOperator(ctx)
	return sample.RSSMiB, err
}

func (p *Project) runTiny(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, tinyDeadline)
	defer cancel()
	rename := strings.NewReplacer("name: bench-tiny\n", "name: "+name+"\n").Replace
	if err := p.runExperiment(ctx, "config/benchmarks/tiny.yaml", name, rename); err != nil {
		return fmt.Errorf("%s, which has %s: %w", name, tinyDeadline, err)
	}
	trials, err := p.trials(ctx, name)
	if err == nil && (len(trials.Items) == 0 || len(trials.Items[0].Status.Runs) == 0) {
		err = fmt.Errorf("%s ended without a run", name)
	}
	return err
}

// runExperiment applies a changed manifest and waits until it has ended; an experiment of the same name is deleted first.
func (p *Project) runExperiment(ctx context.Context, manifest, name string, change func(string) string) error {
	text, err := os.ReadFile(filepath.Join(p.Root, manifest))
	if err != nil {
		return err
	}
	file, err := os.CreateTemp("", name+"-*.yaml")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if err := errors.Join(os.WriteFile(file.Name(), []byte(change(string(text))), 0o600), file.Close()); err != nil {
		return err
	}
	fmt.Println("bench: measuring", name)
	if _, err := p.kubectlText(ctx, "delete", "scalexp", name, "--ignore-not-found"); err != nil {
		return err
	}
	if _, err := p.kubectlText(ctx, "apply", "--filename", file.Name()); err != nil {
		return err
	}
	arguments, err := p.kubectlArguments(ctx)
	if err != nil {
		return err
	}
	arguments = append(arguments, "wait", "--for=condition=Finished", "scalexp/"+name, "--timeout="+experimentDeadline.String())
	_, err = p.outputWithin(ctx, experimentDeadline+time.Minute, arguments[0], arguments[1:]...)
	return err
}

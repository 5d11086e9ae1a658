package main

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"

	"dev.scalelab/benchmarks/workloads"
)

// WorkloadReport is one run of the benchmark of the workloads, without a cluster.
type WorkloadReport struct {
	Date     string            `json:"date"`
	Commit   string            `json:"commit"`
	Failed   []string          `json:"failed,omitempty"`
	Machine  map[string]string `json:"machine"`
	Versions map[string]string `json:"versions"`
	workloads.Figures
}

// name is that of its file: what was measured is its end.
func (r WorkloadReport) name(part string) string {
	return r.Date[:10] + "-" + r.Commit + "-" + cmp.Or(part, "workloads")
}

// benchWorkloads measures the workloads and the load generator, or one part of that, in processes of this machine.
func (p *Project) benchWorkloads(ctx context.Context, commit, part string, short bool) error {
	if _, err := p.outputWithin(ctx, demoDeadline, "make", "-s", "jars"); err != nil {
		return err
	}
	lab, err := workloads.NewLab(p.Root, short)
	if err != nil {
		return err
	}
	defer lab.Close()
	report := WorkloadReport{Date: now(), Commit: commit, Machine: machine()}
	if report.Versions, err = p.chosenVersions(); err != nil {
		return err
	}
	ran, err := lab.Versions(ctx)
	if err != nil {
		return err
	}
	maps.Copy(report.Versions, ran)
	delete(report.Versions, "cloudnativepg")
	report.Figures, report.Failed = workloads.Measure(ctx, lab, part)
	printHead(os.Stdout, report.Commit, report.Date, report.Machine)
	report.Figures.Print(os.Stdout)
	printFailed(os.Stdout, report.Failed)
	if !short && ctx.Err() == nil {
		err = p.write(report.name(part), report.Failed, report)
	}
	if !short {
		err = errors.Join(err, report.Recording.MissedAim())
	}
	return errors.Join(err, incomplete(report.Failed))
}

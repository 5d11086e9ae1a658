package workloads

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"dev.scalelab/benchmarks/process"
)

// Reset is the duration of `dataset reset` at a scale: of the first one, which fills the template, and of later ones.
type Reset struct {
	Workload     string  `json:"workload"`
	Scale        int     `json:"scale"`
	DatabaseMiB  float64 `json:"databaseMiB"`
	FirstSeconds float64 `json:"firstSeconds"`
	Seconds      float64 `json:"seconds"`
}

// The workloads that have a dataset.
var resetWorkloads = []string{"ecperf", "bookstore", "portal"}

var resetScales = []int{1, 10, 50, 200}

const laterResets = 5

// resets measures them with processes that start and end as in an experiment.
func (l *Lab) resets(ctx context.Context) ([]Reset, error) {
	database, err := l.startPostgres(ctx)
	if err != nil {
		return nil, err
	}
	defer database.close()
	var resets []Reset
	for _, workload := range resetWorkloads {
		if err := database.createTemplate(ctx, workload); err != nil {
			return resets, err
		}
		for _, scale := range resetScales[:l.length(len(resetScales), 2)] {
			say("resets of the dataset of %s at scale %d", workload, scale)
			reset, err := database.measureReset(ctx, workload, scale)
			if err != nil {
				return resets, err
			}
			resets = append(resets, reset)
		}
	}
	return resets, nil
}

func (p *postgres) measureReset(ctx context.Context, workload string, scale int) (Reset, error) {
	reset := Reset{Workload: workload, Scale: scale}
	var err error
	if reset.FirstSeconds, err = p.reset(ctx, workload, scale); err != nil {
		return reset, err
	}
	var later []float64
	for range laterResets {
		seconds, err := p.reset(ctx, workload, scale)
		if err != nil {
			return reset, err
		}
		later = append(later, seconds)
	}
	reset.Seconds = median(later)
	bytes, err := p.query(ctx, "SELECT pg_database_size('"+workload+"')")
	if err != nil {
		return reset, err
	}
	size, err := strconv.ParseFloat(bytes, 64)
	if err != nil {
		return reset, fmt.Errorf("size of the database: %w", err)
	}
	reset.DatabaseMiB = size / (1 << 20)
	return reset, nil
}

// createTemplate creates the empty template of a workload's database, unless it exists.
func (p *postgres) createTemplate(ctx context.Context, workload string) error {
	name := workload + "_template"
	found, err := p.query(ctx, "SELECT datname FROM pg_database WHERE datname = '"+name+"'")
	if err != nil || found == name {
		return err
	}
	_, err = p.query(ctx, "CREATE DATABASE "+name+" OWNER scalelab")
	return err
}

// reset resets a workload's database, and returns the duration in seconds.
func (p *postgres) reset(ctx context.Context, workload string, scale int) (float64, error) {
	tool := p.lab.path("benchmark-app", "target", "scalelab", "bin", "dataset")
	environment := append(p.environment(workload), "WORKLOAD="+workload, "SCALE="+strconv.Itoa(scale),
		"DATASET_TIMEOUT_SECONDS=300", "WILDFLY_HOME="+p.lab.path("benchmark-app", "target", "server"))
	began := time.Now()
	running, err := process.Start(p.lab.pinned(otherCore, environment, "sh", tool, "reset"), filepath.Join(p.lab.folder, "dataset"))
	if err != nil {
		return 0, err
	}
	defer running.Stop()
	err = running.Wait(ctx, commandDeadline)
	return time.Since(began).Seconds(), err
}

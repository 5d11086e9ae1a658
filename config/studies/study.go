package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// source is the publication of all studies, as publishedFile names it.
const source = "zhou2005"

// Study is a published experiment that an experiment of ScaleLab repeats at small scale: study.json in its folder.
type Study struct {
	Title    string `json:"title"`
	Question string `json:"question"`
	// Source is the publication, with the table.
	Source string `json:"source"`
	// Published describes what was measured there, and the result.
	Published string `json:"published"`
	// Ours describes how our experiment differs.
	Ours string `json:"ours"`
	// Axis is the meaning and unit of Published.X.
	Axis   string   `json:"axis"`
	Series []Series `json:"series"`
}

// Series is one curve: a whole published table, and the points of it that we measure. All curves of a study are divided by the first
// measured point of the first curve that has one.
type Series struct {
	Name      string      `json:"name"`
	Table     string      `json:"table"`
	Measured  []Measured  `json:"measured"`
	Published []Published `json:"-"`
}

// Measured is the configuration of ours that is compared with the published figure at X.
type Measured struct {
	X             float64 `json:"x"`
	OursX         float64 `json:"oursX"`
	Configuration string  `json:"configuration"`
}

// Result is the part of an experiment's status that is stored, with the machine: result.json.
type Result struct {
	Date           string          `json:"date"`
	Machine        string          `json:"machine"`
	Verdict        string          `json:"verdict"`
	Message        string          `json:"message"`
	Configurations []Configuration `json:"configurations"`
}

// Configuration is a row of an experiment's result; if it was not measured, it has a reason and no peak.
type Configuration struct {
	Name    string  `json:"name"`
	Peak    *Spread `json:"peakPerSecond,omitempty"`
	Reason  string  `json:"reason,omitempty"`
	Message string  `json:"message,omitempty"`
}

// Spread is a figure over repetitions.
type Spread struct {
	Mean float64 `json:"mean"`
	Min  float64 `json:"min"`
	Max  float64 `json:"max"`
}

// incomplete names a configuration that was not measured, and why; empty if all were.
func (r *Result) incomplete() string {
	for _, configuration := range r.Configurations {
		if configuration.Peak == nil {
			return fmt.Sprintf("%s: %s: %s", configuration.Name, configuration.Reason, configuration.Message)
		}
	}
	if len(r.Configurations) == 0 {
		return r.Message
	}
	return ""
}

func (r *Result) peak(configuration string) *Spread {
	for _, row := range r.Configurations {
		if row.Name == configuration {
			return row.Peak
		}
	}
	return nil
}

// names are the folders that hold a study.
func names() ([]string, error) {
	files, err := filepath.Glob("*/study.json")
	if err != nil {
		return nil, err
	}
	all := make([]string, len(files))
	for i, file := range files {
		all[i] = filepath.Dir(file)
	}
	return all, nil
}

func readStudy(name string) (*Study, error) {
	var study Study
	if err := readJSON(filepath.Join(name, "study.json"), &study); err != nil {
		return nil, err
	}
	measured := 0
	for i := range study.Series {
		series := &study.Series[i]
		published, err := publishedTable(source, series.Table)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		series.Published = published
		for _, point := range series.Measured {
			if !slices.ContainsFunc(published, func(p Published) bool { return p.X == point.X }) {
				return nil, fmt.Errorf("%s: table %s has no figure at %g", name, series.Table, point.X)
			}
		}
		measured += len(series.Measured)
	}
	if measured == 0 {
		return nil, fmt.Errorf("%s: a point must be measured: all points are divided by the first one", name)
	}
	return &study, nil
}

// measured is the point of ours that is compared with the published figure at x, nil if there is none.
func (s *Series) measured(x float64) *Measured {
	for i, point := range s.Measured {
		if point.X == x {
			return &s.Measured[i]
		}
	}
	return nil
}

// readResult returns nil if the study has not been measured.
func readResult(name string) (*Result, error) {
	var result Result
	err := readJSON(filepath.Join(name, "result.json"), &result)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return &result, err
}

func readJSON(file string, into any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

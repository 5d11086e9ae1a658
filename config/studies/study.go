package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// publications are the sources of studies, as publishedFile names them, and as a page does.
var publications = map[string]string{
	"zhou2005":          "Zhou 2005",
	"rossi-turrini":     "Rossi and Turrini",
	"adaptivecells2015": "Cao and Hyland 2015",
	"ossj2003":          "OSS through Java 2003",
	"seam2006":          "Jaffe and Yuan 2006",
}

// Study is a published experiment that an experiment of ScaleLab repeats at small scale: study.json in its folder.
type Study struct {
	Title    string `json:"title"`
	Question string `json:"question"`
	// Publication is a key of publications.
	Publication string `json:"publication"`
	// Source is the publication, with the table.
	Source string `json:"source"`
	// Metric is the published figure that is compared; the tables' others are only listed.
	Metric string `json:"metric"`
	// Published describes what was measured there, and the result.
	Published string `json:"published"`
	// Ours describes how our experiment differs.
	Ours string `json:"ours"`
	// Axis is the meaning and unit of Published.X.
	Axis   string   `json:"axis"`
	Series []Series `json:"series"`
	// Unpublished are configurations of ours for which the publication has no figure: their results are only listed.
	Unpublished []Unpublished `json:"unpublished,omitempty"`
	// Also has the figures of the same tables that are not compared.
	Also []Published `json:"-"`
}

// Series is one curve: a published table or the rows of one, and the points of it that we measure. All curves of a study are divided by
// the first measured point of the first curve that has one.
type Series struct {
	Name  string `json:"name"`
	Table string `json:"table"`
	// Rows is the beginning of the published name of the curve, if its table has several.
	Rows string `json:"rows,omitempty"`
	// Failures says that the curve is the share of failed requests in percent: it is compared as the share of those that succeed.
	Failures  bool        `json:"failures,omitempty"`
	Measured  []Measured  `json:"measured"`
	Published []Published `json:"-"`
}

// Unpublished is a configuration of ours, and what it is.
type Unpublished struct {
	What          string `json:"what"`
	Configuration string `json:"configuration"`
}

// metric is the published figure of the curve.
func (s *Series) metric(of *Study) string {
	if s.Failures {
		return "failedRequests"
	}
	return of.Metric
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
	Failed  float64 `json:"errorPercent,omitempty"`
	Reason  string  `json:"reason,omitempty"`
	Message string  `json:"message,omitempty"`
	// Disturbances are what users noticed of each failure that was made on purpose.
	Disturbances []struct {
		Text string `json:"text"`
	} `json:"disturbances,omitempty"`
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

// figure is what a configuration was measured to do: its peak, or the percentage of requests that failed.
func (r *Result) figure(configuration string, failures bool) *Spread {
	for _, row := range r.Configurations {
		if row.Name != configuration {
			continue
		}
		if failures && row.Peak != nil {
			return &Spread{Mean: row.Failed, Min: row.Failed, Max: row.Failed}
		}
		return row.Peak
	}
	return nil
}

// repeated says whether a configuration was measured more often than once: repetitions of one figure are never all the same.
func (r *Result) repeated(configuration string) bool {
	peak := r.figure(configuration, false)
	return peak != nil && peak.Min < peak.Max
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
	if _, known := publications[study.Publication]; !known {
		return nil, fmt.Errorf("%s: unknown publication %q", name, study.Publication)
	}
	rows, err := publishedRows(study.Publication)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	measured := 0
	used := map[int]bool{}
	for i := range study.Series {
		series := &study.Series[i]
		for j, row := range rows {
			if row.Table == series.Table && strings.HasPrefix(row.Of, series.Rows) && row.Metric == series.metric(&study) {
				series.Published = append(series.Published, row)
				used[j] = true
			}
		}
		published := series.Published
		if len(published) == 0 {
			return nil, fmt.Errorf("%s: %s has no table %s of %s with %s of %q", name, publishedFile, series.Table, study.Publication, series.metric(&study), series.Rows)
		}
		for _, point := range series.Measured {
			if !slices.ContainsFunc(published, func(p Published) bool { return p.X == point.X }) {
				return nil, fmt.Errorf("%s: table %s has no figure at %g", name, series.Table, point.X)
			}
		}
		measured += len(series.Measured)
	}
	for j, row := range rows {
		if !used[j] && slices.ContainsFunc(study.Series, func(s Series) bool { return s.Table == row.Table }) {
			study.Also = append(study.Also, row)
		}
	}
	if measured == 0 && (len(study.Series) > 0 || len(study.Unpublished) == 0) {
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

package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"io"
	"strconv"
	"strings"
	"time"
)

// maxReason is the number of characters of a reason that are printed: a failed comparison can have thousands.
const maxReason = 200

// A class has the tests of one report: of a Java class, or of a Go package.
type class struct {
	name    string
	took    time.Duration
	passed  int
	failed  []string
	skipped []string
}

// A stage is a part of the run.
type stage struct {
	name   string
	took   time.Duration
	passed bool
}

// readStages reads lines of "begin|passed|failed", seconds of the epoch and a name, with tabs between. A stage that has started
// and not ended has failed: the run was aborted in it.
func readStages(text string, now time.Time) []stage {
	var stages []stage
	begun := map[string]int64{}
	index := map[string]int{}
	for _, line := range strings.Split(text, "\n") {
		fields := strings.SplitN(line, "\t", 3)
		if len(fields) != 3 {
			continue
		}
		seconds, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil {
			continue
		}
		name := fields[2]
		if fields[0] == "begin" {
			begun[name] = seconds
			index[name] = len(stages)
			stages = append(stages, stage{name: name, took: now.Sub(time.Unix(seconds, 0))})
		} else if at, known := index[name]; known {
			stages[at].took = time.Duration(seconds-begun[name]) * time.Second
			stages[at].passed = fields[0] == "passed"
		}
	}
	return stages
}

type suite struct {
	Name  string  `xml:"name,attr"`
	Time  float64 `xml:"time,attr"`
	Cases []struct {
		Class   string  `xml:"classname,attr"`
		Name    string  `xml:"name,attr"`
		Failure *reason `xml:"failure"`
		Error   *reason `xml:"error"`
		Skipped *reason `xml:"skipped"`
	} `xml:"testcase"`
}

type reason struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
}

// withReason appends to the name of a test why it failed or was skipped: the message in one line, or else the exception's type.
func withReason(name string, why *reason) string {
	text := strings.Join(strings.Fields(why.Message), " ")
	if text == "" {
		text = why.Type
	}
	if runes := []rune(text); len(runes) > maxReason {
		text = string(runes[:maxReason]) + "..."
	}
	if text == "" {
		return name
	}
	return name + "; " + text
}

// readJUnit reads a report of Surefire or Failsafe; an incomplete report is ignored.
func readJUnit(in io.Reader) []class {
	var report suite
	if xml.NewDecoder(in).Decode(&report) != nil {
		return nil
	}
	result := class{name: report.Name, took: time.Duration(report.Time * float64(time.Second))}
	for _, test := range report.Cases {
		name := test.Class + "." + test.Name
		failure := cmp.Or(test.Failure, test.Error)
		switch {
		case failure != nil:
			result.failed = append(result.failed, withReason(name, failure))
		case test.Skipped != nil:
			result.skipped = append(result.skipped, withReason(name, test.Skipped))
		default:
			result.passed++
		}
	}
	return []class{result}
}

type event struct {
	Action  string
	Package string
	Test    string
	Elapsed float64
}

// readGo reads the output of go test -json. A package that failed without a failed test, such as one that does not compile, is
// a failure too.
func readGo(in io.Reader) []class {
	packages := map[string]*class{}
	var order []string
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil || e.Package == "" {
			continue
		}
		result, known := packages[e.Package]
		if !known {
			result = &class{name: e.Package}
			packages[e.Package] = result
			order = append(order, e.Package)
		}
		result.add(e)
	}
	var classes []class
	for _, name := range order {
		classes = append(classes, *packages[name])
	}
	return classes
}

func (c *class) add(e event) {
	name := e.Package + "." + e.Test
	if e.Test == "" {
		c.took = time.Duration(e.Elapsed * float64(time.Second))
		if e.Action == "fail" && len(c.failed) == 0 {
			c.failed = append(c.failed, e.Package)
		}
		return
	}
	switch e.Action {
	case "pass":
		c.passed++
	case "fail":
		c.failed = append(c.failed, name)
	case "skip":
		c.skipped = append(c.skipped, name)
	}
}

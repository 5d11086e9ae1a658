// Command summary prints the summary of a test run: its stages with their times, the slowest classes, all failed and skipped
// tests, and finally a line with the counts. If a run was aborted, reports may be missing or incomplete.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"
)

const slowestShown = 15

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: summary FOLDER\n  FOLDER is the project; its target/reports/stages and all test reports are read")
		os.Exit(2)
	}
	root := os.Args[1]
	reports := filepath.Join(root, "target", "reports")
	stages, _ := os.ReadFile(filepath.Join(reports, "stages"))
	var classes []class
	classes = append(classes, readAll(files(root, "TEST-*.xml"), readJUnit)...)
	goReports, _ := filepath.Glob(filepath.Join(reports, "*.json"))
	classes = append(classes, readAll(goReports, readGo)...)
	print(os.Stdout, readStages(string(stages), time.Now()), classes)
}

// files finds the reports of Surefire and Failsafe.
func files(root, pattern string) []string {
	var found []string
	filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if match, _ := filepath.Match(pattern, entry.Name()); match && strings.HasSuffix(filepath.Dir(path), "-reports") {
			found = append(found, path)
		}
		return nil
	})
	return found
}

func readAll(paths []string, read func(io.Reader) []class) []class {
	var classes []class
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			continue
		}
		classes = append(classes, read(file)...)
		file.Close()
	}
	return classes
}

func print(out io.Writer, stages []stage, classes []class) {
	fmt.Fprintln(out)
	for _, stage := range stages {
		fmt.Fprintf(out, "%7.0f s  %s%s\n", stage.took.Seconds(), stage.name, map[bool]string{true: "", false: ": failed"}[stage.passed])
	}
	printSlowest(out, classes)
	passed, failed, skipped := 0, 0, 0
	for _, class := range classes {
		passed, failed, skipped = passed+class.passed, failed+len(class.failed), skipped+len(class.skipped)
		for _, test := range class.failed {
			fmt.Fprintf(out, "failed: %s\n", test)
		}
	}
	for _, class := range classes {
		for _, test := range class.skipped {
			fmt.Fprintf(out, "skipped: %s\n", test)
		}
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped%s\n", passed, failed, skipped, failedStages(stages))
}

func printSlowest(out io.Writer, classes []class) {
	byTime := append([]class(nil), classes...)
	sort.SliceStable(byTime, func(a, b int) bool { return byTime[a].took > byTime[b].took })
	if len(byTime) > slowestShown {
		byTime = byTime[:slowestShown]
	}
	if len(byTime) > 0 {
		fmt.Fprintln(out, "\nThe slowest classes:")
	}
	for _, class := range byTime {
		fmt.Fprintf(out, "%7.0f s  %s\n", class.took.Seconds(), class.name)
	}
	fmt.Fprintln(out)
}

func failedStages(stages []stage) string {
	var failed []string
	for _, stage := range stages {
		if !stage.passed {
			failed = append(failed, stage.name)
		}
	}
	if len(failed) == 0 {
		return ""
	}
	return "; failed stages: " + strings.Join(failed, "; ")
}

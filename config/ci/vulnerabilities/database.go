package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// databaseModule has the database's entries in data/osv. The newest version is used if the module proxy can tell it, otherwise this one.
const (
	databaseModule = "golang.org/x/vulndb"
	knownVersion   = "v0.0.0-20261105234957-e22db6528018"
)

// entry is a vulnerability in the format OSV, as far as it is used.
type entry struct {
	ID        string
	Summary   string
	Withdrawn string
	Affected  []affected
}

type affected struct {
	Package struct{ Name string }
	Ranges  []struct {
		Events []struct{ Introduced, Fixed string }
	}
	Specific struct {
		Imports []struct {
			Path   string
			GOOS   []string
			GOARCH []string
		}
	} `json:"ecosystem_specific"`
}

type database struct {
	version string
	entries []entry
}

// finding is a vulnerability of a module that a program contains; fixed is empty if no version has a fix.
type finding struct{ id, module, version, summary, fixed string }

// openDatabase downloads the database if it is not in the module cache.
func openDatabase() (database, error) {
	var module struct{ Dir, Version string }
	answer, err := download("latest")
	if err != nil {
		if answer, err = download(knownVersion); err != nil {
			return database{}, fmt.Errorf("cannot download the Go module %s: check that the Go module proxy responds (go env GOPROXY): %w", databaseModule, err)
		}
	}
	if err := json.Unmarshal(answer, &module); err != nil {
		return database{}, err
	}
	entries, err := readEntries(filepath.Join(module.Dir, "data", "osv"))
	return database{databaseModule + "@" + module.Version, entries}, err
}

func download(version string) ([]byte, error) {
	command := exec.Command("go", "mod", "download", "-json", databaseModule+"@"+version)
	command.Dir = os.TempDir() // no module of the project requires it
	return command.Output()
}

func readEntries(folder string) ([]entry, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s has no entries (%v)", folder, err)
	}
	var entries []entry
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var read entry
		if err := json.Unmarshal(content, &read); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if read.Withdrawn == "" {
			entries = append(entries, read)
		}
	}
	return entries, nil
}

// findings returns what the program contains of the database, in the order of their IDs.
func (d database) findings(program program) []finding {
	var found []finding
	for _, entry := range d.entries {
		for _, affected := range entry.Affected {
			module := affected.Package.Name
			version, contained := program.version(module)
			if !contained || !affected.uses(program) {
				continue
			}
			if vulnerable, fixed := affected.at(version); vulnerable {
				found = append(found, finding{entry.ID, module, version, entry.Summary, fixed})
			}
		}
	}
	slices.SortFunc(found, func(a, b finding) int { return strings.Compare(a.id+a.module, b.id+b.module) })
	return slices.Compact(found)
}

// at reports whether a version is vulnerable, and if so the version that mends it. The events of a range are in ascending order.
func (a affected) at(version string) (vulnerable bool, fixed string) {
	for _, interval := range a.Ranges {
		inside := false
		for _, event := range interval.Events {
			switch {
			case event.Introduced != "":
				inside = event.Introduced == "0" || semver.Compare(version, "v"+event.Introduced) >= 0
			case event.Fixed != "" && inside:
				if semver.Compare(version, "v"+event.Fixed) < 0 {
					return true, event.Fixed
				}
				inside = false
			}
		}
		if inside {
			return true, ""
		}
	}
	return false, ""
}

// uses reports whether the program contains one of the affected packages; without a list of them all are.
func (a affected) uses(program program) bool {
	if len(a.Specific.Imports) == 0 || program.packages == nil || a.Package.Name == toolchain {
		return true
	}
	for _, imported := range a.Specific.Imports {
		here := func(wanted []string, own string) bool { return len(wanted) == 0 || slices.Contains(wanted, own) }
		if program.packages[imported.Path] && here(imported.GOOS, "linux") && here(imported.GOARCH, program.architecture) {
			return true
		}
	}
	return false
}

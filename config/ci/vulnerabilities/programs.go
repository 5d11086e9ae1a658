package main

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// The database's names of Go's own library and programs.
const (
	standard  = "stdlib"
	toolchain = "toolchain"
)

// program is a Go program with the versions of everything that is compiled into it.
type program struct {
	name, path, goVersion, architecture string
	modules                             map[string]string
	packages                            map[string]bool // nil if unknown: then each package of a module counts
}

// version returns the version of a module that the program contains.
func (p program) version(module string) (string, bool) {
	if module == standard || module == toolchain {
		return semantic(p.goVersion), true
	}
	version, contained := p.modules[module]
	return version, contained
}

// semantic converts a version of Go: 1.27rc1 is v1.27.0-rc1.
func semantic(version string) string {
	version, _, _ = strings.Cut(version, " ")
	number, candidate, found := strings.Cut(version, "rc")
	for strings.Count(number, ".") < 2 {
		number += ".0"
	}
	if found {
		return "v" + number + "-rc" + candidate
	}
	return "v" + number
}

// sources returns the programs of every Go module of the project: its main packages, and the tool that it names.
func sources(root string) ([]program, error) {
	var programs []program
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && path != root || entry.Name() == "target") {
			return filepath.SkipDir
		}
		if entry.Name() != "go.mod" {
			return nil
		}
		program, err := readSource(root, filepath.Dir(path))
		programs = append(programs, program)
		return err
	})
	return programs, err
}

func readSource(root, folder string) (program, error) {
	name, err := filepath.Rel(root, folder)
	if err != nil {
		return program{}, err
	}
	packages := "./..."
	if sources, _ := filepath.Glob(filepath.Join(folder, "*.go")); len(sources) == 0 {
		packages = "tool"
	}
	version, err := ask(folder, "env", "GOVERSION")
	if err != nil {
		return program{}, err
	}
	// A replaced module is compiled in the version that replaces it.
	listed, err := ask(folder, "list", "-deps", "-f", `{{.ImportPath}} {{with .Module}}{{.Path}} {{with .Replace}}{{.Version}}{{else}}{{.Version}}{{end}}{{end}}`, packages)
	if err != nil {
		return program{}, err
	}
	found := program{name: name, goVersion: strings.TrimPrefix(strings.TrimSpace(version), "go"), architecture: runtime.GOARCH}
	found.modules, found.packages = parseList(listed)
	return found, nil
}

// parseList reads lines of a package with its module and version, which are missing for Go's own packages and for the main module.
func parseList(listed string) (modules map[string]string, packages map[string]bool) {
	modules, packages = map[string]string{}, map[string]bool{}
	for _, line := range strings.Split(listed, "\n") {
		words := strings.Fields(line)
		if len(words) > 0 {
			packages[words[0]] = true
		}
		if len(words) == 3 {
			modules[words[1]] = words[2]
		}
	}
	return modules, packages
}

func ask(folder string, arguments ...string) (string, error) {
	command := exec.Command("go", arguments...)
	command.Dir, command.Env = folder, append(os.Environ(), "CGO_ENABLED=0")
	var errors bytes.Buffer
	command.Stderr = &errors
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go %s in %s: %w\n%s", arguments[0], folder, err, errors.String())
	}
	return string(out), nil
}

// readCompiled reads a compiled program's own record of its modules. Its packages are those of the source that it was compiled from.
func readCompiled(path string, known []program) (program, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return program{}, fmt.Errorf("%s: %w", path, err)
	}
	found := program{name: path, goVersion: strings.TrimPrefix(info.GoVersion, "go"), architecture: runtime.GOARCH, modules: map[string]string{}}
	for _, module := range info.Deps {
		used := module
		if module.Replace != nil {
			used = module.Replace
		}
		found.modules[module.Path] = used.Version
	}
	for _, source := range known {
		if source.packages[info.Path] {
			found.packages = source.packages
		}
	}
	return found, nil
}

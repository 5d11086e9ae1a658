// Command vulnerabilities compares the project's Go programs, their modules and the Go that compiles them with the Go vulnerability
// database, which is a Go module itself, and lists the Java libraries that are in the images, of which no registry of packages has a
// database. It fails if there is a fix for something that a program contains.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	root := flag.String("root", ".", "folder of the project")
	accepted := flag.String("accepted", "config/ci/vulnerabilities/accepted.txt", "file of findings that do not fail: ID, module and reason in each line")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: vulnerabilities [-root FOLDER] [-accepted FILE] [PROGRAM...]\n  PROGRAM is a compiled Go program")
		flag.PrintDefaults()
	}
	flag.Parse()
	fixable, err := run(os.Stdout, *root, filepath.Join(*root, *accepted), flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if fixable > 0 {
		fmt.Fprintf(os.Stderr, "%d findings have a fix: upgrade, or add a line with the reason to %s\n", fixable, *accepted)
		os.Exit(1)
	}
}

// run prints the report and returns the number of findings that have a fix and are not accepted.
func run(out io.Writer, root, acceptedPath string, compiled []string) (int, error) {
	reasons, err := readAccepted(acceptedPath)
	if err != nil {
		return 0, err
	}
	database, err := openDatabase()
	if err != nil {
		return 0, err
	}
	fmt.Fprintf(out, "%s: %d entries\n", database.version, len(database.entries))
	programs, err := sources(root)
	if err != nil {
		return 0, err
	}
	for _, path := range compiled {
		program, err := readCompiled(path, programs)
		if err != nil {
			return 0, err
		}
		programs = append(programs, program)
	}
	fixable := 0
	for _, program := range programs {
		fixable += report(out, program, database.findings(program), reasons)
	}
	return fixable, listJava(out, root, filepath.Join(root, "target", "reports", "java-libraries.txt"))
}

// report prints the findings of a program and returns how many of them should be mended.
func report(out io.Writer, program program, findings []finding, reasons map[string]string) int {
	fmt.Fprintf(out, "\n%s: %d modules, Go %s, %d findings\n", program.name, len(program.modules), program.goVersion, len(findings))
	fixable := 0
	for _, found := range findings {
		state := "fixed in " + found.fixed
		switch reason := reasons[found.id+" "+found.module]; {
		case reason != "":
			state = "accepted: " + reason
		case found.fixed == "":
			state = "no fix yet"
		default:
			fixable++
		}
		fmt.Fprintf(out, "  %s %s@%s: %s (%s)\n", found.id, found.module, found.version, found.summary, state)
	}
	return fixable
}

// readAccepted returns the reasons, by ID and module.
func readAccepted(path string) (map[string]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	reasons := map[string]string{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.SplitN(line, " ", 3)
		if len(words) < 3 {
			return nil, fmt.Errorf("%s: %q must have an ID, a module and a reason", path, line)
		}
		reasons[words[0]+" "+words[1]] = words[2]
	}
	return reasons, lines.Err()
}

// listJava writes the libraries in the jars of the images to a file, for scanners that have a database of them.
func listJava(out io.Writer, root, path string) error {
	var all []string
	for _, folder := range imageFolders {
		libraries, err := javaLibraries(filepath.Join(root, folder))
		if err != nil {
			return err
		}
		slices.Sort(libraries)
		libraries = slices.Compact(libraries)
		fmt.Fprintf(out, "\n%s: %d Java libraries, listed in %s\n", folder, len(libraries), path)
		for _, library := range libraries {
			all = append(all, folder+" "+library)
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(strings.Join(all, "\n")+"\n"), 0o644)
}

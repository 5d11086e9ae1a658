// Command studies repeats published experiments at small scale, and compares the published curve with ours.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	measured := flag.String("measure", "", "measure this study on the cluster of the current kubeconfig, and write its result.json")
	deadline := flag.Duration("timeout", 2*time.Hour, "how long a study may take")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: make study [STUDY=NAME]; without a name only the pages are regenerated, from existing results")
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, *deadline)
	defer cancel()
	if err := run(ctx, *measured); err != nil {
		fmt.Fprintln(os.Stderr, "studies:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, measured string) error {
	all, err := names()
	if err != nil {
		return err
	}
	var incomplete string
	if measured != "" {
		if !slices.Contains(all, measured) {
			return fmt.Errorf("STUDY must be one of %s, not %s", strings.Join(all, ", "), measured)
		}
		result, err := measure(ctx, measured)
		if err != nil {
			return err
		}
		incomplete = result.incomplete()
		text, err := json.MarshalIndent(result, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(measured, "result.json"), append(text, '\n'), 0o644); err != nil {
			return err
		}
	}
	files, err := pages(all)
	if err != nil {
		return err
	}
	for file, text := range files {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
	}
	if incomplete != "" {
		return fmt.Errorf("%s is not measured completely: %s", measured, incomplete)
	}
	return nil
}

// pages are all generated files, by name.
func pages(all []string) (map[string]string, error) {
	files := map[string]string{}
	var rows []string
	for _, name := range all {
		study, err := readStudy(name)
		if err != nil {
			return nil, err
		}
		result, err := readResult(name)
		if err != nil {
			return nil, err
		}
		files[filepath.Join(name, "README.md")] = page(name, study, result)
		if result != nil && len(study.Series) > 0 {
			files[filepath.Join(name, "curves.svg")] = chart(study, pairs(study, result))
		}
		rows = append(rows, indexRow(name, study, result))
	}
	introduction, err := os.ReadFile("introduction.md")
	if err != nil {
		return nil, err
	}
	missing, err := os.ReadFile("missing.md")
	if err != nil {
		return nil, err
	}
	files["README.md"] = index(string(introduction), rows, string(missing))
	return files, nil
}

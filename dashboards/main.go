// Command dashboards writes the Grafana dashboards from their description in Go, into the folder in which it runs. Run it by
// `make generate`; with -check it only says which files are not as it would write them.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/table"
)

// all are the dashboards by the names of their files.
var all = map[string]func() *dashboard.DashboardBuilder{
	"limits.json":  limits,
	"live.json":    live,
	"results.json": results,
}

func main() {
	check := flag.Bool("check", false, "write nothing, fail if a file is not up to date")
	flag.Parse()
	if err := run(".", *check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes all dashboards into a folder, or checks that they are there and that no other is.
func run(folder string, check bool) error {
	var wrong []error
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if all[filepath.Base(file)] == nil {
			wrong = append(wrong, fmt.Errorf("%s is not generated: describe it in Go, or remove it", file))
		}
	}
	for name, builder := range all {
		file := filepath.Join(folder, name)
		text, err := text(builder())
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if !check {
			wrong = append(wrong, os.WriteFile(file, text, 0o644))
		} else if found, err := os.ReadFile(file); err != nil || !bytes.Equal(found, text) {
			wrong = append(wrong, fmt.Errorf("%s is not what the Go code describes; correct with: make generate", file))
		}
	}
	return errors.Join(wrong...)
}

// text is the file of a dashboard, in which queries are readable: with < and > rather than codes for HTML.
func text(builder *dashboard.DashboardBuilder) ([]byte, error) {
	built, err := builder.Build()
	if err != nil {
		return nil, err
	}
	complete(&built)
	written, err := json.MarshalIndent(built, "", "  ")
	if err != nil {
		return nil, err
	}
	readable := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(written))
	return []byte(readable + "\n"), nil
}

// grafana is the version for which the SDK describes panels. Without it Grafana takes a panel for one of its oldest format.
const grafana = "12.2.0"

// complete sets what the SDK's builders cannot: identities of panels, by which links name them, and their version. Links and annotations
// are taken out of Grafana's menu, into which the builders put them, to be above the panels; and tables get no footer without a figure.
func complete(built *dashboard.Dashboard) {
	var id uint32
	for _, one := range built.Panels {
		id++
		if one.RowPanel == nil {
			completePanel(one.Panel, id)
			continue
		}
		one.RowPanel.Id = id
		for i := range one.RowPanel.Panels {
			id++
			completePanel(&one.RowPanel.Panels[i], id)
		}
	}
	for i := range built.Links {
		built.Links[i].Placement = nil
	}
	for i := range built.Annotations.List {
		built.Annotations.List[i].Placement = nil
	}
}

func completePanel(panel *dashboard.Panel, id uint32) {
	panel.Id = &id
	panel.PluginVersion = ref(grafana)
	if options, isTable := panel.Options.(*table.Options); isTable {
		options.Footer = nil
	}
}

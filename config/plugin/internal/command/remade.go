package command

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"dev.scalelab/plugin/internal/archive"
	"dev.scalelab/plugin/internal/report"
	"sigs.k8s.io/yaml"
)

// written is the last line of a page: the version of the plugin, and when it wrote the page.
var written = regexp.MustCompile(`Written by kubectl scalelab (\S+) on (\d{4}-\d\d-\d\d \d\d:\d\d UTC)\.`)

// remade makes the derived files of a bundle again from its records, and compares them. It returns how many agree. The page names the version
// that has made it, and that name may be false, too: another version excuses only what differs between versions.
func (t *tool) remade(checks *archive.Checks, files archive.Files, in report.Input) int {
	in.Version = t.version
	if found := written.FindSubmatch(files[pageFile]); found != nil {
		in.Version = string(found[1])
		in.Now, _ = time.Parse("2006-01-02 15:04 MST", string(found[2]))
	}
	made, err := derived(in)
	if err != nil {
		checks.Wrong = append(checks.Wrong, "the report cannot be made again: "+err.Error())
		return 0
	}
	agree := 0
	for _, name := range made.Names() {
		text, certain := differs(name, files[name], made[name])
		switch {
		case files[name] == nil:
			checks.Wrong = append(checks.Wrong, name+" is missing, and follows from the records")
		case text == "":
			agree++
		case certain || in.Version == t.version:
			checks.Wrong = append(checks.Wrong, text)
		default:
			checks.NotKnown = append(checks.NotKnown, fmt.Sprintf("%s, by version %s of the plugin: %s names version %s, which may have made it otherwise",
				text, t.version, pageFile, in.Version))
		}
	}
	for _, name := range members(files, systemsFolder) {
		if made[systemsFolder+name+".json"] == nil {
			checks.Wrong = append(checks.Wrong, fmt.Sprintf("%s%s.json is of no variant that is measured", systemsFolder, name))
		}
	}
	return agree
}

// differs says how a file differs from that which was made of the records; empty if it does not. Blanks in JSON and YAML do not matter. It is
// certain if no version of the plugin makes such a file: one may word the page otherwise and have other columns, but no other figures or spec.
func differs(name string, found, made []byte) (text string, certain bool) {
	var one, other any
	text = name + " is not what follows from the records"
	switch {
	case bytes.Equal(found, made):
		return "", false
	case name == pageFile:
		return text, false
	case name == figuresFile:
		if cell := differentCell(found, made); cell != "" {
			return text + ": " + cell, true
		}
		return text, false
	case yaml.Unmarshal(found, &one) == nil && yaml.Unmarshal(made, &other) == nil && reflect.DeepEqual(one, other):
		return "", false
	}
	return text, true
}

// differentCell names the first cell that differs in a column that both tables have.
func differentCell(found, made []byte) string {
	one, err := csv.NewReader(bytes.NewReader(found)).ReadAll()
	if err != nil {
		return err.Error()
	}
	other, err := csv.NewReader(bytes.NewReader(made)).ReadAll()
	if err != nil || len(one) != len(other) {
		return fmt.Sprintf("it has %d rows, and %d are right", len(one), len(other))
	}
	if len(one) == 0 {
		return ""
	}
	for row := 1; row < len(one); row++ {
		for column, title := range one[0] {
			at := slices.Index(other[0], title)
			if at >= 0 && one[row][column] != other[row][at] {
				return strings.TrimSpace(fmt.Sprintf("%s, %s is %q, and %q is right", one[row][0], title, one[row][column], other[row][at]))
			}
		}
	}
	return ""
}

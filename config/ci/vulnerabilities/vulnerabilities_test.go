package main

import (
	"archive/zip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// continuation is an entry about a package of Go's own library and about a module; two lines of versions have a fix.
const continuation = `{"id": "GO-2024-2687", "summary": "CONTINUATION flood", "affected": [
  {"package": {"name": "stdlib"}, "ranges": [{"events": [{"introduced": "0"}, {"fixed": "1.21.9"}, {"introduced": "1.22.0-0"}, {"fixed": "1.22.2"}]}],
   "ecosystem_specific": {"imports": [{"path": "net/http"}]}},
  {"package": {"name": "golang.org/x/net"}, "ranges": [{"events": [{"introduced": "0"}, {"fixed": "0.23.0"}]}],
   "ecosystem_specific": {"imports": [{"path": "golang.org/x/net/http2"}]}}]}`

func databaseOf(t *testing.T, entries ...string) database {
	t.Helper()
	folder := t.TempDir()
	for index, content := range entries {
		if err := os.WriteFile(filepath.Join(folder, string(rune('a'+index))+".json"), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	read, err := readEntries(folder)
	if err != nil {
		t.Fatal(err)
	}
	return database{entries: read}
}

func TestAVersionBeforeItsLinesFixIsFound(t *testing.T) {
	var read entry
	if err := json.Unmarshal([]byte(continuation), &read); err != nil {
		t.Fatal(err)
	}
	for version, want := range map[string]string{"1.20.1": "1.21.9", "1.21.8": "1.21.9", "1.21.9": "", "1.22rc1": "1.22.2", "1.22.1": "1.22.2", "1.22.2": "", "1.27": ""} {
		vulnerable, fixed := read.Affected[0].at(semantic(version))
		if vulnerable != (want != "") || fixed != want {
			t.Errorf("Go %s: %v, fixed in %q", version, vulnerable, fixed)
		}
	}
}

func TestOnlyWhatAProgramContainsIsFound(t *testing.T) {
	d := databaseOf(t, continuation, `{"id": "GO-1", "withdrawn": "2024-01-01T00:00:00Z", "affected": [{"package": {"name": "golang.org/x/net"}, "ranges": [{"events": [{"introduced": "0"}]}]}]}`)
	modules := map[string]string{"golang.org/x/net": "v0.22.0"}
	for name, example := range map[string]struct {
		program program
		want    []string
	}{
		"the package":            {program{goVersion: "1.27.4", modules: modules, packages: map[string]bool{"golang.org/x/net/http2": true}}, []string{"golang.org/x/net"}},
		"another package":        {program{goVersion: "1.27.4", modules: modules, packages: map[string]bool{"golang.org/x/net/html": true}}, nil},
		"unknown packages":       {program{goVersion: "1.27.4", modules: modules}, []string{"golang.org/x/net"}},
		"an old Go":              {program{goVersion: "1.22.1", packages: map[string]bool{"net/http": true}}, []string{"stdlib"}},
		"an old Go without HTTP": {program{goVersion: "1.22.1", packages: map[string]bool{"fmt": true}}, nil},
	} {
		var found []string
		for _, finding := range d.findings(example.program) {
			found = append(found, finding.module)
		}
		if !slices.Equal(found, example.want) {
			t.Errorf("%s: found %q", name, found)
		}
	}
}

func TestPackagesOfAnotherSystemDoNotCount(t *testing.T) {
	d := databaseOf(t, `{"id": "GO-2", "affected": [{"package": {"name": "stdlib"}, "ranges": [{"events": [{"introduced": "0"}]}],
		"ecosystem_specific": {"imports": [{"path": "os", "goos": ["windows"]}, {"path": "os/exec", "goarch": ["arm64"]}]}}]}`)
	used := map[string]bool{"os": true, "os/exec": true}
	if found := d.findings(program{goVersion: "1.27.4", architecture: "amd64", packages: used}); len(found) != 0 {
		t.Errorf("found %v", found)
	}
	if found := d.findings(program{goVersion: "1.27.4", architecture: "arm64", packages: used}); len(found) != 1 {
		t.Errorf("found %v", found)
	}
}

func TestOnlyFindingsWithAFixThatAreNotAcceptedCount(t *testing.T) {
	findings := []finding{
		{id: "GO-1", module: "a", version: "v1.0.0", fixed: "1.0.1"}, {id: "GO-2", module: "b", version: "v1.0.0"},
		{id: "GO-3", module: "c", version: "v1.0.0", fixed: "1.2.0"},
	}
	var out strings.Builder
	count := report(&out, program{name: "helm", goVersion: "1.27.4"}, findings, map[string]string{"GO-3 c": "never parses such input"})
	if count != 1 {
		t.Errorf("%d count", count)
	}
	for _, want := range []string{"GO-1 a@v1.0.0:  (fixed in 1.0.1)", "(no fix yet)", "(accepted: never parses such input)"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in %s", want, out.String())
		}
	}
}

func TestAnAcceptedFindingNeedsAReason(t *testing.T) {
	path := filepath.Join(t.TempDir(), "accepted.txt")
	if err := os.WriteFile(path, []byte("# comment\n\nGO-1 golang.org/x/net\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readAccepted(path); err == nil || !strings.Contains(err.Error(), "reason") {
		t.Errorf("got %v", err)
	}
}

// The test itself is a compiled Go program.
func TestACompiledProgramTellsItsModules(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	read, err := readCompiled(path, nil)
	if err != nil || semantic(read.goVersion) < "v1.26.0" || !strings.HasPrefix(read.modules["golang.org/x/mod"], "v0.") {
		t.Errorf("%+v, %v", read, err)
	}
}

func TestTheSourcesOfThisModuleAreRead(t *testing.T) {
	programs, err := sources(".")
	if err != nil || len(programs) != 1 || !programs[0].packages["golang.org/x/mod/semver"] || !programs[0].packages["os"] {
		t.Errorf("%v, %v", programs, err)
	}
}

func TestJarsTellTheirLibraries(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, files map[string]string) {
		file, err := os.Create(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		jar := zip.NewWriter(file)
		for path, content := range files {
			if part, err := jar.Create(path); err == nil {
				part.Write([]byte(content))
			}
		}
		if err := jar.Close(); err != nil {
			t.Fatal(err)
		}
	}
	write("netty.jar", map[string]string{"META-INF/maven/io.netty/netty-common/pom.properties": "#Generated\ngroupId=io.netty\nartifactId=netty-common\nversion=4.1.137.Final\n"})
	write("unrecorded-1.0.jar", map[string]string{"A.class": ""})
	libraries, err := javaLibraries(folder)
	if want := []string{"io.netty:netty-common:4.1.137.Final", "unrecorded-1.0.jar"}; err != nil || !slices.Equal(libraries, want) {
		t.Errorf("got %q, %v", libraries, err)
	}
	if _, err := javaLibraries(filepath.Join(folder, "missing")); err == nil || !strings.Contains(err.Error(), "make jars") {
		t.Errorf("got %v", err)
	}
}

package images

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestTheArchivesUsedLastAreKept(t *testing.T) {
	folder := t.TempDir()
	var paths []string
	for index, key := range []string{"aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb", "cccccccccccccccc", "dddddddddddddddd"} {
		path := filepath.Join(folder, "operator-"+key+".tar")
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		day := time.Now().Add(time.Duration(index-10) * 24 * time.Hour)
		if err := os.Chtimes(path, day, day); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	used(paths[0], "operator")
	for index, kept := range []bool{true, false, true, true} {
		if _, err := os.Stat(paths[index]); (err == nil) != kept {
			t.Errorf("%s: kept should be %v", filepath.Base(paths[index]), kept)
		}
	}
}

func TestOnlySettingsOfFetchingReachTheBuild(t *testing.T) {
	dump := "Acquire \"\";\nAcquire::cdrom \"\";\nAcquire::http::Proxy \"http://proxy.invalid:3128\";\nAcquire::https \"\";\nAcquire::Check-Date \"false\";\nAcquire::GzipIndexes \"true\";\n"
	want := "Acquire::http::Proxy \"http://proxy.invalid:3128\";\nAcquire::Check-Date \"false\";\n"
	if got := fetching(dump); got != want {
		t.Errorf("got\n%s", got)
	}
}

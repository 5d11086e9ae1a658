package workloads

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// jdk has the path and the version of a JDK.
type jdk struct {
	home    string
	version string
}

var javaVersion = regexp.MustCompile(`(?m)^JAVA_VERSION="((\d+)[^"]*)"`)

// findJDK returns that of JAVA_HOME, or the newest of this machine: the images have a newer one than compilation requires.
func findJDK() (jdk, error) {
	homes := []string{os.Getenv("JAVA_HOME")}
	if homes[0] == "" {
		homes, _ = filepath.Glob("/usr/lib/jvm/*") // the pattern is well-formed
	}
	return newestJDK(homes)
}

func newestJDK(homes []string) (jdk, error) {
	var newest jdk
	var most int
	for _, home := range homes {
		release, err := os.ReadFile(filepath.Join(home, "release"))
		found := javaVersion.FindSubmatch(release)
		if err != nil || found == nil {
			continue
		}
		// Without the tools of a JDK it is only a runtime.
		if _, err := os.Stat(filepath.Join(home, "bin", "jcmd")); err != nil {
			continue
		}
		if major, _ := strconv.Atoi(string(found[2])); major > most {
			most, newest = major, jdk{home: home, version: string(found[1])}
		}
	}
	if newest.home == "" {
		return newest, errors.New("no JDK in JAVA_HOME or below /usr/lib/jvm: apt-get install default-jdk-headless")
	}
	return newest, nil
}

package main

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
)

// imageFolders hold the Java of the images, as `make jars` leaves it.
var imageFolders = []string{"operator/target/quarkus-app", "benchmark-app/target/server", "benchmark-app/infinispan-server/target/infinispan-server", "gatling/target/load-generator"}

// javaLibraries returns the libraries in all jars under a folder as group:name:version.
func javaLibraries(folder string) ([]string, error) {
	var libraries []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("%w: run make jars", err)
		}
		if entry.IsDir() || filepath.Ext(path) != ".jar" {
			return nil
		}
		found, err := inJar(path)
		libraries = append(libraries, found...)
		return err
	})
	return libraries, err
}

// inJar returns what Maven recorded in a jar, several if others were merged into it; without a record the jar's name.
func inJar(path string) ([]string, error) {
	jar, err := zip.OpenReader(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer jar.Close()
	var found []string
	for _, file := range jar.File {
		if !strings.HasPrefix(file.Name, "META-INF/maven/") || !strings.HasSuffix(file.Name, "/pom.properties") {
			continue
		}
		content, err := file.Open()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		found = append(found, coordinates(content))
		content.Close()
	}
	if len(found) == 0 {
		return []string{filepath.Base(path)}, nil
	}
	return found, nil
}

// coordinates reads Maven's record.
func coordinates(record io.Reader) string {
	values := map[string]string{}
	for lines := bufio.NewScanner(record); lines.Scan(); {
		key, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), "=")
		values[strings.TrimSpace(key)] = strings.TrimSpace(value)
	}
	return values["groupId"] + ":" + values["artifactId"] + ":" + values["version"]
}

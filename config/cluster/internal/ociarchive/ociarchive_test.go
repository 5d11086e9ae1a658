package ociarchive

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEveryBlobIsNamedByItsHashAndTheIndexLeadsToTheProgram(t *testing.T) {
	folder := t.TempDir()
	program, archive := filepath.Join(folder, "program"), filepath.Join(folder, "image.tar")
	if err := os.WriteFile(program, []byte("binary"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Write(archive, "localhost/pause:1", "pause", program); err != nil {
		t.Fatal(err)
	}
	files := unpack(t, archive)
	for name, content := range files {
		if hash, isBlob := strings.CutPrefix(name, "blobs/sha256/"); isBlob {
			if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != hash {
				t.Errorf("%s has another hash", name)
			}
		}
	}
	type reference struct{ Digest string }
	blob := func(digest string) []byte { return files["blobs/sha256/"+strings.TrimPrefix(digest, "sha256:")] }
	var index struct {
		Manifests []struct {
			reference
			Annotations map[string]string
		}
	}
	decode(t, files["index.json"], &index)
	if got := index.Manifests[0].Annotations["io.containerd.image.name"]; got != "localhost/pause:1" {
		t.Errorf("name %q", got)
	}
	var manifest struct {
		Config reference
		Layers []reference
	}
	decode(t, blob(index.Manifests[0].Digest), &manifest)
	var config struct{ Config struct{ Entrypoint []string } }
	decode(t, blob(manifest.Config.Digest), &config)
	if len(config.Config.Entrypoint) != 1 || config.Config.Entrypoint[0] != "/pause" {
		t.Errorf("entry point %q", config.Config.Entrypoint)
	}
	if layer := blob(manifest.Layers[0].Digest); !strings.Contains(string(layer), "binary") {
		t.Error("the layer must hold the program")
	}
}

func unpack(t *testing.T, path string) map[string][]byte {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	files := map[string][]byte{}
	for reader := tar.NewReader(file); ; {
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if files[header.Name], err = io.ReadAll(reader); err != nil {
			t.Fatal(err)
		}
	}
}

func decode(t *testing.T, content []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(content, into); err != nil {
		t.Fatalf("%v: %s", err, content)
	}
}

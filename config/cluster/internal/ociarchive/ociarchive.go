// Package ociarchive writes a single-layer image as an OCI archive, for programs that need no base image.
package ociarchive

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"runtime"
)

// Write creates the archive path with an image of that name. Its only file is the program, at /NAME, which is its entry point.
func Write(path, image, name, program string) error {
	layer, err := layerOf(name, program)
	if err != nil {
		return err
	}
	file, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	defer file.Close()
	archive := &writer{tar: tar.NewWriter(file)}
	archive.add("oci-layout", []byte(`{"imageLayoutVersion":"1.0.0"}`))
	layerDigest := archive.blob(layer)
	config := archive.json(map[string]any{
		"architecture": runtime.GOARCH, "os": "linux",
		"config": map[string]any{"Entrypoint": []string{"/" + name}},
		"rootfs": map[string]any{"type": "layers", "diff_ids": []string{layerDigest}},
	})
	manifest := archive.json(map[string]any{
		"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
		"config": config.as("application/vnd.oci.image.config.v1+json"),
		"layers": []any{descriptor{layerDigest, len(layer)}.as("application/vnd.oci.image.layer.v1.tar")},
	}).as("application/vnd.oci.image.manifest.v1+json")
	manifest["annotations"] = map[string]string{"io.containerd.image.name": image, "org.opencontainers.image.ref.name": image}
	index, err := json.Marshal(map[string]any{"schemaVersion": 2, "manifests": []any{manifest}})
	if err != nil {
		return err
	}
	archive.add("index.json", index)
	if archive.err == nil {
		archive.err = archive.tar.Close()
	}
	if archive.err != nil {
		return archive.err
	}
	return os.Rename(path+".new", path)
}

func layerOf(name, program string) ([]byte, error) {
	content, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	var layer bytes.Buffer
	files := tar.NewWriter(&layer)
	if err := files.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(content))}); err != nil {
		return nil, err
	}
	if _, err := files.Write(content); err != nil {
		return nil, err
	}
	return layer.Bytes(), files.Close()
}

type descriptor struct {
	digest string
	size   int
}

func (d descriptor) as(mediaType string) map[string]any {
	return map[string]any{"mediaType": mediaType, "digest": d.digest, "size": d.size}
}

// writer adds files to an archive and keeps the first error.
type writer struct {
	tar *tar.Writer
	err error
}

func (w *writer) add(name string, content []byte) {
	if w.err == nil {
		w.err = w.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(content))})
	}
	if w.err == nil {
		_, w.err = io.Copy(w.tar, bytes.NewReader(content))
	}
}

func (w *writer) blob(content []byte) string {
	sum := sha256.Sum256(content)
	digest := hex.EncodeToString(sum[:])
	w.add("blobs/sha256/"+digest, content)
	return "sha256:" + digest
}

func (w *writer) json(value any) descriptor {
	content, err := json.Marshal(value)
	if err != nil && w.err == nil {
		w.err = err
	}
	return descriptor{w.blob(content), len(content)}
}

package images

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dev.scalelab/cluster/internal/cachedir"
	"dev.scalelab/cluster/internal/progress"
	"dev.scalelab/cluster/internal/shell"
)

// keptArchives is the number of archives of a target that are kept, those used last.
const keptArchives = 3

// Archive is an image as a file that containerd can import.
type Archive struct {
	Image Image
	Path  string
	Key   string
}

// Archives returns an archive for each image; those that are not in the cache are built first.
func Archives(ctx context.Context, log *progress.Log, repository string, wanted []Image) ([]Archive, error) {
	var archives []Archive
	for _, image := range wanted {
		ready, err := prepare(repository, image, baseKey())
		if err != nil {
			return nil, err
		}
		path, err := cachedir.Path("images", image.Target+"-"+ready.key+".tar")
		if err != nil {
			return nil, err
		}
		if _, err := os.Stat(path); err != nil {
			if err := ready.archive(ctx, log, repository, path); err != nil {
				return nil, fmt.Errorf("image %s: %w", image.Name, err)
			}
		}
		used(path, image.Target)
		archives = append(archives, Archive{image, path, ready.key})
	}
	return archives, nil
}

func (p prepared) archive(ctx context.Context, log *progress.Log, repository, path string) error {
	if err := ensureBase(ctx, log); err != nil {
		return err
	}
	file, err := cachedir.Path("logs", "image-"+p.Target+".log")
	if err != nil {
		return err
	}
	folder, dockerfile, release, err := p.context(repository)
	if err != nil {
		return err
	}
	defer release()
	settings, err := aptSettings(ctx, filepath.Dir(dockerfile))
	if err != nil {
		return err
	}
	return log.Step("building image "+p.Name+" (log "+file+")", func() error {
		_, err := shell.Command{Name: "buildah", Log: file, Args: []string{"bud", "--isolation", "chroot", "--pull-never", "--layers",
			"--volume", settings + ":/etc/apt/apt.conf.d/90machine:ro",
			"--target", p.Target, "--tag", p.Name, "--file", dockerfile, folder}}.Run(ctx)
		if err != nil {
			return err
		}
		_ = os.Remove(path + ".new")
		_, err = shell.Run(ctx, "buildah", "push", "--quiet", "--compression-format", "zstd", p.Name, "oci-archive:"+path+".new:"+p.Name)
		if err != nil {
			return err
		}
		return os.Rename(path+".new", path)
	})
}

// aptSettings writes this machine's apt settings for fetching packages (proxy, time checks) to a file, for the apt of the builds.
func aptSettings(ctx context.Context, folder string) (string, error) {
	dump, err := shell.Run(ctx, "apt-config", "dump", "Acquire")
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "apt.conf")
	return path, os.WriteFile(path, []byte(fetching(dump)), 0o644)
}

// fetching returns the lines of apt's settings for fetching.
func fetching(dump string) string {
	var kept strings.Builder
	for _, line := range strings.SplitAfter(dump, "\n") {
		for _, prefix := range []string{"Acquire::http", "Acquire::https", "Acquire::Check", "Acquire::Retries", "Acquire::ForceIPv4"} {
			if strings.HasPrefix(line, prefix) && !strings.HasSuffix(line, " \"\";\n") {
				kept.WriteString(line)
				break
			}
		}
	}
	return kept.String()
}

// used marks an archive as used and removes the least recently used ones of the same target.
func used(path, target string) {
	now := time.Now()
	_ = os.Chtimes(path, now, now)
	all, _ := filepath.Glob(filepath.Join(filepath.Dir(path), target+"-????????????????.tar"))
	lastUse := func(path string) int64 {
		info, err := os.Stat(path)
		if err != nil {
			return 0
		}
		return info.ModTime().UnixNano()
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Compare(lastUse(b), lastUse(a)) })
	for index, old := range all {
		if index >= keptArchives {
			_ = os.Remove(old)
		}
	}
}

package images

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"dev.scalelab/cluster/internal/cachedir"
	"dev.scalelab/cluster/internal/progress"
	"dev.scalelab/cluster/internal/shell"
)

// baseImage is the base image of the Dockerfile, and baseSuite its Debian release.
const (
	baseImage = "docker.io/library/debian:trixie-slim"
	baseSuite = "trixie"
	keyLabel  = "dev.scalelab.key"
)

// leftOut are the paths that the official slim image omits too.
var leftOut = []string{
	"--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-include=/usr/share/doc/*/copyright",
	"--dpkgopt=path-exclude=/usr/share/man/*", "--dpkgopt=path-exclude=/usr/share/info/*",
	"--dpkgopt=path-exclude=/usr/share/locale/*", "--dpkgopt=path-exclude=/usr/share/lintian/*",
	"--aptopt=APT::Install-Recommends \"false\"", "--aptopt=Acquire::Languages \"none\"",
}

// baseKey is the hash of everything on which the base image depends. The week is part of it, so that Debian's fixes arrive in
// all images, which contain the base image's key.
func baseKey() string { return keyOf(time.Now()) }

func keyOf(now time.Time) string {
	year, week := now.UTC().ISOWeek()
	return cachedir.NewKey().Text(baseImage, baseSuite, fmt.Sprintf("%d-W%02d", year, week)).Text(leftOut...).String()
}

// ensureBase creates the base image from Debian packages unless buildah has it.
func ensureBase(ctx context.Context, log *progress.Log) error {
	format := `{{index .OCIv1.Config.Labels "` + keyLabel + `"}}`
	if label, err := shell.Run(ctx, "buildah", "inspect", "--type", "image", "--format", format, baseImage); err == nil && strings.TrimSpace(label) == baseKey() {
		return nil
	}
	root, err := cachedir.Path("images", "base-"+baseKey()+".tar")
	if err != nil {
		return err
	}
	if _, err := os.Stat(root); err != nil {
		if err := makeRoot(ctx, log, root); err != nil {
			return err
		}
	}
	used(root, "base")
	return log.Step("base image from "+root, func() error { return commitBase(ctx, root) })
}

func makeRoot(ctx context.Context, log *progress.Log, root string) error {
	file, err := cachedir.Path("logs", "base.log")
	if err != nil {
		return err
	}
	arguments := append([]string{"--variant=minbase", "--format=tar"}, leftOut...)
	arguments = append(arguments, baseSuite, root+".new")
	arguments = append(arguments, mirrors(ctx)...)
	err = log.Step("creating a Debian "+baseSuite+" root from packages (about 30 s; log "+file+")", func() error {
		_, err := shell.Command{Name: "mmdebstrap", Args: arguments, Log: file}.Run(ctx)
		return err
	})
	if err != nil {
		return err
	}
	return os.Rename(root+".new", root)
}

func commitBase(ctx context.Context, root string) error {
	name, err := shell.Run(ctx, "buildah", "from", "scratch")
	if err != nil {
		return err
	}
	container := strings.TrimSpace(name)
	defer shell.Quiet("buildah", "rm", container)
	for _, arguments := range [][]string{
		{"add", "--quiet", container, root, "/"},
		{"config", "--cmd", "bash", "--label", keyLabel + "=" + baseKey(),
			"--env", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", container},
		{"commit", "--quiet", container, baseImage},
	} {
		if _, err := shell.Run(ctx, "buildah", arguments...); err != nil {
			return err
		}
	}
	return nil
}

// mirrors returns apt sources of the base image's release at the mirrors of this machine's packages.
func mirrors(ctx context.Context) []string {
	release, _ := os.ReadFile("/etc/os-release")
	targets, err := shell.Run(ctx, "apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME) $(COMPONENT)", "Created-By: Packages")
	if err != nil {
		return nil
	}
	return sources(targets, codename(string(release)))
}

func codename(release string) string {
	for _, line := range strings.Split(release, "\n") {
		if name, found := strings.CutPrefix(line, "VERSION_CODENAME="); found {
			return strings.Trim(name, `"`)
		}
	}
	return ""
}

// sources converts lines of "URI SUITE COMPONENT" for the machine's release into sources of the base image's release: its
// main, updates and security suites. If the machine is not Debian, it returns none, and mmdebstrap uses its default.
func sources(targets, own string) []string {
	var found []string
	seen := map[string]bool{}
	for _, line := range strings.Split(targets, "\n") {
		fields := strings.Fields(line)
		if len(fields) != 3 || fields[2] != "main" || own == "" {
			continue
		}
		suffix, matches := strings.CutPrefix(fields[1], own)
		if !matches || suffix != "" && suffix != "-updates" && suffix != "-security" || seen[suffix] {
			continue
		}
		seen[suffix] = true
		found = append(found, "deb "+fields[0]+" "+baseSuite+suffix+" main")
	}
	if !seen[""] {
		return nil
	}
	return found
}

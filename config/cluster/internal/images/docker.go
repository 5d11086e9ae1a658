package images

import (
	"context"
	"strings"

	"dev.scalelab/cluster/internal/cachedir"
	"dev.scalelab/cluster/internal/progress"
	"dev.scalelab/cluster/internal/shell"
)

// DockerBuild builds the images that Docker does not have with their current contents.
func DockerBuild(ctx context.Context, log *progress.Log, repository string, wanted []Image) error {
	for _, image := range wanted {
		ready, err := prepare(repository, image, "")
		if err != nil {
			return err
		}
		label, err := shell.Run(ctx, "docker", "image", "inspect", "--format", `{{index .Config.Labels "`+keyLabel+`"}}`, image.Name)
		if err == nil && strings.TrimSpace(label) == ready.key {
			continue
		}
		if err := ready.docker(ctx, log, repository); err != nil {
			return err
		}
	}
	return nil
}

func (p prepared) docker(ctx context.Context, log *progress.Log, repository string) error {
	file, err := cachedir.Path("logs", "image-"+p.Target+".log")
	if err != nil {
		return err
	}
	folder, dockerfile, release, err := p.context(repository)
	if err != nil {
		return err
	}
	defer release()
	return log.Step("building image "+p.Name+" (log "+file+")", func() error {
		_, err := shell.Command{Name: "docker", Log: file, Args: []string{"build", "--network", "host",
			"--label", keyLabel + "=" + p.key, "--target", p.Target, "--tag", p.Name, "--file", dockerfile, folder}}.Run(ctx)
		return err
	})
}

// InDocker reports whether Docker has an image of that name.
func InDocker(ctx context.Context, name string) bool {
	_, err := shell.Run(ctx, "docker", "image", "inspect", "--format", "{{.Id}}", name)
	return err == nil
}

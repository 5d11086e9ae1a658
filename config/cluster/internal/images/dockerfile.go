package images

import (
	"fmt"
	"regexp"
	"strings"
)

// stage is one FROM of a Dockerfile with the following lines.
type stage struct {
	name string
	text string
	uses []string // names of stages, or of images, that it starts from or copies from
}

var (
	fromLine = regexp.MustCompile(`(?i)^FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?\s*$`)
	copyFrom = regexp.MustCompile(`(?i)^COPY\s+(?:--\S+\s+)*?--from=(\S+)`)
)

// Trim returns the part of a Dockerfile that a target needs: the lines before the first stage, and the required stages.
// So every builder builds only these, and the image depends only on their text.
func Trim(dockerfile, target string) (string, error) {
	head, stages, err := parse(dockerfile)
	if err != nil {
		return "", err
	}
	needed := map[string]bool{target: true}
	kept := make([]string, 0, len(stages))
	found := false
	for index := len(stages) - 1; index >= 0; index-- { // a stage uses only stages above it
		current := stages[index]
		if !needed[current.name] {
			continue
		}
		found = found || current.name == target
		kept = append([]string{current.text}, kept...)
		for _, name := range current.uses {
			needed[name] = true
		}
	}
	if !found {
		return "", fmt.Errorf("the Dockerfile has no target %q", target)
	}
	return head + strings.Join(kept, ""), nil
}

func parse(dockerfile string) (head string, stages []stage, err error) {
	// Comment lines between stages belong to the next stage and have no effect: they are omitted.
	for number, line := range strings.SplitAfter(dockerfile, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "#") || strings.TrimSpace(line) == "" {
			continue
		}
		if from := fromLine.FindStringSubmatch(line); from != nil {
			if from[2] == "" {
				return "", nil, fmt.Errorf("Dockerfile line %d: give the stage a name (FROM ... AS NAME)", number+1)
			}
			stages = append(stages, stage{name: from[2], uses: []string{from[1]}})
		}
		if len(stages) == 0 {
			head += line
			continue
		}
		current := &stages[len(stages)-1]
		current.text += line
		if copied := copyFrom.FindStringSubmatch(line); copied != nil {
			current.uses = append(current.uses, copied[1])
		}
	}
	return head, stages, nil
}

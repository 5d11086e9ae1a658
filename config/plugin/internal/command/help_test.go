package command

import (
	"strings"
	"testing"
)

func TestEveryCommandExplainsItself(t *testing.T) {
	for _, command := range newTool("test", nil, nil).root().Commands() {
		if command.Short == "" || command.Long == "" || command.ValidArgsFunction == nil && command.Name() != "validate" {
			t.Errorf("%s has no help text or completion", command.Name())
		}
		for _, line := range strings.Split(command.Long, "\n") {
			if len(line) > 145 {
				t.Errorf("%s has a line of %d characters in its help: %s", command.Name(), len(line), line)
			}
		}
	}
}

// In kubectl, -v is no version.
func TestTheLevelOfTheLogIsThatOfKubectl(t *testing.T) {
	with(t, objects(t)...).expect(0, firstTitles, "export", "provisioners", "-v", "0")
	with(t).refuses(`--v "much": it must be a whole number; see kubectl scalelab export --help`, "export", "provisioners", "-v", "much")
	with(t).expect(0, "kubectl scalelab version test\n", "--version")
}

package command

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dev.scalelab/plugin/internal/model"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func TestATerminalIsRedrawnWithinItsSize(t *testing.T) {
	object := objects(t)[0]
	unstructured.RemoveNestedField(object.Object, "status", "conditions")
	e, err := model.Read(object.Object)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	width, height := 40, 5
	screen := &display{to: &out, now: time.Now, size: func() (int, int) { return width, height }}
	draw := func() []string {
		out.Reset()
		screen.show(e, "")
		return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	}
	first := draw()
	if len(first) != 4 || first[3] != "… 5 more lines" || slices.ContainsFunc(first, func(line string) bool { return len([]rune(line)) > width }) {
		t.Errorf("it does not fit %d x %d:\n%s", width, height, strings.Join(first, "\n"))
	}
	if !strings.HasPrefix(draw()[0], "\x1b[4A\x1b[J") {
		t.Errorf("four lines must be replaced: %q", out.String())
	}
	width, height = 20, 50 // three of them are wrapped now
	if !strings.HasPrefix(draw()[0], "\x1b[7A\x1b[J") {
		t.Errorf("the wrapped lines must be replaced: %q", out.String())
	}
	screen.keep()
	if strings.Contains(draw()[0], "\x1b") {
		t.Errorf("a message must not be replaced: %q", out.String())
	}
	e.Status.Conditions = []model.Condition{{Type: "Finished", Status: "True"}}
	width, height = 40, 5
	all := strings.Join(draw(), "\n")
	if !strings.HasPrefix(all, fmt.Sprintf("\x1b[%dA", height-1)) || strings.Contains(all, "…") || !strings.Contains(all, "verdict: Passed") {
		t.Errorf("the last state is not whole:\n%s", all)
	}
}

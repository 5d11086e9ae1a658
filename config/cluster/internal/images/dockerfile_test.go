package images

import (
	"strings"
	"testing"
)

const sample = `# a comment
ARG VERSION=1
FROM debian AS jre
RUN install java
# the operator
FROM jre AS operator
COPY operator/target /app
FROM debian AS package
RUN unpack
FROM debian AS prometheus
COPY --chmod=755 --from=package /x /x
`

func TestTrimKeepsWhatTheTargetUsesAndNothingElse(t *testing.T) {
	cases := map[string]string{
		"operator":   "ARG VERSION=1\nFROM debian AS jre\nRUN install java\nFROM jre AS operator\nCOPY operator/target /app\n",
		"prometheus": "ARG VERSION=1\nFROM debian AS package\nRUN unpack\nFROM debian AS prometheus\nCOPY --chmod=755 --from=package /x /x\n",
		"jre":        "ARG VERSION=1\nFROM debian AS jre\nRUN install java\n",
	}
	for target, want := range cases {
		got, err := Trim(sample, target)
		if err != nil || got != want {
			t.Errorf("%s: got\n%s(%v), want\n%s", target, got, err, want)
		}
	}
}

func TestTrimNamesWhatIsWrong(t *testing.T) {
	if _, err := Trim(sample, "nothing"); err == nil || !strings.Contains(err.Error(), `"nothing"`) {
		t.Errorf("an unknown target must be named: %v", err)
	}
	if _, err := Trim("FROM debian\n", "x"); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a stage without a name must be rejected with its line: %v", err)
	}
}

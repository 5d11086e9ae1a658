package cnpg

import (
	"os"
	"strings"
	"testing"
)

const deployment = `    spec:
      containers:
      - env:
        - name: OPERATOR_IMAGE_NAME
          value: ghcr.io/cloudnative-pg/cloudnative-pg:1.30.0
        image: ghcr.io/cloudnative-pg/cloudnative-pg:1.30.0
        imagePullPolicy: Always
      serviceAccountName: cnpg-manager
`

const changed = `    spec:
      containers:
      - env:
        - name: OPERATOR_IMAGE_NAME
          value: localhost/scalelab/cloudnative-pg:1.30.0
        image: localhost/scalelab/cloudnative-pg:1.30.0
        imagePullPolicy: IfNotPresent
      serviceAccountName: cnpg-manager
      nodeSelector:
        scalelab.dev/role: system
`

func TestManifestForAClusterThatCannotPull(t *testing.T) {
	got, err := withoutPulling(deployment, "localhost/scalelab/cloudnative-pg:1.30.0")
	if err != nil || got != changed {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestAManifestOfAnotherShapeIsRefused(t *testing.T) {
	_, err := withoutPulling(strings.ReplaceAll(deployment, "Always", "IfNotPresent"), "image")
	if err == nil || !strings.Contains(err.Error(), "imagePullPolicy") {
		t.Errorf("the missing line must be named: %v", err)
	}
}

// Other files have the version too; all must be the same as in this package.
func TestTheVersionIsTheSameEverywhere(t *testing.T) {
	manifest := "/cnpg-" + Version + ".yaml"
	for file, words := range map[string]string{
		"../../cloudnativepg/go.mod":  "github.com/cloudnative-pg/cloudnative-pg v" + Version,
		"../../../../docs/install.md": manifest,
		"../../../../operator/src/main/java/dev/scalelab/operator/testbed/Databases.java": manifest,
	} {
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), words) {
			t.Errorf("%s does not hold %q: %v", file, words, err)
		}
	}
}

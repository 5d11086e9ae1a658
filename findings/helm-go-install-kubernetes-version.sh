#!/usr/bin/env bash
# Helm compiled by "go install" takes every cluster that it cannot ask for Kubernetes 1.20: the version is set by linker flags of Helm's
# own Makefile only. "helm template" then refuses each chart that needs a newer Kubernetes.
#
# Compiling takes some minutes on a machine that has not compiled Helm before.
set -euo pipefail
version=v3.22.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
GOBIN=$folder/plain go install "helm.sh/helm/v3/cmd/helm@$version"
util=helm.sh/helm/v3/pkg/chartutil
GOBIN=$folder/flags go install -ldflags "-X $util.k8sVersionMajor=1 -X $util.k8sVersionMinor=34" "helm.sh/helm/v3/cmd/helm@$version"
mkdir -p chart/templates
cat >chart/Chart.yaml <<'YAML'
apiVersion: v2
name: chart
version: 1.0.0
kubeVersion: ">=1.25.0-0"
YAML
cat >chart/templates/version.yaml <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata:
  name: version
data:
  kubernetes: {{ .Capabilities.KubeVersion.Version }}
YAML
echo "helm.sh/helm/v3 $version"
echo "--- go install:"
plain/helm template chart >plain.log 2>&1 && status=0 || status=$?
cat plain.log
echo "--- go install with the linker flags:"
flags/helm template chart | tee flags.log
if [ "$status" = 0 ] || ! grep -q 'incompatible with Kubernetes v1.20' plain.log || ! grep -q 'kubernetes: v1.34' flags.log; then
  echo "CHANGED: the chart was expected to be refused for Kubernetes 1.20 without the flags, and accepted with them"
  exit 1
fi
echo "AS SEEN: go install gives a Helm that knows Kubernetes 1.20 only"

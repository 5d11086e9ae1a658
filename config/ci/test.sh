#!/usr/bin/env bash
# test.sh: every test, from unit tests to the experiment on the embedded cluster; ends with a line of passed and failed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export CLUSTER=embedded
"$here/../cluster/bootstrap" test >/dev/null
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$here/environment.sh"
cd "$root"
rm -rf target/reports; mkdir -p target/reports
find . -path '*/target/*-reports' -type d -prune -exec rm -rf {} +
failed=()
try() { local name=$1; shift; step "$name"; "$@" || failed+=("$name"); }

go_tests() { (cd config/cluster && go vet ./... && go test -json ./... >"$root/target/reports/go.json") || { jq -r 'select(.Action == "output") | .Output' target/reports/go.json | tail -n 40; return 1; }; }
KUBE_API_TEST_DIR=$("$cluster" kube-api-test-dir); export KUBE_API_TEST_DIR
"$cluster" cloudnative-pg-manifest >/dev/null
try "cluster's own tests" go_tests
try "unit, API server, chart, application and load generator tests" mvn -B -q -ntp -fae verify "-Dkube-api-test.dir=$KUBE_API_TEST_DIR"

deploy() { make -s jars && "$cluster" up && use_cluster && "$cluster" images && "$cluster" cloudnative-pg && "$here/install.sh"; }
try "cluster with ScaleLab in it" deploy
if [[ " ${failed[*]} " != *"cluster with"* ]]; then
  try "helm test" helm test scalelab --namespace scalelab-system --logs
  try "experiments end to end" mvn -B -q -ntp failsafe:integration-test failsafe:verify -pl operator -Pe2e
fi
try "taking the cluster away" "$cluster" down

"$here/summary.sh"
[ ${#failed[@]} -eq 0 ] || { printf 'failed: %s\n' "${failed[@]}" >&2; exit 1; }

#!/usr/bin/env bash
# test.sh: every test, from unit tests to the experiment on the embedded cluster; ends with a line of what passed and failed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export CLUSTER=embedded
reports=$(cd "$here/../.." && pwd)/target/reports
rm -rf "$reports"; mkdir -p "$reports"
find "$here/../.." -path '*/target/*-reports' -type d -prune -exec rm -rf {} +
# A stage is among the failed from its begin until it has succeeded: the last line names it, too, when the run breaks off in it.
failed=("setting up")
trap '"$here/summary.sh" "${failed[@]}"' EXIT
"$here/../cluster/bootstrap" test >/dev/null
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$here/environment.sh"
cd "$root"
failed=()
try() { step "$1"; failed+=("$1"); if "${@:2}"; then unset 'failed[-1]'; fi; }
has_failed() { printf '%s\n' "${failed[@]:-}" | grep -qxF "$1"; }

# go_tests NAME FOLDER ARGUMENTS: Go's tests of a folder's programs; their report is NAME.json.
go_tests() {
  local report=$reports/$1.json folder=$2; shift 2
  (cd "$folder" && go test -json "$@" >"$report") || { jq -r 'select(.Action == "output") | .Output' "$report" | tail -n 40; return 1; }
}
# The modules of Kubernetes' and CoreDNS's programs are looked at here and not by lint.sh, since that takes all of their
# dependencies; as they are compiled, to do it once.
vet() { (cd "config/cluster/$1" && CGO_ENABLED=0 GOFLAGS=-trimpath go vet ./...); }
program_tests() { vet . && vet kubenode && vet coredns && go_tests program config/cluster ./... && go_tests benchmarks config/benchmarks ./...; }
java_tests() {
  local api_server
  api_server=$("$cluster" kube-api-test-dir) && "$cluster" cloudnative-pg-manifest >/dev/null &&
    mvn -B -q -ntp -fae verify "-Dkube-api-test.dir=$api_server"
}
deploy() { make -s jars && "$cluster" up && use_cluster && "$cluster" images && "$cluster" images own-application own-load && "$cluster" cloudnative-pg && "$here/install.sh"; }
end_to_end() { mvn -B -q -ntp failsafe:integration-test failsafe:verify -pl operator -Pe2e; }
# What there was on the cluster when something failed, before it is taken away.
keep() {
  use_cluster || return
  local ask=(kubectl --request-timeout=60s) operator=(--namespace scalelab-system logs deployment/scalelab-operator --tail=-1)
  "${ask[@]}" get pods,events --all-namespaces -o yaml >"$reports/pods-and-events.yaml"
  "${ask[@]}" get scalexp,scaltrial --all-namespaces -o yaml >"$reports/experiments.yaml"
  "${ask[@]}" "${operator[@]}" >"$reports/operator.log"
  "${ask[@]}" "${operator[@]}" --previous >"$reports/operator-before-restart.log" 2>/dev/null || rm "$reports/operator-before-restart.log"
  echo "the cluster's objects and the operator's log are in $reports"
}
life_cycle() { SCALELAB_TEST_LIFECYCLE=1 go_tests life-cycle config/cluster -count=1 -run Embedded .; }

try "cluster's own tests" program_tests
try "unit, API server, chart, application and load generator tests" java_tests
try "cluster with ScaleLab in it" deploy
if ! has_failed "cluster with ScaleLab in it"; then
  try "helm test" helm test scalelab --namespace scalelab-system --logs
  try "experiments end to end" end_to_end
fi
if has_failed "cluster with ScaleLab in it" || has_failed "helm test" || has_failed "experiments end to end"; then
  try "keeping what tells why" keep
fi
try "taking the cluster away" "$cluster" down
try "cluster's life cycle" life_cycle

[ ${#failed[@]} -eq 0 ]

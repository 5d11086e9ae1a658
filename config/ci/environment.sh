#!/usr/bin/env bash
# Sourced by the other scripts in this folder: the local cluster's programs, kubeconfig and kubectl.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cluster=$root/config/cluster/cluster
PATH=$("$root/config/cluster/bootstrap")
PATH=$("$cluster" tools):$PATH
HELM=$(command -v helm)
export PATH HELM
# Prints the name of a step and the time at which it starts.
step() { printf '\n==> %s (%s)\n' "$*" "$(date +%T)"; }
# logged NAME COMMAND...: runs a long command. Its output goes to a log, whose last lines are printed if it fails.
logged() {
  local log=$root/target/logs/$1.log began=$SECONDS ticker status=0; shift
  mkdir -p "${log%/*}"
  # It also ends when this script ends, and does not keep any output open.
  (while sleep 15 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do echo "$((SECONDS - began)) s so far (log $log)"; done) &
  ticker=$!
  "$@" >"$log" 2>&1 || status=$?
  kill "$ticker"; wait "$ticker" 2>/dev/null || true
  [ "$status" = 0 ] || { tail -n 30 "$log"; echo "failed; complete log: $log"; } >&2
  return "$status"
}
# each_module COMMAND: runs it with the folder, seen from config, of each Go module that has tests, until one fails. Those of Kubernetes' and
# CoreDNS's programs have none; only test.sh vets them, since this needs all of their dependencies.
each_module() {
  local module
  for module in cluster benchmarks ci/summary ci/vulnerabilities studies plugin olm ../dashboards; do "$1" "$module" || return; done
}
# With the flags with which programs are built, so that their dependencies are compiled only once.
vet() { (cd "$root/config/$1" && CGO_ENABLED=0 GOFLAGS=-trimpath go vet ./...); }
# From here on kubectl and helm use the local cluster, which must be running.
use_cluster() { KUBECONFIG=$("$cluster" kubeconfig) && export KUBECONFIG; }
# Deletes an earlier experiment "small" with all its objects: it would not be measured again, and its pods would take the room of new ones.
delete_small() {
  kubectl delete scalexp small --ignore-not-found --timeout=2m >/dev/null &&
    kubectl wait --for=delete jobs,pods,scaltrial --selector scalelab.dev/experiment=small --timeout=2m >/dev/null
}
# Measures config/samples/small.yaml, prints its curve and ends with its verdict: 0 is Passed.
measure_small() { kubectl apply -f "$root/config/samples/small.yaml" && kubectl scalelab watch small --timeout 45m; }

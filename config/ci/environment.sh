#!/usr/bin/env bash
# Sourced by the scripts beside it: the local cluster's programs, kubeconfig and kubectl, whoever calls.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cluster=$root/config/cluster/cluster
PATH=$("$root/config/cluster/bootstrap")
PATH=$("$cluster" tools):$PATH
HELM=$(command -v helm)
export PATH HELM
# What a step is, and when it began, for those who wait.
step() { printf '\n==> %s (%s)\n' "$*" "$(date +%T)"; }
# logged NAME COMMAND...: for a long command that says nothing. Its output goes to a log, whose end is shown when it fails.
logged() {
  local log=$root/target/logs/$1.log began=$SECONDS ticker status=0; shift
  mkdir -p "${log%/*}"
  # It ends with this script too, and holds no output open meanwhile.
  (while sleep 15 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do echo "$((SECONDS - began)) s so far (log $log)"; done) &
  ticker=$!
  "$@" >"$log" 2>&1 || status=$?
  kill "$ticker"; wait "$ticker" 2>/dev/null || true
  [ "$status" = 0 ] || { tail -n 30 "$log"; echo "failed; the whole log is $log"; } >&2
  return "$status"
}
# From here on kubectl and helm mean the local cluster, which must be up.
use_cluster() { KUBECONFIG=$("$cluster" kubeconfig) && export KUBECONFIG; }

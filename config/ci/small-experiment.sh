#!/usr/bin/env bash
# small-experiment.sh [MANIFEST]: runs an experiment on the cluster of the current kubeconfig, where ScaleLab is installed, and
# prints its curve. Exit status: 0 Passed, 1 any other verdict or a rejected manifest, 2 not finished within TIMEOUT, or deleted.
# Environment variables: NAMESPACE (default: default), TIMEOUT (default: 45m).
set -euo pipefail
manifest=${1:-$(dirname "$0")/../samples/small.yaml}
export NAMESPACE=${NAMESPACE:-default} TIMEOUT=${TIMEOUT:-45m}
k() { kubectl --namespace "$NAMESPACE" "$@"; }

experiment=$(k apply -f "$manifest" -o name)
echo "$experiment: applied, waiting up to $TIMEOUT"
# Prints a row again only if more than its age has changed.
changes() {
  local row last=
  while IFS= read -r row; do
    [ "${row% *}" = "$last" ] || printf '%s\n' "$row"
    last=${row% *}
  done
}
kubectl --namespace "$NAMESPACE" get "$experiment" --watch > >(changes) &
watch=$!  # the process of kubectl: with a function in the background it would be that of a shell
trap 'kill "$watch" 2>/dev/null || true' EXIT

if ! k wait --for=condition=Finished "$experiment" --timeout="$TIMEOUT"; then
  k describe "$experiment" || true
  k get scaltrial,pods -l "scalelab.dev/experiment=${experiment##*/}" -o wide || true
  exit 2
fi
kill "$watch" 2>/dev/null || true

echo
k get "$experiment" -o go-template-file="$(dirname "$0")/curve.gotemplate"
verdict=$(k get "$experiment" -o jsonpath='{.status.verdict}')
echo "verdict: ${verdict:-none}: $(k get "$experiment" -o jsonpath='{.status.message}')"
[ "$verdict" = Passed ]

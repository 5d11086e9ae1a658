#!/usr/bin/env bash
# run.sh: the step of action.yml. Environment variables: MANIFEST, NAMESPACE, REPLACE, TIMEOUT, RESULTS, and GitHub's own. It also runs
# outside of GitHub, where the summary is a file in RESULTS. Exit status: 0 Passed, 1 Failed, 2 Inconclusive, 3 not run.
set -euo pipefail
results=${RESULTS:-scalelab-results}
mkdir -p "$results"
summary=${GITHUB_STEP_SUMMARY:-$results/summary.md}
k() { kubectl --namespace "${NAMESPACE:-default}" "$@"; }
lab() { kubectl scalelab --namespace "${NAMESPACE:-default}" "$@"; }

# An experiment that exists would not be measured again, and its old verdict would be reported: create refuses it, apply would not.
if [ "${REPLACE:-false}" = true ]; then
  old=$(k delete -f "$MANIFEST" --ignore-not-found --timeout 5m -o name) || exit 3
  [ -z "$old" ] || k wait --for=delete jobs,pods,scaltrial --selector "scalelab.dev/experiment=${old##*/}" --timeout 5m >&2 || exit 3
fi
experiment=$(k create -f "$MANIFEST" -o name) || {
  echo "nothing was measured. If the experiment exists: replace: true deletes it with its results first; metadata.generateName gives each run one of its own" >&2
  exit 3
}
name=${experiment##*/}
[ -z "${GITHUB_OUTPUT:-}" ] || echo "experiment=$name" >>"$GITHUB_OUTPUT"
status=0
lab watch "$name" --timeout "${TIMEOUT:-45m}" || status=$?
[ -z "${GITHUB_OUTPUT:-}" ] || echo "status=$status" >>"$GITHUB_OUTPUT"

# Each of these also ends with the verdict; without figures, there is no report and no bundle.
lab export "$name" --format markdown >>"$summary" || true
lab export "$name" --format junit --output "$results/$name-junit.xml" || true
lab report "$name" --output "$results/$name.html" || true
lab bundle "$name" --output "$results/$name.tar.gz" || true
exit "$status"

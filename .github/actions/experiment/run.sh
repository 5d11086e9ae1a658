#!/usr/bin/env bash
# run.sh: the step of action.yml. Environment variables: MANIFEST, NAMESPACE, TIMEOUT, RESULTS, and GitHub's own. It also runs outside
# of GitHub, where the summary is a file in RESULTS. Exit status: 0 Passed, 1 Failed, 2 Inconclusive, 3 not run.
set -euo pipefail
results=${RESULTS:-scalelab-results}
mkdir -p "$results"
summary=${GITHUB_STEP_SUMMARY:-$results/summary.md}
k() { kubectl --namespace "${NAMESPACE:-default}" "$@"; }
lab() { kubectl scalelab --namespace "${NAMESPACE:-default}" "$@"; }

experiment=$(k apply -f "$MANIFEST" -o name) || exit 3
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

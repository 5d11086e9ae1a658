#!/usr/bin/env bash
# summary.sh: counts the reports of the last test run (Surefire's and Failsafe's XML, Go's JSON) and prints one line.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
java=$(find . -path '*/target/*-reports/TEST-*.xml' -exec grep -h -m1 '<testsuite ' {} + | awk '
  function value(name) { return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : 0 }
  { tests += value("tests"); bad += value("errors") + value("failures"); skipped += value("skipped") }
  END { print tests - bad - skipped, bad + 0, skipped + 0 }')
go=$(jq -rs '[.[] | select(.Test != null)] | [(map(select(.Action == "pass")) | length), (map(select(.Action == "fail")) | length), (map(select(.Action == "skip")) | length)] | map(tostring) | join(" ")' target/reports/go.json)
read -r passed failed skipped <<<"$java"
read -r go_passed go_failed go_skipped <<<"$go"
echo
echo "$((passed + go_passed)) passed, $((failed + go_failed)) failed, $((skipped + go_skipped)) skipped"

#!/usr/bin/env bash
# summary.sh [FAILED STAGE...]: counts the reports of the last test run (Surefire's and Failsafe's XML, Go's JSON) and prints one
# line, after one for each test that failed or was skipped, whatever of them there is: a run that broke off may have left none,
# or half of one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
java=$({ find . -path '*/target/*-reports/TEST-*.xml' -exec grep -h -m1 '<testsuite ' {} + || true; } | awk '
  function value(name) { return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : 0 }
  { tests += value("tests"); bad += value("errors") + value("failures"); skipped += value("skipped") }
  END { print tests - bad - skipped, bad + 0, skipped + 0 }')
go=$({ find target/reports -name '*.json' -exec cat {} + 2>/dev/null || true; } | jq -Rrn '
  [inputs | fromjson? | select(.Test != null) | .Action] | [("pass", "fail", "skip") as $how | map(select(. == $how)) | length]
  | map(tostring) | join(" ")') || go="0 0 0"
java_tests=$({ find . -path '*/target/*-reports/TEST-*.xml' -exec cat {} + || true; } | awk '
  function value(name) { return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : "" }
  /<testcase / { test = value("classname") "." value("name") }
  /^ *<(failure|error)[ >]/ && test != "" { print "failed: " test; test = "" }
  /^ *<skipped[ \/>]/ && test != "" { print "skipped: " test "; " value("message"); test = "" }')
go_tests=$({ find target/reports -name '*.json' -exec cat {} + 2>/dev/null || true; } |
  jq -Rr 'fromjson? | select(.Action == "fail" or (.Action == "skip" and .Test))
    | "\(if .Action == "fail" then "failed" else "skipped" end): \(.Package)\(if .Test then "." + .Test else "" end)"') || go_tests=
read -r passed failed skipped <<<"$java"
read -r go_passed go_failed go_skipped <<<"$go"
echo
printf '%s\n%s\n' "$java_tests" "$go_tests" | sed '/^$/d'
counts="$((passed + go_passed)) passed, $((failed + go_failed)) failed, $((skipped + go_skipped)) skipped"
stages=$(printf '; %s' "$@")
echo "$counts${1:+; failed stages: ${stages#; }}"

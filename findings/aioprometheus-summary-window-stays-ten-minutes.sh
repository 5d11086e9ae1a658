#!/usr/bin/env bash
# A summary of aioprometheus-summary takes a window, max_age_seconds and age_buckets, keeps both and uses neither: its percentiles are those
# of the last ten minutes, in steps of two. With a window of 30 seconds, made to see a phase of a load test, a slow minute is in the 90th
# percentile of the nine quick minutes after it.
#
# The package for the other client, prometheus-summary, has the same options and heeds them. The clock is moved on, so that nothing waits.
set -euo pipefail
version=0.1.0
aioprometheus=23.12.0
other=0.1.6
estimator=0.1.3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check "aioprometheus-summary==$version" "aioprometheus==$aioprometheus" \
  "prometheus-summary==$other" "quantile-estimator==$estimator" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.py <<'PYTHON'
import sys
import time

start = time.time_ns()
passed = 0
time.time_ns = lambda: start + passed * 1_000_000_000

import aioprometheus
import aioprometheus_summary
import prometheus_client
import prometheus_summary

WINDOW = {"max_age_seconds": 30, "age_buckets": 3}
PER_SECOND = 10
asynchronous = aioprometheus_summary.Summary("seconds", "times", registry=aioprometheus.Registry(), **WINDOW)
registry = prometheus_client.CollectorRegistry()
other = prometheus_summary.Summary("seconds", "times", registry=registry, **WINDOW)


def load(seconds, quickest, slowest):
    global passed
    for _ in range(seconds):
        passed += 1
        for i in range(PER_SECOND):
            value = quickest + (slowest - quickest) * i / PER_SECOND
            asynchronous.observe({}, value)
            other.observe(value)


def upper():
    return asynchronous.get({})[0.9], registry.get_sample_value("seconds", {"quantile": "0.9"})


load(60, 2, 3)
load(60, 0.01, 0.02)
seen = []
for minute in range(1, 12):
    seen.append(upper())
    load(60, 0.01, 0.02)
for minute, (unheeded, heeded) in enumerate(seen, 1):
    print(f"{minute:2} minutes after the slow one: 90th percentile {1000 * unheeded:6.1f} ms, of prometheus-summary {1000 * heeded:4.1f} ms")
as_seen = all(heeded < 0.1 for _, heeded in seen) and all(unheeded > 1 for unheeded, _ in seen[:7]) and seen[-1][0] < 0.1
sys.exit(0 if as_seen else 1)
PYTHON
echo "aioprometheus-summary $version, aioprometheus $aioprometheus; prometheus-summary $other; quantile-estimator $estimator; a window of 30 s"
venv/bin/python probe.py || { echo "CHANGED: the slow minute was expected in the percentile for minutes, and only with aioprometheus-summary"; exit 1; }
echo "AS SEEN: with a window of 30 seconds a slow minute is in the percentile for nine minutes"

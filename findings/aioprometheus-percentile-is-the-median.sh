#!/usr/bin/env bash
# A summary of aioprometheus promises its 99th percentile to within 0.1 % of the requests. Its estimator, quantile-python, takes times in
# batches of up to 512, sorted, and puts each that is longer than all before it into its list twice, but counts it once: it then stops in
# the middle of the list. Of the first 512 requests (or of all since the start, if there are fewer at the first scrape) the 99th percentile
# is the median, and the median the lower quartile. Later batches add fewer such times, but those of the first stay: after 20,000 requests
# the 99th percentile is still the 96th or 97th. Frequent scrapes make it another one, and the 99th can be below the 90th.
#
# Count and sum are right, and so is every percentile of a histogram of the same package.
set -euo pipefail
version=23.12.0
estimator=1.1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check "aioprometheus==$version" "quantile-python==$estimator" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.py <<'PYTHON'
import math
import sys

from aioprometheus import Registry, Summary

QUANTILES = (0.5, 0.9, 0.99)
LONGEST_MILLIS = 1000
STEP = 617


def run(requests, scrape_every):
    summary = Summary("millis", "times", registry=Registry())
    times = [(i * STEP) % LONGEST_MILLIS + 1 for i in range(requests)]
    for number, millis in enumerate(times, 1):
        summary.observe({}, millis)
        if number % scrape_every == 0:
            summary.get({})
    seen = summary.get({})
    assert seen["count"] == requests and seen["sum"] == sum(times), "count and sum were expected to be right"
    times.sort()
    right = [times[math.ceil(q * requests) - 1] for q in QUANTILES]
    reported = [round(seen[q]) for q in QUANTILES]
    print(f"{requests:5} requests, scraped after every {scrape_every:5}: median, 90th, 99th percentile {reported} ms; right: {right} ms")
    return reported, right


first, right = run(512, 512)
as_seen = abs(first[2] - right[0]) < 10 and first[1] < right[0] and first[0] < 0.6 * right[0]
few, _ = run(100, 10)
as_seen &= few[2] < few[1]
for scrape_every in (100, 20_000):
    later, right = run(20_000, scrape_every)
    as_seen &= later[2] < right[2] - 10
sys.exit(0 if as_seen else 1)
PYTHON
echo "aioprometheus $version, quantile-python $estimator"
venv/bin/python probe.py || { echo "CHANGED: percentiles that are too low were expected, and the median for the 99th of the first 512 requests"; exit 1; }
echo "AS SEEN: the 99th percentile of the first 512 requests is their median, and too low after 20,000"

#!/usr/bin/env bash
# HdrHistogram's Python port writes a percentile table with values divided by the given ratio, as Java's original does, but the standard
# deviation in its last lines is not divided: in a table in milliseconds of a histogram in microseconds it is a thousand times too large,
# beside a mean and a maximum in milliseconds.
set -euo pipefail
version=0.10.8
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check "hdrhistogram==$version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.py <<'PYTHON'
import io
import re
import sys

from hdrh.histogram import HdrHistogram

MICROS_PER_MILLI = 1000
micros = HdrHistogram(1, 60_000_000, 3)
for millis in range(1, 1001):
    micros.record_value(millis * MICROS_PER_MILLI)
table = io.BytesIO()
micros.output_percentile_distribution(table, MICROS_PER_MILLI, 1)
text = table.getvalue().decode()
print("recorded 1, 2, 3 ... 1000 ms: mean 500.5 ms, standard deviation 288.7 ms")
print(text)
mean, deviation = map(float, re.search(r"Mean\s*=\s*([0-9.]+), StdDeviation\s*=\s*([0-9.]+)", text).groups())
sys.exit(0 if abs(mean - 500.5) < 1 and abs(deviation - 288_675) < 1000 else 1)
PYTHON
echo "hdrhistogram $version"
venv/bin/python probe.py || { echo "CHANGED: the deviation was expected to be a thousand times too large"; exit 1; }
echo "AS SEEN: the table's standard deviation is in microseconds, and all else in it in milliseconds"

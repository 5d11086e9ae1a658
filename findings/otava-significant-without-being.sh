#!/usr/bin/env bash
# Apache Otava says that it uses Student's t-test, but gives it the standard deviations of the samples divided by n instead of n - 1. The
# fewer runs there are, the smaller the p-value: for two times four runs it is half of Student's. A change that is not significant at
# Otava's own threshold, 0.001, is reported as one. The correct p-value is that of SciPy, which Otava uses, for the same numbers.
set -euo pipefail
version=0.8.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check "apache-otava==$version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.py <<'PYTHON'
import sys
from importlib.metadata import version

from otava.analysis import compute_change_points
from scipy.stats import ttest_ind

THRESHOLD = 0.001
runs = [100.0, 101.0, 102.0, 103.0, 105.0, 106.0, 107.0, 108.0]

print("SciPy", version("scipy"))
print("throughput of eight runs:", runs)
points, _ = compute_change_points(list(runs), max_pvalue=THRESHOLD)
for point in points:
    student = ttest_ind(runs[: point.index], runs[point.index :]).pvalue
    print(f"Otava reports a change at run {point.index + 1}, p = {point.stats.pvalue:.5f}; Student's t-test: p = {student:.5f}; threshold {THRESHOLD}")
as_seen = len(points) == 1 and points[0].stats.pvalue < THRESHOLD < student
sys.exit(0 if as_seen else 1)
PYTHON
echo "apache-otava $version"
venv/bin/python probe.py || { echo "CHANGED: Otava was expected to report a change that is not significant"; exit 1; }
echo "AS SEEN: Otava reports a change as significant at 0.001 that is not by Student's t-test"

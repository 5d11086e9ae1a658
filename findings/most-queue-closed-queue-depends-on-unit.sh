#!/usr/bin/env bash
# most-queue's model of a closed queue, a server and users that think before their next request, is called exact there. Its waiting times
# depend on the unit of time: they are derivatives of a transform, taken numerically with a step of 0.01 per unit, whatever the rates are.
# The same 40 users wait 950 ms with rates per second, 207 ms with rates per millisecond and 0.2 ms with rates per microsecond. get_w1()
# of the same class, the mean by Little's law, is 950 ms with each.
#
# The utilization in the results is the arrival rate of one user, divided by the service rate. It does not depend on how many users there
# are: a server that is busy all the time is reported as busy for 5 % of it. The right values are from the states' balance.
set -euo pipefail
version=2.9
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check "most-queue==$version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.py <<'PYTHON'
import sys

from most_queue.theory.closed.engset import Engset

THINK_MILLIS = 1000.0
SERVICE_MILLIS = 50.0
UNITS = {"s": 1000.0, "ms": 1.0, "µs": 0.001}


def right(users):
    """The utilization and the mean wait in milliseconds."""
    weights = [1.0]
    for present in range(users):
        weights.append(weights[-1] * (users - present) * SERVICE_MILLIS / THINK_MILLIS)
    busy = 1 - weights[0] / sum(weights)
    present = sum(n * weight for n, weight in enumerate(weights)) / sum(weights)
    return busy, present / busy * SERVICE_MILLIS - SERVICE_MILLIS


as_seen = True
for users in (5, 20, 40):
    busy, wait = right(users)
    waits = {}
    for unit, millis in UNITS.items():
        model = Engset()
        model.set_sources(l=millis / THINK_MILLIS, number_of_sources=users)
        model.set_servers(mu=millis / SERVICE_MILLIS)
        results = model.run()
        waits[unit] = results.w[0] * millis
        if abs(model.get_w1() * millis / wait - 1) > 0.001:
            sys.exit("get_w1() was expected to be right")
        as_seen = as_seen and abs(results.utilization - SERVICE_MILLIS / THINK_MILLIS) < 1e-9
    reported = ", ".join(f"{value:.2f} ms by rates per {unit}" for unit, value in waits.items())
    print(f"{users:2} users: server {busy:.1%} busy, reported {results.utilization:.1%}; wait {wait:.2f} ms, reported {reported}")
    as_seen = as_seen and abs(waits["s"] / wait - 1) < 0.001 and waits["µs"] < wait / 50
sys.exit(0 if as_seen and waits["ms"] < wait / 4 and busy > 0.99 else 1)
PYTHON
echo "most-queue $version"
venv/bin/python probe.py || { echo "CHANGED: waits that depend on the unit of time and a utilization of 5 % were expected"; exit 1; }
echo "AS SEEN: 40 users wait 950 ms, 207 ms or 0.2 ms, depending on the unit of their rates, for a server that is busy for 5 % of the time"

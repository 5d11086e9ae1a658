#!/usr/bin/env bash
# The Erlang A model of pyqueueing, a queue with several servers whose waiting customers give up after a while, looks at no more than 500
# customers in the system. With fewer servers the waiting ones that fit are what is missing to 500, and from 500 servers on nobody waits and
# nobody gives up: servers that get 5 % more than they can do are 105 % busy, and the more of them there are the better. The models without
# giving up have no such limit. A thread pool or a gateway with 600 connections and clients with time-outs is such a system.
#
# Its planner finds the cheapest number of servers by that model: with more than 500 it is the smallest that it looks at. The right values
# are from the balance of arrivals and departures, without a limit.
set -euo pipefail
version=0.1.1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check "pyqueueing==$version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.py <<'PYTHON'
import math
import sys

from pyqueueing import CallCenterPlanner, ErlangA

GIVE_UP_RATE = 0.1
OVERLOAD = 1.05


def right(servers, arrivals):
    """The share that gives up and the number that wait, of servers that each serve one customer in a unit of time."""
    logs = [0.0]
    while len(logs) < servers + 10 or logs[-1] > max(logs) - 50:
        n = len(logs)
        logs.append(logs[-1] + math.log(arrivals / (min(n, servers) + max(n - servers, 0) * GIVE_UP_RATE)))
    weights = [math.exp(log - max(logs)) for log in logs]
    waiting = sum((n - servers) * weight for n, weight in enumerate(weights) if n > servers) / sum(weights)
    return waiting * GIVE_UP_RATE / arrivals, waiting


as_seen = True
for servers in (40, 200, 400, 490, 500, 600):
    arrivals = OVERLOAD * servers
    model = ErlangA(arrival_rate=arrivals, service_rate=1, servers=servers, patience_rate=GIVE_UP_RATE)
    give_up, waiting = right(servers, arrivals)
    print(
        f"{servers} servers, {arrivals:.0f} arrivals: {100 * model.prob_abandon():4.1f} % give up, {model.mean_queue_length():5.1f} wait, "
        f"{100 * model.utilization():5.1f} % busy; right: {100 * give_up:.1f} %, {waiting:5.1f}, {100 * arrivals * (1 - give_up) / servers:.1f} %"
    )
    if servers <= 200:
        assert abs(model.prob_abandon() - give_up) < 0.001, "the model was expected to be right for few servers"
    else:
        as_seen &= give_up > 0.045 and model.prob_abandon() < 0.02 and model.utilization() > 1.02
    if servers >= 500:
        as_seen &= model.prob_abandon() == 0

arrivals = OVERLOAD * 600
plan = CallCenterPlanner(arrival_rate=arrivals, service_rate=1, patience_rate=GIVE_UP_RATE)
tried = range(520, 700, 20)
cheapest = plan.cost_optimal_staffing(agent_cost=1, abandon_cost=10, server_range=tried)["optimal_servers"]
right_cheapest = min(tried, key=lambda servers: servers + 10 * arrivals * right(servers, arrivals)[0])
print(f"{arrivals:.0f} arrivals, a server costs 1 and giving up 10: the cheapest of {tried[0]} to {tried[-1]} servers are {cheapest}; right: {right_cheapest}")
sys.exit(0 if as_seen and cheapest == tried[0] and right_cheapest > 600 else 1)
PYTHON
echo "pyqueueing $version"
venv/bin/python probe.py || { echo "CHANGED: a model in which nobody waits for 500 or more servers was expected"; exit 1; }
echo "AS SEEN: 600 servers with 5 % more than they can do are 105 % busy, and nobody waits or gives up"

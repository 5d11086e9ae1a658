#!/usr/bin/env bash
# LINE's solvers for queueing networks take the same model and print the same table. For an open station with several servers SolverNC
# has the right throughput and utilization, and the response time of a station with one server that is as busy: ten servers that are busy
# to 90 % have 10 s instead of 1.67 s, at 50 % twice the right time. SolverMVA is right for these. For a closed network it is the other way
# round: with more than 20 customers SolverMVA goes over to an approximation by itself, whose response time is a tenth to a quarter too
# short where the servers become the bottleneck, and SolverNC is right. Both only say "approximate" in a line of their log, SolverNC in the
# right case, too.
#
# The right values are from the formula of Erlang C and the balance of the closed network. Only the packages that these solvers need are
# installed with it.
set -euo pipefail
version=3.0.8.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --no-compile --disable-pip-version-check numpy==2.4.6 scipy==1.17.1 pandas==3.1.1 networkx==3.6.1 matplotlib==3.11.2 >download.log 2>&1 ||
  { cat download.log; exit 1; }
venv/bin/pip install -q --no-compile --disable-pip-version-check --no-deps "line-solver==$version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.py <<'PYTHON'
import contextlib
import io
import sys

from line_solver import ClosedClass, Delay, Exp, Network, OpenClass, Queue, SchedStrategy, Sink, SolverMVA, SolverNC, Source

SERVICE_SECONDS = 1
THINK_SECONDS = 10


def open_station(servers, busy):
    model = Network("open")
    source, station, sink = Source(model, "source"), Queue(model, "station", SchedStrategy.FCFS), Sink(model, "sink")
    station.setNumberOfServers(servers)
    requests = OpenClass(model, "requests")
    source.setArrival(requests, Exp(busy * servers / SERVICE_SECONDS))
    station.setService(requests, Exp(1 / SERVICE_SECONDS))
    model.link(Network.serialRouting(source, station, sink))
    return model


def closed_network(servers, customers):
    model = Network("closed")
    think, station = Delay(model, "think"), Queue(model, "station", SchedStrategy.PS)
    station.setNumberOfServers(servers)
    requests = ClosedClass(model, "requests", customers, think)
    think.setService(requests, Exp(1 / THINK_SECONDS))
    station.setService(requests, Exp(1 / SERVICE_SECONDS))
    model.link(Network.serialRouting(think, station))
    return model


def right_open(servers, busy):
    blocked, load = 1.0, busy * servers
    for n in range(1, servers + 1):
        blocked = load * blocked / (n + load * blocked)
    waits = blocked / (1 - busy * (1 - blocked))
    return SERVICE_SECONDS * (1 + waits / (servers - load))


def right_closed(servers, customers):
    weights = [1.0]
    for n in range(1, customers + 1):
        weights.append(weights[-1] * (customers - n + 1) / THINK_SECONDS * SERVICE_SECONDS / min(n, servers))
    throughput = sum(min(n, servers) * weight for n, weight in enumerate(weights)) / sum(weights) / SERVICE_SECONDS
    return customers / throughput - THINK_SECONDS


def solve(solver, model):
    """The response time, the utilization, and what the solver says of itself."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        table = solver(model).getAvgTable()
    row = table[table.Station == "station"]
    kind = "exact" if "type: exact" in said.getvalue() else "approximate" if "type: approximate" in said.getvalue() else "silent"
    return float(row.RespT.iloc[0]), float(row.Util.iloc[0]), kind


def compare(name, make, right):
    (mva, busy, mva_kind), (nc, nc_busy, nc_kind) = solve(SolverMVA, make()), solve(SolverNC, make())
    print(f"{name}: right {right:5.2f} s; SolverMVA {mva:5.2f} s, {100 * busy:3.0f} % busy, {mva_kind}; SolverNC {nc:5.2f} s, {100 * nc_busy:3.0f} % busy, {nc_kind}")
    return mva / right, nc / right


as_seen = True
for servers, busy in ((1, 0.9), (4, 0.5), (4, 0.9), (10, 0.5), (10, 0.9), (10, 0.97)):
    right = right_open(servers, busy)
    mva, nc = compare(f"open,   {servers:2} servers, {100 * busy:3.0f} % busy  ", lambda: open_station(servers, busy), right)
    as_seen &= abs(mva - 1) < 0.001 and abs(nc * right / (SERVICE_SECONDS / (1 - busy)) - 1) < 0.001
for servers, customers in ((2, 20), (2, 22), (4, 44), (16, 176)):
    mva, nc = compare(f"closed, {servers:2} servers, {customers:3} customers", lambda: closed_network(servers, customers), right_closed(servers, customers))
    as_seen &= abs(nc - 1) < 0.001 and (abs(mva - 1) < 0.001 if customers <= 20 else mva < 0.92)
sys.exit(0 if as_seen else 1)
PYTHON
echo "line-solver $version"
venv/bin/python probe.py 2>probe.log || { tail -n 5 probe.log; echo "CHANGED: SolverNC with the response time of one server was expected, and SolverMVA right for open models only"; exit 1; }
echo "AS SEEN: ten servers that are 90 % busy answer in 10 s by SolverNC and in 1.67 s by SolverMVA, which is right"

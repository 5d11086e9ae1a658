#!/usr/bin/env bash
# A StatsD client that sends six of ten values says so (|@0.6), and the server counts each as 1/0.6. Prometheus' statsd_exporter does that
# with counters. A time, a distribution or a histogram it observes 1/0.6 times, rounded down: once. The number and the sum of the times
# are then as if nobody had used the service at 40 % of the requests; up to half of them are missing, and none if the rate is 1/n.
#
# A counter and a timer of the same requests, sampled alike, disagree: the rate by the timer's _count and the utilization by its _sum are
# too low, and an error ratio with failures from a counter and requests from the timer's _count is too high.
set -euo pipefail
version=v0.31.0
folder=$(mktemp -d)
exporter=
trap 'if [ -n "$exporter" ]; then kill "$exporter"; fi; rm -rf "$folder"' EXIT
cd "$folder"
GOBIN="$folder" go install "github.com/prometheus/statsd_exporter@$version" 2>download.log || { cat download.log; exit 1; }
cat >probe.py <<'PYTHON'
import socket
import sys
import time
import urllib.request

REQUESTS = 1000
FAILURES = 100
MILLIS = 20
RATES = (1, 0.9, 0.75, 0.6, 0.51, 0.5, 0.3, 0.25)


def send(statsd, name, kind, values, value, rate):
    for _ in range(round(values * rate)):
        statsd.send(f"{name}_{rate * 100:.0f}:{value}|{kind}|@{rate}".encode())


def scrape(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as page:
        lines = page.read().decode().splitlines()
    return {name: float(value) for name, value in (line.split(" ") for line in lines if line.startswith("probe_") and "{" not in line)}


port = sys.argv[1]
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as statsd:
    statsd.connect("statsd")
    for rate in RATES:
        send(statsd, "probe_requests", "c", REQUESTS, 1, rate)
        send(statsd, "probe_failures", "c", FAILURES, 1, rate)
        send(statsd, "probe_time", "ms", REQUESTS, MILLIS, rate)
time.sleep(2)
seen = scrape(port)
print(f"{REQUESTS} requests of {MILLIS} ms, {FAILURES} of them failed; {100 * FAILURES / REQUESTS:.1f} % failures, {REQUESTS * MILLIS / 1000:.1f} s")
as_seen = True
for rate in RATES:
    percent = f"{rate * 100:.0f}"
    requests, failures = seen[f"probe_requests_{percent}"], seen[f"probe_failures_{percent}"]
    times, total = seen[f"probe_time_{percent}_count"], seen[f"probe_time_{percent}_sum"]
    print(f"@{rate:<4}: counter {requests:6.1f}, timer {times:4.0f} and {total:4.1f} s, {100 * failures / times:.1f} % failures")
    as_seen &= abs(requests - REQUESTS) < 1 and times == round(REQUESTS * rate) * int(1 / rate)
sys.exit(0 if as_seen else 1)
PYTHON
echo "github.com/prometheus/statsd_exporter $version"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
./statsd_exporter --statsd.listen-udp= --statsd.listen-tcp= --statsd.listen-unixgram=statsd --web.listen-address="127.0.0.1:$port" >exporter.log 2>&1 &
exporter=$!
until curl -s -o /dev/null "http://127.0.0.1:$port/metrics"; do kill -0 "$exporter" || { cat exporter.log; exit 1; }; sleep 0.2; done
python3 probe.py "$port" || { echo "CHANGED: sampled times were expected to be counted by the sampling rate's inverse rounded down"; exit 1; }
echo "AS SEEN: up to half of the sampled times are missing beside a counter that is right"

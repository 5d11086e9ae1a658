#!/usr/bin/env bash
# locust-jtl-logger writes what Locust's users do into a results file of JMeter's format. It has no line for a request without a response,
# as one that ran into its time-out or was refused, nor for a response that the user's code marked as failed: the logger asks the response
# whether it is all right, and Locust's response raises that error again. Only failures by status are in the file: of four kinds of failure
# one is left, and 67 % failures in Locust's own statistics are 33 % in the file. If a server under too much load answers too late, rather
# than with 500, its file has no failure and no long response time. Locust logs an error of a listener for each missing line.
#
# For a FastHttpUser the file has only the header. The column Latency, in JMeter the time to the first byte, is the response time less the
# part of a second in it: 1 s for a first byte after 1.3 s, 1 ms for one after 0.3 s.
set -euo pipefail
version=0.0.2
locust=2.47.0
folder=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server"; fi; rm -rf "$folder"' EXIT
cd "$folder"
cat >server.py <<'PYTHON'
import http.server
import time

SECONDS = {"/hangs": 3, "/slow": 1.3}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        time.sleep(SECONDS.get(self.path, 0.3))
        self.send_response(500 if self.path == "/fails" else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Handler)
with open("port.tmp", "w") as file:
    file.write(str(server.server_port))
server.serve_forever()
PYTHON
cat >locustfile.py <<'PYTHON'
import os
import socket
import time

from locust import FastHttpUser, HttpUser, events
from locust_jtl_logger import LocustJTLLogger

ROUNDS = 3
with socket.socket() as bound:
    bound.bind(("127.0.0.1", 0))
    CLOSED = bound.getsockname()[1]


@events.init.add_listener
def start(environment, **_):
    LocustJTLLogger(environment, os.environ["RESULTS"])


def each_kind(user):
    for _ in range(ROUNDS):
        user.client.get("/good")
        user.client.get("/slow")
        user.client.get("/fails")
        user.client.get("/hangs", timeout=0.5)
        user.client.get(f"http://127.0.0.1:{CLOSED}/refused", name="/refused")
        with user.client.get("/wrong", catch_response=True) as response:
            response.failure("not the expected content")
    time.sleep(2)  # until the statistics are written
    user.environment.runner.quit()


class Usual(HttpUser):
    tasks = [each_kind]


class Fast(FastHttpUser):
    tasks = [each_kind]
PYTHON
cat >report.py <<'PYTHON'
import csv
import sys


def rows(name):
    with open(name) as file:
        return list(csv.DictReader(file))


def compare(user):
    written = rows(f"{user}.jtl")
    for own in rows(f"{user}_stats.csv"):
        mine = [row for row in written if own["Name"] == "Aggregated" or row["label"] == f"GET {own['Name']}"]
        failed = sum(row["success"] == "False" for row in mine)
        times = "; ".join(f"{row['elapsed']} ms, Latency {row['Latency']}" for row in mine[:1]) if own["Type"] else ""
        print(f"  {own['Name']:10} Locust: {own['Request Count']:>2} requests, {own['Failure Count']:>2} failures; file: {len(mine):2} lines, {failed:2} failures  {times}")
        yield own["Name"], (int(own["Request Count"]), int(own["Failure Count"]), len(mine), failed)


as_seen = True
for user in ("Usual", "Fast"):
    print("HttpUser:" if user == "Usual" else "FastHttpUser:")
    seen = dict(compare(user))
    for name in ("/good", "/slow", "/fails", "/hangs", "/refused", "/wrong"):
        assert seen[name][0] == 3, f"three requests to {name} were expected in Locust's statistics"
    as_seen &= seen["Aggregated"] == ((18, 12, 9, 3) if user == "Usual" else (18, 9, 0, 0))
slow = [row for row in rows("Usual.jtl") if row["label"] == "GET /slow"]
as_seen &= all(int(row["elapsed"]) >= 1300 and 900 < int(row["Latency"]) < 1100 for row in slow)
sys.exit(0 if as_seen else 1)
PYTHON
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check "locust==$locust" "locust-jtl-logger==$version" >download.log 2>&1 || { cat download.log; exit 1; }
python3 server.py &
server=$!
until [ -s port.tmp ]; do kill -0 "$server"; sleep 0.1; done
for user in Usual Fast; do
  RESULTS=$user.jtl venv/bin/locust --headless --users 1 --run-time 60s --exit-code-on-error 0 --csv "$user" \
    --host "http://127.0.0.1:$(cat port.tmp)" "$user" >"$user.log" 2>&1 || { cat "$user.log"; exit 1; }
done
echo "locust-jtl-logger $version, locust $locust"
python3 report.py || { echo "CHANGED: a file was expected that has only failures by status"; exit 1; }
echo "AS SEEN: of 12 failures of 18 requests the file has 3 of 9, and none of a FastHttpUser"

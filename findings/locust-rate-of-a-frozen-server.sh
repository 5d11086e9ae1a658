#!/usr/bin/env bash
# Locust's "current" requests per second are those of ten seconds that end two seconds before the last response, not before now. A server
# that stops answering keeps its rate in each line of the history and of the console, as long as it does not answer. The total rate is
# divided by the time to the last response, too: ten users whose server answers for 8 of 24 seconds have the rate of a server that answers
# all the time. The requests that wait when the test ends are in no count, no response time and no failure.
#
# So the end of a test, the part in which a server under too much load stops answering, looks as good as the rest. Only the number of
# requests, which no longer grows, shows it.
set -euo pipefail
version=2.47.0
folder=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server"; fi; rm -rf "$folder"' EXIT
cd "$folder"
cat >server.py <<'PYTHON'
import http.server
import threading
import time

ANSWERS_SECONDS = 8
frozen = threading.Event()
first = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if first.acquire(blocking=False):
            threading.Timer(ANSWERS_SECONDS, frozen.set).start()
        if frozen.is_set():
            time.sleep(600)
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 64
    daemon_threads = True


server = Server(("127.0.0.1", 0), Handler)
with open("port.tmp", "w") as file:
    file.write(str(server.server_port))
server.serve_forever()
PYTHON
cat >locustfile.py <<'PYTHON'
from locust import HttpUser, constant_throughput, task


class User(HttpUser):
    wait_time = constant_throughput(10)

    @task
    def get(self):
        self.client.get("/")
PYTHON
cat >report.py <<'PYTHON'
import csv
import sys

SECONDS = 24


def rows(name):
    with open(name) as file:
        return [row for row in csv.DictReader(file) if row["Name"] == "Aggregated"]


history = [row for row in rows("out_stats_history.csv") if row["User Count"] == "10" and row["Total Request Count"] != "0"]
begin = int(history[0]["Timestamp"])
for row in history[::3]:
    print(f"after {int(row['Timestamp']) - begin:2} s: {row['Total Request Count']:>4} requests, {float(row['Requests/s']):5.1f}/s")
(total,) = rows("out_stats.csv")
count = int(total["Request Count"])
print(
    f"total: {count} requests, {total['Failure Count']} failures, slowest {float(total['Max Response Time']):.0f} ms, "
    f"{float(total['Requests/s']):.1f}/s; in {SECONDS} s that is {count / SECONDS:.1f}/s"
)
frozen = [row for row in history if row["Total Request Count"] == history[-1]["Total Request Count"]]
as_seen = (
    len(frozen) >= 10
    and all(float(row["Requests/s"]) > 50 for row in frozen)
    and float(total["Requests/s"]) > 2 * count / SECONDS
    and total["Failure Count"] == "0"
    and float(total["Max Response Time"]) < 5000
)
sys.exit(0 if as_seen else 1)
PYTHON
echo "locust $version: ten users, each ten requests per second, of a server that answers for 8 s"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check "locust==$version" >download.log 2>&1 || { cat download.log; exit 1; }
python3 server.py &
server=$!
until [ -s port.tmp ]; do sleep 0.1; done
venv/bin/locust --headless --users 10 --spawn-rate 10 --run-time 24s --csv out --host "http://127.0.0.1:$(cat port.tmp)" >locust.log 2>&1 || { cat locust.log; exit 1; }
python3 report.py || { echo "CHANGED: the rate of the last responses was expected as long as there was no other"; exit 1; }
echo "AS SEEN: a server that answers nothing has the rate at which it answered last"

#!/usr/bin/env bash
# haproxy_log_analysis reads HAProxy's log. What it counts as a slow request and averages as response time is the time of the server, of
# which a request whose server does not answer in time has none: with half of the requests ending as 504 after two seconds there is no slow
# request and the average is a few milliseconds.
#
# Its peaks of the queue are in the order of the requests, but it takes the fraction of a second that the log has without its leading
# zeros: 0.05 s is half a second. A request that came before a queue and waited for nobody lies in the middle of it: one peak is two,
# the first of which ends before it begins. A period without a start, -d 1s, is not the first second, as its help says, but the whole log.
#
# The HAProxy is the installed one (Debian: apt-get install haproxy); seen with 2.6.12 of Debian 12.
set -euo pipefail
PATH=$PATH:/usr/sbin
version=6.0.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check "haproxy-log-analysis==$version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.py <<'PYTHON'
import http.server
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

PAUSE_SECONDS = 2
LINE = re.compile(r":(\d\d\.\d{3})\] \S+ \S+ -?\d+/-?\d+/-?\d+/(-?\d+)/\d+ (\d+) .* \d+/(\d+) \"")


class Slow(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        time.sleep(int(self.path[1:]) / 1000)
        try:
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()
        except OSError:
            pass

    def log_message(self, *_):
        pass


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(millis):
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/{millis}").close()
    except urllib.error.HTTPError:
        pass


def at_once(*requests):
    """Sends requests, each (millis of the server, seconds after the beginning of a second), and waits for all."""
    begin = int(time.time()) + 1
    threads = []
    for millis, after in requests:
        time.sleep(max(0, begin + after - time.time()))
        threads.append(threading.Thread(target=get, args=(millis,)))
        threads[-1].start()
    for thread in threads:
        thread.join()


def collect():
    """The lines of the log since the last call."""
    time.sleep(0.3)
    lines = []
    try:
        while True:
            lines.append(log.recv(4096).decode().strip())
    except BlockingIOError:
        return lines


def analyse(lines, *options):
    with open("web.log", "w") as file:
        file.write("\n".join(lines) + "\n")
    output = subprocess.run(["venv/bin/haproxy_log_analysis", "--json", "-l", "web.log", *options], check=True, capture_output=True, text=True).stdout
    return {name.lower(): value for line in output.splitlines() if line.startswith("{") for name, value in json.loads(line).items()}


def timeouts():
    for _ in range(5):
        get(0)
    time.sleep(PAUSE_SECONDS)
    at_once(*[(5000, 0)] * 5)
    lines = collect()
    parsed = [LINE.search(line).groups() for line in lines]
    served = [int(millis) for _, millis, status, _ in parsed if status == "200"]
    late = sum(status == "504" for _, _, status, _ in parsed)
    seen = analyse(lines, "-c", "counter,slow_requests_counter,average_response_time")
    print(f"{len(lines)} requests, {late} of them 504 after two seconds: {seen['slow_requests_counter']} slow, average {seen['average_response_time']} ms")
    whole = analyse(lines, "-d", "1s", "-c", "counter")["counter"]
    print(f"of the first second, -d 1s: {whole} of {len(lines)} requests, the last {late} of which came {PAUSE_SECONDS} s after the others or later")
    return late == 5 and seen["slow_requests_counter"] == sum(millis >= 1000 for millis in served) == 0 and whole == len(lines)


def peak():
    """One request that waits for nobody in the first tenth of a second, and then a queue."""
    for _ in range(20):
        at_once((0, 0.05), *[(120, 0.2 + 0.05 * i) for i in range(12)])
        lines = sorted(collect(), key=lambda line: LINE.search(line)[1])
        came = [(second, int(queue)) for second, _, _, queue in (LINE.search(line).groups() for line in lines)]
        if 10 <= int(came[0][0][3:]) < 100 and len({second[:2] for second, _ in came}) == 1 and all(queue for _, queue in came[3:]):
            break
    else:
        raise SystemExit("the machine is too busy for requests within a second")
    peaks = analyse(lines, "-c", "queue_peaks")["queue_peaks"]
    print("seconds and queue:", ", ".join(f"{second} {queue}" for second, queue in came))
    for one in peaks:
        print(f"  a peak of {one['peak']}, {one['span']} requests, from {one['started'][17:23]} to {one['finished'][17:23]}")
    return len(peaks) == 2


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Slow)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
log = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
log.bind("log")
log.setblocking(False)
port = free_port()
with open("haproxy.cfg", "w") as config:
    config.write(f"""
global
  log {os.getcwd()}/log local0
defaults
  mode http
  log global
  option httplog
  timeout client 20s
  timeout connect 2s
  timeout server 2s
  timeout queue 20s
frontend web
  bind 127.0.0.1:{port}
  use_backend many if {{ path /5000 }}
  default_backend one
backend many
  server server 127.0.0.1:{server.server_address[1]}
backend one
  server server 127.0.0.1:{server.server_address[1]} maxconn 1
""")
haproxy = subprocess.Popen(["haproxy", "-db", "-f", "haproxy.cfg"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except ConnectionRefusedError:
            time.sleep(0.1)
    collect()
    as_seen = timeouts() & peak()
finally:
    haproxy.terminate()
    haproxy.wait()
sys.exit(0 if as_seen else 1)
PYTHON
haproxy -v | head -n 1
echo "haproxy_log_analysis $version"
timeout 120 python3 probe.py || { echo "CHANGED: no slow request among the 504 and one peak read as two were expected"; exit 1; }
echo "AS SEEN: requests that ended as 504 after two seconds are not slow, and one peak of the queue is two"

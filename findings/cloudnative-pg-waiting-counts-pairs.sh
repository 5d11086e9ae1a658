#!/usr/bin/env bash
# CloudNativePG's exporter has a metric cnpg_backends_waiting_total, "Total number of backends that are currently waiting on other queries".
# Its query joins each lock that is waited for with the same lock of every other session, of those who wait for it too: the metric has
# pairs. While sessions queue for one row, each once, it grows with the square of their number. Here the query of the released default
# runs at a PostgreSQL in which 1, 2, 4, 8 and 16 sessions want the row that another one has locked; pg_stat_activity has the number
# of sessions that wait.
set -euo pipefail
cloudnative_pg=v1.30.0
pgserver=0.1.4
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check "pgserver==$pgserver" pyyaml==6.0.2 psycopg[binary]==3.2.9 >download.log 2>&1 || { cat download.log; exit 1; }
mkdir module
(cd module && go mod init probe >/dev/null 2>&1 && GOMODCACHE=$folder/modules go mod download -json "github.com/cloudnative-pg/cloudnative-pg@$cloudnative_pg") >module.json 2>download.log || { cat download.log; exit 1; }
cat >probe.py <<'PYTHON'
import glob
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

import pgserver
import psycopg
import yaml

manifest = pathlib.Path(json.load(open("module.json"))["Dir"], "config/manager/default-monitoring.yaml")
default = yaml.safe_load(manifest.read_text())
query = yaml.safe_load(default["data"]["queries"])["backends_waiting"]["query"]

programs = pathlib.Path(pgserver.__file__).parent / "pginstall" / "bin"
data = pathlib.Path("data").absolute()
data.mkdir()
# PostgreSQL does not run as root.
other_user = []
if os.getuid() == 0:
    shutil.chown(data, "nobody")
    pathlib.Path(".").absolute().chmod(0o755)
    other_user = ["setpriv", "--reuid=nobody", "--clear-groups"]
subprocess.run([*other_user, programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust"], check=True, stdout=subprocess.DEVNULL)
server = subprocess.Popen(
    [*other_user, programs / "postgres", "-D", data, "-k", data, "-c", "listen_addresses="], stderr=subprocess.DEVNULL
)


def connect():
    return psycopg.connect(f"host={data} user=postgres dbname=postgres", autocommit=True)


def wait_for(what, seconds=60):
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            sys.exit("the database did not get as far as that in time")
        time.sleep(0.1)


try:
    wait_for(lambda: glob.glob(str(data / ".s.PGSQL.*")))
    wait_for(lambda: subprocess.run([*other_user, programs / "pg_isready", "-q", "-h", data]).returncode == 0)
    reader = connect()
    reader.execute("CREATE TABLE stock (id int PRIMARY KEY, n int)")
    reader.execute("INSERT INTO stock VALUES (1, 0)")
    print(reader.execute("SELECT split_part(version(), ' on ', 1)").fetchone()[0])

    def waiting():
        return reader.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'").fetchone()[0]

    seen = {}
    for sessions in (1, 2, 4, 8, 16):
        owner = connect()
        owner.execute("BEGIN")
        owner.execute("UPDATE stock SET n = n + 1 WHERE id = 1")
        threads = []
        for _ in range(sessions):
            threads.append(threading.Thread(target=lambda: connect().execute("UPDATE stock SET n = n + 1 WHERE id = 1")))
            threads[-1].start()
        wait_for(lambda: waiting() == sessions)
        seen[sessions] = reader.execute(query).fetchone()[0]
        print(f"{sessions:2} sessions wait: cnpg_backends_waiting_total {seen[sessions]:3}")
        owner.execute("COMMIT")
        for thread in threads:
            thread.join(60)
finally:
    server.send_signal(signal.SIGINT)  # ends with sessions that are still open
    server.wait(60)
sys.exit(0 if seen[1] == 1 and seen[16] > 5 * 16 else 1)
PYTHON
echo "CloudNativePG $cloudnative_pg, its default queries; PostgreSQL of pgserver $pgserver"
venv/bin/python probe.py || { echo "CHANGED: the metric was expected to be far above the number of sessions that wait"; exit 1; }
echo "AS SEEN"

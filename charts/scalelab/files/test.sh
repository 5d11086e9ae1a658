#!/usr/bin/env bash
# test.sh OPERATOR PROMETHEUS REPORTS: fails, saying why, unless the operator is ready, Prometheus scrapes it and reports are served within
# two minutes. PROMETHEUS and REPORTS are empty where the chart runs none.
set -euo pipefail
operator=$1 prometheus=$2 reports=$3 deadline=$((SECONDS + 120))

get() { # host port path: prints the answer, status line first
  exec 3<>"/dev/tcp/$1/$2"
  printf 'GET %s HTTP/1.0\r\nHost: %s\r\n\r\n' "$3" "$1" >&3
  timeout 5 cat <&3
}

await() { # what pattern host port path
  local answer
  until answer=$(get "$3" "$4" "$5" 2>&1) && grep -Eq "$2" <<<"$answer"; do
    if ((SECONDS >= deadline)); then
      printf 'FAILED: %s: no answer like %s from http://%s:%s%s, but:\n%s\n' "$1" "$2" "$3" "$4" "$5" "$answer"
      exit 1
    fi
    sleep 2
  done
  printf 'ok: %s\n' "$1"
}

await "the operator is ready" '^HTTP/1.. 200' "$operator" 8080 /q/health/ready
if [ -n "$prometheus" ]; then
  await "Prometheus is ready" '^HTTP/1.. 200' "$prometheus" 9090 /-/ready
  await "Prometheus scrapes the operator" '"value":\[[0-9.]+,"1"\]' "$prometheus" 9090 \
    '/api/v1/query?query=max(up%7Bjob%3D%22scalelab-operator%22%7D)'
fi
if [ -n "$reports" ]; then
  await "reports are served to those with a token" '^HTTP/1.. 401' "$reports" 8080 /reports
fi

#!/usr/bin/env bash
# Artillery's request rate divides the requests of each period of ten seconds by the time from its first request to its last, at least
# one second, rounds the quotient to a whole number, and reports the mean of the periods. What lies before the first and after the last
# request is not in it: one request every ten seconds is 1/s in the report of the whole test, and twenty in the first second of every
# ten seconds are 20/s, not 2/s. The number of requests beside it is right.
#
# The moments are given to the class that computes the figures of Artillery's reports, so that nothing is measured.
set -euo pipefail
version=2.28.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts "@artilleryio/int-core@$version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.js <<'JS'
const { SSMS } = require('@artilleryio/int-core/lib/ssms')

const PERIODS = 6
const PERIOD_MILLIS = 10_000
const START = Date.parse('2026-01-01T12:00:00Z')

function reported (name, offsets) {
  const metrics = new SSMS({ pullOnly: true })
  for (let period = 0; period < PERIODS; period++) {
    for (const offset of offsets) {
      const moment = START + period * PERIOD_MILLIS + offset
      metrics.incr('http.requests', 1, moment)
      metrics.rate('http.request_rate', moment)
    }
  }
  metrics.aggregate(true)
  metrics.stop()
  const test = SSMS.pack(metrics.getBucketIds().map(period => metrics.getMetrics(period)))
  const requests = test.counters['http.requests']
  const rate = test.rates['http.request_rate']
  console.log(`${name}: ${requests} requests in ${PERIODS * PERIOD_MILLIS / 1000} s, ${requests * 1000 / (PERIODS * PERIOD_MILLIS)}/s; reported ${rate}/s`)
  return rate
}

const seldom = reported('one every 10 s', [5000])
const steady = reported('four every 10 s, evenly', [0, 2500, 5000, 7500])
const bursts = reported('20 in the first second of every 10 s', Array.from({ length: 20 }, (_, i) => i * 50))
process.exit(seldom === 1 && steady === 1 && bursts === 20 ? 0 : 1)
JS
echo "@artilleryio/int-core $version"
node probe.js || { echo "CHANGED: rates of 1, 1 and 20 per second were expected"; exit 1; }
echo "AS SEEN: Artillery reports up to ten times the rate"

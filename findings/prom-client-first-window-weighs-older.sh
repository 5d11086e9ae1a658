#!/usr/bin/env bash
# A summary of prom-client with maxAgeSeconds and ageBuckets keeps one digest for each part of the window and counts a time in each of them.
# A new summary fills its list with the same digest, so that each time is counted once for every part in it, and when a part ends one of
# its entries gets a digest of its own. Until the first window is over, times of its first fifth therefore weigh five times as much as
# those of its last. If a service is slow in its first four minutes, then after ten minutes the median is 430 ms, although 600 of the
# 1000 requests took 15 ms at most. In every later window the quantiles are right, and _count and _sum always are.
#
# It concerns each process anew, and each label value from its first request on: so a test that starts its servers measures only this window.
# The clock is moved on, so that twenty minutes take no time.
set -euo pipefail
version=15.1.3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund "prom-client@$version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.js <<'JS'
const start = Date.now()
let passed = 0
Date.now = () => start + passed

const { Summary } = require('prom-client')

const MINUTE = 60000
const WINDOW_MINUTES = 10
const SLOW_MINUTES = 4
const REQUESTS_PER_MINUTE = 100

const summary = new Summary({ name: 'seconds', help: 'times', percentiles: [0.5], maxAgeSeconds: 60 * WINDOW_MINUTES, ageBuckets: 5 })

// the times of a minute: all different, 400 to 600 ms if it is slow, 5 to 15 ms if not
function times (minute) {
  const slow = minute % WINDOW_MINUTES < SLOW_MINUTES
  return Array.from({ length: REQUESTS_PER_MINUTE }, (_, i) => {
    const spread = (i + minute / WINDOW_MINUTES) / REQUESTS_PER_MINUTE
    return slow ? 0.4 + 0.2 * spread : 0.005 + 0.01 * spread
  })
}

function median (values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length / 2) - 1]
}

async function run () {
  const medians = []
  let window = []
  for (let minute = 0; minute < 2 * WINDOW_MINUTES; minute++) {
    if (minute === WINDOW_MINUTES) window = []
    times(minute).forEach((seconds, i) => {
      passed = minute * MINUTE + (i + 0.5) * MINUTE / REQUESTS_PER_MINUTE
      summary.observe(seconds)
      window.push(seconds)
    })
    if ((minute + 1) % WINDOW_MINUTES === 0) {
      const { values } = await summary.get()
      const count = values.find(({ metricName }) => metricName === 'seconds_count').value
      medians.push({ reported: values[0].value, right: median(window) })
      console.log(`after ${minute + 1} minutes: ${window.filter(seconds => seconds > 0.1).length} of the last ${window.length} requests above 100 ms, ` +
        `their median ${(1000 * median(window)).toFixed(1)} ms, the summary's ${(1000 * values[0].value).toFixed(1)} ms, its count ${count}`)
    }
  }
  const [first, second] = medians
  process.exit(first.right < 0.015 && first.reported > 0.4 && Math.abs(second.reported / second.right - 1) < 0.1 ? 0 : 1)
}

run()
JS
echo "prom-client $version"
node probe.js || { echo "CHANGED: a slow median was expected in the first window, and the right one in the second"; exit 1; }
echo "AS SEEN: the same ten minutes have a median of 430 ms in the first window and of 13 ms in the second"

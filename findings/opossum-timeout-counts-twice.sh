#!/usr/bin/env bash
# opossum, the circuit breaker for Node.js, keeps the latencies of the calls of the last ten seconds for their mean and percentiles. A call
# that runs into its timeout is added twice, once as a timeout and once as the failure that follows from it: of 100 calls, 8 of which time
# out, there are 108 latencies. The mean is almost twice the right one, and the 90th percentile is the timeout, though 92 % of the calls
# are quick. Calls that fail otherwise have one latency each.
#
# The circuit stays closed, since more than 8 % of failures are allowed.
set -euo pipefail
version=9.0.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund "opossum@$version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.js <<'JS'
const CircuitBreaker = require('opossum')

const CALLS = 100
const BAD = 8
const TIMEOUT_MILLIS = 200

/** The statistics of quick calls, after which BAD others end as given. */
async function statistics (bad) {
  const breaker = new CircuitBreaker(number => number < BAD ? bad() : Promise.resolve(), { timeout: TIMEOUT_MILLIS, errorThresholdPercentage: 50 })
  const times = await Promise.all(Array.from({ length: CALLS }, async (_, number) => {
    const start = Date.now()
    await breaker.fire(CALLS - 1 - number).catch(() => {})
    return Date.now() - start
  }))
  const { fires, successes, failures, timeouts, latencyTimes, latencyMean, percentiles } = breaker.stats
  if (!breaker.closed || fires !== CALLS || successes !== CALLS - BAD) throw new Error('a closed circuit with all calls was expected')
  breaker.shutdown()
  times.sort((a, b) => a - b)
  const right = { mean: times.reduce((a, b) => a + b) / CALLS, p90: times[0.9 * CALLS - 1] }
  console.log(`${fires} calls: ${successes} successes, ${timeouts} timeouts, ${failures} failures; ${latencyTimes.length} latencies: ` +
    `mean ${latencyMean.toFixed(1)} ms, 90th percentile ${percentiles[0.9]} ms; measured: ${right.mean.toFixed(1)} ms, ${right.p90} ms`)
  return { timeouts, latencies: latencyTimes.length, mean: latencyMean, p90: percentiles[0.9], right }
}

async function main () {
  const failed = await statistics(() => new Promise((resolve, reject) => setTimeout(reject, TIMEOUT_MILLIS / 2, new Error('refused'))))
  const late = await statistics(() => new Promise(() => {}))
  if (failed.timeouts !== 0 || failed.latencies !== CALLS) throw new Error('one latency of each failed call was expected')
  process.exit(late.timeouts === BAD && late.latencies === CALLS + BAD && late.mean > 1.5 * late.right.mean &&
    late.p90 >= TIMEOUT_MILLIS - 1 && late.right.p90 < TIMEOUT_MILLIS / 2 ? 0 : 1)
}

main()
JS
echo "opossum $version"
node probe.js || { echo "CHANGED: two latencies of each call that timed out were expected"; exit 1; }
echo "AS SEEN: a call that times out counts twice in the mean and the percentiles"

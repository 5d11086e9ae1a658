#!/usr/bin/env bash
# loadtest counts a request that ran into its time-out as a failed one, does not end it, and counts it again when the response comes after
# all: as a request, not as a failure, and without a latency. At 50 requests per second, half of which are answered after the time-out, it
# reports 73 per second, which is more than it sent, and a third of them as failed. A test of 100 requests ends after 68.
# Percentiles are parts of that number, so that the latencies end below the 90th, which is "false ms".
#
# The more a server is overloaded, the more throughput it seems to have. Without a time-out, or if no request reaches it, all is right.
set -euo pipefail
version=8.2.1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund "loadtest@$version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.mjs <<'JS'
import http from 'http'
import { loadTest } from 'loadtest'

const QUICK_MILLIS = 20
const SLOW_MILLIS = 300

let received = 0
const server = http.createServer((request, response) => {
  received++
  setTimeout(() => response.end(), received % 2 === 0 ? SLOW_MILLIS : QUICK_MILLIS)
})
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`

async function run (options) {
  received = 0
  const result = await loadTest({ url, cores: 1, quiet: true, ...options })
  console.log(`${JSON.stringify(options)}: the server got ${received} requests, reported are ${result.totalRequests}, ` +
    `${result.rps} per second, ${result.totalErrors} failed, percentiles ${JSON.stringify(result.percentiles)}`)
  return { received, ...result }
}

console.log(`every other request takes ${SLOW_MILLIS} ms, the others ${QUICK_MILLIS} ms`)
const reached = await run({ requestsPerSecond: 50, maxSeconds: 6, timeout: 1000 })
const rate = await run({ requestsPerSecond: 50, maxSeconds: 6, timeout: 100 })
const number = await run({ concurrency: 1, maxRequests: 100, timeout: 100 })
const asSeen = reached.totalRequests <= reached.received && reached.totalErrors === 0 && reached.percentiles[99] >= SLOW_MILLIS &&
  rate.totalRequests > 1.3 * rate.received && rate.rps > 65 && rate.totalErrors < 0.4 * rate.totalRequests &&
  rate.percentiles[90] === false && number.received < 75 && number.totalRequests === 100
process.exit(asSeen ? 0 : 1)
JS
echo "loadtest $version"
node probe.mjs || { echo "CHANGED: requests that ran into the time-out were expected to be counted twice"; exit 1; }
echo "AS SEEN: it reports half as many requests again as it sent"

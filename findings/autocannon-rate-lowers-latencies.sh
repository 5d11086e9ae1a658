#!/usr/bin/env bash
# With a rate (-R, overallRate or connectionRate) autocannon corrects its latencies for coordinated omission, as if a request were due each
# millisecond, whatever the rate: it divides 1 by the requests per second and takes the seconds, rounded up, for milliseconds. A response
# in 200 ms is counted as 200 responses, in 200, 199, 198 ... 1 ms. The server keeps up, so that there is nothing to correct, and holds each
# request for 200 ms; yet the report's minimum is 1 ms and its median half of what was measured. Without a rate, or with
# --ignoreCoordinatedOmission, the figures are those that were measured.
#
# Half of them only if no response takes far longer than the others, so a run with such a response is repeated.
set -euo pipefail
version=9.0.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund "autocannon@$version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.js <<'JS'
const autocannon = require('autocannon')
const http = require('http')

const RATE = 2
const HELD_MILLIS = 200
const TRIES = 3

async function run (url, options) {
  const measured = []
  const instance = autocannon({ url, connections: 1, duration: 6, ...options })
  instance.on('response', (client, statusCode, bytes, millis) => measured.push(millis))
  const { latency } = await instance
  const found = {
    measured: measured.length,
    min: Math.min(...measured),
    max: Math.max(...measured),
    counted: latency.totalCount,
    reportedMin: latency.min,
    reportedMedian: latency.p50
  }
  console.log(`${JSON.stringify(options)}: measured ${found.measured} responses of ${found.min.toFixed(0)} to ${found.max.toFixed(0)} ms, ` +
    `reported ${found.counted} of ${latency.min} to ${latency.max} ms, average ${latency.average} ms, median ${latency.p50} ms`)
  return found
}

const server = http.createServer((request, response) => setTimeout(() => response.end(), HELD_MILLIS))
server.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`
  const ignored = await run(url, { overallRate: RATE, ignoreCoordinatedOmission: true })
  let corrected
  for (let i = 0; i < TRIES && (!corrected || corrected.max > 1.5 * corrected.min); i++) {
    corrected = await run(url, { overallRate: RATE })
  }
  const asSeen = ignored.counted === ignored.measured && ignored.reportedMedian >= Math.floor(ignored.min) &&
    corrected.counted > 100 * corrected.measured && corrected.reportedMin === 1 && corrected.reportedMedian < corrected.min
  process.exit(asSeen ? 0 : 1)
})
JS
echo "autocannon $version"
node probe.js || { echo "CHANGED: the median was expected below every measured latency"; exit 1; }
echo "AS SEEN: with a rate autocannon's median is below every latency that it measured"

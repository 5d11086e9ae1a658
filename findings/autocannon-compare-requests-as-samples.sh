#!/usr/bin/env bash
# autocannon takes one sample of its rates each second: the mean and the standard deviation of "requests" and "throughput" are those of ten
# values after ten seconds, and its result says so ("samples"). autocannon-compare gives the mean and the deviation of "requests" to a
# t-test with the number of all requests as the sample size, and those of "throughput" with the duration. With responses of one size both
# are the same rate in two units, yet one is reported as significant at 0.001 (***) and the other one's p-value is 0.7. Of 200 pairs of
# runs that don't differ but by chance nearly all have *** for their requests.
#
# The rates are given to the histograms that autocannon keeps, and its functions make the results of them. Nothing is measured.
set -euo pipefail
version=0.4.0
autocannon_version=9.0.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts "autocannon-compare@$version" "autocannon@$autocannon_version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.js <<'JS'
const { execFileSync } = require('child_process')
const fs = require('fs')
const compare = require('autocannon-compare')
const { getHistograms, histAsObj } = require('autocannon/lib/histUtil')
const ttest = require('ttest')

const BYTES = 500
const PAIRS = 200
const RATES = [9200, 10800, 9600, 10400, 8800, 11200, 9000, 11000, 9900, 10100]

function result (rates) {
  const { latencies, requests, throughput } = getHistograms()
  for (const rate of rates) {
    requests.recordValue(rate)
    throughput.recordValue(rate * BYTES)
    latencies.recordValue(10)
    latencies.recordValue(12)
  }
  const total = rates.reduce((sum, rate) => sum + rate, 0)
  return {
    duration: rates.length,
    samples: rates.length,
    latency: histAsObj(latencies),
    requests: histAsObj(requests, total),
    throughput: histAsObj(throughput, total * BYTES)
  }
}

const faster = RATES.map(rate => rate + 150)
const [a, b] = [result(faster), result(RATES)]
for (const { samples, requests, throughput } of [a, b]) {
  console.log(`${samples} samples, ${requests.total} requests: ${requests.mean} ± ${requests.stddev} requests/s, ${throughput.mean} ± ${throughput.stddev} bytes/s`)
}
fs.writeFileSync('a.json', JSON.stringify(a))
fs.writeFileSync('b.json', JSON.stringify(b))
const seen = JSON.parse(execFileSync('node_modules/.bin/autocannon-compare', ['a.json', 'b.json']))
for (const unit of ['requests', 'throughput']) {
  console.log(`autocannon-compare: ${unit} differ by ${seen[unit].difference}, p = ${seen[unit].pValue.toPrecision(2)} ${seen[unit].significant || '(not significant)'}`)
}
const welch = ttest(faster, RATES, { varEqual: false }).pValue()
console.log(`Welch's t-test of the ten rates each: p = ${welch.toPrecision(2)}`)

let state = 1
const random = () => (state = state * 48271 % 2147483647) / 2147483647
const byChance = () => Array.from({ length: 10 }, () => Math.round(9000 + 2000 * random()))
let [requests, throughput] = [0, 0]
for (let pair = 0; pair < PAIRS; pair++) {
  const found = compare(result(byChance()), result(byChance()))
  requests += found.requests.significant === '***' ? 1 : 0
  throughput += found.throughput.significant === '***' ? 1 : 0
}
console.log(`${PAIRS} pairs of runs with rates from 9000 to 11000/s by chance: *** for the requests of ${requests}, for the throughput of ${throughput}`)
const asSeen = seen.requests.significant === '***' && seen.throughput.pValue > 0.5 && welch > 0.5 && requests > 0.9 * PAIRS && throughput < 0.05 * PAIRS
process.exit(asSeen ? 0 : 1)
JS
echo "autocannon-compare $version, autocannon $autocannon_version"
node probe.js || { echo "CHANGED: *** was expected for the requests, and not for the throughput"; exit 1; }
echo "AS SEEN: the same rates differ significantly in requests, and not in bytes"

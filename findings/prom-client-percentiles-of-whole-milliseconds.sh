#!/usr/bin/env bash
# The percentiles of prom-client's summary are those of its package tdigest. That keeps one point for each distinct value, however many
# requests had it, and draws a line from the middle of one value's requests to the middle of the next one's. With times as a clock in whole
# milliseconds gives them, half of the requests of the longest usual time lie on the line to the first unusual one: if 15 of 16 requests
# take 1 to 3 ms and the others two seconds and more, the 90th percentile is above a second. If all usual ones take the same, even the
# median is on that line: 59.5 ms, if 95 % of the requests take 10 ms and the others a second.
#
# The same times with their fractions of a millisecond have the right percentiles. The package has a mode for discrete values, which
# prom-client does not use.
set -euo pipefail
version=15.1.3
digest=0.1.3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund "prom-client@$version" "tdigest@$digest" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.js <<'JS'
const { Registry, Summary } = require('prom-client')

const QUANTILES = [0.5, 0.9, 0.99]
const REQUESTS = 10000

// a spread over 0 to 1 without repetition
const spread = i => (i * 6173 % REQUESTS) / REQUESTS
const mixed = (every, usual, unusual) => Array.from({ length: REQUESTS }, (_, i) => (i + 1) % every === 0 ? unusual(spread(i)) : usual(spread(i)))

async function report (name, millis) {
  const summary = new Summary({ name: 'millis', help: 'times', percentiles: QUANTILES, registers: [new Registry()] })
  millis.forEach(time => summary.observe(time))
  const { values } = await summary.get()
  const sorted = [...millis].sort((a, b) => a - b)
  const right = QUANTILES.map(q => sorted[Math.ceil(q * REQUESTS) - 1])
  const seen = values.slice(0, QUANTILES.length).map(({ value }) => value)
  const shown = numbers => numbers.map(number => number.toFixed(1)).join(', ')
  console.log(`${name}: median, 90th, 99th percentile ${shown(seen)} ms; right: ${shown(right)} ms`)
  return { seen, right }
}

async function main () {
  const usual = part => 0.5 + 3 * part
  const unusual = part => 2000 + 500 * part
  const exact = await report('1 of 16 unusual, exact times       ', mixed(16, usual, unusual))
  const whole = await report('1 of 16 unusual, whole milliseconds', mixed(16, part => Math.round(usual(part)), part => Math.round(unusual(part))))
  const single = await report('1 of 20 takes 1000 ms, the others 10', mixed(20, () => 10, () => 1000))
  const near = ({ seen, right }) => seen.every((value, i) => Math.abs(value / right[i] - 1) < 0.05)
  process.exit(near(exact) && whole.right[1] < 5 && whole.seen[1] > 1000 && single.right[1] === 10 && single.seen[0] > 50 && single.seen[1] > 500 ? 0 : 1)
}

main()
JS
echo "prom-client $version, tdigest $digest"
node probe.js || { echo "CHANGED: percentiles between the usual and the unusual times were expected for whole milliseconds"; exit 1; }
echo "AS SEEN: the 90th percentile is above a second for whole milliseconds and 3 ms for the exact times"

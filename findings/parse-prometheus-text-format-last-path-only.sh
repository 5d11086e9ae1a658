#!/usr/bin/env bash
# parse-prometheus-text-format reads a histogram or a summary with labels as one without. Of each bucket and each quantile it keeps the
# value of the last label set of the page, and it drops the labels, the count and the sum: what prom-client writes of a path with 1000
# requests of two seconds and one with 10 of 10 ms comes back as ten quick requests, if the quick one was used later. If it was used
# first, its requests are gone. With only one label set the numbers are right, but count and sum are gone, too. Counters and gauges keep
# all label sets, and so do summaries without quantiles.
#
# The labels of a histogram are in its lines in any order here, le first, which is as valid as the other one and makes no difference.
set -euo pipefail
version=1.1.1
client=15.1.3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund "parse-prometheus-text-format@$version" "prom-client@$client" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.js <<'JS'
const { Counter, Histogram, Registry, Summary } = require('prom-client')
const parse = require('parse-prometheus-text-format')

const SLOW = { path: '/slow', requests: 1000, seconds: 2 }
const QUICK = { path: '/quick', requests: 10, seconds: 0.01 }

async function read (usage) {
  const registers = [new Registry()]
  const options = { help: 'requests', labelNames: ['path'], registers }
  const counter = new Counter({ name: 'requests_total', ...options })
  const histogram = new Histogram({ name: 'histogram_seconds', buckets: [0.1, 1, 10], ...options })
  const summary = new Summary({ name: 'summary_seconds', percentiles: [0.5], ...options })
  for (const { path, requests, seconds } of usage) {
    for (let i = 0; i < requests; i++) {
      counter.inc({ path })
      histogram.observe({ path }, seconds)
      summary.observe({ path }, seconds)
    }
  }
  const text = await registers[0].metrics()
  const parsed = Object.fromEntries(parse(text).map(({ name, metrics }) => [name, metrics]))
  console.log(`used in this order: ${usage.map(({ path, requests, seconds }) => `${path} ${requests} times ${seconds} s`).join(', ')}`)
  for (const [name, metrics] of Object.entries(parsed)) console.log(`  ${name}: ${JSON.stringify(metrics)}`)
  if (parsed.requests_total.length !== usage.length) throw new Error('all label sets of the counter were expected')
  return parsed
}

function onlyThatOf ({ requests, seconds }, { histogram_seconds: [histogram, ...others], summary_seconds: [summary] }) {
  const lone = others.length === 0 && !('labels' in histogram) && !('count' in histogram) && !('sum' in summary)
  return lone && Number(histogram.buckets['+Inf']) === requests && Number(summary.quantiles['0.5']) === seconds
}

async function main () {
  const quickLast = await read([SLOW, QUICK])
  const slowLast = await read([QUICK, SLOW])
  process.exit(onlyThatOf(QUICK, quickLast) && onlyThatOf(SLOW, slowLast) ? 0 : 1)
}

main()
JS
echo "parse-prometheus-text-format $version, prom-client $client"
node probe.js || { echo "CHANGED: one histogram and one summary were expected, those of the path used last"; exit 1; }
echo "AS SEEN: of 1010 requests the parsed histogram has 10 or 1000, depending on which path was used last"

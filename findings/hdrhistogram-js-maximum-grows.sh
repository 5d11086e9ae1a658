#!/usr/bin/env bash
# HdrHistogram's JavaScript port rounds the maximum up by adding the mask of the lowest discernible value, and does so again whenever a
# histogram is added, to the maximum that is there already. With a lowest discernible value of a millisecond in nanoseconds each add makes
# the maximum half a millisecond larger: if a histogram for each second is added to that of the whole test, requests of at most 100 ms
# have a maximum of 415 ms after ten minutes, beside a 100th percentile of 100 ms, which is right, in the same percentile table. With a
# microsecond it grows a thousandth of that; with 1, the default, it does not. The histograms in WebAssembly do the same.
set -euo pipefail
version=3.0.1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund "hdr-histogram-js@$version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.js <<'JS'
const hdr = require('hdr-histogram-js')

const MICRO = 1000
const MILLI = 1000 * MICRO
const SECOND = 1000 * MILLI

// adds a histogram of 10, 20, 30 ... 100 ms for each second to that of the whole test
function wholeTest (seconds, lowestDiscernibleValue, useWebAssembly) {
  const request = { lowestDiscernibleValue, highestTrackableValue: 3600 * SECOND, numberOfSignificantValueDigits: 3, useWebAssembly }
  const whole = hdr.build(request)
  for (let second = 0; second < seconds; second++) {
    const interval = hdr.build(request)
    for (let millis = 10; millis <= 100; millis += 10) interval.recordValue(millis * MILLI)
    whole.add(interval)
    interval.destroy()
  }
  return whole
}

const maximum = histogram => histogram.maxValue / MILLI

hdr.initWebAssemblySync()
let asSeen = true
for (const useWebAssembly of [false, true]) {
  console.log(useWebAssembly ? 'in WebAssembly:' : 'requests of 10 to 100 ms:')
  for (const lowest of [1, MICRO, MILLI]) {
    const tests = [1, 60, 600].map(seconds => wholeTest(seconds, lowest, useWebAssembly))
    const percentile = tests[2].getValueAtPercentile(100) / MILLI
    console.log(`  lowest discernible value ${lowest} ns: maximum ${tests.map(test => maximum(test).toFixed(3)).join(', ')} ms ` +
      `after 1, 60, 600 s, 100th percentile ${percentile.toFixed(3)} ms`)
    asSeen = asSeen && percentile < 101 && (lowest === MILLI ? maximum(tests[2]) > 400 : maximum(tests[2]) < 101)
  }
}
console.log('end of the table after 600 s:')
console.log(wholeTest(600, MILLI, false).outputPercentileDistribution(1, MILLI).split('\n').slice(-5).join('\n').trimEnd())
process.exit(asSeen ? 0 : 1)
JS
echo "hdr-histogram-js $version"
node probe.js || { echo "CHANGED: the maximum was expected to grow with each histogram that is added"; exit 1; }
echo "AS SEEN: of requests that took 100 ms at most the maximum is 415 ms"

#!/usr/bin/env bash
# A meter of measured-core has a tickInterval, "the interval in which the averages are updated". Its averages divide what was counted
# since their last update by that interval, but the meter updates them every five seconds, whatever the interval is: with one second the
# rates approach five times the right one, with a minute a twelfth of it, and the time in which they follow is another than their names
# say. The meter's own mean and current rate are right.
#
# The timers are called by hand, at the interval that the meter set, so that an hour takes no time.
set -euo pipefail
version=2.0.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund "measured-core@$version" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.js <<'JS'
const timers = []
global.setInterval = (task, millis) => {
  timers.push({ task, millis })
  return { unref () {} }
}
const { Meter } = require('measured-core')

const HOUR_SECONDS = 3600
const PER_SECOND = 100

function rates (tickInterval) {
  timers.length = 0
  let now = 0
  const meter = new Meter({ tickInterval, getTime: () => now })
  for (let second = 1; second <= HOUR_SECONDS; second++) {
    meter.mark(PER_SECOND)
    now += 1000
    timers.filter(({ millis }) => now % millis === 0).forEach(({ task }) => task())
  }
  const { mean, currentRate, '1MinuteRate': one, '15MinuteRate': fifteen } = meter.toJSON()
  console.log(`tickInterval ${tickInterval}: updated every ${timers[0].millis} ms; mean ${mean}/s, current ${currentRate}/s, ` +
    `one minute ${one.toFixed(1)}/s, fifteen minutes ${fifteen.toFixed(1)}/s`)
  if (mean !== PER_SECOND || currentRate !== PER_SECOND) throw new Error('the mean and the current rate were expected to be right')
  return one / PER_SECOND
}

console.log(`an hour of ${PER_SECOND} requests per second`)
const near = (seen, expected) => Math.abs(seen / expected - 1) < 0.01
process.exit(near(rates(5000), 1) && near(rates(1000), 5) && near(rates(60000), 1 / 12) ? 0 : 1)
JS
echo "measured-core $version"
node probe.js || { echo "CHANGED: rates of five times and a twelfth of the right one were expected"; exit 1; }
echo "AS SEEN: the one-minute rate of 100/s is 500/s with an interval of one second, and 8.3/s with one of a minute"

#!/usr/bin/env bash
# jmeter-to-k6, in its last version, makes a stage of k6 from the ramp-up of each thread group, and nothing from its duration. It says
# nothing of that, and reports success. k6 ends a test after its last stage, so what is left of ten minutes with 50 users is the ramp-up
# of ten seconds, with an average of about 25. A plan without ramp-up becomes a test of no seconds.
#
# JMeter starts the thread groups of a plan together. k6 runs stages one after the other: the second group, of 5 users, starts when the
# ramp-up of the first is over, and has one second for its five iterations. After these its users go on without doing anything.
#
# The converted test is loaded with stand-ins for k6's modules, and its function is called as k6 calls it. No load is generated.
set -euo pipefail
version=1.0.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts "jmeter-to-k6@$version" >download.log 2>&1 || { cat download.log; exit 1; }

group() {
  local name=$1 users=$2 ramp=$3 loops=$4 seconds=$5 scheduled=false
  [ -z "$seconds" ] || scheduled=true
  cat <<XML
      <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="$name" enabled="true">
        <stringProp name="ThreadGroup.on_sample_error">continue</stringProp>
        <elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel" testclass="LoopController" enabled="true">
          <boolProp name="LoopController.continue_forever">false</boolProp>
          <stringProp name="LoopController.loops">$loops</stringProp>
        </elementProp>
        <stringProp name="ThreadGroup.num_threads">$users</stringProp>
        <stringProp name="ThreadGroup.ramp_time">$ramp</stringProp>
        <boolProp name="ThreadGroup.scheduler">$scheduled</boolProp>
        <stringProp name="ThreadGroup.duration">$seconds</stringProp>
        <stringProp name="ThreadGroup.delay"></stringProp>
        <boolProp name="ThreadGroup.same_user_on_next_iteration">true</boolProp>
      </ThreadGroup>
      <hashTree>
        <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="$name" enabled="true">
          <stringProp name="HTTPSampler.protocol">http</stringProp>
          <stringProp name="HTTPSampler.domain">127.0.0.1</stringProp>
          <stringProp name="HTTPSampler.port">8080</stringProp>
          <stringProp name="HTTPSampler.path">/$name</stringProp>
          <stringProp name="HTTPSampler.method">GET</stringProp>
        </HTTPSamplerProxy>
        <hashTree/>
      </hashTree>
XML
}

convert() {
  local name=$1; shift
  cat >"$name.jmx" <<XML
<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">
  <hashTree>
    <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="$name" enabled="true">
      <boolProp name="TestPlan.serialize_threadgroups">false</boolProp>
    </TestPlan>
    <hashTree>
$("$@")
    </hashTree>
  </hashTree>
</jmeterTestPlan>
XML
  node_modules/.bin/jmeter-to-k6 "$name.jmx" -o "$name" | sed "s|$PWD/||"
}
shop() { group buyers 50 10 -1 600; group readers 5 1 5 ''; }
minute() { group buyers 50 10 -1 60; group readers 5 1 5 ''; }
at_once() { group buyers 50 0 -1 600; }

mkdir -p node_modules/k6
echo '{"name": "k6", "type": "module", "exports": {".": "./index.js", "./http": "./http.js"}}' >node_modules/k6/package.json
echo 'export const check = () => true; export const sleep = () => {}; export const fail = () => {}; export const group = (name, call) => call()' >node_modules/k6/index.js
echo "export default { request: (method, url) => { globalThis.requests.push(url); return { status: 200 } } }" >node_modules/k6/http.js
cat >probe.js <<'JS'
async function converted (name) {
  const test = await import(`./${name}/test.js`)
  const seconds = test.options.stages.reduce((sum, stage) => sum + Number.parseFloat(stage.duration), 0)
  const stages = test.options.stages.map(stage => `${stage.duration} to ${stage.target} users`).join(', ')
  console.log(`${name}: ${stages}: ${seconds} s; other options: ${Object.keys(test.options).filter(key => key !== 'stages').join() || 'none'}`)
  return { seconds, stages, call: test.default }
}

function requested (test, user, iteration) {
  globalThis.requests = []
  globalThis.__VU = user
  globalThis.__ITER = iteration
  test.call()
  console.log(`user ${user}, iteration ${iteration}: ${globalThis.requests.join() || 'nothing'}`)
  return globalThis.requests.length
}

const shop = await converted('shop')
const minute = await converted('minute')
const atOnce = await converted('at-once')
const calls = [requested(shop, 50, 5), requested(shop, 51, 4), requested(shop, 51, 5)]
process.exit(shop.seconds === 11 && minute.stages === shop.stages && atOnce.seconds === 0 && calls.join() === '1,1,0' ? 0 : 1)
JS
echo "jmeter-to-k6 $version"
convert shop shop
convert minute minute
convert at-once at_once
node probe.js || { echo "CHANGED: tests of 11, 11 and 0 seconds were expected"; exit 1; }
echo "AS SEEN: ten minutes, and one minute, after a ramp-up of ten seconds are a test of eleven, and without ramp-up one of none"

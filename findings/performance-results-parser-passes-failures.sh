#!/usr/bin/env bash
# performance-results-parser takes the results file of a JMeter test in which every request failed for a passed one. Its thresholds are
# checked against transaction controllers only: a plan without these has no samples, no times and no errors, and none of their limits is
# exceeded. The sample of a transaction that failed has no response code, and only codes from 400 on are errors, so that 100 of 100 failed
# ones are 0 %. With "Generate parent sample" it has its request's code, and 100 of 100 are 1 %: the rate of errors is a fraction with a
# percent sign, rounded to two digits, and "rate<5" holds for any. A request to a port at which nobody listens has a text for a code and
# is no error in any plan. Of several files only the first is looked at.
#
# JMeter itself runs the plan here, and its own column "success" is false in each line.
set -euo pipefail
version=0.0.10
parse_jtl=1.1.0
jmeter=5.6.3
folder=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server"; fi; rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund "performance-results-parser@$version" "parse-jtl@$parse_jtl" >download.log 2>&1 || { cat download.log; exit 1; }
cat >pom.xml <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>probe</groupId>
  <artifactId>probe</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.jmeter</groupId>
      <artifactId>ApacheJMeter_http</artifactId>
      <version>$jmeter</version>
    </dependency>
    <dependency>
      <groupId>org.apache.jmeter</groupId>
      <artifactId>ApacheJMeter_config</artifactId>
      <version>$jmeter</version>
    </dependency>
  </dependencies>
</project>
POM
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$folder/lib"
jar xf "lib/ApacheJMeter_config-$jmeter.jar" bin
mkdir lib/ext lib/junit
mv "lib/ApacheJMeter-$jmeter.jar" bin/ApacheJMeter.jar
mv "lib/ApacheJMeter_core-$jmeter.jar" "lib/ApacheJMeter_http-$jmeter.jar" lib/ext

transaction() {
  cat <<XML
        <TransactionController guiclass="TransactionControllerGui" testclass="TransactionController" testname="order" enabled="true">
          <boolProp name="TransactionController.parent">$1</boolProp>
        </TransactionController>
        <hashTree>
XML
}

# a user who sends 100 requests to a port, within a transaction controller if the third argument says whether that has a parent sample
group() {
  local name=$1 port=$2 parent=${3:-}
  cat <<XML
      <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="$name" enabled="true">
        <stringProp name="ThreadGroup.on_sample_error">continue</stringProp>
        <elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel" testclass="LoopController" enabled="true">
          <boolProp name="LoopController.continue_forever">false</boolProp>
          <stringProp name="LoopController.loops">100</stringProp>
        </elementProp>
        <stringProp name="ThreadGroup.num_threads">1</stringProp>
        <stringProp name="ThreadGroup.ramp_time">0</stringProp>
      </ThreadGroup>
      <hashTree>
        <ResultCollector guiclass="SimpleDataWriter" testclass="ResultCollector" testname="$name" enabled="true">
          <stringProp name="filename">$name.jtl</stringProp>
        </ResultCollector>
        <hashTree/>
$([ -z "$parent" ] || transaction "$parent")
        <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="get" enabled="true">
          <stringProp name="HTTPSampler.protocol">http</stringProp>
          <stringProp name="HTTPSampler.domain">127.0.0.1</stringProp>
          <stringProp name="HTTPSampler.port">$port</stringProp>
          <stringProp name="HTTPSampler.path">/</stringProp>
          <stringProp name="HTTPSampler.method">GET</stringProp>
          <elementProp name="HTTPsampler.Arguments" elementType="Arguments" guiclass="HTTPArgumentsPanel" testclass="Arguments" enabled="true">
            <collectionProp name="Arguments.arguments"/>
          </elementProp>
        </HTTPSamplerProxy>
        <hashTree/>
$([ -z "$parent" ] || echo '        </hashTree>')
      </hashTree>
XML
}

cat >server.js <<'JS'
const http = require('http')
const server = http.createServer((request, response) => response.writeHead(500).end())
server.listen(0, '127.0.0.1', () => {
  const closed = http.createServer().listen(0, '127.0.0.1', () => {
    const { port } = closed.address()
    closed.close(() => console.log(server.address().port, port))
  })
})
JS
node server.js >ports &
server=$!
until [ -s ports ]; do kill -0 "$server"; sleep 0.1; done
read -r failing nobody <ports
cat >probe.jmx <<XML
<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="$jmeter">
  <hashTree>
    <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="probe" enabled="true"/>
    <hashTree>
$(group requests "$failing"; group transactions "$failing" false; group parents "$failing" true; group refused "$nobody" true)
    </hashTree>
  </hashTree>
</jmeterTestPlan>
XML
java -Djava.awt.headless=true -Djava.util.prefs.userRoot="$folder" -jar bin/ApacheJMeter.jar -n -t probe.jmx >jmeter.out 2>&1 || { cat jmeter.out; exit 1; }

cat >probe.js <<'JS'
const fs = require('fs')
const { parse } = require('performance-results-parser')

const thresholds = [
  { metric: 'Errors', checks: ['rate<5'] },
  { metric: 'Duration', checks: ['avg<500', 'p95<2000'] }
]

function passed (name) {
  const [, ...lines] = fs.readFileSync(`${name}.jtl`, 'utf8').trim().split('\n')
  const failed = lines.filter(line => line.includes(',false,')).length
  const result = parse({ type: 'jmeter', files: [`${name}.jtl`], thresholds })
  const metric = name => result.metrics.find(metric => metric.name === name)
  console.log(`${name.padEnd(12)}: JMeter: ${failed} of ${lines.length} samples failed; parser: ${metric('Samples').sum} samples, ` +
    `average ${metric('Duration').avg} ms, errors ${metric('Errors').rate} %: ${result.status}`)
  if (failed !== lines.length) throw new Error('every sample was expected to fail')
  return { status: result.status, rate: metric('Errors').rate, samples: metric('Samples').sum }
}

console.log(`thresholds: ${thresholds.map(({ metric, checks }) => `${metric} ${checks.join(', ')}`).join('; ')}`)
const [requests, transactions, parents, refused] = ['requests', 'transactions', 'parents', 'refused'].map(passed)
const both = parse({ type: 'jmeter', files: ['transactions.jtl', 'refused.jtl'] }).metrics.find(({ name }) => name === 'Samples').sum
console.log(`transactions and refused, 100 each: ${both} samples`)
const asSeen = both === 100 && [requests, transactions, parents, refused].every(({ status }) => status === 'PASS') && requests.samples === 0 &&
  transactions.samples === 100 && transactions.rate === 0 && parents.rate === 1 && refused.samples === 100 && refused.rate === 0
process.exit(asSeen ? 0 : 1)
JS
echo "performance-results-parser $version, parse-jtl $parse_jtl, org.apache.jmeter:ApacheJMeter_http $jmeter"
node probe.js || { echo "CHANGED: passed tests with 0 or 1 % errors were expected"; exit 1; }
echo "AS SEEN: with a limit of 5 % a test passes in which every request failed"

#!/usr/bin/env bash
# promotel turns the metrics of prom-client, or a Prometheus page, into those of OpenTelemetry. Of a histogram only the last bucket is left,
# which is +Inf: each bucket is a series of its own, and each replaces the ones before it. The result is a valid histogram with one bucket
# for all values, and with the right count and sum, so that averages stay and every percentile in the backend is lost. Summaries and their
# quantiles arrive whole.
set -euo pipefail
version=0.2.2
client=15.1.3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' >package.json
npm install --silent --no-audit --no-fund "@platformatic/promotel@$version" "prom-client@$client" >download.log 2>&1 || { cat download.log; exit 1; }
cat >probe.js <<'JS'
import { convert, encode, getFromRegistry, opentelemetry, parse } from '@platformatic/promotel'
import { Histogram, Registry, Summary } from 'prom-client'

const registry = new Registry()
const common = { help: 'response time', labelNames: ['path'], registers: [registry] }
const histogram = new Histogram({ name: 'histogram_seconds', buckets: [0.01, 0.1, 1], ...common })
const summary = new Summary({ name: 'summary_seconds', percentiles: [0.5, 0.95], ...common })
for (let request = 0; request < 100; request++) {
  const seconds = request < 90 ? 0.005 : 0.5
  histogram.observe({ path: '/orders' }, seconds)
  summary.observe({ path: '/orders' }, seconds)
}
const page = await registry.metrics()
const buckets = page.split('\n').filter(line => line.startsWith('histogram_seconds_bucket')).map(line => Number(line.split(' ').at(-1)))
console.log(`prom-client: buckets up to 0.01, 0.1, 1 and +Inf with ${buckets} of them`)

/** The histogram's data point in what would be sent. */
function sent (name, metrics) {
  const { ExportMetricsServiceRequest } = opentelemetry.proto.collector.metrics.v1
  const converted = ExportMetricsServiceRequest.decode(encode(convert(metrics))).resource_metrics[0].scope_metrics[0].metrics
  const { count, sum, explicit_bounds: bounds, bucket_counts: counts } = converted.find(metric => metric.name === 'histogram_seconds').histogram.data_points[0]
  const quantiles = converted.find(metric => metric.name === 'summary_seconds').summary.data_points[0].quantile_values
  console.log(`promotel, from the ${name}: count ${count}, sum ${sum.toFixed(2)}, bounds [${bounds}], buckets [${counts}]; ` +
    `summary: ${quantiles.map(({ quantile, value }) => `${quantile} is ${value}`).join(', ')}`)
  if (Number(count) !== 100 || Math.abs(sum - 5.45) > 1e-6 || quantiles.length !== 2) throw new Error('right counts, sums and quantiles were expected')
  return { bounds, counts }
}

const points = [sent('registry', await getFromRegistry({ registry })), sent('page', parse(page))]
const withoutBuckets = ({ bounds, counts }) => bounds.length === 0 && counts.length === 1 && Number(counts[0]) === 100
process.exit(points.every(withoutBuckets) && buckets.join() === '90,90,100,100' ? 0 : 1)
JS
echo "@platformatic/promotel $version, prom-client $client"
node probe.js || { echo "CHANGED: a histogram of one bucket was expected"; exit 1; }
echo "AS SEEN: of the buckets of a histogram only that for all values is sent"

#!/usr/bin/env bash
# bundle.sh: renders the chart with what a bundle for the Operator Lifecycle Manager can have, writes it to target/bundle, and checks it by
# OLM's own rules. PROMETHEUS_URL is that of the Prometheus that the operator asks; a Subscription can change it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$here/environment.sh"
mkdir -p "$root/target"
"$HELM" template scalelab "$root/charts/scalelab" --namespace scalelab-system --include-crds --values "$root/config/olm/values.yaml" \
  --set "prometheus.url=${PROMETHEUS_URL:-http://prometheus-operated.monitoring:9090}" >"$root/target/bundle-objects.yaml"
cd "$root/config/olm"
go run . -chart "$root/charts/scalelab/Chart.yaml" -sample "$root/config/samples/small.yaml" -output "$root/target/bundle" <"$root/target/bundle-objects.yaml"

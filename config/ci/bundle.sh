#!/usr/bin/env bash
# bundle.sh: renders the chart with what a bundle for the Operator Lifecycle Manager can have, writes it to target/bundle, and checks it by
# OLM's own rules. PROMETHEUS_URL is that of the Prometheus that the operator asks; a Subscription can change it. IMAGES and TAG are the
# registry's folder and the tag of ScaleLab's five images; a Subscription cannot change those of the two Deployments.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$here/environment.sh"
mkdir -p "$root/target"
defaults=$root/charts/scalelab/values.yaml own='^  \([A-Za-z]*\): ghcr\.io/scalelab/\([a-z-]*\)$' images=()
if [ -n "${IMAGES:-}" ]; then
  mapfile -t images < <(sed -n "s|$own|--set-string=images.\1=$IMAGES/\2${TAG:+:$TAG}|p" "$defaults")
elif [ -n "${TAG:-}" ]; then
  echo "TAG=$TAG needs IMAGES, for example IMAGES=registry.example.com/scalelab" >&2; exit 1
elif grep -q "$own" "$defaults"; then
  echo "The bundle names the chart's default images, which no registry has: to install it, name yours by IMAGES and TAG" >&2
fi
"$HELM" template scalelab "$root/charts/scalelab" --namespace scalelab-system --include-crds --values "$root/config/olm/values.yaml" \
  --set "prometheus.url=${PROMETHEUS_URL:-http://prometheus-operated.monitoring:9090}" "${images[@]}" >"$root/target/bundle-objects.yaml"
cd "$root/config/olm"
go run . -chart "$root/charts/scalelab/Chart.yaml" -sample "$root/config/samples/small.yaml" -output "$root/target/bundle" <"$root/target/bundle-objects.yaml"

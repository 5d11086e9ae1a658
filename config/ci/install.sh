#!/usr/bin/env bash
# install.sh [HELM OPTIONS]: installs or upgrades ScaleLab in the local cluster, into which its images must be loaded (make images).
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
use_cluster
flavour=$("$cluster" flavour)
# Helm does not upgrade existing CRDs, so they are applied here.
kubectl apply --server-side --force-conflicts -f "$root/crds" >/dev/null
# If Helm is killed, it leaves its release in a state in which every later upgrade fails.
release=$(helm status scalelab --namespace scalelab-system 2>/dev/null | sed -n 's/^STATUS: //p' || true)
case $release in
pending-install | uninstalling)
  echo "an earlier installation was interrupted ($release): uninstalling it"
  helm uninstall scalelab --namespace scalelab-system --wait --timeout 2m ;;
pending-*)
  echo "an earlier upgrade was interrupted ($release): rolling it back"
  helm rollback scalelab --namespace scalelab-system --wait --timeout 2m ;;
esac
# A rebuilt image has the same name, and a stuck operator would not be replaced while its pod template does not change: the new
# annotation always starts a new pod, which continues where the old one stopped.
logged install helm upgrade --install scalelab "$root/charts/scalelab" --namespace scalelab-system --create-namespace \
  --values "$root/config/cluster/values-$flavour.yaml" --set-string "operator.podAnnotations.scalelab\\.dev/installed=$(date +%s)" --wait --timeout 5m "$@" || {
  kubectl --namespace scalelab-system get pods
  kubectl --namespace scalelab-system get events --sort-by=.lastTimestamp | tail -n 15
  echo "ScaleLab could not be installed: Helm's error, the pods and the events are above" >&2
  exit 1
}

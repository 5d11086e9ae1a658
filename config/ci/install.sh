#!/usr/bin/env bash
# install.sh [HELM OPTIONS]: installs or upgrades ScaleLab in the local cluster; its images are there (make images).
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
use_cluster
flavour=$("$cluster" flavour)
# Helm leaves CRDs that are there as they are: an upgrade of them is ours.
kubectl apply --server-side --force-conflicts -f "$root/crds" >/dev/null
# A Helm that was killed leaves its release in a state that every later one refuses to touch.
release=$(helm status scalelab --namespace scalelab-system 2>/dev/null | sed -n 's/^STATUS: //p' || true)
case $release in
pending-install | uninstalling)
  echo "an earlier installation was cut off ($release): taking it away"
  helm uninstall scalelab --namespace scalelab-system --wait --timeout 2m ;;
pending-*)
  echo "an earlier upgrade was cut off ($release): going back to what there was before"
  helm rollback scalelab --namespace scalelab-system --wait --timeout 2m ;;
esac
# A rebuilt image has the same name, and an operator that is stuck stays as it is while nothing of its pod changes: the new
# annotation starts a new pod in any case, which goes on where the old one was.
logged install helm upgrade --install scalelab "$root/charts/scalelab" --namespace scalelab-system --create-namespace \
  --values "$root/config/cluster/values-$flavour.yaml" --set-string "operator.podAnnotations.scalelab\\.dev/installed=$(date +%s)" --wait --timeout 5m "$@" || {
  kubectl --namespace scalelab-system get pods
  kubectl --namespace scalelab-system get events --sort-by=.lastTimestamp | tail -n 15
  echo "ScaleLab could not be installed: Helm's reason is above, and the pods and events that it left" >&2
  exit 1
}

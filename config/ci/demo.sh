#!/usr/bin/env bash
# demo.sh: starts a cluster on this machine, installs ScaleLab and prints the measured curve of config/samples/small.yaml.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
began=$SECONDS
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$here/environment.sh"
step "starting the cluster"; "$cluster" up; use_cluster
step "compiling"; logged compile make -s -C "$root" jars
step "building and loading the images that have changed"; "$cluster" images
step "installing CloudNativePG"; "$cluster" cloudnative-pg
step "installing ScaleLab"; "$here/install.sh"
step "the experiment: config/samples/small.yaml"
delete_small
status=0; measure_small || status=$?
cat <<END

Done in $((SECONDS - began)) s. To inspect the results:
  export KUBECONFIG=$KUBECONFIG PATH=${PATH%%:*}:\$PATH
  kubectl scalelab report small              the result as one HTML page, small.html
  kubectl get scalexp small -o yaml          the curve, the verdict
  kubectl get scaltrial                      the trials; -o yaml: each step with its evidence
  kubectl describe scalexp small             conditions and events
  kubectl -n scalelab-system port-forward service/scalelab-prometheus 9090     the samples
END
if kubectl --namespace scalelab-system get service scalelab-grafana >/dev/null 2>&1; then
  echo "  kubectl -n scalelab-system port-forward service/scalelab-grafana 3000       the dashboards, at http://localhost:3000"
else
  echo "  dashboards/*.json                          the dashboards, for any Grafana (not available on this cluster)"
fi
echo "  make cluster-status                        health of the cluster, path of its logs; make cluster-down removes it"
exit "$status"

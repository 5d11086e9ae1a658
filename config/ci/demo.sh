#!/usr/bin/env bash
# demo.sh: from nothing to the measured curve of config/samples/small.yaml on this machine.
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
# One that is there from an earlier time goes first, with all that it made: its pods would take the new one's room.
kubectl delete scalexp small --ignore-not-found --timeout=2m >/dev/null
kubectl wait --for=delete jobs,pods,scaltrial --selector scalelab.dev/experiment=small --timeout=2m >/dev/null
status=0; "$here/small-experiment.sh" "$root/config/samples/small.yaml" || status=$?
cat <<END

Done in $((SECONDS - began)) s. What there is to look at:
  export KUBECONFIG=$KUBECONFIG PATH=${PATH%%:*}:\$PATH
  kubectl get scalexp small -o yaml          the curve, the verdict
  kubectl get scaltrial                      the trials; -o yaml: each step with its evidence
  kubectl describe scalexp small             what happened when
  kubectl -n scalelab-system port-forward service/scalelab-prometheus 9090     the samples behind it
END
if kubectl --namespace scalelab-system get service scalelab-grafana >/dev/null 2>&1; then
  echo "  kubectl -n scalelab-system port-forward service/scalelab-grafana 3000       the dashboards, at http://localhost:3000"
else
  echo "  dashboards/*.json                          the dashboards, for any Grafana (none can be had on this cluster)"
fi
echo "  make cluster-status                        the cluster, and where the logs are; make cluster-down ends it"
exit "$status"

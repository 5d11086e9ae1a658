#!/usr/bin/env bash
# Sourced by the scripts beside it: the local cluster's programs, kubeconfig and kubectl, whoever calls.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cluster=$root/config/cluster/cluster
PATH=$("$root/config/cluster/bootstrap")
PATH=$("$cluster" tools):$PATH
HELM=$(command -v helm)
export PATH HELM
# What a step is, and when it began, for those who wait.
step() { printf '\n==> %s (%s)\n' "$*" "$(date +%T)"; }
# From here on kubectl and helm mean the local cluster, which must be up.
use_cluster() { KUBECONFIG=$("$cluster" kubeconfig) && export KUBECONFIG; }

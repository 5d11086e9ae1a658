#!/usr/bin/env bash
# fuzz.sh [COUNT] [SEED]: applies COUNT (default 1000) random experiments one after the other to the local cluster, where ScaleLab
# must be installed, and checks that the operator accepts each or reports why not. The seed is printed; it reproduces the same experiments.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
use_cluster
cd "$root"
mvn -B -q -ntp test-compile failsafe:integration-test failsafe:verify -pl operator -Pe2e -Dit.test=RandomSpecsE2E \
  "-Dspecs=${1:-1000}" "-Dseed=${2:-$(date +%s)}"

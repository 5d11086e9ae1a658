#!/usr/bin/env bash
# fuzz.sh [COUNT] [SEED]: applies COUNT random experiments (1000) one after the other to the local cluster, where ScaleLab is
# installed, and checks that the operator takes up each or says why not. The seed is printed: with it the same ones come again.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
use_cluster
cd "$root"
mvn -B -q -ntp test-compile failsafe:integration-test failsafe:verify -pl operator -Pe2e -Dit.test=RandomSpecsE2E \
  "-Dspecs=${1:-1000}" ${2:+"-Dseed=$2"}

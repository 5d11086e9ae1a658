#!/usr/bin/env bash
# vulnerabilities.sh: compares the Go programs, as required and as compiled, with the Go vulnerability database, and lists the Java
# libraries of the images, which `make jars` creates.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$(dirname "$0")/environment.sh"
compiled=("$HELM" "$(command -v kubectl)" "$(command -v kubectl-scalelab)")
# Those that have been built for images or by other commands.
for program in target/cluster/scalelab-cluster target/cluster/cloudnative-pg/manager; do
  [ ! -x "$root/$program" ] || compiled+=("$root/$program")
done
cd "$root/config/ci/vulnerabilities"
go run . -root "$root" "${compiled[@]}"

#!/usr/bin/env bash
# class-list.sh: measures the small experiment on the local cluster, on which ScaleLab is installed, and lists the classes of libraries
# and of Java that the operator loads meanwhile: its image archives them. Those that every start loads are archived anyway.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$(dirname "$0")/environment.sh"
list=$root/operator/src/main/resources/library-classes.txt
seen=$(mktemp)
use_cluster
operator() { kubectl --namespace scalelab-system "$@"; }
restart() { operator set env deployment/scalelab-operator "$1" && operator rollout status deployment/scalelab-operator --timeout=2m; }
# Also after an error the operator shall not go on writing its log.
trap 'rm -f "$seen"; restart JAVA_TOOL_OPTIONS-' EXIT

restart JAVA_TOOL_OPTIONS=-Xlog:class+load:file=/tmp/classes.log
"$root/config/ci/small-experiment.sh" || [ $? = 1 ]  # the verdict does not matter
# A line has a name and its source: Java's archive, the image's ("top"), or a jar or module if it is not archived yet. A class of the
# image's archive stays in the list; what is not in the list is of the operator, or is loaded by every start.
operator exec deployment/scalelab-operator -- cat /tmp/classes.log |
  sed -nE 's/^.*\[class,load\] ([^ /]+) source: (shared objects file \(top\)|file:\/opt\/scalelab\/lib|jrt:).*/\1 \2/p' >"$seen"
{ grep -v ' shared' "$seen" || true; grep ' shared' "$seen" | grep -F "$(sed 's/$/ /' "$list")" || true; } | cut -d ' ' -f 1 | LC_ALL=C sort -u >"$list.new"
mv "$list.new" "$list"
echo "$list: $(wc -l <"$list") classes"

#!/usr/bin/env bash
# class-list.sh: measures the small experiment on the local cluster, on which ScaleLab is installed, and lists the classes of libraries
# and of Java that the operator loads during it, for the class archive of its image. Classes that every start loads are archived without
# a list, and so are the operator's own.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$(dirname "$0")/environment.sh"
list=$root/operator/src/main/resources/library-classes.txt
seen=$(mktemp)
new=$(mktemp)
use_cluster
operator() { kubectl --namespace scalelab-system "$@"; }
restart() { operator set env deployment/scalelab-operator "$1" && operator rollout status deployment/scalelab-operator --timeout=2m; }
# The operator stops logging classes, also after an error.
trap 'rm -f "$seen" "$new"; restart JAVA_TOOL_OPTIONS-' EXIT

delete_small
restart JAVA_TOOL_OPTIONS=-Xlog:class+load:file=/tmp/classes.log
measure_small
# A line has a name and its source: Java's archive, the image's ("top"), or a jar or module if it is not archived yet. Of the classes in
# the image's archive those of the list stay in it. If the container has restarted there are several logs.
operator exec deployment/scalelab-operator -- sh -c 'cat /tmp/classes.log*' |
  sed -nE 's/^.*\[class,load\] ([^ /]+) source: (shared objects file \(top\)|file:\/opt\/scalelab\/lib|jrt:).*/\1 \2/p' >"$seen"
awk 'FILENAME == ARGV[1] { listed[$1]; next } $2 != "shared" || $1 in listed { print $1 }' "$list" "$seen" | LC_ALL=C sort -u >"$new"
cp "$new" "$list"
echo "$list: $(wc -l <"$list") classes"

#!/usr/bin/env bash
# test.sh [fast|all|nightly]: runs tests, and finally prints the time of each stage and the numbers of passed and failed tests.
#   fast     format, generated files, and tests that need no cluster: unit, API server, simulated cluster and chart tests
#   all      these, tests with servers, and on the embedded cluster the small experiment, remote state, failures and samples (default)
#   nightly  known vulnerabilities, and what takes long: further experiments on the cluster, ten thousand simulated schedules, a thousand random experiments, 24 schedules of faults on the cluster, planted bottlenecks, the small experiment three times, a seventh of the studies, and the operator with sixty experiments and for an hour
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
mode=${1:-all}
export CLUSTER=embedded
reports=$root/target/reports
rm -rf "$reports"; mkdir -p "$reports"
find "$root" -path '*/target/*-reports' -type d -prune -exec rm -rf {} +

# A stage that has started counts as failed until it has passed: so the summary also lists a stage in which the run was aborted.
mark() { printf '%s\t%s\t%s\n' "$1" "$(date +%s)" "$2" >>"$reports/stages"; }
try() { step "$1"; mark begin "$1"; if "${@:2}"; then mark passed "$1"; else mark failed "$1"; fi; }
# beside NAME COMMAND...: runs stages in the background, with their output in NAME.log; both waits for them and prints the log.
beside() { beside_log=$reports/$1.log; step "in the background: $1 (log $beside_log)"; "${@:2}" >"$beside_log" 2>&1 & beside=$!; }
both() { wait "$beside" || true; beside=; cat "$beside_log"; }
has_failed() { ! grep -qP "^passed\t\d+\t\Q$1\E$" "$reports/stages"; }
summary() { (cd "$here/summary" && go run . "$root") || echo "0 passed, 1 failed; the summary could not be printed"; }
ended() { [ -z "${beside:-}" ] || kill "$beside" 2>/dev/null || true; summary; }
trap ended EXIT
mark begin "setting up"
"$here/../cluster/bootstrap" test >/dev/null
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$here/environment.sh"
cd "$root"
mark passed "setting up"

# go_tests NAME FOLDER ARGUMENTS: runs the Go tests in a folder; their report is NAME.json.
go_tests() {
  local report=$reports/$1.json folder=$2; shift 2
  (cd "$folder" && go test -json "$@" >"$report") || { jq -r 'select(.Action == "output") | .Output' "$report" | tail -n 40; return 1; }
}
module_tests() { go_tests "${1##*/}" "config/$1" ./...; }
# The plugin's tests start an API server, too.
programs() { SCALELAB_KUBE_API_TEST_DIR=$("$cluster" kube-api-test-dir) && export SCALELAB_KUBE_API_TEST_DIR && each_module module_tests; }
all_programs() { each_module vet && vet cluster/kubenode && vet cluster/coredns && programs; }
format() { mvn -B -q -ntp spotless:check; }
java() { mvn -B -q -ntp -fae "$@"; }
packages() { make -s jars && java test-compile; }
# If packaging fails, no other stage makes sense.
packaged() { try "packaging" packages; ! has_failed "packaging" || exit 1; }
# The API server tests need these in addition to the packages.
api_server() { "$cluster" cloudnative-pg-manifest >/dev/null && api_server=-Dkube-api-test.dir=$("$cluster" kube-api-test-dir); }
operator_tests() { api_server && java surefire:test -pl operator "$api_server" -Dtests.left.out=simulation; }
# simulation SCHEDULES [FIRST]: may run beside other tests of the operator. It takes half as long with Java's second compiler.
simulation() { java surefire:test -pl operator -Dtest=SimulationTest,ForecastTest -Dsimulation.schedules="$1" -Dsimulation.first="${2:-0}" -Dtests.compiler.level=4 -DtempDir=surefire-simulation; }
application_tests() { java verify -pl benchmark-app/infinispan-server,benchmark-app "$@"; }
load_tests() { java verify -pl gatling,config/samples/own-application; }
# The end-to-end tests run experiments at the same time on the same nodes.
deploy() { "$cluster" up && use_cluster && "$cluster" images && "$cluster" images own-application own-load && "$cluster" cloudnative-pg && "$here/install.sh" --set experiments.shareNodes=true; }
end_to_end() { mvn -B -q -ntp failsafe:integration-test failsafe:verify -pl operator -Pe2e "$@"; }
# Saves the cluster's objects and logs after a failure, before the cluster is removed.
keep() {
  use_cluster || return
  local ask=(kubectl --request-timeout=60s) operator=(--namespace scalelab-system logs deployment/scalelab-operator --tail=-1)
  "${ask[@]}" get pods,events --all-namespaces -o yaml >"$reports/pods-and-events.yaml"
  "${ask[@]}" get scalexp,scaltrial --all-namespaces -o yaml >"$reports/experiments.yaml"
  "${ask[@]}" "${operator[@]}" >"$reports/operator.log"
  "${ask[@]}" "${operator[@]}" --previous >"$reports/operator-before-restart.log" 2>/dev/null || rm "$reports/operator-before-restart.log"
  echo "the cluster's objects and the operator's log are in $reports"
}
life_cycle() { SCALELAB_TEST_LIFECYCLE=1 go_tests life-cycle config/cluster -count=1 -run Embedded .; }
study() { (cd config/studies && go run . -measure="$1"); }
sixty() { (cd config/benchmarks && go run . -only=operator && go run . -only=crowd); }
soak() { (cd config/benchmarks && go run . -only=soak); }
again() { delete_small && measure_small; }

# on_cluster STAGE COMMAND...: a stage on the cluster, if ScaleLab could be installed on it.
deployed="installation on the cluster"
on_cluster() { has_failed "$deployed" || { use_cluster; try "$@"; }; }
# away STAGE...: removes the cluster; if one of the stages failed, objects and logs are saved first.
away() {
  local stage
  for stage in "$deployed" "$@"; do if has_failed "$stage"; then try "saving objects and logs" keep; break; fi; done
  try "removing the cluster" "$cluster" down
}

# These mostly wait, so they run at the same time as tests that need no cluster. Stages that start servers use both cores, and run alone.
fast_programs() { try "cluster's own tests" programs; try "$simulated" simulation 100; }
cluster_programs() { try "cluster's own tests" all_programs; try "cluster's life cycle" life_cycle; try "$simulated" simulation 300; }
faults="faults end to end"
measured="experiments end to end"
vulnerabilities="known vulnerabilities"
simulated="simulated schedules"

case $mode in
fast)
  try "Java's format" format
  packaged
  beside "programs" fast_programs
  try "operator's tests" operator_tests
  both
  try "unit tests of application and load generator" java test -pl benchmark-app,gatling,config/samples/own-application ;;
all)
  packaged
  beside "programs" cluster_programs
  try "operator's tests" operator_tests
  both
  try "application's tests" application_tests
  try "load generator's tests" load_tests
  try "$deployed" deploy
  on_cluster "helm test" helm test scalelab --namespace scalelab-system --logs
  on_cluster "$faults" end_to_end '-Dit.test=FaultsE2E,KilledPodE2E,SamplesE2E,RandomSpecsE2E'
  on_cluster "$measured" end_to_end '-Dit.test=SmallExperimentE2E,RemoteCartsE2E,FailoverE2E'
  away "helm test" "$faults" "$measured" ;;
nightly)
  # A server is cut off only where NetworkPolicies are enforced; NodesE2E requires it then.
  export NETWORK_POLICIES=yes
  packaged
  try "$vulnerabilities" "$here/vulnerabilities.sh"
  try "application's long tests" application_tests -Dgroups=nightly -Dtests.left.out=
  try "load generator's accuracy" java verify -pl gatling -Dgroups=nightly -Dtests.left.out=
  # Others each night, which its date gives.
  day=$(( $(date +%s) / 86400 ))
  first=$(( day * 10000 ))
  echo "simulated schedules: again with -Dsimulation.first=$first -Dsimulation.schedules=10000"
  try "ten thousand simulated schedules" simulation 10000 "$first"
  try "$deployed" deploy
  on_cluster "a thousand random experiments" end_to_end -Dit.test=RandomSpecsE2E -Dspecs=1000 "-Dseed=$(date +%s)"
  on_cluster "24 schedules of faults" end_to_end -Dit.test=FaultSchedulesE2E -Dschedules=24 "-Dseed=$(date +%s)"
  # The last needs a cluster that was started with NODES=app=2,database=2, and is skipped on others.
  on_cluster "a search, and workloads" end_to_end '-Dit.test=SearchE2E,WorkloadsE2E,OwnApplicationE2E,RotatedLogE2E'
  on_cluster "balancing, databases, tiers and several nodes" end_to_end '-Dit.test=BalancingE2E,DatabasesE2E,PrivateDatabasesE2E,PartitionsE2E,TiersE2E,SeveralNodesE2E'
  on_cluster "disturbances" end_to_end '-Dit.test=InvalidRunsE2E,FailoverSampleE2E,SignalsE2E,SwitchoverE2E,NodesE2E'
  on_cluster "session state, and findings of the cells" end_to_end '-Dit.test=SessionStateE2E,RemoteStateE2E,ScreenE2E'
  # From here on each experiment is measured on its own.
  on_cluster "installation without shared nodes" "$here/install.sh"
  on_cluster "planted bottlenecks" end_to_end '-Dit.test=PlantedBottlenecksE2E,PlantedNightlyE2E'
  for time in first second third; do on_cluster "the small experiment, the $time time" again; done
  # All would take longer than a night: each is measured once a week.
  night=$(( $(date +%s) / 86400 % 7 ))
  mapfile -t studies < <(find config/studies -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort | awk -v night="$night" 'NR % 7 == night')
  for name in "${studies[@]}"; do on_cluster "study $name" study "$name"; done
  on_cluster "the operator with sixty experiments" sixty
  on_cluster "the operator for an hour, with many waiting and finished" soak
  away "a thousand random experiments" "24 schedules of faults" "a search, and workloads" "balancing, databases, tiers and several nodes" "disturbances" "session state, and findings of the cells" "installation without shared nodes" "planted bottlenecks" "the small experiment, the "{first,second,third}" time" "${studies[@]/#/study }" "the operator "{"with sixty experiments","for an hour, with many waiting and finished"} ;;
*) echo "usage: test.sh [fast|all|nightly]" >&2; exit 2 ;;
esac

while read -r stage; do if has_failed "$stage"; then exit 1; fi; done < <(cut -f 3 "$reports/stages" | sort -u)

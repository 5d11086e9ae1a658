#!/usr/bin/env bash
# lint.sh: static checks; findings about formatting and generated files name the command that corrects them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
"$here/../cluster/bootstrap" lint >/dev/null
# shellcheck source-path=SCRIPTDIR source=environment.sh
source "$here/environment.sh"
cd "$root"
failed=()
try() { local name=$1; shift; step "$name"; "$@" || failed+=("$name"); }
scripts() { git grep -lzE '^#!/(usr/)?bin/(env )?(ba)?sh' | xargs -0 shellcheck -x; }
go_format() { local files; files=$(gofmt -l config dashboards); [ -z "$files" ] || { printf 'correct with: gofmt -w %s\n' "$files"; return 1; }; }
kustomized() {
  local objects; objects=$(kubectl kustomize --enable-helm charts | grep -c '^kind:')
  [ "$objects" = "$(helm template scalelab charts/scalelab --namespace scalelab-system --include-crds --skip-tests | grep -c '^kind:')" ] ||
    { printf 'charts/kustomization.yaml renders %s objects, helm template another number\n' "$objects"; return 1; }
}
updated() {
  local module
  git ls-files '*go.mod' | while read -r module; do
    grep -qx "      - /${module%/go.mod}" .github/dependabot.yml || { printf '.github/dependabot.yml does not have /%s\n' "${module%/go.mod}"; return 1; }
  done
}
dashboards() { (cd dashboards && CGO_ENABLED=0 GOFLAGS=-trimpath go run . -check); }
tests() { mvn -B -q -ntp test -pl operator "-Dtest=$1"; }

try "Java's format (correct with: mvn spotless:apply)" mvn -B -q -ntp spotless:check
try "dashboards' files (correct with: make generate)" dashboards
try "generated files and dashboards" tests 'Generated*Test,Dashboards*Test'
try "chart" helm lint --strict charts/scalelab
try "chart as a base of kustomize" kustomized
try "updates of every Go module" updated
try "shell" scripts
try "Go's format" go_format
try "Go" each_module vet
[ ${#failed[@]} -eq 0 ] || { printf 'failed: %s\n' "${failed[@]}" >&2; exit 1; }
echo; echo "no findings"

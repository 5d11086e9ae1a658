#!/usr/bin/env bash
# Grafana's foundation SDK for Go: reading a dashboard strictly returns an error for every dashboard, also for one without a mistake: then
# an error that has no errors and an empty text. Its type is a list that is nil, which is another thing than no error. So "err != nil"
# rejects everything; only the text tells a good dashboard from a bad one.
set -euo pipefail
version=v0.0.22
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >go.mod <<MOD
module probe

go 1.24.0

require github.com/grafana/grafana-foundation-sdk/go $version
MOD
cat >main.go <<'GO'
package main

import (
	"fmt"

	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
)

func main() {
	for _, text := range []string{
		`{"schemaVersion": 42, "templating": {}, "annotations": {}, "refresh": "5s"}`,
		`{"schemaVersion": 42, "templating": {}, "annotations": {}, "refesh": "5s"}`,
	} {
		var read dashboard.Dashboard
		err := read.UnmarshalJSONStrict([]byte(text))
		fmt.Printf("%s\n  no error: %v, text of the error: %q\n", text, err == nil, fmt.Sprint(err))
	}
}
GO
echo "github.com/grafana/grafana-foundation-sdk/go $version"
GOFLAGS=-mod=mod go run . 2>download.log | tee answer.log || { cat download.log; exit 1; }
if [ "$(grep -c 'no error: false' answer.log)" != 2 ] || ! grep -q 'text of the error: ""' answer.log || ! grep -q "unexpected field 'refesh'" answer.log; then
  echo "CHANGED: an error without a text was expected for the dashboard without a mistake, and one with a text for the other"
  exit 1
fi
echo "AS SEEN: a dashboard without a mistake gives an error, too, with an empty text"

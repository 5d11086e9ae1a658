#!/usr/bin/env bash
# Grafana's foundation SDK for Go: each link and each annotation that its builders make is placed in the menu of the dashboard's controls,
# rather than above the panels, where Grafana has those that say nothing of their place. The SDK knows no other place, and
# its builders cannot leave it out. So a program must remove it from what was built.
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
	"encoding/json"
	"fmt"

	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
)

func main() {
	built, err := dashboard.NewDashboardBuilder("one").
		Link(dashboard.NewDashboardLinkBuilder("another").Type(dashboard.DashboardLinkTypeLink).Url("/d/another")).
		Annotation(dashboard.NewAnnotationQueryBuilder().Name("releases").Enable(true).IconColor("red")).
		Build()
	if err != nil {
		panic(err)
	}
	for _, part := range []any{built.Links, built.Annotations} {
		text, _ := json.Marshal(part)
		fmt.Println(string(text))
	}
}
GO
echo "github.com/grafana/grafana-foundation-sdk/go $version"
GOFLAGS=-mod=mod go run . 2>download.log | tee answer.log || { cat download.log; exit 1; }
if [ "$(grep -c '"placement":"inControlsMenu"' answer.log)" != 2 ]; then
  echo "CHANGED: the link and the annotation were expected to be placed in the menu of the controls"
  exit 1
fi
echo "AS SEEN: a link and an annotation are placed in the menu of the controls, although nobody asked for it"

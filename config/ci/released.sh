#!/usr/bin/env bash
# released.sh CHART: has the chart in this folder name what a release publishes: the images of the repository's owner, and instead of links
# into the repository, those to its pages at the tag. Environment variables: VERSION, the tag, and GitHub's own.
set -euo pipefail
chart=$1 owner=${GITHUB_REPOSITORY_OWNER,,} repository=$GITHUB_SERVER_URL/$GITHUB_REPOSITORY
sed -i "s|ghcr\.io/scalelab/|ghcr.io/$owner/scalelab/|g" "$chart/values.yaml" "$chart/README.md"
sed -i "s|(\.\./\.\./|($repository/blob/$VERSION/|g; s|OWNER|$owner|g; s|X\.Y\.Z|${VERSION#v}|g" "$chart/README.md"
printf 'home: %s\nsources: [%s]\n' "$repository" "$repository" >>"$chart/Chart.yaml"

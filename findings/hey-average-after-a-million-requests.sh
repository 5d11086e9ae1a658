#!/usr/bin/env bash
# hey keeps the times of the first million requests of a test, and its report does not say so. The average is the sum of the times of all
# requests, divided by that million: three million requests of 10 ms have an average of 30 ms. The slowest request, the percentiles, the
# histogram and the number of responses by status are those of the first million: a server that answers with 503 after a second from then
# on has no 503 in the report, and 99 % of its requests took at most 10 ms. The requests per second are those of all.
#
# At a few thousand requests per second a test has a million requests after some minutes. The probe is a program inside a copy of hey's
# module which hands results to the report as its workers do, since these are internal. Nothing is measured.
set -euo pipefail
version=v0.1.5
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
go mod download -json "github.com/rakyll/hey@$version" >download.log 2>&1 || { cat download.log; exit 1; }
cp -r "$(sed -n 's/.*"Dir": "\(.*\)".*/\1/p' download.log)" module
chmod -R u+w module
mkdir module/probe
cat >module/requester/probe.go <<'GO'
package requester

import (
	"io"
	"time"
)

// WriteReport writes the report of a test with these requests, of which those after the first steady ones have another status and duration.
func WriteReport(w io.Writer, requests, steady int, status int, duration time.Duration) {
	results := make(chan *result, 1000)
	r := newReport(w, results, "", requests)
	go runReporter(r)
	for i := 0; i < requests; i++ {
		if i < steady {
			results <- &result{statusCode: 200, duration: 10 * time.Millisecond}
		} else {
			results <- &result{statusCode: status, duration: duration}
		}
	}
	close(results)
	<-r.done
	r.finalize(10 * time.Minute)
}
GO
cat >module/probe/main.go <<'GO'
package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rakyll/hey/requester"
)

const million = 1_000_000

var lines = regexp.MustCompile(`^ *(Average|Slowest|Requests/sec|99%|\[\d+\]).*`)

// average prints some lines of a report and returns its average in milliseconds and all of its text.
func average(name string, requests, steady, status int, duration time.Duration) (float64, string) {
	var text bytes.Buffer
	requester.WriteReport(&text, requests, steady, status, duration)
	fmt.Println(name)
	seconds := -1.0
	for _, line := range strings.Split(text.String(), "\n") {
		if lines.MatchString(line) {
			fmt.Println(strings.ReplaceAll(line, "\t", " "))
		}
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "Average:" {
			seconds, _ = strconv.ParseFloat(fields[1], 64)
		}
	}
	return seconds * 1000, text.String()
}

func main() {
	one, _ := average("a million requests of 10 ms:", million, million, 200, 0)
	three, _ := average("three million requests of 10 ms:", 3*million, 3*million, 200, 0)
	failing, text := average("a million requests of 10 ms, then half a million 503 after 1 s; the average is 340 ms:", million*3/2, million, 503, time.Second)
	if one != 10 || three != 30 || failing != 510 || strings.Contains(text, "503") || !strings.Contains(text, "Slowest:\t0.0100 secs") {
		os.Exit(1)
	}
}
GO
echo "github.com/rakyll/hey $version"
(cd module && go build -o ../run ./probe) 2>build.log || { cat build.log; exit 1; }
./run || { echo "CHANGED: the sum of all times divided by a million was expected"; exit 1; }
echo "AS SEEN: three million requests of 10 ms have an average of 30 ms, and half a million 503 are not in the report"

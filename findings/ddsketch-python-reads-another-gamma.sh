#!/usr/bin/env bash
# The libraries for DDSketch share one binary format, so that the sketches of several servers can be merged, whatever wrote them. A sketch
# that Go wrote and Python reads has other percentiles:
#  - With linear or cubic interpolation the format's gamma is the base of the buckets in Go, and Python takes it for the one that the
#    accuracy is derived from. What it reads is a power of what was measured, about x^0.69 or x^0.99: a second in nanoseconds is 1.7 ms
#    with linear interpolation. In seconds instead of nanoseconds the median is too long instead, so that no factor repairs it.
#  - With neither, the default of both, Python numbers a bucket by its upper bound and Go by its lower one. Every percentile is lower by
#    the width of a bucket, twice the promised accuracy: 10 % for 5 %.
# The number of values is right each time, Go reads its own sketches back within the accuracy, and Python its own, too.
set -euo pipefail
go_version=v1.4.8
python_version=3.0.1
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat >main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/DataDog/sketches-go/ddsketch"
	"github.com/DataDog/sketches-go/ddsketch/mapping"
	"github.com/DataDog/sketches-go/ddsketch/pb/sketchpb"
	"github.com/DataDog/sketches-go/ddsketch/store"
	"google.golang.org/protobuf/proto"
)

const accuracy = 0.05

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// write adds 1 ms, 2 ms ... 1 s in that unit and prints what Go reads back from the file.
func write(name string, index mapping.IndexMapping, unit time.Duration) {
	sketch := ddsketch.NewDDSketch(index, store.NewDenseStore(), store.NewDenseStore())
	for millis := 1; millis <= 1000; millis++ {
		if err := sketch.Add(float64(time.Duration(millis)*time.Millisecond) / float64(unit)); err != nil {
			panic(err)
		}
	}
	if err := os.WriteFile(name, must(proto.Marshal(sketch.ToProto())), 0o600); err != nil {
		panic(err)
	}
	var read sketchpb.DDSketch
	if err := proto.Unmarshal(must(os.ReadFile(name)), &read); err != nil {
		panic(err)
	}
	back := must(ddsketch.FromProto(&read))
	millis := float64(unit) / float64(time.Millisecond)
	fmt.Printf("Go's in Go, %-24s %.0f values, median %6.1f ms, maximum %6.1f ms\n", name+":", back.GetCount(),
		must(back.GetValueAtQuantile(0.5))*millis, must(back.GetValueAtQuantile(1))*millis)
}

func main() {
	write("logarithmic", must(mapping.NewLogarithmicMapping(accuracy)), time.Nanosecond)
	write("linear", must(mapping.NewLinearlyInterpolatedMapping(accuracy)), time.Nanosecond)
	write("cubic", must(mapping.NewCubicallyInterpolatedMapping(accuracy)), time.Nanosecond)
	write("linear in seconds", must(mapping.NewLinearlyInterpolatedMapping(accuracy)), time.Second)
}
GO
cat >probe.py <<'PYTHON'
import sys

from ddsketch.ddsketch import BaseDDSketch
from ddsketch.mapping import CubicallyInterpolatedMapping, LinearlyInterpolatedMapping, LogarithmicMapping
from ddsketch.pb.ddsketch_pb2 import DDSketch
from ddsketch.pb.proto import DDSketchProto
from ddsketch.store import DenseStore

ACCURACY = 0.05


def read(text):
    message = DDSketch()
    message.ParseFromString(text)
    return DDSketchProto.from_proto(message)


def show(who, name, sketch, unit_millis=1e-6):
    median, most = (sketch.get_quantile_value(q) * unit_millis for q in (0.5, 1))
    print(f"{f'{who}, {name}:':36} {sketch.count:.0f} values, median {median:6.1f} ms, maximum {most:6.1f} ms")
    return median, most


def show_file(name, unit_millis=1e-6):
    with open(name, "rb") as file:
        return show("Go's in Python", name, read(file.read()), unit_millis)


for name, mapping in {"logarithmic": LogarithmicMapping, "linear": LinearlyInterpolatedMapping, "cubic": CubicallyInterpolatedMapping}.items():
    own = BaseDDSketch(mapping(ACCURACY), DenseStore(), DenseStore(), 0.0)
    for millis in range(1, 1001):
        own.add(millis * 1e6)
    _, most = show("Python's in Python", name, read(DDSketchProto.to_proto(own).SerializeToString()))
    assert abs(most / 1000 - 1) <= ACCURACY + 1e-6, "Python was expected to read its own sketch"
logarithmic, linear, cubic = (show_file(name)[1] for name in ("logarithmic", "linear", "cubic"))
seconds_median, _ = show_file("linear in seconds", 1e3)
as_seen = linear < 10 and 500 < cubic < 900 and logarithmic < 1000 * (1 - ACCURACY) - 1 and seconds_median > 550
sys.exit(0 if as_seen else 1)
PYTHON
cat >go.mod <<GOMOD
module probe

go 1.23

require github.com/DataDog/sketches-go $go_version
GOMOD
echo "github.com/DataDog/sketches-go $go_version, ddsketch $python_version for Python; 1 ms, 2 ms ... 1000 ms, accuracy 5 %"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check "ddsketch[serialization]==$python_version" protobuf==4.25.8 >download.log 2>&1 || { cat download.log; exit 1; }
go build -mod=mod -o probe . 2>download.log || { cat download.log; exit 1; }
./probe
venv/bin/python probe.py || { echo "CHANGED: Python was expected to read other percentiles from Go's sketches"; exit 1; }
echo "AS SEEN: a second in Go's sketch is less than 10 ms in Python with linear interpolation, and too short with the others"

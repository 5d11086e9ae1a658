package workloads

import (
	"fmt"
	"strings"
	"testing"
)

// As `jfr print --json --stack-depth 1` prints it, shortened.
func sample(class, method string) string {
	return fmt.Sprintf(`{"type": "jdk.ExecutionSample", "values": {"startTime": "2026-11-22T13:00:00.1Z", "sampledThread": {"javaName": "default task-1"},
	  "state": "STATE_RUNNABLE", "stackTrace": {"truncated": true, "frames": [{"method": {"type": {"classLoader": null, "name": %q},
	  "name": %q, "descriptor": "()V", "modifiers": 1, "hidden": false}, "lineNumber": 7, "bytecodeIndex": 1, "type": "JIT compiled"}]}}}`, class, method)
}

func TestTheHottestMethodsOfAProfile(t *testing.T) {
	samples := []string{
		sample("java/lang/String", "hashCode"), sample("dev/scalelab/A", "b"), sample("java/lang/String", "hashCode"),
		sample("java/lang/String", "equals"), sample("dev/scalelab/A", "b"), sample("dev/scalelab/A", "b"),
		sample("dev/scalelab/A", "c"), sample("dev/scalelab/A", "d"), sample("dev/scalelab/A", "e"), sample("dev/scalelab/A", "e"),
		`{"type": "jdk.ExecutionSample", "values": {"stackTrace": null}}`,
	}
	methods, count, err := hottest(`{"recording": {"events": [` + strings.Join(samples, ",") + `]}}`)
	if err != nil {
		t.Fatal(err)
	}
	want := []Method{{"dev.scalelab.A.b", 30}, {"dev.scalelab.A.e", 20}, {"java.lang.String.hashCode", 20}, {"dev.scalelab.A.c", 10}, {"dev.scalelab.A.d", 10}}
	if count != 10 || fmt.Sprint(methods) != fmt.Sprint(want) {
		t.Errorf("%d samples, %v", count, methods)
	}
}

func TestAProfileWithoutSamplesIsNone(t *testing.T) {
	for _, text := range []string{"", "{}", `{"recording": {"events": []}}`, "No events found"} {
		if methods, _, err := hottest(text); err == nil {
			t.Errorf("%q gave %v", text, methods)
		}
	}
}

package workloads

import (
	"strings"
	"testing"
)

const stepRecord = `{"record":"step","run":"local","step":2,"measuredFrom":"2026-11-21T05:00:10.000Z","measuredTo":"2026-11-21T05:00:35.500Z",
"measuredSeconds":25.5,"completed":20,"failed":0,"shed":0,"requests":200,"failedRequests":0,"errors":[],"cpuSeconds":1.7,
"stream":{"transaction":"order","requests":5,"failed":0,"shed":0,"errors":[]}}`

func readOne(t *testing.T, line string) record {
	t.Helper()
	records := make(chan record, 2)
	readRecords(strings.NewReader("Gatling greets\n"+strings.ReplaceAll(line, "\n", "")+"\n"), records)
	if len(records) != 1 {
		t.Fatalf("%d records", len(records))
	}
	return <-records
}

func TestAStepRecord(t *testing.T) {
	step := readOne(t, stepRecord)
	requests, err := step.requests()
	if err != nil || requests != 205 {
		t.Errorf("%d requests, %v", requests, err)
	}
	if step.Record != "step" || step.MeasuredSeconds != 25.5 || step.CPUSeconds != 1.7 || step.MeasuredTo.Sub(step.MeasuredFrom).Seconds() != 25.5 {
		t.Errorf("%+v", step)
	}
}

func TestNoRequestAtAllIsAnError(t *testing.T) {
	if requests, err := (record{}).requests(); err == nil {
		t.Errorf("%d requests", requests)
	}
}

func TestAnyFailureIsAnError(t *testing.T) {
	for good, bad := range map[string]string{
		`"failedRequests":0`:                `"failedRequests":1`,
		`"completed":20,"failed":0`:         `"completed":20,"failed":1`,
		`"failed":0,"shed":0,"errors":[]}}`: `"failed":1,"shed":0,"errors":[]}}`,
	} {
		line := strings.Replace(stepRecord, good, bad, 1)
		if requests, err := readOne(t, line).requests(); err == nil || line == stepRecord {
			t.Errorf("%s: %d requests", bad, requests)
		}
	}
}

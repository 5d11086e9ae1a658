package main

import (
	"os"
	"strings"
	"testing"
)

func TestTheVersionIsThatOfTheChart(t *testing.T) {
	chart, err := os.ReadFile("../../charts/scalelab/Chart.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(chart), "\nversion: "+version+"\n") {
		t.Errorf("the chart has another version than %s", version)
	}
}

package process

import (
	"os"
	"testing"
	"time"
)

func TestCPUSecondsOfAStatLine(t *testing.T) {
	stat := "4711 (java (x) 1) S 1 4711 4711 0 -1 4194304 9 0 0 0 1234 66 7 8 20 0 42 0 100 200 300\n"
	if got, err := cpuSeconds(stat); err != nil || got != 13 {
		t.Errorf("got %v, %v", got, err)
	}
	for _, bad := range []string{"", "4711 (java) S 1 2 3", "4711 (java) S 1 4711 4711 0 -1 4194304 9 0 0 0 many 66 7"} {
		if got, err := cpuSeconds(bad); err == nil {
			t.Errorf("%q gave %v", bad, got)
		}
	}
}

func TestCPUSecondsOfThisProcessGrowWithItsWork(t *testing.T) {
	before, err := CPUSeconds(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	after := before
	for began := time.Now(); after < before+0.1; {
		if after, err = CPUSeconds(os.Getpid()); err != nil || time.Since(began) > time.Minute {
			t.Fatalf("from %v to %v: %v", before, after, err)
		}
	}
}

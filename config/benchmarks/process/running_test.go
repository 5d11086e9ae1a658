package process

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func start(t *testing.T, script string) *Running {
	t.Helper()
	running, err := Start(exec.Command("sh", "-c", script), filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(running.Stop)
	return running
}

func TestStopEndsAProcessWithItsChildren(t *testing.T) {
	running := start(t, "sleep 30 & sleep 30")
	running.Stop()
	if err := syscall.Kill(-running.PID(), 0); err != syscall.ESRCH {
		t.Errorf("something of the group is left: %v", err)
	}
}

func TestAProcessThatEndsFailsAWaitAtOnceWithWhatItWrote(t *testing.T) {
	running := start(t, "echo no such port >&2; exit 3")
	began := time.Now()
	err := running.Await(context.Background(), time.Minute, "ready", func(context.Context) bool { return false })
	if err == nil || !strings.Contains(err.Error(), "no such port") || time.Since(began) > 10*time.Second {
		t.Errorf("%v after %s", err, time.Since(began))
	}
}

func TestAWaitHasADeadline(t *testing.T) {
	running := start(t, "sleep 30")
	never := func(context.Context) bool { return false }
	if err := running.Await(context.Background(), 10*time.Millisecond, "ready", never); err == nil {
		t.Error("it never was ready")
	}
	if err := running.Wait(context.Background(), 10*time.Millisecond); err == nil {
		t.Error("it has not ended")
	}
}

package process

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
	// A shell's job in the background ignores an interrupt, and holds the pipe open for as long as it lives.
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	command := exec.Command("sh", "-c", "sleep 300 & echo both are there; exec sleep 300")
	command.Stdout = writer
	running, err := Start(command, filepath.Join(t.TempDir(), "log"))
	writer.Close()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reader.Read(make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	running.Stop()
	reader.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := reader.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("something of the group is left: %v", err)
	}
}

func TestAProcessThatEndsFailsAWaitAtOnceWithWhatItWrote(t *testing.T) {
	running := start(t, "echo no such port >&2; exit 3")
	began := time.Now()
	err := running.Await(context.Background(), 5*time.Minute, "ready", func(context.Context) bool { return false })
	if err == nil || !strings.Contains(err.Error(), "no such port") || time.Since(began) > time.Minute {
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

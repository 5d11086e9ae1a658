package process

import (
	"context"
	"testing"
	"time"
)

func TestADeadlineEndsACommandWithItsChildren(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	// The child keeps the output open: while it lives, readers do not see the end of the output.
	_, err := Group(ctx, "sh", "-c", "sleep 300 & wait").Output()
	if took := time.Since(began); err == nil || took > time.Minute {
		t.Errorf("ended after %s with %v", took, err)
	}
}

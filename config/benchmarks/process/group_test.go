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
	// The child holds the output open: as long as it lives, nobody sees its end.
	_, err := Group(ctx, "sh", "-c", "sleep 30 & wait").Output()
	if took := time.Since(began); err == nil || took > 5*time.Second {
		t.Errorf("ended after %s with %v", took, err)
	}
}

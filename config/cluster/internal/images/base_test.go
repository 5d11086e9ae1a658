package images

import (
	"reflect"
	"testing"
	"time"
)

func TestTheBaseImageIsThatOfAWeek(t *testing.T) {
	monday := time.Date(2026, time.November, 23, 0, 0, 0, 0, time.UTC)
	if keyOf(monday) != keyOf(monday.AddDate(0, 0, 6)) {
		t.Error("days of one week must have the same base image")
	}
	if keyOf(monday) == keyOf(monday.AddDate(0, 0, 7)) || keyOf(monday) == keyOf(monday.AddDate(-1, 0, 0)) {
		t.Error("another week must have another base image, with the fixes until then")
	}
}

func TestSourcesFollowTheMachinesMirrors(t *testing.T) {
	targets := `http://mirror.invalid/debian/ bookworm main
http://mirror.invalid/debian/ bookworm main
http://mirror.invalid/debian/ bookworm contrib
http://mirror.invalid/debian/ bookworm-updates main
http://mirror.invalid/debian-security/ bookworm-security main
http://other.invalid/ nodistro main
http://other.invalid/ bookworm-extra main
`
	want := []string{
		"deb http://mirror.invalid/debian/ trixie main",
		"deb http://mirror.invalid/debian/ trixie-updates main",
		"deb http://mirror.invalid/debian-security/ trixie-security main",
	}
	if got := sources(targets, "bookworm"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
	if got := sources(targets, "noble"); got != nil {
		t.Errorf("another distribution's sources must not be used: %q", got)
	}
}

func TestCodename(t *testing.T) {
	if got := codename("NAME=\"Debian\"\nVERSION_CODENAME=bookworm\n"); got != "bookworm" {
		t.Errorf("got %q", got)
	}
}

package images

import (
	"reflect"
	"testing"
)

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

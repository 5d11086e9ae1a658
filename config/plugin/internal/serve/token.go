package serve

import (
	"net/http"
	"strings"
)

const (
	maxToken = 16 << 10
	// challenge lets a browser ask for a user name and a password.
	challenge = `Basic realm="ScaleLab reports: any user name, and as password a token of the cluster", charset="UTF-8"`
)

// token returns the caller's token, empty without a usable one: a bearer token, or the password of a browser, which cannot send
// another kind by itself.
func token(r *http.Request) string {
	found := ""
	if _, password, basic := r.BasicAuth(); basic {
		found = password
	} else if kind, value, _ := strings.Cut(r.Header.Get("Authorization"), " "); strings.EqualFold(kind, "Bearer") {
		found = value
	}
	found = strings.TrimSpace(found)
	unusable := func(c rune) bool { return c <= ' ' || c > '~' }
	if len(found) > maxToken || strings.ContainsFunc(found, unusable) {
		return ""
	}
	return found
}

package supervisor

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// probeTimeout is the timeout of one attempt.
const probeTimeout = 3 * time.Second

// client checks that a server on this machine responds; it sends nothing for which the server's identity would have to be verified.
var client = &http.Client{
	Timeout: probeTimeout,
	Transport: &http.Transport{
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true},
		DisableKeepAlives: true,
	},
}

// probe checks a target once: "unix:PATH" and "tcp:ADDRESS" must accept a connection, a URL must answer with 200.
func probe(target string) error {
	kind, place, found := strings.Cut(target, ":")
	switch {
	case found && (kind == "unix" || kind == "tcp"):
		connection, err := net.DialTimeout(kind, place, probeTimeout)
		if err != nil {
			return err
		}
		return connection.Close()
	case found && (kind == "http" || kind == "https"):
		response, err := client.Get(target)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s answered %s", target, response.Status)
		}
		return nil
	}
	return fmt.Errorf("unknown kind of probe: %q", target)
}

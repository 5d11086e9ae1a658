package supervisor

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"time"
)

// Ask returns the states of its components from the supervisor behind the socket, within five seconds.
func Ask(ctx context.Context, socket string) ([]State, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", socket)
		},
	}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://node/", nil)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var states []State
	return states, json.NewDecoder(response.Body).Decode(&states)
}

package kubeapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestACollectionIsFollowedFromItsList(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		if request.URL.Query().Get("watch") == "" {
			fmt.Fprint(writer, `{"metadata": {"resourceVersion": "7"}, "items": [{"metadata": {"namespace": "a", "name": "first"}}, {"metadata": {"name": "second"}}]}`)
			return
		}
		fmt.Fprintf(writer, `{"type": "MODIFIED", "object": {"metadata": {"namespace": "a", "name": "first"}, "since": %q}}`, request.URL.Query().Get("resourceVersion"))
		fmt.Fprint(writer, `{"type": "DELETED", "object": {"metadata": {"name": "second"}}}`)
		fmt.Fprint(writer, `{"type": "ERROR", "object": {"kind": "Status", "reason": "Expired"}}`)
	}))
	defer server.Close()
	var seen []string

	err := (&Client{server.URL, server.Client()}).Follow(context.Background(), "/things", func(listed map[string]json.RawMessage) error {
		for key := range listed {
			seen = append(seen, key)
		}
		slices.Sort(seen)
		return nil
	}, func(key string, content json.RawMessage) error {
		seen = append(seen, key+": "+string(content))
		return nil
	})

	want := []string{"/second", "a/first", `a/first: {"metadata": {"namespace": "a", "name": "first"}, "since": "7"}`, "/second: "}
	if !slices.Equal(seen, want) {
		t.Errorf("got %q", seen)
	}
	if err == nil || !strings.Contains(err.Error(), "Expired") {
		t.Errorf("the list must be read again, since the watch has ended: %v", err)
	}
}

package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"k8s.io/client-go/rest"
)

func with(header string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/reports", nil)
	r.Header.Set("Authorization", header)
	return r
}

func TestATokenIsABearersOrAPassword(t *testing.T) {
	for header, want := range map[string]string{
		"Bearer abc.def":         "abc.def",
		"bearer abc.def":         "abc.def",
		"Basic YW55b25lOmFiYw==": "abc", // anyone:abc
		"Basic OmFiYwo=":         "abc", // :abc, pasted with a line end
		"Basic YW55b25lOg==":     "",    // no password
		"Basic nonsense":         "",
		"Bearer ":                "",
		"Bearer a b":             "",
		"Bearer a\u00e9":         "",
		"Negotiate abc":          "",
		"":                       "",
		"Bearer " + strings.Repeat("a", maxToken):   strings.Repeat("a", maxToken),
		"Bearer " + strings.Repeat("a", maxToken+1): "",
	} {
		if found := token(with(header)); found != want {
			t.Errorf("%.40q: %.40q, want %.40q", header, found, want)
		}
	}
}

func TestAPageIsKeptForItsTokenItsVersionAndItsTime(t *testing.T) {
	var c cache
	now := time.Now()
	key := keyOf("mine", "lab", "small")
	c.put(key, "uid/1", []byte("page"), now.Add(time.Minute))
	if string(c.get(key, "uid/1", now)) != "page" {
		t.Error("the page was not kept")
	}
	if c.get(keyOf("yours", "lab", "small"), "uid/1", now) != nil || c.get(key, "uid/2", now) != nil || c.get(key, "uid/1", now.Add(time.Minute)) != nil {
		t.Error("the page is shown for another token, another version or too late")
	}
	if strings.Contains(key, "mine") {
		t.Error("the token itself is kept")
	}
}

func TestKeptPagesTakeALimitedAmountOfMemory(t *testing.T) {
	var c cache
	now := time.Now()
	for i := range 20 {
		c.put(fmt.Sprint(i), "v", make([]byte, maxKept/8), now.Add(time.Duration(i)*time.Second))
	}
	c.put("huge", "v", make([]byte, maxKept+1), now.Add(time.Hour))
	if c.size > maxKept {
		t.Errorf("%d bytes are kept, of %d", c.size, maxKept)
	}
	c.put("again", "v", make([]byte, maxKept), now.Add(time.Hour))
	c.put("again", "v", make([]byte, 1), now.Add(time.Hour))
	if c.size != 1 || len(c.pages) != 1 {
		t.Errorf("%d pages with %d bytes are kept", len(c.pages), c.size)
	}
}

func TestRequestsThatWouldWaitTooLongAreTurnedAway(t *testing.T) {
	server := &Server{API: &rest.Config{Host: "http://127.0.0.1:1"}, Log: slog.New(slog.DiscardHandler)}
	handler := server.Handler()
	for range atOnce {
		server.places <- struct{}{}
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, with("Bearer a"))
	if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") == "" {
		t.Errorf("%d: %s", answer.Code, answer.Body)
	}
}

func TestReadersThatDoNotReadCannotFillTheMemory(t *testing.T) {
	server := &Server{API: &rest.Config{Host: "http://127.0.0.1:1"}, Log: slog.New(slog.DiscardHandler)}
	server.Handler()
	page := make([]byte, 16<<20) // more than the buffers of a connection
	pages := httptest.NewServer(server.guarded(func(context.Context, caller, *http.Request) ([]byte, error) { return page, nil }))
	defer pages.Close()
	ask := func() *http.Response {
		t.Helper()
		request, err := http.NewRequest(http.MethodGet, pages.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer a")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	var unread []*http.Response
	for range inFlight {
		answer := ask()
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("%s after %d", answer.Status, len(unread))
		}
		unread = append(unread, answer)
	}
	refused := ask()
	refused.Body.Close()
	if refused.StatusCode != http.StatusServiceUnavailable || refused.Header.Get("Retry-After") == "" {
		t.Errorf("one more: %s", refused.Status)
	}

	unread[0].Body.Close() // which ends its connection
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		answer := ask()
		answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("after one has gone: %s", answer.Status)
		}
	}
}

func TestDetailsOfAFailureAreInTheLogOnly(t *testing.T) {
	var log strings.Builder
	server := &Server{API: &rest.Config{Host: "http://127.0.0.1:1"}, Namespaces: []string{"lab"}, Log: slog.New(slog.NewTextHandler(&log, nil))}
	answer := httptest.NewRecorder()
	server.Handler().ServeHTTP(answer, with("Bearer secret-token"))
	if answer.Code != http.StatusBadGateway || strings.Contains(answer.Body.String(), "127.0.0.1") || !strings.Contains(log.String(), "127.0.0.1:1") {
		t.Errorf("%d: %s\n%s", answer.Code, answer.Body, log.String())
	}
	if strings.Contains(log.String(), "secret-token") {
		t.Errorf("the log has the token: %s", log.String())
	}
}

func TestWhatTakesTooLongIsSaidSo(t *testing.T) {
	if status, text := refusal(fmt.Errorf("reading: %w", context.DeadlineExceeded)); status != http.StatusGatewayTimeout || !strings.Contains(text, "in time") {
		t.Errorf("%d: %s", status, text)
	}
	if status, _ := refusal(errors.New("anything")); status != http.StatusBadGateway {
		t.Errorf("%d", status)
	}
}

func TestTheListIsTheTableOfTheAPIServer(t *testing.T) {
	table := `{"kind":"Table","metadata":{"continue":"more"},"columnDefinitions":[{"name":"Name","format":"name"},{"name":"Phase"},{"name":"Pods","priority":1},{"name":"Message","priority":1}],
"rows":[{"cells":["old","Succeeded",3,null],"object":{"metadata":{"name":"old","creationTimestamp":"2026-11-27T10:00:00Z"}}},
{"cells":["new","Queued",null,"<b>waiting</b>"],"object":{"metadata":{"name":"new","creationTimestamp":"2026-11-28T10:00:00Z"}}}]}`
	found, err := tabled([]byte(table), "lab", "lab/")
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	if err := list.Execute(&page, listData{Title: "Experiments", Tables: []experiments{found}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<a href="lab/new">new</a></th><td class="t">Queued</td><td class="t">&lt;b&gt;waiting&lt;/b&gt;</td>`, `<a href="lab/old">old</a></th><td class="t">Succeeded</td><td class="t"></td>`,
		"Only 2 experiments are listed."} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the list has no %s:\n%s", want, page.String())
		}
	}
	if strings.Index(page.String(), "lab/new") > strings.Index(page.String(), "lab/old") {
		t.Error("the newest is not first")
	}
}

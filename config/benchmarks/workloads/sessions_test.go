package workloads

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

func TestBytesOfAHistogramOfClasses(t *testing.T) {
	text := "4711:\n num     #instances         #bytes  class name (module)\n-----\n   1:        112233       12345678  [B (java.base@25)\n" +
		"   2:         99999        2399976  java.lang.String (java.base@25)\n" +
		"   3:          9125        2000000  [Ljdk.internal.vm.FillerElement; (java.base@25)\n  12:  3  100  jdk.internal.vm.FillerObject (java.base@25)\nTotal       1012345       65432100\n"
	if got, err := histogramBytes(text); err != nil || got != 63432000 {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := histogramBytes("4711:\nDumping is not possible\n"); err == nil {
		t.Errorf("got %v", got)
	}
}

func TestEachVisitorComesOnceWithACookieOfItsOwn(t *testing.T) {
	var begun, goneOn atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		if _, err := request.Cookie("JSESSIONID"); err == nil {
			goneOn.Add(1)
			return
		}
		begun.Add(1)
		http.SetCookie(out, &http.Cookie{Name: "JSESSIONID", Value: "x"})
	}))
	defer server.Close()
	ctx := context.Background()
	err := eachVisitor(ctx, server.URL, 20, func(v *visitor, _ int) error {
		return errors.Join(v.send(ctx, http.MethodPost, "/", "{}", nil), v.send(ctx, http.MethodGet, "/", "", nil))
	})
	if err != nil || begun.Load() != 20 || goneOn.Load() != 20 {
		t.Errorf("%d begun, %d gone on, %v", begun.Load(), goneOn.Load(), err)
	}
}

func TestTheFirstFailureOfAVisitorIsTheirs(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	ctx := context.Background()
	err := eachVisitor(ctx, server.URL, 1000, func(v *visitor, _ int) error { return v.send(ctx, http.MethodGet, "/", "", nil) })
	if err == nil || ctx.Err() != nil {
		t.Errorf("got %v", err)
	}
}

func TestAnOrderCartHoldsAllItsLines(t *testing.T) {
	lines := 0
	forgets := false
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodPost || request.URL.Path != "/api/ecperf/cart/lines" {
			t.Errorf("%s %s", request.Method, request.URL.Path)
		}
		if lines++; forgets {
			lines = 1
		}
		_, _ = fmt.Fprintf(out, `{"lines":%d,"quantity":%d,"items":[]}`, lines, lines)
	}))
	defer server.Close()
	ctx := context.Background()
	fill := func(v *visitor, number int) error {
		_, err := fillOrderCart(ctx, v, number)
		return err
	}
	if err := eachVisitor(ctx, server.URL, 1, fill); err != nil || lines != putIntoSession {
		t.Errorf("%d lines, %v", lines, err)
	}
	forgets = true
	if err := eachVisitor(ctx, server.URL, 1, fill); err == nil {
		t.Error("a lost cart is accepted as complete")
	}
}

func TestEachKindOfSessionStateIsMeasuredOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, visit := range visits {
		name := visit.workload + " " + visit.state
		if seen[name] {
			t.Errorf("%s twice", name)
		}
		seen[name] = true
	}
	for _, name := range []string{"ecperf bean", "cart bean", "bookstore web", "bookstore bean", "bookstore both"} {
		if !seen[name] {
			t.Errorf("no %s", name)
		}
	}
}

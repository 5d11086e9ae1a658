package workloads

import (
	"context"
	"errors"
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

package workloads

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// visitor is a client of the application, with its own session.
type visitor struct {
	client *http.Client
	url    string
	cookie string
}

const visitorsAtATime = 8

// eachVisitor runs a function for a number of visitors, some concurrently; the first failure ends it.
func eachVisitor(ctx context.Context, url string, visitors int, do func(v *visitor, number int) error) error {
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: visitorsAtATime}}
	defer client.CloseIdleConnections()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	numbers := make(chan int)
	var working sync.WaitGroup
	for range visitorsAtATime {
		working.Add(1)
		go func() {
			defer working.Done()
			for number := range numbers {
				if err := do(&visitor{client: client, url: url}, number); err != nil {
					cancel(err)
				}
			}
		}()
	}
	for number := 0; number < visitors && ctx.Err() == nil; number++ {
		numbers <- number
	}
	close(numbers)
	working.Wait()
	return context.Cause(ctx)
}

// send sends a request of the visitor's session and reads the response, which must be successful.
func (v *visitor) send(ctx context.Context, method, path, body string, answer any) error {
	request, err := http.NewRequestWithContext(ctx, method, v.url+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if v.cookie != "" {
		request.Header.Set("Cookie", v.cookie)
	}
	response, err := v.client.Do(request)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %s", method, path, response.Status, text)
	}
	for _, cookie := range response.Cookies() {
		v.cookie = cookie.Name + "=" + cookie.Value
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}

func fillOrderCart(ctx context.Context, v *visitor, number int) (int, error) {
	var cart struct {
		Lines int `json:"lines"`
	}
	for each := range putIntoSession {
		line := fmt.Sprintf(`{"itemId":%d,"quantity":1}`, (number*putIntoSession+each)%(100*datasetScale)+1)
		if err := v.send(ctx, http.MethodPost, "/api/ecperf/cart/lines", line, &cart); err != nil {
			return 0, err
		}
	}
	if cart.Lines != putIntoSession {
		return 0, fmt.Errorf("a cart of %d lines instead of %d", cart.Lines, putIntoSession)
	}
	return 0, nil
}

func dropOrderCart(ctx context.Context, v *visitor) error {
	return v.send(ctx, http.MethodDelete, "/api/ecperf/cart", "", nil)
}

func fillCart(ctx context.Context, v *visitor, _ int) (int, error) {
	var cart struct {
		Bytes    int `json:"bytes"`
		Products int `json:"products"`
	}
	for product := range putIntoSession {
		if err := v.send(ctx, http.MethodPost, "/api/cart/products", fmt.Sprintf(`{"productId":%d}`, product+1), &cart); err != nil {
			return 0, err
		}
	}
	if cart.Products != putIntoSession {
		return 0, fmt.Errorf("a cart of %d products instead of %d", cart.Products, putIntoSession)
	}
	return cart.Bytes, nil
}

func dropCart(ctx context.Context, v *visitor) error {
	return v.send(ctx, http.MethodDelete, "/api/cart", "", nil)
}

func fillBasket(ctx context.Context, v *visitor, number int) (int, error) {
	reader := number%(150*datasetScale) + 1
	login := fmt.Sprintf(`{"readerId":%d,"pin":%d}`, reader, reader*7919%10000)
	if err := v.send(ctx, http.MethodPost, "/api/bookstore/login", login, nil); err != nil {
		return 0, err
	}
	for each := range putIntoSession {
		book := (number*putIntoSession+each)%(100*datasetScale) + 1
		if err := v.send(ctx, http.MethodGet, fmt.Sprintf("/api/bookstore/books/%d", book), "", nil); err != nil {
			return 0, err
		}
		if err := v.send(ctx, http.MethodPost, "/api/bookstore/basket/books", fmt.Sprintf(`{"bookId":%d}`, book), nil); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

func buyBooks(ctx context.Context, v *visitor) error {
	return v.send(ctx, http.MethodPost, "/api/bookstore/purchases", "", nil)
}

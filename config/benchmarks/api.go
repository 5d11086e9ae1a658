package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"sync"
)

// API sends requests to the cluster's API server through a proxy on loopback: thousands of objects by kubectl would take an hour.
type API struct {
	base string
	stop func()
}

// api starts the proxy; close ends it.
func (p *Project) api(ctx context.Context) (*API, error) {
	program, err := p.kubectlArguments(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	proxy := exec.CommandContext(ctx, program[0], append(program[1:], "proxy", "--port=0")...)
	output, err := proxy.StdoutPipe()
	if err == nil {
		err = proxy.Start()
	}
	if err != nil {
		cancel()
		return nil, err
	}
	stop := func() { cancel(); _ = proxy.Wait() }
	line := make([]byte, 200)
	n, err := output.Read(line)
	address := regexp.MustCompile(`127\.0\.0\.1:\d+`).Find(line[:n])
	if err != nil || address == nil {
		stop()
		return nil, fmt.Errorf("kubectl proxy printed %q: %w", line[:n], errors.Join(err))
	}
	return &API{base: "http://" + string(address), stop: stop}, nil
}

func (a *API) close() { a.stop() }

// send sends one object, and decodes the response into it.
func (a *API) send(ctx context.Context, method, path string, object map[string]any) error {
	body, err := json.Marshal(object)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, method, a.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %.300s", method, path, response.Status, text)
	}
	clear(object)
	return json.Unmarshal(text, &object)
}

// each calls the function for 1 to n, eight at a time, and returns the first error.
func each(ctx context.Context, n int, do func(ctx context.Context, number int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	numbers := make(chan int)
	var workers sync.WaitGroup
	for range 8 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for number := range numbers {
				if ctx.Err() == nil {
					if err := do(ctx, number); err != nil {
						stop(err)
					}
				}
			}
		}()
	}
	for number := 1; number <= n; number++ {
		numbers <- number
	}
	close(numbers)
	workers.Wait()
	return context.Cause(ctx)
}

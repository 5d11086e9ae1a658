// Package browser lets tests look at a page in a headless Chromium, over its debugging protocol on a pair of pipes.
package browser

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"
)

const patience = 3 * time.Minute

// Page is a page in a browser of its own.
type Page struct {
	t       *testing.T
	to      *os.File
	next    int
	session string
	mu      sync.Mutex
	answers map[int]chan json.RawMessage
	loaded  chan string // the loaders whose documents have been loaded
	errors  []string
}

// Open starts a browser and opens a file in it; the test is skipped where there is no Chromium.
func Open(t *testing.T, file string) *Page {
	t.Helper()
	return Visit(t, "file://"+file)
}

// Visit is the same for an address.
func Visit(t *testing.T, address string) *Page {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium on PATH: apt-get install chromium")
	}
	childIn, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, childOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
		"--no-first-run", "--remote-debugging-pipe", "--user-data-dir="+t.TempDir(), "about:blank")
	command.ExtraFiles = []*os.File{childIn, childOut}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	childIn.Close()
	childOut.Close()
	p := &Page{t: t, to: to, answers: map[int]chan json.RawMessage{}, loaded: make(chan string, 1024)}
	go p.listen(from)
	t.Cleanup(func() {
		p.Call("Browser.close", nil, nil)
		if err := command.Wait(); err != nil {
			t.Logf("the browser ended with %v", err)
		}
	})
	p.attach()
	for _, domain := range []string{"Page", "Runtime", "Log"} {
		p.Call(domain+".enable", nil, nil)
	}
	p.Call("Page.setLifecycleEventsEnabled", map[string]any{"enabled": true}, nil)
	p.Go(address)
	return p
}

// Go opens another address.
func (p *Page) Go(address string) {
	p.t.Helper()
	var begun struct{ LoaderID string }
	p.Call("Page.navigate", map[string]any{"url": address}, &begun)
	for deadline := time.After(patience); ; {
		select {
		case loader := <-p.loaded: // which on a busy machine may still be that of the page before
			if loader == begun.LoaderID {
				return
			}
		case <-deadline:
			p.t.Fatal("the page was not loaded in time")
		}
	}
}

func (p *Page) attach() {
	var created struct{ TargetID string }
	p.Call("Target.createTarget", map[string]any{"url": "about:blank"}, &created)
	var attached struct{ SessionID string }
	p.Call("Target.attachToTarget", map[string]any{"targetId": created.TargetID, "flatten": true}, &attached)
	p.session = attached.SessionID
}

func (p *Page) listen(from *os.File) {
	reader := bufio.NewReaderSize(from, 1<<20)
	for {
		text, err := reader.ReadBytes(0)
		if err != nil {
			return
		}
		var message struct {
			ID     int
			Method string
			Params json.RawMessage
			Result json.RawMessage
			Error  json.RawMessage
		}
		if json.Unmarshal(text[:len(text)-1], &message) != nil {
			continue
		}
		p.mu.Lock()
		switch {
		case message.ID > 0:
			if message.Error != nil {
				p.errors = append(p.errors, "protocol: "+string(message.Error))
			}
			if waiting := p.answers[message.ID]; waiting != nil {
				waiting <- message.Result
			}
		case message.Method == "Page.lifecycleEvent":
			var event struct{ LoaderID, Name string }
			if json.Unmarshal(message.Params, &event) == nil && event.Name == "load" {
				p.loaded <- event.LoaderID
			}
		case message.Method == "Runtime.exceptionThrown" || message.Method == "Log.entryAdded" || message.Method == "Runtime.consoleAPICalled":
			p.errors = append(p.errors, string(message.Params))
		}
		p.mu.Unlock()
	}
}

// Call sends a command of the protocol and reads its result.
func (p *Page) Call(method string, params map[string]any, into any) {
	p.t.Helper()
	p.mu.Lock()
	p.next++
	id, answer := p.next, make(chan json.RawMessage, 1)
	p.answers[id] = answer
	p.mu.Unlock()
	command := map[string]any{"id": id, "method": method, "params": params}
	if params == nil {
		command["params"] = map[string]any{}
	}
	if p.session != "" && method != "Browser.close" {
		command["sessionId"] = p.session
	}
	text, err := json.Marshal(command)
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := p.to.Write(append(text, 0)); err != nil {
		p.t.Fatalf("%s: %v", method, err)
	}
	select {
	case result := <-answer:
		if into != nil {
			if err := json.Unmarshal(result, into); err != nil {
				p.t.Fatalf("%s: %v: %s", method, err, result)
			}
		}
	case <-time.After(patience):
		p.t.Fatalf("%s: no answer within %s", method, patience)
	}
}

// Evaluate returns the value of an expression of the page.
func (p *Page) Evaluate(expression string, into any) {
	p.t.Helper()
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	p.Call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true}, &answer)
	if answer.ExceptionDetails != nil {
		p.t.Fatalf("%s: %s", expression, answer.ExceptionDetails)
	}
	if err := json.Unmarshal(answer.Result.Value, into); err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
}

// Size sets the window's width; print and dark choose the media that style sheets see.
func (p *Page) Size(width int, print, dark bool) {
	p.Call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}, nil)
	media, scheme := "screen", "light"
	if print {
		media = "print"
	}
	if dark {
		scheme = "dark"
	}
	p.Call("Emulation.setEmulatedMedia", map[string]any{"media": media, "features": []map[string]any{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// Print returns the page as a PDF on A4.
func (p *Page) Print() []byte {
	var answer struct{ Data string }
	p.Call("Page.printToPDF", map[string]any{"preferCSSPageSize": true, "printBackground": true}, &answer)
	return p.decoded(answer.Data)
}

// Picture returns the page, or the part of it with a selector, as a PNG.
func (p *Page) Picture(selector string) []byte {
	var box struct{ X, Y, Width, Height float64 }
	p.Evaluate(fmt.Sprintf("(r=>({x:r.x+scrollX,y:r.y+scrollY,width:r.width,height:r.height}))(document.querySelector(%q).getBoundingClientRect())", selector), &box)
	var answer struct{ Data string }
	p.Call("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true,
		"clip": map[string]any{"x": box.X, "y": box.Y, "width": box.Width, "height": box.Height, "scale": 1}}, &answer)
	return p.decoded(answer.Data)
}

func (p *Page) decoded(data string) []byte {
	decoded, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		p.t.Fatal(err)
	}
	return decoded
}

// Errors returns everything that the page wrote to the console, and every exception.
func (p *Page) Errors() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.errors...)
}

package serve

import (
	"crypto/sha256"
	"fmt"
	"sync"
	"time"

	"dev.scalelab/plugin/internal/model"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// maxKept limits the memory that pages take.
const maxKept = 16 << 20

// cache keeps pages for those who read them, each only for the token with which it was made: readers may have different rights.
type cache struct {
	mu    sync.Mutex
	pages map[string]kept
	size  int
}

type kept struct {
	version string
	text    []byte
	until   time.Time
}

// keyOf does not keep the token itself in memory.
func keyOf(token, namespace, name string) string {
	return fmt.Sprintf("%x/%s/%s", sha256.Sum256([]byte(token)), namespace, name)
}

// versionOf changes with every change of the experiment, also if it is deleted and created again.
func versionOf(e *model.Experiment) string {
	uid, _, _ := unstructured.NestedString(e.Raw, "metadata", "uid")
	version, _, _ := unstructured.NestedString(e.Raw, "metadata", "resourceVersion")
	return uid + "/" + version
}

// freshness is how long a page may be shown: trials change more often than their experiment, until it has ended.
func freshness(e *model.Experiment) time.Duration {
	if e.Finished() {
		return time.Minute
	}
	return 10 * time.Second
}

func (c *cache) get(key, version string, now time.Time) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if page, found := c.pages[key]; found && page.version == version && now.Before(page.until) {
		return page.text
	}
	return nil
}

// put keeps a page, and drops those that end first if there are too many.
func (c *cache) put(key, version string, text []byte, until time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pages == nil {
		c.pages = map[string]kept{}
	}
	c.drop(key)
	for c.size+len(text) > maxKept && len(c.pages) > 0 {
		first := ""
		for candidate, page := range c.pages {
			if first == "" || page.until.Before(c.pages[first].until) {
				first = candidate
			}
		}
		c.drop(first)
	}
	if len(text) <= maxKept {
		c.pages[key] = kept{version, text, until}
		c.size += len(text)
	}
}

func (c *cache) drop(key string) {
	c.size -= len(c.pages[key].text)
	delete(c.pages, key)
}

package workloads

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Method is a method at the top of the stack in samples, without its callees.
type Method struct {
	Name    string  `json:"name"`
	Percent float64 `json:"percent"`
}

const hottestMethods = 5

// hottest reads the samples that `jfr print --json` prints: the methods at the top of most of them, and the number of samples.
func hottest(text string) ([]Method, int, error) {
	var profile struct {
		Recording struct {
			Events []struct {
				Values struct {
					Stack struct {
						Frames []struct {
							Method struct {
								Name string `json:"name"`
								Type struct {
									Name string `json:"name"`
								} `json:"type"`
							} `json:"method"`
						} `json:"frames"`
					} `json:"stackTrace"`
				} `json:"values"`
			} `json:"events"`
		} `json:"recording"`
	}
	if err := json.Unmarshal([]byte(text), &profile); err != nil {
		return nil, 0, fmt.Errorf("the profile: %w", err)
	}
	counts := map[string]int{}
	samples := 0
	for _, event := range profile.Recording.Events {
		if frames := event.Values.Stack.Frames; len(frames) > 0 {
			counts[strings.ReplaceAll(frames[0].Method.Type.Name, "/", ".")+"."+frames[0].Method.Name]++
			samples++
		}
	}
	if samples == 0 {
		return nil, 0, errors.New("the profile has no samples")
	}
	var methods []Method
	for name, count := range counts {
		methods = append(methods, Method{Name: name, Percent: 100 * float64(count) / float64(samples)})
	}
	slices.SortFunc(methods, func(a, b Method) int {
		return cmp.Or(cmp.Compare(b.Percent, a.Percent), cmp.Compare(a.Name, b.Name))
	})
	return methods[:min(hottestMethods, len(methods))], samples, nil
}

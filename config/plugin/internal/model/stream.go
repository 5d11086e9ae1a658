package model

import (
	"encoding/json"
	"errors"
	"fmt"
)

// ErrUnreadable is the error of an object whose fields have other types than expected; other errors of a stream are those of its connection.
var ErrUnreadable = errors.New("unexpected fields")

// Change is an experiment as a watch reports it, without Experiment.Raw.
type Change struct {
	Type       string `json:"type"`
	Experiment *Experiment
}

// NextChange reads the next change of a watch. An experiment may have megabytes, so it is decoded as it arrives, a row at a time, and what has
// no field here is skipped.
func NextChange(from *json.Decoder) (*Change, error) {
	found := &Change{Experiment: &Experiment{}}
	return found, fields(from, func(name string) error {
		switch {
		case name == "type":
			return field(from, name, found)
		case name == "object" && found.Type != "ERROR":
			return experimentFrom(from, found.Experiment)
		}
		return skip(from)
	})
}

func experimentFrom(from *json.Decoder, e *Experiment) error {
	return fields(from, func(name string) error {
		switch name {
		case "metadata":
			return metadataFrom(from, &e.Metadata)
		case "spec":
			return field(from, name, e)
		case "status":
			return fields(from, func(name string) error {
				if name != "configurations" {
					return field(from, name, &e.Status)
				}
				return items(from, func() error {
					e.Status.Configurations = append(e.Status.Configurations, &Row{})
					return value(from, e.Status.Configurations[len(e.Status.Configurations)-1])
				})
			})
		}
		return skip(from)
	})
}

// TrialFrom reads a trial as it arrives, a run at a time, without Trial.Raw.
func TrialFrom(from *json.Decoder) (*Trial, error) {
	t := &Trial{}
	return t, fields(from, func(name string) error {
		switch name {
		case "metadata":
			return metadataFrom(from, &t.Metadata)
		case "spec":
			return field(from, name, t)
		case "status":
			return fields(from, func(name string) error {
				if name != "runs" {
					return field(from, name, &t.Status)
				}
				return items(from, func() error {
					t.Status.Runs = append(t.Status.Runs, &Run{})
					return value(from, t.Status.Runs[len(t.Status.Runs)-1])
				})
			})
		}
		return skip(from)
	})
}

// TrialsFrom reads a page of trials, hands on each of them, and returns where the next page begins; empty after the last.
func TrialsFrom(from *json.Decoder, use func(*Trial)) (next string, err error) {
	err = fields(from, func(name string) error {
		switch name {
		case "metadata":
			return fields(from, func(name string) error {
				if name == "continue" {
					return value(from, &next)
				}
				return skip(from)
			})
		case "items":
			return items(from, func() error {
				trial, err := TrialFrom(from)
				if err == nil {
					use(trial)
				}
				return err
			})
		}
		return skip(from)
	})
	return next, err
}

// metadataFrom leaves out who manages which field, which is as long as all the fields.
func metadataFrom(from *json.Decoder, metadata *Metadata) error {
	return fields(from, func(name string) error {
		if name == "managedFields" {
			return skip(from)
		}
		return field(from, name, metadata)
	})
}

// fields calls a function with the name of each field of an object, which reads its value.
func fields(from *json.Decoder, use func(name string) error) error {
	return inside(from, '{', func() error {
		name, err := from.Token()
		if err != nil {
			return err
		}
		return use(name.(string))
	})
}

// items calls a function for each item of a list, which reads it.
func items(from *json.Decoder, use func() error) error {
	return inside(from, '[', use)
}

func inside(from *json.Decoder, kind json.Delim, use func() error) error {
	switch open, err := from.Token(); {
	case err != nil:
		return err
	case open == nil:
		return nil
	case open != kind:
		return fmt.Errorf("%w: %v where %s should be", ErrUnreadable, open, kind)
	}
	for from.More() {
		if err := use(); err != nil {
			return err
		}
	}
	_, err := from.Token()
	return err
}

// field reads the value of a field into the object that has it.
func field(from *json.Decoder, name string, object any) error {
	var text json.RawMessage
	if err := value(from, &text); err != nil {
		return err
	}
	return readable(json.Unmarshal(fmt.Appendf(nil, "{%q:%s}", name, text), object))
}

// value reads a value as a whole before it decodes it: then an error of the decoder is one of the connection.
func value(from *json.Decoder, into any) error {
	var text json.RawMessage
	if err := from.Decode(&text); err != nil {
		return err
	}
	return readable(json.Unmarshal(text, into))
}

func readable(err error) error {
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return nil
}

// skip reads a value and forgets it.
func skip(from *json.Decoder) error {
	for depth := 0; ; {
		token, err := from.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

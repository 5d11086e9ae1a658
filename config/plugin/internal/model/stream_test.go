package model

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
)

// recorded are an experiment and a trial with everything that the API server adds.
func recorded(t *testing.T) (experiment, trial map[string]any) {
	t.Helper()
	text, err := os.ReadFile("../../testdata/failover.json")
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Items []map[string]any }
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for _, object := range list.Items {
		object["metadata"].(map[string]any)["managedFields"] = []any{map[string]any{"manager": "operator", "fieldsV1": map[string]any{"f:status": map[string]any{}}}}
	}
	return list.Items[0], list.Items[1]
}

func decoder(t *testing.T, object any) *json.Decoder {
	t.Helper()
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return json.NewDecoder(strings.NewReader(string(text)))
}

func TestAStreamHasWhatTheWholeObjectHas(t *testing.T) {
	object, of := recorded(t)
	experiment, err := Read(object)
	if err != nil {
		t.Fatal(err)
	}
	trial, err := ReadTrial(of)
	if err != nil {
		t.Fatal(err)
	}
	experiment.Raw, trial.Raw = nil, nil
	change, err := NextChange(decoder(t, map[string]any{"object": object, "type": "MODIFIED"}))
	if err != nil || change.Type != "MODIFIED" || !reflect.DeepEqual(change.Experiment, experiment) || len(experiment.Status.Configurations) == 0 {
		t.Errorf("%v: %+v", err, change)
	}
	found, err := TrialFrom(decoder(t, of))
	if err != nil || !reflect.DeepEqual(found, trial) || len(trial.Status.Runs) == 0 {
		t.Errorf("%v: %+v", err, found)
	}
}

func TestAPageOfTrialsNamesTheNextOne(t *testing.T) {
	_, of := recorded(t)
	for _, want := range []string{"", "more"} {
		count := 0
		next, err := TrialsFrom(decoder(t, map[string]any{"items": []any{of, of}, "metadata": map[string]any{"resourceVersion": "7", "continue": want}}), func(trial *Trial) {
			if trial.Metadata.Name != "" && len(trial.Status.Runs) > 0 {
				count++
			}
		})
		if err != nil || next != want || count != 2 {
			t.Errorf("%v: %d trials, next %q, want %q", err, count, next, want)
		}
	}
}

func TestAStreamThatEndsIsNotAnObjectThatCannotBeRead(t *testing.T) {
	object, _ := recorded(t)
	text, err := json.Marshal(map[string]any{"type": "MODIFIED", "object": object})
	if err != nil {
		t.Fatal(err)
	}
	for text, unreadable := range map[string]bool{
		"":                               false,
		string(text[:len(text)-1]):       false,
		string(text[:len(text)/2]):       false,
		`<html>`:                         false,
		`{"object": {"status": "gone"}}`: true,
		`{"object": {"status": {"configurations": [{"replicas": "many"}]}}}`: true,
		`{"object": {"metadata": {"name": 1}}}`:                              true,
	} {
		if _, err := NextChange(json.NewDecoder(strings.NewReader(text))); err == nil || errors.Is(err, ErrUnreadable) != unreadable {
			t.Errorf("%q: %v", text, err)
		}
	}
	changes := json.NewDecoder(strings.NewReader(`{"type": "ERROR", "object": {"status": "Failure"}} {"type": "DELETED", "object": {"metadata": {"name": "a"}, "status": null}}`))
	for _, want := range []string{"ERROR", "DELETED"} {
		if change, err := NextChange(changes); err != nil || change.Type != want {
			t.Errorf("%v: %+v", err, change)
		}
	}
	if _, err := NextChange(changes); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

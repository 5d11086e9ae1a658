package command

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// wrongType is what the API server says of a value of another type than its field's; it repeats the type instead of the value.
var wrongType = regexp.MustCompile(`^Invalid value: "\w+": \S+ in body must be of type (\w+): "(\w+)"$`)

// followsFromOthers is part of a cause that the API server adds to each error of a type.
const followsFromOthers = "some validation rules were not checked"

// rejections are the reasons why the API server refuses a manifest, without those that follow from others.
func rejections(err error, object map[string]any) []string {
	var refused apierrors.APIStatus
	if !errors.As(err, &refused) || refused.Status().Details == nil {
		return []string{err.Error()}
	}
	var all []string
	for _, cause := range refused.Status().Details.Causes {
		if !strings.Contains(cause.Message, followsFromOthers) {
			all = append(all, rejection(cause, object))
		}
	}
	if len(all) == 0 {
		return []string{err.Error()}
	}
	return all
}

func rejection(cause metav1.StatusCause, object map[string]any) string {
	found := wrongType.FindStringSubmatch(cause.Message)
	if found == nil {
		return cause.Field + ": " + cause.Message
	}
	text := fmt.Sprintf("%s: the value is of type %s, and must be of type %s", cause.Field, found[2], found[1])
	if value, ok := valueAt(object, cause.Field); ok {
		text = fmt.Sprintf("%s: %v is of type %s, and must be of type %s", cause.Field, value, found[2], found[1])
	}
	if found[1] == "string" {
		text += ": put it in quotes"
	}
	return text
}

// valueAt is the value of a field with a path such as spec.load.open.rates[0]; false for blocks, and for what is not there.
func valueAt(object any, path string) (any, bool) {
	for _, name := range strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(".[]", r) }) {
		switch holder := object.(type) {
		case map[string]any:
			object = holder[name]
		case []any:
			at, err := strconv.Atoi(name)
			if err != nil || at < 0 || at >= len(holder) {
				return nil, false
			}
			object = holder[at]
		default:
			return nil, false
		}
	}
	switch object.(type) {
	case nil, map[string]any, []any:
		return nil, false
	}
	return object, true
}

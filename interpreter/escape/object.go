package escape

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// Object is a JSON object: its keys, each with its value behind it. A list that is nil is written
// as one without entries, and a key that ends in ? is left out where its value is none.
type Object []any

// MarshalJSON implements json.Marshaler.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	b.WriteByte('{')
	for i := 0; i < len(o); i += 2 {
		key, optional := strings.CutSuffix(o[i].(string), "?")
		is := o[i+1]
		switch v := reflect.ValueOf(is); {
		case optional && (is == nil || slices.Contains([]any{0, false, ""}, is)):
			continue
		case v.Kind() == reflect.Slice && v.IsNil():
			is = []any{}
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		_ = enc.Encode(key) // a text can always be written
		b.WriteByte(':')
		if err := enc.Encode(is); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Objects are the objects of a list, in its order.
func Objects[T any](list []T, object func(T) Object) (out []Object) {
	for _, x := range list {
		out = append(out, object(x))
	}
	return out
}

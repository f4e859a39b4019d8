package escape

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// Object is a JSON object with ordered keys: key, value, key, value, … A nil list is written as
// an empty one. A key that ends in ? is omitted if its value is nil, 0, false or "".
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
		_ = enc.Encode(key) // encoding a string cannot fail
		b.WriteByte(':')
		if err := enc.Encode(is); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Each calls a function for each element of a list, and returns the results. The list is not nil, which JSON would
// write as null.
func Each[T, U any](list []T, of func(T) U) []U {
	out := make([]U, 0, len(list))
	for _, x := range list {
		out = append(out, of(x))
	}
	return out
}

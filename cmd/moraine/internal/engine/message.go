package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/match"
	"moraine/interpreter/source"
)

// Error codes. Negative ones are defined by JSON-RPC.
const (
	codeParse    = -32700
	codeRequest  = -32600
	codeMethod   = -32601
	codeParams   = -32602
	codeRefused  = 1 // the rules refuse the request; nothing has changed
	codeUnknown  = 2 // unknown match, snapshot, game or seat
	codeLimit    = 3
	codeRules    = 4 // a fault of the rules has ended the match
	codeGame     = 5 // the files of a game have errors
	codeUnlikely = -32603
)

// Error is the error of a response.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

func fail(code int, format string, args ...any) error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// request is a request, or a notification if ID is nil.
type request struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// Answer returns the response to a line, including its line break, or nil. long reports that
// the line was too long and was skipped.
func (e *Engine) Answer(line []byte, long bool) []byte {
	out := make([]byte, 0, 2*len(line))
	switch {
	case long:
		return appendError(out, nil,
			&Error{codeRequest, fmt.Sprintf("a message must not be larger than %d bytes", MaxLine)})
	case Depth(line) > MaxDepth:
		return appendError(out, nil,
			&Error{codeRequest, fmt.Sprintf("a message must not be nested deeper than %d levels", MaxDepth)})
	case len(line) == 0 || line[0] != '[':
		var r request
		if err := json.Unmarshal(line, &r); err != nil {
			return appendError(out, nil, parseError(line, err))
		}
		return e.respond(out, &r)
	}
	return e.batch(out, line)
}

// batch answers the requests of a list, as a list.
func (e *Engine) batch(out, line []byte) []byte {
	var all []json.RawMessage
	if err := json.Unmarshal(line, &all); err != nil {
		return appendError(out, nil, parseError(line, err))
	}
	if len(all) == 0 || len(all) > MaxBatch {
		return appendError(out, nil, &Error{codeRequest, fmt.Sprintf("a batch must have 1 to %d requests", MaxBatch)})
	}
	out = append(out, '[')
	for _, text := range all {
		if e.ctx.Err() != nil {
			break
		}
		before := len(out)
		out = e.element(out, text)
		if len(out) > before {
			out[len(out)-1] = ',' // replaces the line break
		}
	}
	if out[len(out)-1] == '[' { // all requests were notifications
		return nil
	}
	out[len(out)-1] = ']'
	return append(out, '\n')
}

// element answers a request of a batch.
func (e *Engine) element(out, text []byte) []byte {
	var r request
	if err := json.Unmarshal(text, &r); err != nil {
		return appendError(out, nil,
			&Error{codeRequest, "a request must be an object with jsonrpc, id, method and params"})
	}
	return e.respond(out, &r)
}

// respond executes a request and appends its response.
func (e *Engine) respond(out []byte, r *request) []byte {
	if r.JSONRPC != "2.0" || !isID(r.ID) {
		return appendError(out, nil,
			&Error{codeRequest, `a request has "jsonrpc": "2.0", and an id that is a number or a string`})
	}
	begin := len(out)
	out = append(append(append(out, `{"jsonrpc":"2.0","id":`...), r.ID...), `,"result":`...)
	method, known := methods[r.Method]
	var err error
	if !known {
		err = fail(codeMethod, "there is no method %q", r.Method)
	} else {
		out, err = method(e, out, r.Params)
	}
	switch {
	case r.ID == nil:
		return out[:begin]
	case err != nil:
		return appendError(out[:begin], r.ID, asError(err))
	}
	return append(out, "}\n"...)
}

// isID reports whether an id is a number, a string or absent.
func isID(id json.RawMessage) bool {
	return id == nil || id[0] == '"' || id[0] == '-' || '0' <= id[0] && id[0] <= '9'
}

func appendError(out []byte, id json.RawMessage, err *Error) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	text, _ := json.Marshal(err) // cannot fail for a number and a string
	out = append(append(append(out, `{"jsonrpc":"2.0","id":`...), id...), `,"error":`...)
	return append(append(out, text...), "}\n"...)
}

func parseError(line []byte, err error) *Error {
	if err == nil || json.Valid(line) {
		return &Error{codeRequest, "a message must be a request or a list of requests"}
	}
	return &Error{codeParse, err.Error()}
}

// asError converts any error to the error of a response.
func asError(err error) *Error {
	var own *Error
	var refused *match.Refusal
	var fault *interpreter.Fault
	var files interpreter.Diagnostics
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &refused):
		return &Error{codeRefused, refused.Text}
	case errors.As(err, &fault):
		return &Error{codeRules, fault.Error()}
	case errors.As(err, &files):
		return &Error{codeGame, files.Error()}
	}
	return &Error{codeUnlikely, err.Error()}
}

// Depth returns the nesting depth of lists and objects.
func Depth(line []byte) (deepest int) {
	d, quoted := 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			d++
			deepest = max(deepest, d)
		case c == ']' || c == '}':
			d--
		}
	}
	return deepest
}

// decode decodes parameters. It returns an error for unknown names.
func decode(params json.RawMessage, into any) error {
	if len(params) == 0 {
		params = json.RawMessage("{}")
	}
	if err := Decode(params, into); err != nil {
		return fail(codeParams, "%s", err)
	}
	return nil
}

// Decode decodes an object into a struct. Its errors are in the words of JSON: the value that has another type, or the
// name that does not exist, with the nearest one.
func Decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	switch {
	case err == nil && d.More():
		return errors.New("there is more text after the value")
	case err == nil:
		return nil
	}
	name, unknown := strings.CutPrefix(err.Error(), "json: unknown field ")
	if !unknown {
		return escape.Mistyped(err)
	}
	var names []string
	if t := reflect.TypeOf(into).Elem(); t.Kind() == reflect.Struct {
		for _, f := range reflect.VisibleFields(t) {
			if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag != "" {
				names = append(names, tag)
			}
		}
	}
	word, _ := strconv.Unquote(name)
	return fmt.Errorf("there is no %s here; %s", name, source.Suggest(word, "the names are", names))
}

// typeName names a type as JSON calls its values.
// appendJSON appends a value as JSON.
func appendJSON(out []byte, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return append(out, text...), err
}

func appendInt(out []byte, n int) []byte { return strconv.AppendInt(out, int64(n), 10) }

// appendString appends a string that needs no escapes, such as an id, as JSON.
func appendString(out []byte, s string) []byte {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == '"' || s[i] == '\\' || s[i] >= 0x7f {
			text, _ := json.Marshal(s)
			return append(out, text...)
		}
	}
	return append(append(append(out, '"'), s...), '"')
}

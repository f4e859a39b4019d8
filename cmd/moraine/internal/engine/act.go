package engine

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"moraine/interpreter/match"
)

// actParams are the parameters of the method act. An option is given by its number from 0, or
// by its id. A single option needs no list.
type actParams struct {
	Match   int
	Seat    string // if set, the seat that must be asked
	Options []choice
}

// choice is an option: a number, or an id if id is not "".
type choice struct {
	number int
	id     string
}

// readAct reads the parameters of act. In the usual form, with numbers only, this takes a tenth
// of the time of the general form, which is half the time of a decision.
func readAct(params json.RawMessage) (p actParams, err error) {
	if p, ok := readNumbers(params); ok {
		return p, nil
	}
	var any struct {
		Match  int             `json:"match"`
		Seat   string          `json:"seat"`
		Answer json.RawMessage `json:"answer"`
	}
	if err := decode(params, &any); err != nil {
		return p, err
	}
	p.Match, p.Seat = any.Match, any.Seat
	p.Options, err = choices(any.Answer)
	return p, err
}

// choices reads an answer: a list of options or a single one. null and a missing answer decline, like an empty list.
func choices(answer json.RawMessage) (out []choice, err error) {
	if len(answer) == 0 || string(answer) == "null" {
		return nil, nil
	}
	var all []json.RawMessage
	if json.Unmarshal(answer, &all) != nil {
		all = []json.RawMessage{answer}
	}
	for _, text := range all {
		var c choice
		if string(text) == "null" || json.Unmarshal(text, &c.number) != nil && (json.Unmarshal(text, &c.id) != nil || c.id == "") {
			return nil, fail(codeParams, "an answer must be a number of an option (from 0), its id, or a list of these, not %.200s", text)
		}
		out = append(out, c)
	}
	return out, nil
}

// readNumbers reads {"match":N,"answer":[N,…]}, with or without blanks; ok is false for any other form.
func readNumbers(text []byte) (p actParams, ok bool) {
	r := reader{text}
	p, ok = r.act()
	return p, ok && len(r.rest) == 0
}

// readUsual reads a request of act in its usual form, with a number as id; ok is false for any other request.
func readUsual(text []byte) (id json.RawMessage, p actParams, ok bool) {
	r := reader{text}
	if !r.skip("{") || !r.skip(`"jsonrpc"`) || !r.skip(":") || !r.skip(`"2.0"`) || !r.skip(",") || !r.skip(`"id"`) || !r.skip(":") {
		return nil, p, false
	}
	r.blanks()
	before := r.rest
	if _, ok := r.number(); !ok {
		return nil, p, false
	}
	id = json.RawMessage(before[:len(before)-len(r.rest)])
	if !r.skip(",") || !r.skip(`"method"`) || !r.skip(":") || !r.skip(`"act"`) || !r.skip(",") || !r.skip(`"params"`) || !r.skip(":") {
		return nil, p, false
	}
	p, ok = r.act()
	return id, p, ok && r.skip("}") && len(bytes.TrimSpace(r.rest)) == 0
}

// reader parses JSON of a known form.
type reader struct{ rest []byte }

func (r *reader) blanks() {
	for len(r.rest) > 0 && r.rest[0] == ' ' {
		r.rest = r.rest[1:]
	}
}

// skip skips blanks and a token. It returns false if the next token is another one.
func (r *reader) skip(token string) bool {
	r.blanks()
	if len(r.rest) < len(token) || string(r.rest[:len(token)]) != token {
		return false
	}
	r.rest = r.rest[len(token):]
	return true
}

// number reads a number of at most eight digits.
func (r *reader) number() (n int, ok bool) {
	r.blanks()
	const most = 9
	i := 0
	for i < len(r.rest) && i < most && '0' <= r.rest[i] && r.rest[i] <= '9' {
		n = n*10 + int(r.rest[i]-'0')
		i++
	}
	ok = i > 0 && (i == 1 || r.rest[0] != '0') && i < most
	if ok {
		r.rest = r.rest[i:]
	}
	return n, ok
}

// act reads parameters of the form {"match":1,"answer":[0,2]}. ok is false for any other form.
func (r *reader) act() (p actParams, ok bool) {
	if !r.skip("{") || !r.skip(`"match"`) || !r.skip(":") {
		return p, false
	}
	if p.Match, ok = r.number(); !ok || !r.skip(",") || !r.skip(`"answer"`) || !r.skip(":") || !r.skip("[") {
		return p, false
	}
	if r.skip("]") {
		return p, r.skip("}")
	}
	for {
		n, ok := r.number()
		if !ok {
			return p, false
		}
		p.Options = append(p.Options, choice{number: n})
		if !r.skip(",") {
			return p, r.skip("]") && r.skip("}")
		}
	}
}

// numbers converts an answer to numbers of options.
func numbers(a *match.Ask, p actParams) ([]int32, error) {
	out := make([]int32, 0, len(p.Options))
	for _, c := range p.Options {
		if c.id != "" {
			i := slices.Index(a.Options, c.id)
			if i < 0 {
				return nil, fail(codeRefused, "unknown option %q; the options are %s", c.id, quoted(a.Options))
			}
			if slices.Contains(a.Options[i+1:], c.id) {
				return nil, fail(codeRefused, "option id %q is ambiguous; answer with the option's number", c.id)
			}
			c.number = i
		}
		if c.number < 0 || c.number >= len(a.Options) {
			return nil, fail(codeRefused, "no option %d; there are %d options, numbered from 0", c.number, len(a.Options))
		}
		out = append(out, int32(c.number))
	}
	return out, nil
}

// quoted returns a list of names in quotes, of which it leaves out all after the twelfth.
func quoted(all []string) (out string) {
	const most = 12
	for i, s := range all {
		if i == most {
			return out + ", …"
		}
		if i > 0 {
			out += ", "
		}
		out += strconv.Quote(s)
	}
	return out
}

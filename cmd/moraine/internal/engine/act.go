package engine

import (
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

// readAct reads the parameters of act.
func readAct(params json.RawMessage) (p actParams, err error) {
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
		if string(text) == "null" ||
			json.Unmarshal(text, &c.number) != nil && (json.Unmarshal(text, &c.id) != nil || c.id == "") {
			return nil, fail(codeParams,
				"an answer must be a number of an option (from 0), its id, or a list of these, not %.200s", text)
		}
		out = append(out, c)
	}
	return out, nil
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
			return nil, fail(codeRefused, "no option %d; there are %d options, numbered from 0", c.number,
				len(a.Options))
		}
		out = append(out, int32(c.number))
	}
	return out, nil
}

// quoted returns a list of names in quotes. It leaves out all after the twelfth.
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

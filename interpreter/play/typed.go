package play

import (
	"strconv"
	"strings"

	"moraine/interpreter/internal/machine"
)

// answersOf reads numbers, or the beginnings of what options are called, with commas between.
func (s *session) answersOf(text string, r *machine.Request, names []string) (a []int32, why string) {
	if from, to, ok := span(r); ok {
		n, err := strconv.Atoi(text)
		if err != nil || n < int(from) || n > int(to) {
			return nil, s.names.T("A number from %d to %d, please.", from, to)
		}
		return []int32{int32(n) - from}, ""
	}
	if a, why = s.numbersOf(text, r); why == "" {
		return a, ""
	}
	if none := s.none(r); none != "" && begins(none, text) {
		if i, clash := beginning(strings.ToLower(text), names); i < 0 && clash == nil {
			return nil, ""
		}
	}
	for _, begin := range strings.Split(text, ",") {
		i, clash := beginning(strings.ToLower(strings.TrimSpace(begin)), names)
		switch {
		case i >= 0:
			a = append(a, int32(i))
		case clash != nil:
			return nil, s.names.T("%q could be %s.", begin, s.names.Or(clash))
		default:
			return nil, why
		}
	}
	if len(a) > 1 && !r.List {
		return nil, s.names.T("One of them, please.")
	}
	return a, ""
}

// beginning is the name that begins so: the whole name, or else the only one. It is -1 if there are
// none or several.
func beginning(begin string, names []string) (at int, clash []string) {
	var like []string
	at = -1
	for i, name := range names {
		switch low := strings.ToLower(name); {
		case low == begin:
			return i, nil
		case begin != "" && strings.HasPrefix(low, begin):
			at, like = i, append(like, name)
		}
	}
	if len(like) > 1 {
		return -1, like
	}
	return at, nil
}

// numbersOf reads "2", "1 3 3" or "1,3" as option indices; 0 is none.
func (s *session) numbersOf(text string, r *machine.Request) (a []int32, why string) {
	fields := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' || c == '\t' })
	for _, f := range fields {
		n, err := strconv.Atoi(f)
		switch {
		case err != nil:
			return nil, s.names.T("%q is neither a number nor a command; type ? for help.", f)
		case n == 0 && len(fields) == 1:
			return nil, ""
		case n == 0:
			return nil, s.names.T("0 goes with no other number.")
		case n < 0 || n > len(r.Options):
			return nil, s.names.T("There is no number %d here; there %s.", n, s.numbersFor(r))
		}
		a = append(a, int32(n-1))
	}
	if len(a) > 1 && !r.List {
		return nil, s.names.T("One number, please.")
	}
	return a, ""
}

// numbersFor says which numbers answer a request.
func (s *session) numbersFor(r *machine.Request) string {
	from := 1
	if s.none(r) != "" {
		from = 0
	}
	if from == len(r.Options) {
		return s.names.T("is only %d", from)
	}
	return s.names.T("are %d to %d", from, len(r.Options))
}

package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/match"
)

// answersOf parses numbers or prefixes of option names, separated by commas.
func (s *session) answersOf(text string, q *match.Question, numbers []int) (a []int32, why string) {
	if q.Number {
		n, err := strconv.Atoi(text)
		if err != nil || n < q.From || n > q.To {
			return nil, s.Names.T("Please type a number from %d to %d.", q.From, q.To)
		}
		return []int32{int32(n - q.From)}, ""
	}
	if a, why = s.numbersOf(text, q, numbers); why == "" {
		return a, ""
	}
	var names, whole []string
	for _, o := range q.Options {
		names = append(names, o.Name)
		whole = append(whole, o.Name+where(o))
	}
	if q.None != "" && match.Begins(q.None, text) {
		if i, clash := uniquePrefix(strings.ToLower(text), names); i < 0 && clash == nil {
			return nil, ""
		}
	}
	if q.None != "" && len(q.Options) == 1 { // a yes-or-no question
		switch t := s.Names.T; strings.ToLower(text) {
		case "yes", t("yes"):
			return []int32{0}, ""
		case "no", t("no"):
			return nil, ""
		}
	}
	for begin := range strings.SplitSeq(text, ",") {
		begin = strings.ToLower(strings.TrimSpace(begin))
		i, clash := uniquePrefix(begin, names)
		if i >= 0 {
			if all := sameNamed(q.Options, i); len(all) > 1 {
				i, clash = -1, all
			}
		}
		if i < 0 { // equal options are distinguished by their place, with or without the name before it
			if at, several := uniquePrefix(begin, whole); at >= 0 {
				i = at
			} else if at := placed(begin, q.Options); at >= 0 {
				i = at
			} else if several != nil {
				clash = several
			}
		}
		switch {
		case i >= 0:
			a = append(a, int32(i))
		case clash != nil:
			return nil, s.Names.T("%q could be %s.", begin, s.Names.Or(clash))
		default:
			return nil, why
		}
	}
	if len(a) > 1 && !q.List {
		return nil, s.Names.T("One of them, please.")
	}
	return a, ""
}

// sameNamed returns the options in other places that have the same name as option i.
func sameNamed(options []match.Option, i int) (all []string) {
	for _, o := range options {
		if text := o.Name + where(o); o.Name == options[i].Name && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// where returns the description of an option's place without printed values.
func where(o match.Option) string {
	at, _, _ := strings.Cut(o.More, " — ")
	return at
}

// placed returns the only option whose place matches a text, or -1.
func placed(text string, options []match.Option) int {
	at := -1
	for i, o := range options {
		if text == "" || !strings.HasSuffix(strings.ToLower(where(o)), " "+text) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// uniquePrefix returns the index of the name that begins with a text: an exact match, or the only
// match. It returns -1 if there is none or several.
func uniquePrefix(begin string, names []string) (at int, clash []string) {
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

// numbersOf parses "2", "1 3 3" or "1,3" as numbers of options. 0 declines.
func (s *session) numbersOf(text string, q *match.Question, numbers []int) (a []int32, why string) {
	fields := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' || c == '\t' })
	for _, f := range fields {
		n, err := strconv.Atoi(f)
		switch {
		case err != nil:
			return nil, s.Names.T("%q is neither a number nor a command; type ? for help.", f)
		case n == 0 && len(fields) == 1:
			return nil, ""
		case n == 0:
			return nil, s.Names.T("0 cannot be combined with other numbers.")
		}
		i := slices.Index(numbers, n)
		if i < 0 {
			return nil, s.Names.T("%d is not one of the numbers; there %s.", n, s.numbersFor(q, numbers))
		}
		a = append(a, int32(i))
	}
	if len(a) > 1 && !q.List {
		return nil, s.Names.T("One number, please.")
	}
	return a, ""
}

// numbersFor describes the valid numbers for answering a question.
func (s *session) numbersFor(q *match.Question, numbers []int) string {
	all := slices.Clone(numbers)
	if q.None != "" {
		all = append(all, 0)
	}
	slices.Sort(all)
	from, to := all[0], all[len(all)-1]
	switch {
	case from == to:
		return s.Names.T("is only %d", from)
	case to-from == len(all)-1:
		return s.Names.T("are %d to %d", from, to)
	}
	return s.Names.T("are %s", strings.Trim(fmt.Sprint(all), "[]"))
}

package match

import (
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// answered describes a decision. Dice, draws and plays have their own sentences, and declining
// has none.
func (l *log) answered(ev machine.Event) (string, []syntax.Ident) {
	r := ev.Request
	cites := ev.Step.Cites
	only := ""
	if !l.hears(r) {
		return "", nil
	}
	if ev.Kind == machine.Forced && l.seesAll(r) {
		only = " " + l.T("(nothing else is possible)")
		if isPiece(r) && len(ev.Answer) == 1 && l.knows(r.Options[ev.Answer[0]].Value) {
			if values := inAll(l.printed(r.Options[ev.Answer[0]].Value)); values != "" {
				only = " — " + values + only
			}
		}
	}
	switch r.Kind {
	case machine.AskOption:
		if len(ev.Answer) == 0 {
			return l.declined(r), cites
		}
		i := int(r.Options[ev.Answer[0]].Value)
		if own := r.OptionCites(i); len(own) > 0 {
			cites = own
		}
		if name := l.Option(r.Name, r.OptionName(i)); name != words.Plain(r.OptionName(i)) {
			return l.Seat(r.By) + ": " + name + only, cites
		}
		return l.T("%s chooses to %s", l.Seat(r.By), words.Plain(r.OptionName(i))) + only, cites
	case machine.AskChoice:
		if ev.Kind == machine.Forced && len(ev.Answer) == 0 {
			return "", nil
		}
		return l.chosen(ev) + only, cites
	}
	return "", nil
}

// picked describes the result of a `pick` with its reasons: the preferred class, and the
// directions that reduced the choice. It returns "" for a viewer who may not know all
// candidates.
func (l *log) picked(ev machine.Event) string {
	for _, v := range ev.Answer {
		if ev.Type.Base == schema.Piece && !l.knows(v) {
			return ""
		}
	}
	var why []string
	if ev.Words != "" {
		why = append(why, l.Phrase(ev.Words))
	}
	for i, dir := range ev.Toward {
		far := l.T("then %s", l.Phrase(l.P.Text(dir)))
		if i == 0 {
			far = l.T("farthest %s", l.Phrase(l.P.Text(dir)))
		}
		why = append(why, far)
	}
	switch {
	case len(ev.Answer) == 1:
		why = []string{l.T("the only one")}
	case len(why) == 0:
		why = []string{l.T("the first")}
	}
	name := l.Value(ev.Type, ev.Value)
	if ev.Type.Base == schema.Piece {
		if at := l.placeOf(ev.Value); at != "" {
			name += l.T(" at %s", at)
		}
	}
	return words.Title(l.Phrase(ev.Text)) + ": " + name + " – " + strings.Join(why, ", ")
}

// declined describes declining, which matters only for an offer.
func (l *log) declined(r *machine.Request) string {
	s := l.m.State().S
	if offer := s[state.AtOffer]; offer == 0 || s[int(offer)+state.FrameBy] == r.By {
		return ""
	}
	return l.T("%s declines", l.Seat(r.By))
}

// chosen describes the answer to a choice: "Ann chooses prey: Bison" or, if the game words the
// question, "Ann: Which prey? Bison".
func (l *log) chosen(ev machine.Event) string {
	r := ev.Request
	name, asked := l.Phrase(nameOf(r)), l.Asked(r.Name)
	switch {
	case len(ev.Answer) == 0 && asked != "":
		return l.Seat(r.By) + ": " + asked + " " + l.T("nothing")
	case len(ev.Answer) == 0:
		return l.T("%s chooses nothing (%s)", l.Seat(r.By), name)
	}
	if asked != "" {
		return l.Seat(r.By) + ": " + asked + " " + l.answer(ev)
	}
	return l.T("%s chooses %s: %s", l.Seat(r.By), name, l.answer(ev))
}

// answer lists the chosen options.
func (l *log) answer(ev machine.Event) string {
	r := ev.Request
	var names []string
	for _, a := range ev.Answer {
		v := r.Options[a].Value
		if l.may(func(seat int32) bool { return l.m.SeesOption(seat, r, int(a)) }) {
			names = append(names, l.Value(r.Type, v))
		} else {
			names = append(names, l.unseen(v))
		}
	}
	return l.listed(names)
}

// seesAll reports whether the viewer may know all options of a request, or is the seat that is
// asked. Such a viewer may know that there was only one option.
func (l *log) seesAll(r *machine.Request) bool {
	return l.may(func(seat int32) bool {
		for i := range r.Options {
			if r.By != seat && !l.m.SeesOption(seat, r, i) {
				return false
			}
		}
		return true
	})
}

// nameOf returns the name of a request without its procedure.
func nameOf(r *machine.Request) string {
	return r.Name[strings.IndexByte(r.Name, '.')+1:]
}

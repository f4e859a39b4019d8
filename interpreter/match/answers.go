package match

import (
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// answered returns the sentence about a decision, with its clauses. Dice, draws and plays have
// their own sentences, and declining has one only if an offer was made.
func (l *log) answered(ev machine.Event) (string, []syntax.Ident) {
	r, cites := ev.Request, ev.Step.Cites
	switch none := len(ev.Answer) == 0; {
	case !l.mayKnowRequest(r):
		return "", nil
	case r.Kind == machine.AskOption && none:
		if s := l.m.State().Stack; s[state.AtOffer] == 0 || ref.Seat(s[int(s[state.AtOffer])+state.FrameBy]) == r.By {
			return "", nil
		}
	case r.Kind == machine.AskOption:
		if own := r.OptionCites(int(r.Options[ev.Answer[0]].Value)); len(own) > 0 {
			cites = own
		}
	case r.Kind != machine.AskChoice, ev.Kind == machine.Forced && none:
		return "", nil
	}
	return Sentence(l, l.m, &ev), cites
}

// picked describes the result of a `pick` with its reasons: the preferred class, and the
// directions that reduced the choice. It returns "" for a viewer who may not know all
// candidates.
func (l *log) picked(ev machine.Event) string {
	for _, v := range ev.Answer {
		if ev.Type.Base == schema.Piece && !l.knows(ref.Piece(v)) {
			return ""
		}
	}
	var why []string
	if ev.Words != "" {
		why = append(why, l.Names.Phrase(ev.Words))
	}
	for i, dir := range ev.Toward {
		far := l.Names.T("then %s", l.Names.Phrase(l.Names.P.Symbols.Text(dir)))
		if i == 0 {
			far = l.Names.T("farthest %s", l.Names.Phrase(l.Names.P.Symbols.Text(dir)))
		}
		why = append(why, far)
	}
	switch {
	case len(ev.Answer) == 1:
		why = []string{l.Names.T("the only one")}
	case len(why) == 0:
		why = []string{l.Names.T("the first")}
	}
	name := l.Value(ev.Type, ev.Value)
	if ev.Type.Base == schema.Piece {
		if at := l.placeOf(ref.Piece(ev.Value)); at != "" {
			name += l.Names.T(" at %s", at)
		}
	}
	return words.Title(l.Names.Phrase(ev.Text)) + ": " + name + " – " + strings.Join(why, ", ")
}

// answer lists the chosen options.
func (l *log) answer(ev machine.Event) (text string, chosen []Named) {
	r := ev.Request
	var names []string
	for _, a := range ev.Answer {
		v := ref.Piece(r.Options[a].Value)
		if l.may(func(seat ref.Seat) bool { return r.ShowsOption(seat, int(a)) }) {
			chosen = append(chosen, l.namedValue(r.Type, int32(v)))
			names = append(names, chosen[len(chosen)-1].Text+l.apart(r, v))
		} else {
			names = append(names, l.hiddenName(v))
		}
	}
	return l.listed(names), chosen
}

// apart returns the place of a chosen piece on the table, if the viewer sees an option of the same name in another
// place.
func (l *log) apart(r *machine.Request, chosen ref.Piece) string {
	if !isPiece(r) || !l.knows(chosen) || !l.counts(l.m.Env.World.In(chosen)) {
		return ""
	}
	at := l.placeOf(chosen)
	for i, o := range r.Options {
		shown := l.may(func(seat ref.Seat) bool { return r.ShowsOption(seat, i) })
		if at != "" && shown && l.knows(ref.Piece(o.Value)) && l.Piece(ref.Piece(o.Value)) == l.Piece(chosen) &&
			l.placeOf(ref.Piece(o.Value)) != at {
			return l.Names.T(" at %s", at)
		}
	}
	return ""
}

// mayKnowAll reports whether the viewer may know all options of a request, or is the seat that is
// asked. Such a viewer may know that there was only one option.
func (l *log) mayKnowAll(r *machine.Request) bool {
	return l.may(func(seat ref.Seat) bool {
		for i := range r.Options {
			if r.By != seat && !r.ShowsOption(seat, i) {
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

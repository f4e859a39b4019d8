package scenario

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// A course is what a run came to, in words that mean the same in every form of
// the game: who was asked what, with which options, and what he answered; where
// the match stands, or who has won; how the pieces lie that do not lie as they
// began. Two forms in which a scenario has the same course, and passes, are the
// same to it.
//
// Counters and marks are no part of it. Where they matter they show in what is
// asked, and a scenario that is about one checks it; whereas rules keep books for
// readings that most scenarios know nothing of. Nor are the options of a request
// that nobody answers any more.
//
// Programs of two forms number things differently, and a variant may bring
// pieces, zones and options that the other form does not know: those are left
// out. Neither is it told how many equal cards there are of something, for that
// is data.

// teller tells the course of a run to somebody who knows another form.
type teller struct {
	*run
	to    *program.Program
	facts []fact
}

// fact is one thing that is told: what about, and what is so.
type fact struct {
	what, is string
	sort     factSort
}

type factSort uint8

const (
	other     factSort = iota
	question           // who is asked what
	ending             // where the match stands in the end
	lies               // what lies in a zone
	checked            // what a check says; and what is instead
	brokenOff          // where it stands, and the script does not go on
)

func (f fact) String() string {
	switch {
	case f.sort == checked && f.is == "":
		return "so: " + f.what
	case f.sort == checked:
		return "not so: " + f.what + "; " + f.is
	case f.is == "":
		return f.what
	}
	return f.what + ": " + f.is
}

// end tells where the match stands in the end, and what lies where.
func (t *teller) end() {
	switch req := t.m.Next(); {
	case req != nil && t.options(req) != nil: // else it is asked for what the other form does not know
		t.facts = append(t.facts, fact{"it stands at " + req.Name, t.seatName(req.By), ending})
	case t.m.Finished():
		t.facts = append(t.facts, fact{"the match is over; winners", t.seatNames(t.m.Winners()), ending})
	}
	t.zones()
}

func (t *teller) asked(req *machine.Request, answer []int32) {
	var taken []string
	for _, i := range answer {
		taken = append(taken, t.option(req, i))
	}
	if taken == nil {
		taken = []string{wordPass}
	}
	says := strings.Join(t.options(req), ", ") + " → " + strings.Join(taken, ", ")
	t.facts = append(t.facts, fact{t.seatName(req.By) + isAsked + req.Name, says, question})
}

const isAsked = " is asked "

// options names those that the other form knows.
func (t *teller) options(req *machine.Request) (names []string) {
	for i := range req.Options {
		if t.known(req, int32(i)) {
			names = append(names, t.option(req, int32(i)))
		}
	}
	return names
}

// option names an option by what it was when it was offered: a place by where
// it is, and not by what lies there now.
func (t *teller) option(req *machine.Request, i int32) string {
	v := req.Options[i].Value
	switch {
	case req.Kind == machine.AskOption:
		return req.OptionName(int(v))
	case req.Type.Base == schema.Zone && v != schema.Nothing:
		return t.whereName(v)
	}
	return t.valueName(req.Type, v)
}

// known tells whether the other form knows what an option is.
func (t *teller) known(req *machine.Request, i int32) bool {
	v := req.Options[i].Value
	switch {
	case req.Kind == machine.AskOption:
		return slices.ContainsFunc(t.to.Mays, func(m *program.MayOp) bool {
			return slices.ContainsFunc(m.Options, func(o program.MayOption) bool { return o.Name == req.OptionName(int(v)) })
		})
	case v == schema.Nothing:
		return true
	case req.Type.Base == schema.Piece:
		return t.knowsPiece(v)
	case req.Type.Base == schema.Zone:
		return t.knowsZone(v)
	}
	return true
}

func (t *teller) knowsPiece(p int32) bool {
	return t.to.Schema == t.m.P.Schema || t.to.Card(t.m.P.Cards[t.m.P.Pieces[p].Card].Name) != nil
}

func (t *teller) knowsZone(z int32) bool {
	if t.to.Schema == t.m.P.Schema {
		return true
	}
	d := t.m.P.Schema.Zones[z].Decl
	return slices.ContainsFunc(t.to.Decls, func(x *schema.ZoneDecl) bool { return x.Name == d.Name && x.Scope == d.Scope })
}

func (t *teller) seatNames(seats []int) string {
	var out []string
	for _, i := range seats {
		out = append(out, t.seatName(int32(i)))
	}
	return strings.Join(out, ", ")
}

// zones tells what lies in each zone that did not lie so before. In a stack
// what lies as it did stands as `…`.
func (t *teller) zones() {
	before := t.m.Env.World
	before.State = t.before
	moved := t.moved()
	for z := range int32(len(t.m.P.Schema.Zones)) {
		if !t.knowsZone(z) {
			continue
		}
		stack := z > 0 && t.m.P.Schema.Zones[z].Decl.Stack
		var here []string
		news, shuffled := false, false
		for p := t.m.Env.Head(z); p >= 0; p = t.m.Env.Next(p) {
			face := t.turned(p, &before)
			switch {
			case !t.knowsPiece(p):
			case before.In(p) != z || face != "" || stack && moved[p]:
				here, news = append(here, t.valueName(schema.Type{Base: schema.Piece}, p)+face), true
			case stack && (len(here) == 0 || here[len(here)-1] != "…"):
				here = append(here, "…")
			}
			shuffled = shuffled || stack && t.m.Env.Glued(p) && before.In(p) == z && before.Placed(p)
		}
		if !stack {
			slices.Sort(here)
		}
		if shuffled {
			here, news = append(here, "shuffled"), true
		}
		if news {
			t.facts = append(t.facts, fact{t.whereName(z), strings.Join(here, ", "), lies})
		}
	}
}

// moved are the pieces that were moved, wherever they lie now.
func (t *teller) moved() map[int32]bool {
	out := map[int32]bool{}
	for i := range t.log.events {
		if ev := &t.log.events[i]; ev.Kind == machine.Moved {
			out[ev.Piece] = true
		}
	}
	return out
}

// turned tells that a piece lies on its other face.
func (t *teller) turned(p int32, before *state.World) string {
	down := t.m.Env.FaceDown(p)
	switch {
	case down == before.FaceDown(p):
		return ""
	case down:
		return " (face down)"
	}
	return " (face up)"
}

package formula

import (
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
)

// A formula is a tree of closures, and most of its time goes into the steps from
// one to the next. So a value that is simple says how it is found, and what is
// made of it does so itself instead of asking: `me.store` is one closure and not
// two, and `filter(row, .kind == "tool")` looks each card up in a table. What notes
// are taken of has no form: whoever fused it would pass the note by.

// form is how a value is found without its closure.
type form struct {
	is    formKind
	local uint       // isLocal, byCard, isBoth, isOn, isBearer: where the value lies, or the piece
	zone  int32      // isZone: the first place; isMine: that of the first seat …
	step  int32      // … and how many places it has, of each seat
	words []int32    // byCard: a word for each card
	has   []bool     // byCard: yes or no for each card
	borne uint       // isBearer: where the other piece lies
	lead  []bool     // isBoth: yes or no for each card, first of all …
	rest  *Value     // … and what must hold besides
	name  string     // byCard: what is read of the card first …
	pos   source.Pos // … and where that stands, should there be no piece
	size  numFn      // of a list: how long it is, without making it; nil if that is no quicker
	lies  numFn      // of a list: the one place in which all of it lies, and nothing else; nil if there is none
}

// form is how the value is found without its closure; most have none, so room is made for it
// only where there is one.
func (v *Value) form() form {
	if v.fused == nil {
		return form{}
	}
	return *v.fused
}

// fuse is the form of the value alone, to be added to.
func (v *Value) fuse() *form {
	f := v.form()
	v.fused = &f
	return v.fused
}

type formKind uint8

const (
	byClosure formKind = iota
	isMe               // the player for whom the steps run
	isLocal            // a parameter, or the element of a predicate
	isZone             // a zone of the table
	isMine             // a zone of `me`
	byCard             // what the card of a local piece says
	isBoth             // what the card of a local piece says, and more
	isPieces           // all pieces
	isOn               // a zone on a local piece
	isBearer           // whether a local piece bears another
)

// cond is a value's closure as a condition.
func (v *Value) cond() yesFn {
	if v.yes != nil {
		return v.yes
	}
	return v.Yes
}

// one is a single value's closure.
func (v *Value) one() numFn {
	if v.num != nil {
		return v.num
	}
	return v.asNum
}

// Every is a condition that holds where all of some do, as a plain function for
// whoever asks it often.
func Every(conds []*Value) func(*Env) bool {
	tests := make([]yesFn, len(conds))
	for i, v := range conds {
		tests[i] = v.cond()
	}
	if len(tests) == 1 {
		return tests[0]
	}
	return func(e *Env) bool {
		for _, t := range tests {
			if !t(e) {
				return false
			}
		}
		return true
	}
}

// sizeOf is how long a list is.
func sizeOf(l *Value) numFn {
	if l.form().size != nil {
		return l.form().size
	}
	list := l.list
	return func(e *Env) int32 {
		mark := len(e.arena)
		n := len(list(e))
		e.arena = e.arena[:mark]
		return int32(n)
	}
}

// cardWords is a word that each card has, of a piece.
func (co *comp) cardWords(of *Value, name string, pos source.Pos, words []int32) *Value {
	v := &Value{Type: schema.Type{Base: schema.Word}, Pos: pos, num: func(e *Env) int32 {
		p := of.num(e)
		if p < 0 {
			return e.nothing(pos, name)
		}
		return words[e.Pieces[p].Card]
	}}
	if of.form().is == isLocal {
		local := of.form().local
		v.fused = &form{is: byCard, local: local, words: words, name: name, pos: pos}
		v.num = func(e *Env) int32 {
			p := e.locals[local%maxLocals]
			if p < 0 {
				return e.nothing(pos, name)
			}
			return words[e.Pieces[p].Card]
		}
	}
	return v.madeBy(Tree{Op: CardWord, Tables: &Tables{Words: words}}, of)
}

// onCard is a condition on the card of a local piece, and on nothing else.
func onCard(f form, pos source.Pos, holds func(word int32) bool) *Value {
	f.has = make([]bool, len(f.words))
	for i, w := range f.words {
		f.has[i] = holds(w)
	}
	f.words = nil
	return cardTable(f, pos)
}

func cardTable(f form, pos source.Pos) *Value {
	v := yesNo(pos, func(e *Env) bool {
		p := e.locals[f.local%maxLocals]
		if p < 0 {
			e.nothing(f.pos, f.name)
			return false
		}
		return f.has[e.Pieces[p].Card]
	})
	v.fused = &f
	return v
}

// merged is two conditions on the card of one piece as one; nil if they are not
// that.
func merged(a, b *Value, and bool, pos source.Pos) *Value {
	if a.form().has == nil || b.form().has == nil || a.form().local != b.form().local {
		return nil
	}
	f := a.form()
	f.has = make([]bool, len(a.form().has))
	for i := range f.has {
		if f.has[i] = a.form().has[i] || b.form().has[i]; and {
			f.has[i] = a.form().has[i] && b.form().has[i]
		}
	}
	return cardTable(f, pos)
}

// led is the form of `a and b`, if a says first of all something of a piece's card.
func led(a, b *Value) *form {
	switch f := a.form(); {
	case f.is == byCard && f.has != nil:
		return &form{is: isBoth, local: f.local, lead: f.has, rest: b}
	case f.is == isBoth:
		return &form{is: isBoth, local: f.local, lead: f.lead, rest: bothHold(f.rest, b, f.rest.Pos)}
	}
	return nil
}

// sought is a list and a condition on its elements, for who is after those of which
// it holds; and what it says of each card, if it looks at nothing else.
func (co *comp) sought(l, p *Value, local uint) (list listFn, yes yesFn, has []bool) {
	l, p = co.narrowed(l, p, local)
	return l.list, p.cond(), p.table(local)
}

// narrowed is a list and a condition on its elements, of which only those that it
// holds of matter: those of which it cannot hold need not be looked at.
//
//   - Of all pieces of the game there are many, and mostly the first thing that is
//     said of them is which card they are: `.kind == "tool" and …`.
//   - Only one piece bears another: `find(land, walker in it.guests)`.
func (co *comp) narrowed(l, p *Value, local uint) (*Value, *Value) {
	has, rest := p.table(local), p
	switch f := p.form(); {
	case f.local != local:
		return l, p
	case f.is == isBearer && l.form().is == isZone:
		return bearer(l, f.borne), p
	case f.is == isBoth:
		has, rest = f.lead, f.rest
	}
	if l.form().is != isPieces || has == nil {
		return l, p
	}
	var some []int32
	for i := range co.Pieces {
		if has[co.Pieces[i].Card] {
			some = append(some, int32(i))
		}
	}
	pos := l.Pos
	return &Value{Type: l.Type, Pos: pos, list: func(e *Env) []int32 {
		at := len(e.arena)
		e.arena = append(e.arena, some...)
		e.spend(pos, len(some)>>3)
		return e.arena[at:len(e.arena):len(e.arena)]
	}}, rest
}

// bearer is the piece of a zone on which another lies; none, if that lies on none of
// them. Who looks with a seat's eyes has to look everywhere: he may not be allowed to.
func bearer(l *Value, borne uint) *Value {
	list, f := l.list, l.form()
	return &Value{Type: l.Type, Pos: l.Pos, list: func(e *Env) []int32 {
		q := e.locals[borne%maxLocals]
		if e.Eyes != 0 || q < 0 {
			return list(e)
		}
		p, at := e.Zones[e.In(q)].Piece, len(e.arena)
		if p < 0 || e.In(p) < f.zone || e.In(p) >= f.zone+f.step {
			return nil
		}
		e.arena = append(e.arena, p)
		return e.arena[at : at+1 : at+1]
	}}
}

// negated is the opposite of a condition on the card of a piece.
func negated(v *Value, pos source.Pos) *Value {
	f := v.form()
	f.has = flipped(v.form().has)
	return cardTable(f, pos)
}

func flipped(has []bool) []bool {
	out := make([]bool, len(has))
	for i, yes := range has {
		out[i] = !yes
	}
	return out
}

// table is what a predicate over the element in a local says of each card, if it
// looks at nothing else; else nil.
func (v *Value) table(local uint) []bool {
	if v.form().is == byCard && v.form().local == local {
		return v.form().has
	}
	return nil
}

// playerWord reads a word a seat, of the player that a value is.
func playerWord(of *Value, slot int, name string, pos source.Pos) numFn {
	switch num, local := of.num, of.form().local; of.form().is {
	case isMe:
		return func(e *Env) int32 {
			if e.Who < 0 {
				return e.nothing(pos, name)
			}
			return e.W[slot+int(e.Who)]
		}
	case isLocal:
		return func(e *Env) int32 {
			p := e.locals[local%maxLocals]
			if p < 0 {
				return e.nothing(pos, name)
			}
			return e.W[slot+int(p)]
		}
	default:
		return func(e *Env) int32 {
			p := num(e)
			if p < 0 {
				return e.nothing(pos, name)
			}
			return e.W[slot+int(p)]
		}
	}
}

// printed reads a column of what is printed on a piece.
func printed(of *Value, f *schema.Field, cols int, pos source.Pos) numFn {
	read := func(e *Env, p int32) int32 {
		if p < 0 {
			return e.nothing(pos, f.Name)
		}
		v := e.Data.Static[int(e.Data.Rows[p])*cols+f.Col]
		if schema.IsAbsent(v) {
			return e.lacks(pos, p, f.Name)
		}
		if f.Hidden() && e.Eyes != 0 && !e.mayRead(pos, f, p) {
			return f.Default
		}
		return v
	}
	if of.form().is != isLocal {
		return func(e *Env) int32 { return read(e, of.num(e)) }
	}
	local, col := of.form().local, f.Col
	return func(e *Env) int32 {
		p := e.locals[local%maxLocals]
		if p >= 0 && e.Eyes == 0 {
			if v := e.Data.Static[int(e.Data.Rows[p])*cols+col]; !schema.IsAbsent(v) {
				return v
			}
		}
		return read(e, p)
	}
}

// pile appends what lies in zone z, in its order, to the arena, and returns it.
func (e *Env) pile(pos source.Pos, z int32) []int32 {
	at := len(e.arena)
	for p := e.Head(z); p >= 0; p = e.Next(p) {
		e.arena = append(e.arena, p)
	}
	e.spend(pos, (len(e.arena)-at)>>3)
	return e.arena[at:len(e.arena):len(e.arena)]
}

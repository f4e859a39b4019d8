package formula

import (
	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/state"
)

// identifier finds what a bare name means, from the inside out.
func (co *comp) identifier(n ast.Node, name string, pos source.Pos) *Value {
	sc := co.sc
	for _, l := range sc.lets {
		if l.name == name {
			return localValue(pos, l.at, l.t)
		}
	}
	for i := len(sc.params) - 1; i >= 0; i-- {
		if sc.params[i].name == name {
			return localValue(pos, i+sc.firstParam(), sc.params[i].t)
		}
	}
	if name == "it" {
		return co.it(n, pos)
	}
	if sc.Self.Base != schema.Unknown {
		self := localValue(pos, sc.self(), sc.Self)
		if v := co.ownMember(self, name, pos, n); v != nil {
			return v
		}
	}
	if name == sc.Later && name != "" {
		return co.fail(n, "put the `if` on the steps inside, or go through `filter(…)`", "`if` is looked at before the first %q", name)
	}
	if sc.Proc != nil {
		if s := sc.Proc.slots[name]; s != nil {
			if co.SlotType(s).Base == schema.Unknown && !sc.quiet {
				return bad(pos) // what gives it its value is wrong, and has been reported
			}
			co.reads(s)
			v := slotValue(pos, s)
			if name == sc.Answer {
				at := s.At
				v.fuse().size = func(e *Env) int32 { return e.S[e.Base+at+1] } // how many he says himself
			}
			return v
		}
		if f := sc.Proc.Formulas[name]; f != nil {
			return co.named(f, nil, nil, sc.Proc, schema.Type{}, n)
		}
	}
	if v := co.builtinName(n, name, pos); v != nil {
		return v
	}
	if f := co.GameField(name); f != nil {
		slot := f.Slot
		v := &Value{Type: f.Type, Pos: pos, num: held(pos, f.Type, func(e *Env) int32 {
			if e.Eyes != 0 && !e.mayRead(pos, f, schema.Nothing) {
				return f.Default
			}
			return e.W[slot]
		})}
		return co.coverField(asYes(v).madeBy(Tree{Op: OfGame, Field: f}), v, f)
	}
	if z := co.GameZone(name); z != nil {
		first := int32(z.First)
		v := &Value{Type: schema.Type{Base: schema.Zone, Kinds: z.Holds, Decl: z}, Pos: pos, fused: &form{is: isZone, zone: first, step: int32(z.Cells)}, num: func(*Env) int32 { return first }}
		return v.madeBy(Tree{Op: ZoneOfGame, Zone: z})
	}
	if f := co.game[name]; f != nil {
		if f.Params != nil {
			return co.fail(n, "write "+usage(f), "formula %s has parameters", name)
		}
		return co.named(f, nil, nil, nil, schema.Type{}, n)
	}
	if c := co.Card(name); c != nil && c.Data {
		t := schema.Type{Base: schema.Piece, Kinds: 1 << uint(c.Kind.Index)}
		return constant(pos, t, int32(c.First))
	}
	if sc.Given != nil {
		if v, ok := sc.Given(name); ok {
			return v
		}
	}
	return co.unknown(n, name)
}

func (co *comp) unknown(n ast.Node, name string) *Value {
	switch name {
	case "card", "target", "pending":
		if p := co.sc.Proc; name == "target" && p != nil && p.Mixed {
			return co.fail(n, "say it in the steps of each card", "cards of this kind are played on players as well as on pieces, so `target` could be either here")
		}
		return co.fail(n, "", "`%s` has a meaning only in what a card does that is played in a window", name)
	}
	hint := ""
	switch {
	case co.Card(name) != nil:
		hint = `a card is meant by its word, as in .card == "` + name + `"`
	case co.PlayerField(name) != nil || co.PlayerZone(name) != nil || co.player[name] != nil:
		hint = "did you mean me." + name + "?"
	}
	if !co.sc.quiet {
		co.Diags.UnknownOr(co.pos(n), name, co.visible(), hint, "nothing here is called %q", name)
	}
	return bad(co.pos(n))
}

// visible lists the names that a bare name can mean here, for hints.
func (co *comp) visible() []string {
	out := []string{"me", "players", "others", "nothing", "pieces"}
	if co.sc.Known != nil {
		out = append(out, co.sc.Known()...)
	}
	for _, p := range co.sc.params {
		out = append(out, p.name)
	}
	for _, l := range co.sc.lets {
		out = append(out, l.name)
	}
	if co.sc.It.Base != schema.Unknown || co.sc.inside {
		out = append(out, "it")
	}
	if co.sc.Self.Base != schema.Unknown {
		out = append(out, co.memberNames(co.sc.Self)...)
	}
	if p := co.sc.Proc; p != nil {
		for _, s := range p.Slots {
			if s.Name != "" {
				out = append(out, s.Name)
			}
		}
		for name := range p.Formulas {
			out = append(out, name)
		}
	}
	for _, f := range co.GameFields {
		out = append(out, f.Name)
	}
	for _, z := range co.Game.Zones {
		out = append(out, z.Name)
	}
	for name := range co.game {
		out = append(out, name)
	}
	return out
}

// reads notes that a formula of the rules reads a name.
func (c *Compiler) reads(s *Slot) {
	if c.Building && !c.LaidOut {
		s.Read = true
	}
}

// Locals of a formula: the candidate of a condition, or the piece or player
// whose formula it is, then the parameters, then elements of predicates.
func (s *Scope) self() int { return s.low }
func (s *Scope) firstParam() int {
	if s.Self.Base != schema.Unknown {
		return s.low + 1
	}
	return s.low
}

func localValue(pos source.Pos, at int, t schema.Type) *Value {
	i := uint(at)
	v := (&Value{Type: t, Pos: pos}).madeBy(Tree{Op: Local, At: int32(at)})
	if t.List {
		v.list = func(e *Env) []int32 { return e.lists[i] }
		v.fuse().size = func(e *Env) int32 { return int32(len(e.lists[i])) }
		return v
	}
	v.fused = &form{is: isLocal, local: i}
	v.num = func(e *Env) int32 { return e.locals[i%maxLocals] }
	return asYes(v)
}

func asYes(v *Value) *Value {
	if v.Type.Base == schema.YesNo && !v.Type.List && v.yes == nil {
		num := v.num
		v.yes = func(e *Env) bool { return num(e) == 1 }
	}
	return v
}

func slotValue(pos source.Pos, s *Slot) *Value {
	t := s.T()
	at := s.At
	v := (&Value{Type: t, Pos: pos}).madeBy(Tree{Op: Word, At: int32(at)})
	if t.List {
		v.list = func(e *Env) []int32 {
			b := e.Base
			off, n := int(e.S[b+at]), int(e.S[b+at+1])
			if n == 0 {
				return nil
			}
			l := e.S[b+off : b+off+n : b+off+n]
			if e.Eyes != 0 && t.Base == schema.Piece && !e.mayKnowAll(pos, l) {
				return nil
			}
			return l
		}
		return v
	}
	v.num = held(pos, t, func(e *Env) int32 { return e.S[e.Base+at] })
	return asYes(v)
}

func (co *comp) it(n ast.Node, pos source.Pos) *Value {
	if !co.sc.inside && co.sc.It.Base == schema.Unknown {
		return co.fail(n, "", "`it` is the thing looked at, in a `where` or in a list function; there is none here")
	}
	v := localValue(pos, co.sc.element, co.sc.elemType)
	if co.sc.inside || !co.sc.Asked && !co.sc.Dealt || v.Type.Base != schema.Piece {
		return v
	}
	unseen := v.num
	if co.sc.Dealt {
		v.unseen = unseen
		return v
	}
	out := &Value{Type: v.Type, Pos: pos, unseen: unseen, num: func(e *Env) int32 {
		if p := unseen(e); p < 0 || e.mayKnow(pos, p) {
			return p
		}
		return schema.Nothing
	}}
	out.tree = v.tree
	return out
}

// builtinName is a name that the language itself gives a meaning.
func (co *comp) builtinName(n ast.Node, name string, pos source.Pos) *Value {
	player := schema.Type{Base: schema.Player}
	switch name {
	case "me":
		return playing(pos)
	case "nothing":
		return constant(pos, schema.Type{Base: schema.Empty}, schema.Nothing)
	case "players":
		v := &Value{Type: schema.ListOf(player), Pos: pos, list: func(e *Env) []int32 { return e.seatsFrom(0, e.Players()) }}
		return v.made(Players)
	case "others":
		v := &Value{Type: schema.ListOf(player), Pos: pos, list: func(e *Env) []int32 {
			if e.Who < 0 {
				return nil
			}
			return e.seatsFrom(e.Who+1, e.Players()-1)
		}}
		return v.made(Others)
	case "pieces":
		t := schema.Type{Base: schema.Piece, Kinds: co.AllKinds(), List: true}
		v := &Value{Type: t, Pos: pos, fused: &form{is: isPieces}, list: func(e *Env) []int32 {
			at := len(e.arena)
			for p := range e.Pieces {
				e.arena = append(e.arena, int32(p))
			}
			e.spend(pos, len(e.Pieces)>>3)
			return e.arena[at:len(e.arena):len(e.arena)]
		}}
		return v.made(AllPieces)
	}
	if co.sc.Proc == nil {
		return nil
	}
	switch name {
	case "stopped":
		return stopped(pos)
	case "card":
		if co.sc.Proc.Card.Base != schema.Unknown {
			return frameWord(pos, co.sc.Proc.Card, state.FrameCard)
		}
	case "target":
		if co.sc.Proc.Target.Base != schema.Unknown {
			return frameWord(pos, co.sc.Proc.Target, state.FrameTarget)
		}
	case "pending":
		if len(co.sc.Proc.Pending) > 0 {
			return frameWord(pos, schema.Type{Base: schema.Run, Runs: co.sc.Proc.Pending}, state.FramePending)
		}
	}
	return nil
}

// Lot is what the formulas of bots know besides, for Scope.Given: the lot of the one
// that decides.
func Lot(name string) (*Value, bool) {
	if name != "lot" {
		return nil, false
	}
	return number(source.Pos{}, func(e *Env) int32 { return e.Lot() }), true
}

// playing is the player for whom the steps run.
func playing(pos source.Pos) *Value {
	v := &Value{Type: schema.Type{Base: schema.Player}, Pos: pos, fused: &form{is: isMe}, num: func(e *Env) int32 { return e.Who }}
	return v.made(Me)
}

// stopped is whether the frame is being stopped.
func stopped(pos source.Pos) *Value {
	return yesNo(pos, func(e *Env) bool { return e.S[e.Base+state.FrameFlags]&state.FrameStopped != 0 }).made(Stopped)
}

// frameWord is a word that every frame has.
func frameWord(pos source.Pos, t schema.Type, at int) *Value {
	v := &Value{Type: t, Pos: pos, num: held(pos, t, func(e *Env) int32 { return e.S[e.Base+at] })}
	return v.madeBy(Tree{Op: Word, At: int32(at)})
}

// held is a value that a name or field has: if it is a piece, the eyes must know that.
func held(pos source.Pos, t schema.Type, num numFn) numFn {
	if t.Base != schema.Piece {
		return num
	}
	return func(e *Env) int32 {
		p := num(e)
		if e.Eyes != 0 && p >= 0 && !e.mayKnow(pos, p) {
			return schema.Nothing
		}
		return p
	}
}

// seatsFrom lists n seats clockwise, from seat first on.
func (e *Env) seatsFrom(first, n int32) []int32 {
	at := len(e.arena)
	players := e.Players()
	for seat := first % players; n > 0; n-- {
		e.arena = append(e.arena, seat)
		if seat++; seat == players {
			seat = 0
		}
	}
	return e.arena[at:len(e.arena):len(e.arena)]
}

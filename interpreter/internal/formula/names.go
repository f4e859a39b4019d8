package formula

import (
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// identifier resolves a bare name, from the innermost scope outward.
func (co *comp) identifier(n ast.Node, name string, pos source.Pos) *Expr {
	sc := co.sc
	for _, l := range sc.lets {
		if l.name == name {
			return localValue(pos, l.at, l.t)
		}
	}
	for i := len(sc.params) - 1; i >= 0; i-- {
		if sc.params[i].Name == name {
			co.mention(pos, sc.params[i].Ident)
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
		return co.fail(n, "put the `if` on the inner steps, or loop over `filter(…)`",
			"this `if` is evaluated before %q has a value", name)
	}
	if p := sc.Proc; p != nil {
		if s := p.slots[name]; s != nil && co.c.SlotType(s).Base == schema.Unknown && co.c.Diags != nil {
			return invalid(pos) // the error in its declaration was reported
		}
		if v := co.nameOfRun(p, name, pos, n); v != nil {
			if name == sc.Answer {
				v.access = answer
			}
			return v
		}
	}
	if v := co.builtinName(name, pos); v != nil {
		return v
	}
	if t := co.c.Schema.Table(schema.OfGame, name); t != nil {
		return co.table(t, OfGame, pos)
	}
	if f := co.c.Schema.GameField(name); f != nil {
		return co.coverField(field(OfGame, f, pos))
	}
	if z := co.c.Schema.GameZone(name); z != nil {
		co.mention(pos, z.Ident)
		return zoneOf(ZoneOfGame, z, pos)
	}
	if f := co.c.game[name]; f != nil {
		if f.Params != nil {
			return co.fail(n, "write "+usage(f), "formula %s needs arguments", name)
		}
		return co.named(f, nil, nil, nil, schema.Type{}, n)
	}
	if c := co.c.Schema.Card(name); c != nil && c.Data {
		co.mention(pos, c.Ident)
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

// unknown reports an unknown bare name, with the most likely meaning.
func (co *comp) unknown(n ast.Node, name string) *Expr {
	if slices.Contains(co.c.Schema.AllDirections(), name) {
		return co.fail(n, "a direction is a word: \""+strings.Join(co.c.Schema.Ways(), "\", \"")+"\"",
			"unknown name %q", name)
	}
	switch name {
	case "card", "target", "pending":
		switch p := co.sc.Proc; {
		case p == nil || name == "card":
		case p.Faulty:
			return invalid(co.pos(n))
		case name == "pending" && co.sc.OfWindow:
			return co.fail(n, "write pending.NAME", "`pending` (the current run of %s) is not a value", p.Name)
		case name == "target" && p.Mixed != "":
			return co.mixedTarget(n, p, "use it in the steps of each card")
		}
		hint := ""
		if name == "target" {
			hint = "declare the target in `play` of the card: {in: [WINDOW], target: …}"
		}
		return co.fail(n, hint, "`%s` exists only in the steps of a card that is played in a window", name)
	}
	if co.c.Diags != nil {
		if !co.c.Diags.Hints(len(co.c.Procs) + len(co.c.game)) {
			// For 9,500 errors, listing the names each time took 10 s and 470 MiB.
			co.c.Diags.Unknown(co.pos(n), name, nil, "unknown name %q", name)
			return invalid(co.pos(n))
		}
		hint := co.called(n, name)
		among, first := co.suitedFirst(n, co.visible(), func(name string) schema.Type {
			return co.identifier(n, name, co.pos(n)).Type
		})
		if hint == "" {
			co.c.Diags.UnknownFirst(co.pos(n), name, among, first, "unknown name %q", name)
		} else {
			co.c.Diags.UnknownHint(co.pos(n), name, among, hint, "unknown name %q", name)
		}
	}
	return invalid(co.pos(n))
}

// foreign maps words of other languages to their equivalent in formulas.
var foreign = map[string]string{"null": "nothing", "None": "nothing", "yes": "true", "no": "false", "length": "len",
	"size": "len"}

// called returns a hint for a function or other declaration with exactly that name, or "".
func (co *comp) called(n ast.Node, name string) string {
	switch {
	case foreign[name] != "":
		return "write " + foreign[name]
	case co.sc.inside && slices.Contains(co.c.memberNames(co.sc.elemType), name):
		return "did you mean ." + name + "?"
	case co.c.Schema.Card(name) != nil:
		return `a card is meant by its word, as in .card == "` + name + `"`
	case co.c.Schema.PlayerField(name) != nil || co.c.Schema.PlayerZone(name) != nil || co.c.player[name] != nil:
		return "did you mean me." + name + "?"
	}
	for _, p := range co.c.Procs {
		if p.slots[name] != nil {
			return "it is a name of " + p.Name +
				", and procedures see only their own names; pass it with `takes` and `with`, or back to the caller with `gives`"
		}
	}
	if _, ok := co.c.Schema.Symbols.LookUp(name); ok {
		return co.quotedWord(n, name)
	}
	return ""
}

// quotedWord returns a hint with the text to write in the file for a word that lacks its quotes. YAML takes the quotes
// for its own where a formula begins with them, so single quotes must then surround the whole formula.
func (co *comp) quotedWord(n ast.Node, name string) string {
	text, at, in := []rune(co.t.s), n.Location().From, co.t.node
	end := min(at+len(name), len(text))
	switch {
	case in.IsDoubleQuoted():
		return `a word stands in quotes: write \"` + name + `\"`
	case at > 0 || !in.IsPlain():
		return `a word stands in quotes: write "` + name + `"`
	}
	rest := string(text[end:])
	if len(rest) > 60 {
		rest = "…"
	}
	return `a word stands in quotes, with single quotes around the whole formula in YAML: '"` + name + `"` +
		strings.ReplaceAll(rest, "'", "''") + `'`
}

// suitedFirst moves the names of the required type to the front and returns their number. It
// does so only for the first error, because finding all types takes long.
func (co *comp) suitedFirst(n ast.Node, names []string,
	typeOf func(name string) schema.Type) (sorted []string, first int) {
	suits := schema.Unknown
	switch n {
	case co.yesNo:
		suits = schema.YesNo
	case co.root:
		suits = co.sc.suits
	}
	if suits == schema.Unknown || co.c.Diags == nil || len(*co.c.Diags) > 0 {
		return names, 0
	}
	d := co.c.Diags
	co.c.Diags = nil
	var others []string
	for _, name := range names {
		if t := typeOf(name); t.Base == suits && (suits == schema.Zone || !t.List) {
			sorted = append(sorted, name)
		} else {
			others = append(others, name)
		}
	}
	co.c.setDiagnostics(d)
	return append(sorted, others...), len(sorted)
}

// mention records that the name at a position refers to a declaration.
func (co *comp) mention(at source.Pos, decl syntax.Ident) {
	co.c.Mentions.Add(source.Mention{At: at, Name: decl.Name, To: decl.Pos})
}

// visible lists the valid bare names. It is used for hints.
func (co *comp) visible() []string {
	out := []string{"me", "players", "others", "nothing", "pieces"}
	if co.sc.Known != nil {
		out = append(out, co.sc.Known()...)
	}
	out = append(out, syntax.NamesOf(co.sc.params)...)
	for _, l := range co.sc.lets {
		out = append(out, l.name)
	}
	if co.sc.It.Base != schema.Unknown || co.sc.inside {
		out = append(out, "it")
	}
	if co.sc.Self.Base != schema.Unknown {
		out = append(out, co.c.memberNames(co.sc.Self)...)
	}
	if p := co.sc.Proc; p != nil {
		for _, s := range p.Slots {
			if s.Name != "" {
				out = append(out, s.Name)
			}
		}
		out = slices.AppendSeq(out, maps.Keys(p.Formulas))
	}
	out = append(out, schema.Names(co.c.Schema.GameFields)...)
	out = append(out, syntax.NamesOf(co.c.Schema.Game.Zones)...)
	out = slices.AppendSeq(out, maps.Keys(co.c.game))
	return out
}

// reads records that a formula of the rules reads a local name.
func (c *Compiler) reads(s *Slot) {
	if !c.LaidOut {
		s.Read = true
	}
}

// self returns the local of the piece or player that has the formula. The parameters follow,
// and then the elements of list functions.
func (s *Scope) self() int { return s.low }
func (s *Scope) firstParam() int {
	if s.Self.Base != schema.Unknown {
		return s.low + 1
	}
	return s.low
}

func localValue(pos source.Pos, at int, t schema.Type) *Expr {
	v := newValue(Local, t, pos)
	v.At = int32(at)
	return v
}

// word returns a value for a word of the frame, or for a list stored in the frame.
func word(pos source.Pos, t schema.Type, at int) *Expr {
	v := newValue(FrameWord, t, pos)
	v.At = int32(at)
	return v
}

// it returns the current element, and records who may know it.
func (co *comp) it(n ast.Node, pos source.Pos) *Expr {
	if !co.sc.inside && co.sc.It.Base == schema.Unknown {
		return co.fail(n, "", "`it` exists only in a `where` and in list functions, where it is the current element")
	}
	v := localValue(pos, co.sc.element, co.sc.elemType)
	switch {
	case co.sc.inside || v.Type.Base != schema.Piece:
	case co.sc.Dealt:
		v.access = dealt
	case co.sc.OfOption:
		v.access, v.run = asked, candidate
	}
	return v
}

// builtinName returns the value of a built-in name, or nil.
func (co *comp) builtinName(name string, pos source.Pos) *Expr {
	player := schema.Type{Base: schema.Player}
	switch name {
	case "me":
		return newValue(Me, player, pos)
	case "nothing":
		return constant(pos, schema.Type{Base: schema.Empty}, schema.Nothing)
	case "players":
		return newValue(Players, schema.ListOf(player), pos)
	case "others":
		return newValue(Others, schema.ListOf(player), pos)
	case "pieces":
		return newValue(AllPieces, schema.Type{Base: schema.Piece, Kinds: co.c.Schema.AllKinds(), List: true}, pos)
	}
	if p := co.sc.Proc; name == "pending" && p != nil && len(p.Pending) > 0 && !co.sc.OfWindow {
		return word(pos, schema.Type{Base: schema.Frame, Procs: schema.NewProcSet(p.Pending...)}, state.FramePending)
	}
	return nil
}

// Lot is a Scope.Given for formulas of bots: `lot` is the random number of the deciding bot.
func Lot(name string) (*Expr, bool) {
	if name != "lot" {
		return nil, false
	}
	return Computes(numberType, func(e *Env) int32 { return e.Lot() }), true
}

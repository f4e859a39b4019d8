package given

import (
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// reader reads `given`.
type reader struct {
	*Position
	p     *program.Program
	game  *interpreter.Game
	d     *source.Diagnostics
	taken map[int32]bool
	rest  []func() // functions to call after all pieces are placed
	asks  []bool   // by ruling: whether its reading was needed
}

// Read returns the starting position that `given` describes.
func Read(x *interpreter.Game, n *source.Node, asks []bool, d *source.Diagnostics) *Position {
	p := x.Program
	g := &reader{Position: &Position{Data: p.Base}, p: p, game: x, d: d, taken: map[int32]bool{}, asks: asks}
	is := syntax.Read[syntax.Given](n, d)
	for _, part := range parts {
		part.read(g, &is)
	}
	for _, f := range g.rest {
		f()
	}
	return g.Position
}

// running reads whose turn it is and the running procedures.
func (g *reader) running(is *syntax.Given) {
	g.turn(is.Turn)
	g.start(is.At)
	g.callers(is.GoesOn)
}

// things reads the keys that are names: of fields, zones, players, cards and running procedures.
func (g *reader) things(is *syntax.Given) {
	for _, pair := range is.Rest {
		g.entry(pair)
	}
}

func (g *reader) seatOf(n *source.Node) int32 {
	i, _ := g.Player(n, g.d)
	return int32(i)
}

func (g *reader) turn(n *source.Node) {
	if n == nil {
		if g.p.Turn != nil {
			g.words = append(g.words, word{field: g.p.Turn})
		}
		return
	}
	g.seat = g.seatOf(n)
	if g.p.Turn != nil {
		g.words = append(g.words, word{field: g.p.Turn, value: g.seat})
	}
}

// copyPrinted copies the printed values before the scenario changes one.
func (g *reader) copyPrinted() {
	if g.Data == g.p.Base {
		g.Data = g.p.Base.Clone()
	}
}

// cards reads the printed values that the scenario changes.
func (g *reader) cards(is *syntax.Given) {
	n := is.Cards
	if n == nil {
		return
	}
	g.copyPrinted()
	for _, c := range syntax.Pairs(n, g.d, "`cards`") {
		card := g.p.Card(c.Key.Value)
		if card == nil {
			g.d.Unknown(c.Key.Pos, c.Key.Value, g.p.CardNames(0), "there is no card %q", c.Key.Value)
			continue
		}
		for _, v := range syntax.Pairs(c.Val, g.d, "the values of a card") {
			f := card.Kind.Fields[v.Key.Value]
			if f != nil && f.Mark {
				how := "give it to the piece in its zone, as in ZONE: [{" + card.Name + ": {" + f.Name + ": …}}]"
				if card.Data {
					how = "write `" + card.Name + ": {" + f.Name + ": …}` beside `cards`"
				}
				g.d.Hint(v.Key.Pos, how, "%s is a mark of %s and not printed on it", f.Name, card.Name)
				continue
			}
			if f == nil {
				var among []string
				for name, f := range card.Kind.Fields {
					if !f.Mark {
						among = append(among, name)
					}
				}
				g.d.Unknown(v.Key.Pos, v.Key.Value, among, "%s has no printed value %q", card.Name, v.Key.Value)
				continue
			}
			if f.Type.Base == schema.Table {
				g.p.PrintTable(g.Data, card, f, syntax.DecodeRows(f.Name, v.Val, g.d), g.d)
				continue
			}
			is := syntax.DecodeFormula(v.Val, g.d)
			if why := g.p.Print(g.Data, card, f, is); why != "" {
				g.refuse(f, is, v.Val, why)
			}
		}
	}
}

// startsAt reports whether the scenario starts at the beginning of a procedure.
func (g *reader) startsAt(proc string) bool {
	return len(g.Running) > 0 && g.Running[0].PC < 0 && g.p.Procs[g.Running[0].Proc].Name == proc
}

// times reads the counters of completed procedures: {NAME: {in: PROCEDURE, seat: number}}.
func (g *reader) times(is *syntax.Given) {
	n := is.Times
	if n == nil {
		return
	}
	for _, e := range syntax.Pairs(n, g.d, "`times`") {
		for _, of := range e.Val.AsList() {
			g.counter(e.Key, of)
		}
	}
}

func (g *reader) counter(name, n *source.Node) {
	counter := syntax.Read[syntax.Counter](n, g.d)
	of := counter.In
	index := slices.IndexFunc(g.p.Spans, func(s formula.Span) bool { return s.Name == name.Value && s.Of == of })
	if index < 0 {
		g.d.Add(name.Pos, "no rule counts %q in %q", name.Value, of)
	} else if g.startsAt(of) {
		g.d.Hint(name.Pos, "let `at` name a step of "+of, "all counts are 0 when %s begins", of)
	}
	for _, v := range counter.Seats {
		k, ok := source.Number(v.Val.Value)
		if !ok || k < 0 {
			g.d.Hint(v.Val.Pos, source.Meant(v.Val.Value), "a counter must be a number, not %s", v.Val.Describe())
		}
		seat := g.seatOf(v.Key)
		if index >= 0 {
			g.counts = append(g.counts,
				count{at: state.CounterAt(index, g.p.MaxPlayers), seat: int(seat), value: int32(k)})
		}
	}
}

// entry reads one key of `given`: a field or zone of the game, a player, or names of the
// procedure in which the scenario starts.
func (g *reader) entry(e source.Pair) {
	name := e.Key.Value
	if g.owned(schema.OfGame, 0, e) {
		return
	}
	if i := g.Seats.Of(name); i >= 0 {
		g.owner(g.seatOf(e.Key), e.Val)
		return
	}
	if c := g.p.Card(name); c != nil && c.Data {
		g.details(int32(c.First), e.Val)
		return
	}
	if len(g.Running) > 0 && g.p.Procs[g.Running[0].Proc].Name == name {
		g.rest = append(g.rest, func() { g.slots(&g.Running[0], e.Val) })
		return
	}
	if g.p.Card(name) != nil {
		g.d.Hint(e.Key.Pos, "give the piece in its zone, as in ZONE: [{"+name+": {…}}]",
			"%s is a card with `copies`, so its name does not identify a single piece", name)
		return
	}
	if p := g.taking(name); p != nil {
		g.d.Hint(e.Key.Pos, "write `at: {"+p.Name+": {"+name+": "+e.Val.Written()+"}}`",
			"%q is a name that %s takes, and not a field of the game", name, p.Name)
		return
	}
	among := append([]string{"players", "turn", "at", "goes_on", "cards", "times"}, g.Seats...)
	among = append(among, schema.Names(g.p.GameFields)...)
	among = append(among, syntax.NamesOf(g.p.Game.Zones)...)
	g.d.Unknown(e.Key.Pos, name, among, "no field, zone, player, card without `copies` or running procedure %q", name)
}

// taking returns a procedure that takes a name, the one at `at` if possible, or nil.
func (g *reader) taking(name string) *program.Proc {
	takes := func(p *program.Proc) bool {
		return p.Decl != nil && slices.ContainsFunc(p.Decl.Takes, func(t syntax.Param) bool { return t.Name == name })
	}
	if len(g.Running) > 0 && takes(g.p.Procs[g.Running[0].Proc]) {
		return g.p.Procs[g.Running[0].Proc]
	}
	if i := slices.IndexFunc(g.p.Procs, takes); i >= 0 {
		return g.p.Procs[i]
	}
	return nil
}

func (g *reader) owner(seat int32, n *source.Node) {
	for _, e := range syntax.Pairs(n, g.d, "what a player has") {
		if g.owned(schema.OfPlayer, seat, e) {
			continue
		}
		among := append(schema.Names(g.p.PlayerFields), syntax.NamesOf(g.p.Game.Player.Zones)...)
		hint := ""
		if name := e.Key.Value; syntax.IsGiven(name) || g.p.GameField(name) != nil || g.p.GameZone(name) != nil {
			hint = "indent this key less, because it belongs to `given` itself"
		}
		g.d.UnknownOr(e.Key.Pos, e.Key.Value, among, hint, "a player has no field or zone %q", e.Key.Value)
	}
}

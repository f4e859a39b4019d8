package exec

import (
	"cmp"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// world is the starting position of a scenario: printed values, positions of pieces, values of
// fields, the step that runs first.
type world struct {
	players int
	seats   seatList
	data    *schema.Data
	given   []int32 // zones whose content is given; it replaces the initial content
	places  []placement
	labels  labels
	words   []word
	frame           // runs first
	callers []frame // procedures that continue after it, in order
	seat    int32   // whose turn it is
	counts  []count
	named   []string // choices and options that the scenario names
}

// frame is a running procedure at the start of a scenario.
type frame struct {
	proc   int   // -1 if none
	pc     int32 // -1 for the beginning; in a caller, the call that it waits for
	me     int32 // the player it runs for; schema.Nothing for the player whose turn it is
	names  []nameValue
	rounds []round
}

// round is the state of a loop: the current element and the remaining ones.
type round struct {
	loop *program.Loop
	list []int32
}

type placement struct {
	pieces []int32
	zone   int32
	face   string // "" for the default of the zone
	block  bool   // in unknown order
}

type word struct {
	field *schema.Field
	of    int32 // the player or piece
	value int32
	until int32 // end of a temporary value, as the state stores it; 0 if permanent
}

type nameValue struct {
	slot   *formula.Slot
	values []int32
}

type count struct {
	at    int
	seat  int
	value int32
}

// givenReader reads `given`.
type givenReader struct {
	*world
	p     *program.Program
	game  *Game
	d     *source.Diagnostics
	taken map[int32]bool
	rest  []func() // functions to call after all pieces are placed
	asks  []bool   // by ruling: whether its reading was needed
}

// given returns the starting position that `given` describes.
func given(x *Game, n *source.Node, asks []bool, d *source.Diagnostics) *world {
	p := x.Program
	g := &givenReader{world: &world{data: p.Base, frame: newFrame()}, p: p, game: x, d: d, taken: map[int32]bool{}, asks: asks}
	m := syntax.OpenMap(n, d, "`given`")
	g.seating(m)
	g.turn(m.Take("turn"))
	g.cards(m.Take("cards"))
	g.start(m.Take("at"))
	g.callerFrames(m.Take("goes_on"))
	g.times(m.Take("times"))
	for _, pair := range m.Rest() {
		m.Take(pair.Key.Value)
		g.entry(pair)
	}
	for _, f := range g.rest {
		f()
	}
	m.Close()
	return g.world
}

func (g *givenReader) seatOf(n *source.Node) int32 {
	i := g.seats.of(n.Value)
	if i < 0 {
		g.d.Unknown(n.Pos, n.Value, g.seats, "there is no player %q", n.Value)
		return 0
	}
	if i >= g.players {
		g.d.Add(n.Pos, "seat %s is not in a match of %d players", n.Value, g.players)
		return 0
	}
	return int32(i)
}

func (g *givenReader) turn(n *source.Node) {
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
func (g *givenReader) copyPrinted() {
	if g.data == g.p.Base {
		g.data = g.p.Base.Clone()
	}
}

// cards reads the printed values that the scenario changes.
func (g *givenReader) cards(n *source.Node) {
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
			if f == nil || f.Mark {
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
				g.p.PrintTable(g.data, card, f, syntax.DecodeRows(f.Name, v.Val, g.d), g.d)
				continue
			}
			is := syntax.DecodeFormula(v.Val, g.d)
			if why := g.p.Print(g.data, card, f, is); why != "" {
				g.refuse(f, is, v.Val, why)
			}
		}
	}
}

// startsAt reports whether the scenario starts at the beginning of a procedure.
func (g *givenReader) startsAt(proc string) bool {
	return g.proc >= 0 && g.pc < 0 && g.p.Procs[g.proc].Name == proc
}

// times reads the counters of completed procedures: {NAME: {in: PROCEDURE, seat: number}}.
func (g *givenReader) times(n *source.Node) {
	if n == nil {
		return
	}
	for _, e := range syntax.Pairs(n, g.d, "`times`") {
		for _, of := range Items(e.Val) {
			g.counter(e.Key, of)
		}
	}
}

func (g *givenReader) counter(name, n *source.Node) {
	m := syntax.OpenMap(n, g.d, "a counter")
	of := m.Text("in")
	index := -1
	for i, s := range g.p.Spans {
		if s.Name == name.Value && s.Of == of {
			index = i
		}
	}
	if index < 0 {
		g.d.Add(name.Pos, "no rule counts %q in %q", name.Value, of)
	} else if g.startsAt(of) {
		g.d.Hint(name.Pos, "let `at` name a step of "+of, "all counts are 0 when %s begins", of)
	}
	for _, v := range m.Rest() {
		m.Take(v.Key.Value)
		k, ok := source.Number(v.Val.Value)
		if !ok || k < 0 {
			g.d.Hint(v.Val.Pos, source.Meant(v.Val.Value), "a counter must be a number, not %s", v.Val.Describe())
		}
		seat := g.seatOf(v.Key)
		if index >= 0 {
			g.counts = append(g.counts, count{state.CounterAt(index, g.p.MaxPlayers), int(seat), int32(k)})
		}
	}
	m.Close()
}

// entry reads one key of `given`: a field or zone of the game, a player, or names of the
// procedure in which the scenario starts.
func (g *givenReader) entry(e source.Pair) {
	name := e.Key.Value
	if g.table(g.p.Table(schema.OfGame, name), 0, e) {
		return
	}
	if f := g.p.GameField(name); f != nil {
		g.field(f, 0, e)
		return
	}
	if z := g.p.GameZone(name); z != nil {
		g.zone(z, int32(z.First), e.Val)
		return
	}
	if i := g.seats.of(name); i >= 0 {
		g.player(g.seatOf(e.Key), e.Val)
		return
	}
	if c := g.p.Card(name); c != nil && c.Data {
		g.details(int32(c.First), e.Val)
		return
	}
	if g.proc >= 0 && g.p.Procs[g.proc].Name == name {
		g.rest = append(g.rest, func() { g.slots(&g.frame, e.Val) })
		return
	}
	if g.p.Card(name) != nil {
		g.d.Hint(e.Key.Pos, "give the piece in its zone, as in ZONE: [{"+name+": {…}}]", "%s is a card with `copies`, so its name does not identify a single piece", name)
		return
	}
	among := append([]string{"players", "turn", "at", "goes_on", "cards", "times"}, g.seats...)
	among = append(among, schema.Names(g.p.GameFields)...)
	among = append(among, syntax.NamesOf(g.p.Game.Zones)...)
	g.d.Unknown(e.Key.Pos, name, among, "no field, zone, player, card without `copies` or running procedure %q", name)
}

func (g *givenReader) field(f *schema.Field, of int32, e source.Pair) {
	if f.Type.Base == schema.Piece || f.Type.Base == schema.Zone {
		g.rest = append(g.rest, func() { g.word(f, of, e) })
		return
	}
	g.word(f, of, e)
}

func (g *givenReader) word(f *schema.Field, of int32, e source.Pair) {
	val, until := e.Val, int32(0)
	if val.Get("is") != nil {
		val, until = g.timed(f, e.Val)
	}
	v, ok := g.value(val, f.Type)
	if !ok {
		return
	}
	if until == 0 {
		until = g.endOf(f, of, v, e)
	}
	for _, r := range f.Resets {
		if g.startsAt(r.Proc.Name) {
			g.d.Hint(e.Val.Pos, "let `at` name a step of "+r.Proc.Name, "this value would be lost, because %s begins and resets %s", r.Proc.Name, f.Name)
			return
		}
	}
	if f == g.p.Turn && v >= 0 {
		g.seat = v
	}
	g.words = append(g.words, word{f, of, v, until})
}

// timed reads a temporary value with its end: {is: VALUE, until: {end: PROCEDURE, of: SEAT}}.
func (g *givenReader) timed(f *schema.Field, n *source.Node) (val *source.Node, until int32) {
	mark := syntax.Read[syntax.Mark](n, g.d)
	u := syntax.OpenMap(mark.Until, g.d, "`until`")
	of := int32(-1) // any player
	if seat := u.Take("of"); seat != nil {
		of = g.seatOf(seat)
	}
	for _, start := range []bool{false, true} {
		proc := u.Take(map[bool]string{false: "end", true: "start"}[start])
		for i, t := range g.p.Timed {
			if proc != nil && t.Start == start && g.p.Procs[t.Proc].Name == proc.Value {
				until = state.UntilCode(i, of)
			}
		}
	}
	if u.Close(); until == 0 || !f.Until {
		g.d.Hint(n.Pos, "write `until: {end: PROCEDURE, of: SEAT}`, as in a step", "no rule sets %s with this `until`", f.Name)
	}
	return mark.Is, until
}

// endOf returns the end of a value that the rules set only for a time: the end of a procedure
// for its owner, or for any player if the rules have only that. It returns 0 for a permanent
// value, and reports an error if several ends are possible.
func (g *givenReader) endOf(f *schema.Field, of, v int32, e source.Pair) (until int32) {
	known, end, fold := true, "", g.p.Fold()
	for _, op := range g.p.Sets {
		for _, a := range op.List {
			if a.Field != f {
				continue
			}
			a.Value.Rulings(func(ruling int) { g.asks[ruling] = true })
			if is := fold.Value(a.Value); is.Const() && is.K != v {
				continue
			}
			if op.Until < 0 {
				return 0
			}
			t, seat := g.p.Timed[op.Until], int32(-1)
			if op.Of != nil {
				seat = of
				known = known && f.Scope == schema.OfPlayer && a.Text == op.OfText+"."+f.Name
			}
			here := state.UntilCode(op.Until, seat)
			known = known && (until == 0 || until == here)
			until = here
			end = map[bool]string{false: "end", true: "start"}[t.Start] + ": " + g.p.Procs[t.Proc].Name
		}
	}
	if !known {
		g.d.Hint(e.Val.Pos, "say when it ends: {is: "+written(e.Val)+", until: {"+end+", of: SEAT}}", "add `until`, because the rules set %s only for a limited time", f.Name)
	}
	return until
}

// value reads a value of type t. A label refers to its piece, or to the place of that piece.
func (g *givenReader) value(n *source.Node, t schema.Type) (int32, bool) {
	v, why := int32(0), "expected a single value, found "+n.Describe()
	if n.Kind == source.Scalar {
		l, ok := g.labels.named(n.Value)
		switch {
		case ok && t.Base == schema.Zone:
			return l.zone, true
		case ok && l.piece >= 0 && t.Base == schema.Piece && t.Kinds.Has(int(g.p.Pieces[l.piece].Kind)):
			return l.piece, true
		}
		if t.Base == schema.Zone && n.Value != "nothing" {
			g.d.Hint(n.Pos, "write {ZONE: PLACE}, as in `starts`, or a label of the place or of a piece that lies there", "%s is no label of a place", source.Shown(n.Value))
			return 0, false
		}
		v, why = g.constant(g.p.Schema, n.Value, t)
	}
	if n.Kind == source.Map && t.Base == schema.Zone {
		return g.place(n)
	}
	if why != "" {
		g.d.Add(n.Pos, "%s", why)
	}
	return v, why == ""
}

// place reads {ZONE: PLACE}, a place of a zone of the table.
func (g *givenReader) place(n *source.Node) (int32, bool) {
	if len(n.Pairs) != 1 {
		g.d.Add(n.Pos, "a place is written as {ZONE: PLACE}; found %s", n.Describe())
		return 0, false
	}
	zone, at := n.Pairs[0].Key, n.Pairs[0].Val
	z := g.p.GameZone(zone.Value)
	if z == nil || z.Layout == "" {
		g.d.Hint(zone.Pos, "write a zone of the table, or give the place of a player a label", "no zone %q of the table has places", zone.Value)
		return 0, false
	}
	cell, why, hint := z.CellAt(written(at))
	if why != "" {
		g.d.Hint(at.Pos, hint, "%s", why)
	}
	return int32(z.First) + cell, why == ""
}

// table reads the values of a table; ok is false if there is none.
func (g *givenReader) table(t *schema.FieldTable, seat int32, e source.Pair) (ok bool) {
	if t == nil {
		return false
	}
	for _, row := range syntax.Pairs(e.Val, g.d, "the values of "+e.Key.Value) {
		if i := slices.Index(t.Keys.Names, row.Key.Value); i >= 0 {
			g.field(t.Fields[i], seat, row)
		} else {
			g.d.Unknown(row.Key.Pos, row.Key.Value, t.Keys.Names, "%s has no key %q", e.Key.Value, row.Key.Value)
		}
	}
	return true
}

func (g *givenReader) player(seat int32, n *source.Node) {
	for _, e := range syntax.Pairs(n, g.d, "what a player has") {
		if g.table(g.p.Table(schema.OfPlayer, e.Key.Value), seat, e) {
			continue
		}
		if f := g.p.PlayerField(e.Key.Value); f != nil {
			g.field(f, seat, e)
		} else if z := g.p.PlayerZone(e.Key.Value); z != nil {
			g.zone(z, int32(z.First)+seat*int32(z.Cells), e.Val)
		} else {
			var among []string
			among = append(among, schema.Names(g.p.PlayerFields)...)
			among = append(among, syntax.NamesOf(g.p.Game.Player.Zones)...)
			hint := ""
			if name := e.Key.Value; syntax.IsGiven(name) || g.p.GameField(name) != nil || g.p.GameZone(name) != nil {
				hint = "indent this key less, because it belongs to `given` itself"
			}
			g.d.UnknownOr(e.Key.Pos, e.Key.Value, among, hint, "a player has no field or zone %q", e.Key.Value)
		}
	}
}

// slots sets the local names of a running procedure, the player it runs for, and the state of
// its loops.
func (g *givenReader) slots(f *frame, n *source.Node) {
	proc := g.p.Procs[f.proc]
	for _, e := range syntax.Pairs(n, g.d, "the names of a procedure") {
		slot := proc.Slot(e.Key.Value)
		switch {
		case slot != nil:
			f.names = append(f.names, nameValue{slot: slot, values: g.nameValues(slot, e.Val)})
		case e.Key.Value == "me":
			f.me = g.seatOf(e.Val)
		case e.Key.Value == "each":
			g.rounds(f, e.Val)
		default:
			var among []string
			for _, s := range proc.Slots {
				among = append(among, s.Name)
			}
			g.d.Unknown(e.Key.Pos, e.Key.Value, append(among, "me", "each"), "procedure %s has no name %q", proc.Name, e.Key.Value)
		}
	}
}

// rounds reads the state of loops: {NAME: [current element, next, …]}.
func (g *givenReader) rounds(f *frame, n *source.Node) {
	for _, e := range syntax.Pairs(n, g.d, "`each`") {
		var among []string
		var loop *program.Loop
		for _, l := range g.p.Units[f.proc].Loops {
			if l.First < f.pc && f.pc < l.End {
				if among = append(among, l.Name.Name); l.Name.Name == e.Key.Value {
					loop = l
				}
			}
		}
		if loop == nil {
			g.d.Unknown(e.Key.Pos, e.Key.Value, among, "no loop over %q is running at %s", e.Key.Value, g.p.Procs[f.proc].Name)
			continue
		}
		list := g.nameValues(loop.List, e.Val)
		if len(list) == 0 {
			g.d.Add(e.Val.Pos, "a loop is running, so its current element must be given")
			continue
		}
		f.rounds = append(f.rounds, round{loop, list})
	}
	slices.SortFunc(f.rounds, func(a, b round) int { return cmp.Compare(a.loop.First, b.loop.First) })
}

// nameValues returns the values given for a local name.
func (g *givenReader) nameValues(slot *formula.Slot, n *source.Node) (out []int32) {
	for _, it := range Items(n) {
		if v, ok := g.nameValue(slot, it, out); ok {
			out = append(out, v)
		}
	}
	return out
}

// nameValue returns a value for a local name. A card or seat refers to a placed piece, or to an
// unplaced one if there is none.
func (g *givenReader) nameValue(slot *formula.Slot, n *source.Node, beside []int32) (int32, bool) {
	t := slot.Type
	t.List, t.Null = false, true
	if t.Base == schema.Piece {
		if p := g.referredPiece(n, t, beside); p >= 0 {
			return p, true
		}
	}
	return g.value(n, t)
}

// referredPiece returns the first piece of a card or seat that no other name refers to, or -1 if n is
// something else.
func (g *givenReader) referredPiece(n *source.Node, t schema.Type, beside []int32) int32 {
	used := map[int32]bool{}
	for _, v := range beside {
		used[v] = true
	}
	for _, nv := range g.names {
		for _, v := range nv.values {
			used[v] = true
		}
	}
	card, seat, first := g.p.Card(n.Value), int32(g.seats.of(n.Value)), int32(-1)
	for p, info := range g.p.Pieces {
		c := g.p.Cards[info.Card]
		if c.Data || c != card && (seat < 0 || info.Owner != seat) || !t.Kinds.Has(int(info.Kind)) || used[int32(p)] {
			continue
		}
		if g.taken[int32(p)] {
			return int32(p)
		}
		if first < 0 {
			first = int32(p)
		}
	}
	return first
}

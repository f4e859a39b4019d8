package scenario

import (
	"slices"
	"strconv"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/internal/syntax"
)

// world is where a scenario starts, worked out once: what is printed on the
// cards, where pieces lie, what fields hold, which step runs first.
type world struct {
	players int
	data    *schema.Data
	given   []int32 // zones whose contents are listed: what begins there does not
	places  []placement
	words   []word
	proc    int   // -1: none runs
	pc      int32 // -1: from its beginning
	seat    int32
	names   []nameValue
	counts  []count
}

type placement struct {
	pieces []int32
	zone   int32
	down   bool
	block  bool // in unknown order
}

type word struct {
	field *schema.Field
	of    int32 // player or piece
	value int32
}

type nameValue struct {
	slot   *formula.Slot
	values []int32
	list   bool
}

type count struct {
	at    int
	seat  int
	value int32
}

// giver reads `given`.
type giver struct {
	*world
	p     *program.Program
	d     *source.Diagnostics
	taken map[int32]bool
	rest  []func()
}

// given works out the world of a scenario.
func given(p *program.Program, n *source.Node, d *source.Diagnostics) *world {
	g := &giver{world: &world{players: p.MaxPlayers, data: p.Base, proc: -1, pc: -1}, p: p, d: d, taken: map[int32]bool{}}
	m := syntax.OpenMap(n, d, "`given`")
	if k, ok := m.Int("players"); ok {
		g.players = k
		if k < p.MinPlayers || k > p.MaxPlayers {
			d.Add(m.Take("players").Pos, "%d to %d can play, not %d", p.MinPlayers, p.MaxPlayers, k)
			g.players = p.MaxPlayers
		}
	}
	g.turn(m.Take("turn"))
	g.cards(m.Take("cards"))
	at := m.Take("at")
	g.start(at)
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

func (g *giver) seatOf(n *source.Node) int32 {
	i := g.p.Seat(n.Value)
	if i < 0 {
		g.d.Hint(n.Pos, source.DidYouMean(n.Value, g.p.Seats), "there is no player %q", n.Value)
		return 0
	}
	if i >= g.players {
		g.d.Add(n.Pos, "%s does not play: there are %d players", n.Value, g.players)
		return 0
	}
	return int32(i)
}

func (g *giver) turn(n *source.Node) {
	if n == nil {
		if g.p.Turn != nil {
			g.words = append(g.words, word{g.p.Turn, 0, 0})
		}
		return
	}
	g.seat = g.seatOf(n)
	if g.p.Turn != nil {
		g.words = append(g.words, word{g.p.Turn, 0, g.seat})
	}
}

// cards gives printed values of the scenario's own.
func (g *giver) cards(n *source.Node) {
	if n == nil {
		return
	}
	g.data = g.p.Base.Clone()
	for _, c := range syntax.Pairs(n, g.d, "`cards`") {
		card := g.p.Card(c.Key.Value)
		if card == nil {
			g.d.Hint(c.Key.Pos, source.DidYouMean(c.Key.Value, g.p.CardNames(0)), "there is no card %q", c.Key.Value)
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
				g.d.Hint(v.Key.Pos, source.DidYouMean(v.Key.Value, among), "%s has no printed value %q", card.Name, v.Key.Value)
				continue
			}
			if why := g.p.Print(g.data, card, f, syntax.DecodeFormula(v.Val, g.d)); why != "" {
				g.d.Add(v.Val.Pos, "%s", why)
			}
		}
	}
}

// start finds the step or procedure that `at` names.
func (g *giver) start(n *source.Node) {
	if n == nil {
		return
	}
	var among []string
	for _, p := range g.p.Procs {
		if p.Decl == nil {
			continue
		}
		among = append(among, p.Name)
		if p.Name == n.Value {
			g.proc = p.Index
			return
		}
	}
	found := 0
	for _, p := range g.p.Procs {
		for id, i := range p.IDs {
			among = append(among, id)
			if id == n.Value || p.Name+"/"+id == n.Value {
				g.proc, g.pc = p.Index, g.p.Steps[i].First
				found++
			}
		}
	}
	if found == 0 {
		g.d.Hint(n.Pos, source.DidYouMean(n.Value, among), "there is no procedure and no step %q to start at", n.Value)
	}
	if found > 1 {
		g.d.Hint(n.Pos, "write PROCEDURE/STEP", "several procedures have a step %q", n.Value)
	}
}

// times sets counters: {NAME: {in: PROCEDURE, seat: number}}.
func (g *giver) times(n *source.Node) {
	if n == nil {
		return
	}
	for _, e := range syntax.Pairs(n, g.d, "`times`") {
		m := syntax.OpenMap(e.Val, g.d, "a counter")
		of := m.Text("in")
		index := -1
		for i, s := range g.p.Spans() {
			if s.Name == e.Key.Value && s.Of == of {
				index = i
			}
		}
		if index < 0 {
			g.d.Add(e.Key.Pos, "no rule counts %q in %q", e.Key.Value, of)
		}
		for _, v := range m.Rest() {
			m.Take(v.Key.Value)
			k, err := strconv.Atoi(v.Val.Value)
			if err != nil || k < 0 {
				g.d.Add(v.Val.Pos, "a counter is a number, not %s", v.Val.Describe())
			}
			seat := g.seatOf(v.Key)
			if index >= 0 {
				g.counts = append(g.counts, count{state.HeaderLen + index*(g.p.MaxPlayers+1), int(seat), int32(k)})
			}
		}
		m.Close()
	}
}

// entry is a field or zone of the game, a player, or names of the procedure
// that the scenario starts in.
func (g *giver) entry(e source.Pair) {
	name := e.Key.Value
	if f := g.p.GameField(name); f != nil {
		g.field(f, 0, e)
		return
	}
	if z := g.p.GameZone(name); z != nil {
		g.zone(z, int32(z.First), e.Val)
		return
	}
	if i := g.p.Seat(name); i >= 0 {
		g.player(g.seatOf(e.Key), e.Val)
		return
	}
	if g.proc >= 0 && g.p.Procs[g.proc].Name == name {
		g.rest = append(g.rest, func() { g.slots(e.Val) })
		return
	}
	among := append([]string{"players", "turn", "at", "cards", "times"}, g.p.Seats...)
	for _, f := range g.p.GameFields {
		among = append(among, f.Name)
	}
	for _, z := range g.p.Game.Zones {
		among = append(among, z.Name)
	}
	g.d.Hint(e.Key.Pos, source.DidYouMean(name, among), "there is no field, zone, player or procedure under way called %q", name)
}

func (g *giver) field(f *schema.Field, of int32, e source.Pair) {
	v, why := g.p.Constant(e.Val.Value, f.Type)
	if e.Val.Kind != source.Scalar {
		why = "expected a single value, found " + e.Val.Describe()
	}
	if why != "" {
		g.d.Add(e.Val.Pos, "%s", why)
		return
	}
	if f == g.p.Turn {
		g.seat = v
	}
	g.words = append(g.words, word{f, of, v})
}

func (g *giver) player(seat int32, n *source.Node) {
	for _, e := range syntax.Pairs(n, g.d, "what a player has") {
		if f := g.p.PlayerField(e.Key.Value); f != nil {
			g.field(f, seat, e)
		} else if z := g.p.PlayerZone(e.Key.Value); z != nil {
			g.zone(z, int32(z.First)+seat*int32(z.Cells), e.Val)
		} else {
			var among []string
			for _, f := range g.p.PlayerFields {
				among = append(among, f.Name)
			}
			for _, z := range g.p.Game.Player.Zones {
				among = append(among, z.Name)
			}
			g.d.Hint(e.Key.Pos, source.DidYouMean(e.Key.Value, among), "a player has no field or zone %q", e.Key.Value)
		}
	}
}

// zone fills a zone: a list of cards, from the top of a stack; or, for a stack,
// {top: […], block: […] or rest, bottom: […]}, the block in unknown order.
func (g *giver) zone(z *schema.ZoneDecl, at int32, n *source.Node) {
	g.given = append(g.given, at)
	if n.Kind != source.Map {
		g.cardsInto(z, at, n)
		return
	}
	m := syntax.OpenMap(n, g.d, "a stack")
	if !z.Stack {
		g.d.Add(n.Pos, "zone %s is no stack; list what lies in it", z.Name)
	}
	if t := m.Take("top"); t != nil {
		g.cardsInto(z, at, t)
	}
	if b := m.Take("block"); b != nil {
		i := len(g.places)
		if b.Kind == source.Scalar && b.Value == "rest" {
			// What is left over is known when everything else has been placed,
			// but it lies here, above the bottom.
			g.places = append(g.places, placement{zone: at, block: true})
			g.rest = append(g.rest, func() { g.places[i].pieces = g.left(z) })
		} else {
			g.cardsInto(z, at, b)
			if len(g.places) > i {
				g.places[i].block = true
				slices.Sort(g.places[i].pieces) // as the state keeps a block
			}
		}
	}
	if b := m.Take("bottom"); b != nil {
		g.cardsInto(z, at, b)
	}
	m.Close()
}

// left are the pieces that a zone can hold and nobody has placed.
func (g *giver) left(z *schema.ZoneDecl) []int32 {
	var out []int32
	for p := range g.p.Pieces {
		info := g.p.Pieces[p]
		if z.Holds.Has(int(info.Kind)) && !g.taken[int32(p)] && !g.p.Cards[info.Card].Data {
			g.taken[int32(p)] = true
			out = append(out, int32(p))
		}
	}
	return out
}

func (g *giver) cardsInto(z *schema.ZoneDecl, at int32, n *source.Node) {
	if n.Kind != source.List {
		g.d.Add(n.Pos, "expected a list of cards, found %s", n.Describe())
		return
	}
	pl := placement{zone: at}
	for _, it := range n.Items {
		name, with := it, (*source.Node)(nil)
		if it.Kind == source.Map && len(it.Pairs) == 1 {
			name, with = it.Pairs[0].Key, it.Pairs[0].Val
		}
		p := g.take(z, name, at)
		if p < 0 {
			continue
		}
		if with == nil || with.Get("face") == nil {
			pl.pieces = append(pl.pieces, p)
		} else {
			// A card with a face of its own is placed by itself.
			g.places = append(g.places, pl, placement{pieces: []int32{p}, zone: at, down: with.Get("face").Value == "down"})
			pl = placement{zone: at}
		}
		if with != nil {
			g.details(p, with)
		}
	}
	g.places = append(g.places, pl)
}

// take finds a piece of that card which lies nowhere yet.
func (g *giver) take(z *schema.ZoneDecl, name *source.Node, at int32) int32 {
	card := g.p.Card(name.Value)
	if card == nil {
		g.d.Hint(name.Pos, source.DidYouMean(name.Value, g.p.CardNames(z.Holds)), "there is no card %q", name.Value)
		return -1
	}
	if !z.Holds.Has(card.Kind.Index) {
		g.d.Add(name.Pos, "zone %s does not hold %s", z.Name, card.Kind.Name)
		return -1
	}
	seat := g.p.Schema.Zones[at].Seat
	for p := card.First; p < card.First+card.N; p++ {
		owner := g.p.Pieces[p].Owner
		if !g.taken[int32(p)] && (owner == schema.Nothing || seat == schema.Nothing || owner == seat) {
			g.taken[int32(p)] = true
			return int32(p)
		}
	}
	g.d.Add(name.Pos, "there are no more than %d of card %q", card.N, name.Value)
	return -1
}

// details of one card: {face: down, MARK: value, ZONE: [cards on it]}.
func (g *giver) details(p int32, n *source.Node) {
	kind := g.p.Kinds[g.p.Pieces[p].Kind]
	for _, e := range syntax.Pairs(n, g.d, "what is said of a card") {
		switch {
		case e.Key.Value == "face":
			if e.Val.Value != "up" && e.Val.Value != "down" {
				g.d.Add(e.Val.Pos, "a face is up or down, not %s", e.Val.Describe())
			}
		case kind.Fields[e.Key.Value] != nil && kind.Fields[e.Key.Value].Mark:
			g.field(kind.Fields[e.Key.Value], p, e)
		case kind.Zones[e.Key.Value] != nil:
			z := kind.Zones[e.Key.Value]
			g.zone(z, int32(z.First+(int(p)-kind.First)*z.Cells), e.Val)
		default:
			g.d.Add(e.Key.Pos, "a %s has no face, mark or zone %q to be given", kind.Name, e.Key.Value)
		}
	}
}

// slots gives names of the procedure under way their values.
func (g *giver) slots(n *source.Node) {
	proc := g.p.Procs[g.proc]
	for _, e := range syntax.Pairs(n, g.d, "the names of a procedure") {
		slot := proc.Slot(e.Key.Value)
		if slot == nil {
			var among []string
			for _, s := range proc.Slots {
				among = append(among, s.Name)
			}
			g.d.Hint(e.Key.Pos, source.DidYouMean(e.Key.Value, among), "procedure %s has no name %q", proc.Name, e.Key.Value)
			continue
		}
		nv := nameValue{slot: slot, list: slot.T().List}
		items := []*source.Node{e.Val}
		if e.Val.Kind == source.List {
			items = e.Val.Items
		}
		for _, it := range items {
			if v, ok := g.nameValue(slot, it); ok {
				nv.values = append(nv.values, v)
			}
		}
		g.names = append(g.names, nv)
	}
}

// nameValue is a value for a name; a card's name means a piece of it that has
// been placed, or else one that lies nowhere yet.
func (g *giver) nameValue(slot *formula.Slot, n *source.Node) (int32, bool) {
	t := slot.T()
	t.List, t.Null = false, true
	if t.Base == schema.Piece {
		if c := g.p.Card(n.Value); c != nil && !c.Data {
			used := map[int32]bool{}
			for _, nv := range g.names {
				for _, v := range nv.values {
					used[v] = true
				}
			}
			for p := int32(c.First); p < int32(c.First+c.N); p++ {
				if g.taken[p] && !used[p] {
					return p, true
				}
			}
			return int32(c.First), true
		}
	}
	v, why := g.p.Constant(n.Value, t)
	if why != "" {
		g.d.Add(n.Pos, "%s", why)
	}
	return v, why == ""
}

// build makes the match stand where the scenario starts.
func (w *world) build(m *machine.Match) error {
	m.Env.Data = w.data
	m.Bare(w.players)
	e := &m.Env
	for _, z := range w.given {
		for e.Head(z) >= 0 {
			e.Place(e.Head(z), 0, false)
		}
	}
	for _, pl := range w.places {
		for i, p := range pl.pieces {
			e.Place(p, pl.zone, false)
			e.Turn(p, pl.down || e.Zones[pl.zone].Decl.Face == "down")
			if pl.block && i > 0 {
				e.Glue(pl.pieces[i-1])
			}
		}
	}
	for _, f := range w.words {
		at := f.field.Slot
		switch f.field.Scope {
		case schema.OfPlayer:
			at += int(f.of)
		case schema.OfPiece:
			at = e.MarkSlot(f.field, f.of)
		}
		e.W[at] = f.value
	}
	if w.proc >= 0 {
		m.BeginAt(w.proc, w.pc, w.seat)
		for _, nv := range w.names {
			m.SetName(nv.slot, nv.values)
		}
	}
	for _, c := range w.counts {
		e.S[c.at] += c.value
		e.S[c.at+1+c.seat] = c.value
	}
	return m.CheckInvariants()
}

package match

import (
	"cmp"
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/words"
)

// pieceEvents collects events of pieces for one sentence of the log. Steps and loops usually handle
// pieces in the order of declaration, so the position of a known piece among unseen ones would
// reveal the unseen ones. Therefore known pieces come first, in the order of the events, and
// unseen ones follow, ordered by visible properties.
type pieceEvents struct {
	list  []batch
	fresh bool // a new execution of a step begins
}

// batch is the effect of one execution of a step on pieces.
type batch struct {
	step   *program.Step
	kind   machine.EventKind
	rounds []round // the current rounds of the loops around the step
	known  []pieceEvent
	unseen []pieceEvent
}

// round is a round of a loop around a step. Rounds of a loop over pieces are sorted like
// pieces.
type round struct {
	machine.Round
	sorted, known bool
}

// pieceEvent is an event of one piece: a move, or a flip.
type pieceEvent struct {
	text    string // the name of a moving piece, or a sentence
	way     movement
	implied bool // earlier lines of the log imply it
	look    Look
	count   Count
}

// sentence is a sentence about one or more events of pieces.
type sentence struct {
	step  *program.Step
	names []Named // the names of moving pieces, or one sentence
	moves bool
	way   movement

	implied bool // earlier lines of the log imply all of it
	look    Look
	count   Count
}

// movement is the movement of a piece, or the zone in which it is turned over. A zone on an unseen
// piece has no number.
type movement struct {
	from, to ref.Place
	names    [2]string // of from and to
	within   bool      // from and to are the same zone
	down     bool
}

func compareWays(a, b movement) int {
	return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), slices.Compare(a.names[:], b.names[:]),
		cmp.Compare(boolToInt(a.within), boolToInt(b.within)), cmp.Compare(boolToInt(a.down), boolToInt(b.down)))
}

func boolToInt(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// collect adds an event to the batch of its step; known reports whether the viewer knows the
// piece.
func (l *log) collect(ev machine.Event, known bool, d pieceEvent) {
	all := &l.pieces
	rounds := l.rounds()
	if n := len(all.list); n == 0 || all.fresh || !all.list[n-1].isOf(ev, rounds) {
		all.list = append(all.list, batch{step: ev.Step, kind: ev.Kind, rounds: rounds})
	}
	all.fresh = false
	b := &all.list[len(all.list)-1]
	if known {
		b.known = append(b.known, d)
	} else {
		b.unseen = append(b.unseen, d)
	}
}

func (b *batch) isOf(ev machine.Event, rounds []round) bool {
	return b.step == ev.Step && b.kind == ev.Kind && slices.EqualFunc(b.rounds, rounds, func(a, b round) bool {
		return a.Round == b.Round
	})
}

// rounds returns the current rounds of loops, outermost first.
func (l *log) rounds() []round {
	var out []round
	for _, r := range l.m.Stack.Rounds(nil) {
		sorted := r.Loop.In.Type.Base == schema.Piece
		out = append(out, round{Round: r, sorted: sorted, known: sorted && l.knows(ref.Piece(r.Value))})
	}
	return out
}

// sentences returns the sentences of a batch: one for each run of known pieces with the same
// movement, and one for each movement of unseen pieces.
func (b *batch) sentences() (out []sentence) {
	slices.SortFunc(b.unseen, func(a, b pieceEvent) int {
		return cmp.Or(compareWays(a.way, b.way), cmp.Compare(a.text, b.text))
	})
	moves := b.kind == machine.Moved
	one := func(x pieceEvent) sentence {
		return sentence{step: b.step, names: []Named{{x.text, x.look}}, moves: moves, way: x.way, implied: x.implied,
			look: x.look, count: x.count}
	}
	for _, x := range b.known {
		out = joinNeighbours(out, one(x))
	}
	for _, x := range b.unseen {
		one := one(x)
		if i := slices.IndexFunc(out, one.canJoin); i >= 0 {
			out[i].join(one)
		} else {
			out = append(out, one)
		}
	}
	return out
}

// canJoin reports whether one sentence can describe both moves.
func (s sentence) canJoin(other sentence) bool {
	return s.moves && other.moves && s.step == other.step && s.way == other.way
}

// join extends a sentence by another one.
func (s *sentence) join(other sentence) {
	s.names, s.implied = append(s.names, other.names...), s.implied && other.implied
}

// joinNeighbours appends sentences, and joins neighbouring ones where possible.
func joinNeighbours(all []sentence, more ...sentence) []sentence {
	for _, s := range more {
		if n := len(all); n > 0 && all[n-1].canJoin(s) {
			all[n-1].join(s)
		} else {
			all = append(all, s)
		}
	}
	return all
}

// compareSentences orders sentences about unseen pieces.
func compareSentences(a, b sentence) int {
	return cmp.Or(cmp.Compare(a.step.Pos.String(), b.step.Pos.String()), compareWays(a.way, b.way),
		slices.Compare(textsOf(a.names), textsOf(b.names)))
}

// sortRounds returns the sentences of batches with the rounds of loops over pieces sorted. The
// batches share the rounds of the first `loops` loops.
func sortRounds(all []batch, loops int) (out []sentence) {
	for len(all) > 0 {
		if len(all[0].rounds) <= loops {
			out, all = joinNeighbours(out, all[0].sentences()...), all[1:]
			continue
		}
		first := all[0].rounds[loops]
		var known, unseen [][]sentence
		for at := int32(0); len(all) > 0 && all[0].isIn(first, loops, at); {
			r := all[0].rounds[loops]
			n := 1
			for n < len(all) && all[n].isIn(r, loops, r.At) && all[n].rounds[loops].At == r.At {
				n++
			}
			in := sortRounds(all[:n], loops+1)
			if r.known || !r.sorted {
				known = append(known, in)
			} else {
				unseen = append(unseen, in)
			}
			at, all = r.At, all[n:]
		}
		slices.SortFunc(unseen, func(a, b []sentence) int { return slices.CompareFunc(a, b, compareSentences) })
		for _, in := range slices.Concat(known, unseen) {
			out = joinNeighbours(out, in...)
		}
	}
	return out
}

// unhidden leaves out names of hidden pieces, because their positions could reveal the pieces.
func (l *log) unhidden(names []Named) []Named {
	return slices.DeleteFunc(slices.Clone(names), func(n Named) bool { return l.isHiddenName(n.Text) })
}

func textsOf(names []Named) (out []string) {
	for _, n := range names {
		out = append(out, n.Text)
	}
	return out
}

// isIn reports whether a batch belongs to the same run of a loop as r, in round at or later.
func (b *batch) isIn(r round, loops int, at int32) bool {
	return len(b.rounds) > loops && b.rounds[loops].Loop == r.Loop && b.rounds[loops].Frame == r.Frame &&
		b.rounds[loops].At >= at
}

// flush writes the sentences of the collected events.
func (l *log) flush() {
	for _, s := range sortRounds(l.pieces.list, 0) {
		text, line := s.names[0].Text, Line{Look: s.look, Count: s.count}
		if s.moves {
			text, line.Names = words.Title(moved(l, l.listed(textsOf(s.names)), s.way)), l.unhidden(s.names)
		}
		line = l.line(text, s.step.Cites, line)
		line.Implied, line.Moves, line.Does = s.implied, s.moves, true
		if s.moves {
			line.addRoute(l.route(s.way.from, s.way.to))
		}
		l.lines = append(l.lines, line)
	}
	l.pieces.clear()
}

// clear drops the collected events.
func (d *pieceEvents) clear() { d.list = d.list[:0] }

// moved collects a moving piece. A card that is being played is in no zone.
func (l *log) moved(ev machine.Event) {
	if ev.To == 0 {
		return
	}
	w := movement{from: l.numberOf(ev.From), to: l.numberOf(ev.To), within: ev.From == ev.To}
	w.names[1] = l.zone(ev.To)
	if ev.From != 0 {
		w.names[0] = l.zone(ev.From)
	}
	w.down = ev.On && l.Names.P.Schema.Zones[ev.To].Decl.Face != "down"
	name, known := l.moving(ev)
	l.collect(ev, known,
		pieceEvent{text: name, way: w, implied: known && l.named[ev.Piece], look: l.lookOfMove(ev, known)})
}

// eventWorded adds to the sentence that the rules declare for a step that it changes the table, and the look and the
// route of a moving piece.
func (l *log) eventWorded(ev machine.Event) {
	n := len(l.lines)
	if ev.Step != l.told || n == 0 || !l.lines[n-1].Told {
		return
	}
	line := &l.lines[n-1]
	line.Does = line.Does || ev.Kind != machine.Picked && (ev.Kind != machine.Assigned || ev.Field != nil)
	if ev.Kind == machine.Assigned && ev.Field != nil && line.Look == (Look{}) {
		line.Look = l.looks[ev.Field.Name]
	}
	if ev.Kind != machine.Moved || ev.To == 0 {
		return
	}
	_, known := l.moving(ev)
	if line.Look == (Look{}) {
		line.Look = l.lookOfMove(ev, known)
	}
	if known {
		line.addRoute(l.route(l.numberOf(ev.From), l.numberOf(ev.To)))
	}
}

func (n *Line) addRoute(r Route, ok bool) {
	if ok && !slices.Contains(n.Routes, r) {
		n.Routes = append(n.Routes, r)
	}
}

// route returns the way from a place to a place in a zone of the table. It returns false if the viewer does not know
// the pieces to which the places belong.
func (l *log) route(from, to ref.Place) (r Route, ok bool) {
	zone, at, ok := l.spot(to)
	if !ok || from < 0 {
		return r, false
	}
	was, left, ok := l.spot(from)
	if !ok || was != zone {
		return Route{Zone: zone, From: at, To: at, Enters: true}, true
	}
	return Route{Zone: zone, From: left, To: at}, left != at
}

// spot returns the zone of the table in which a place is, and where it is there.
func (l *log) spot(z ref.Place) (zone string, at Coord, ok bool) {
	for z > 0 {
		info := &l.Names.P.Schema.Zones[z]
		if info.Piece == schema.Nothing {
			ok = info.Decl.Scope == schema.OfGame && int(info.Cell) < len(info.Decl.Coords)
			if ok {
				zone, at = info.Decl.Name, info.Decl.Coords[info.Cell]
			}
			return zone, at, ok
		}
		if !l.knows(info.Piece) {
			break
		}
		z = l.m.Env.World.In(info.Piece)
	}
	return "", at, false
}

// moving returns the name of a moving piece, and whether the viewer knows it. The event does not
// state the side that the piece showed before the move, so there it is treated as face down.
func (l *log) moving(ev machine.Event) (name string, known bool) {
	p := ev.Piece
	known = l.may(func(seat ref.Seat) bool {
		return ev.From != 0 && l.m.Env.World.SpotsIn(seat, ev.From, true) ||
			l.m.Env.World.SpotsIn(seat, ev.To, ev.On) || l.m.Env.World.Knows(seat, p)
	})
	switch owner := l.Names.P.Pieces[p].Owner; {
	case !known:
		return l.hiddenName(p), false
	case owner != schema.Nothing && l.m.Env.World.Holder(ev.From) != owner && l.m.Env.World.Holder(ev.To) != owner:
		return l.Names.Of(l.Names.Seat(int32(owner)), l.Names.Piece(int32(p))), true
	}
	return l.Names.Piece(int32(p)), true
}

// zone names a zone. A zone on a piece is named with the owner or place of that piece; on a page, only with the place
// if the game names places by their pieces.
func (l *log) zone(z ref.Place) string {
	info := &l.Names.P.Schema.Zones[z]
	switch {
	case info.Piece == schema.Nothing:
		return l.Zone(z)
	case !l.knows(info.Piece):
	case l.Names.Page && l.looks[l.Names.P.Schema.Zones[l.m.Env.World.In(info.Piece)].Decl.Name].Place == "piece":
		return l.placeOf(info.Piece)
	case l.Names.P.Pieces[info.Piece].Owner != schema.Nothing:
		return l.Names.T("%s of %s", l.Names.Decl(info.Decl),
			l.Names.Of(l.Names.Seat(int32(l.Names.P.Pieces[info.Piece].Owner)), l.Piece(info.Piece)))
	}
	name := l.Zone(z)
	if at := l.placeOf(info.Piece); at != "" {
		name += " (" + at + ")"
	}
	return name
}

// numberOf returns the number of a zone, or -1 for a zone on a piece that the viewer does not
// know.
func (l *log) numberOf(z ref.Place) ref.Place {
	if on := l.Names.P.Schema.Zones[z].Piece; on != schema.Nothing && !l.knows(on) {
		return -1
	}
	return z
}

// flipped collects a piece that is turned over.
func (l *log) flipped(ev machine.Event) {
	known, what := l.knows(ev.Piece), l.Names.T("Piece")
	switch {
	case known:
		what = l.Piece(ev.Piece)
	case l.showsKind(ev.Piece):
		what = l.Names.Kind(l.Names.P.Kinds[l.Names.P.Pieces[ev.Piece].Kind])
	}
	if at := l.placeOf(ev.Piece); at != "" {
		what += l.Names.T(" at %s", at)
	}
	if owner := l.m.Env.World.OwnerOf(ev.Piece); owner >= 0 {
		what = l.Names.Of(l.Names.Seat(int32(owner)), what)
	}
	l.collect(ev, known,
		pieceEvent{text: words.Title(flipped(l, what, ev.On)),
			way: movement{to: l.numberOf(l.m.Env.World.In(ev.Piece))}})
}

package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// exec runs one op. It reports true if the match must wait for an answer; the
// op is then still the one that runs next.
func (m *Match) exec(op *program.Op, pc int32) (waits bool) {
	e := &m.Env
	e.S[state.AtPC] = pc + 1
	switch op.Code {
	case program.Jump:
		e.S[state.AtPC] = op.To
	case program.Unless:
		if !m.test(m.P.Conds[op.A], op.Step) {
			e.S[state.AtPC] = op.To
		}
	case program.Choose, program.May, program.Ask, program.Roll, program.Draw:
		m.pc = pc
		if m.ask(op) {
			e.S[state.AtPC] = pc
			return true
		}
	case program.DrawBegin:
		d := m.P.Draws[op.A]
		e.S[e.Base+d.Left.At] = d.Number.Num(e)
		if d.As != nil {
			e.S[e.Base+d.As.At] = schema.Nothing
		}
	case program.Window:
		m.openWindow(op)
	case program.Shuffle:
		z := m.P.Zones[op.A].Num(e)
		if e.Err == nil && z > 0 {
			e.Shuffle(z)
			m.tell(Event{Kind: Shuffled, Step: op.Step, To: z})
			m.did(op.Step)
		}
	case program.Move:
		m.move(m.P.Moves[op.A], op.Step)
	case program.Discard:
		m.discard(e.Keep(m.P.Lists[op.A].List(e)), op.Step)
	case program.Flip:
		m.flip(m.P.Flips[op.A], op.Step)
	case program.Set:
		m.set(m.P.Sets[op.A], op.Step)
	case program.Pick:
		m.pick(m.P.Picks[op.A], op.Step)
	case program.Switch:
		m.branch(op)
	case program.EachBegin:
		m.eachBegin(m.P.Loops[op.A])
	case program.EachNext:
		m.eachNext(m.P.Loops[op.A], op)
	case program.Call:
		m.call(m.P.Calls[op.A], op, pc)
	case program.Stop:
		m.execStop(m.P.Stops[op.A], op)
	case program.Finish:
		m.finish(op)
	case program.Return:
		m.leave()
	case program.Begin:
		p := m.P.Procs[op.A]
		m.tell(Event{Kind: Called, Step: op.Step, Value: op.A, Who: e.Who})
		m.begin(p)
	}
	return false
}

func (m *Match) tell(ev Event) {
	if m.Observer != nil {
		m.Observer.Event(ev)
	}
}

// test looks at a condition; the first part that fails says why.
func (m *Match) test(c *program.Cond, step int32) bool {
	e := &m.Env
	for i := range c.Parts {
		p := &c.Parts[i]
		ok := p.Is.Yes(e)
		if m.Observer != nil {
			m.Observer.Event(Event{Kind: Tested, Step: step, On: ok, Who: e.Who, Words: p.Words, Pos: p.Pos, Cites: p.Cites})
			if !ok {
				m.Observer.Event(Event{Kind: Turned, Step: step, Who: e.Who, Piece: -1, Words: p.Words, Pos: p.Pos, Cites: p.Cites})
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

// failing is the first part of a condition that does not hold; nil: all hold.
func (m *Match) failing(c *program.Cond) *program.CondPart {
	if c == nil {
		return nil
	}
	for i := range c.Parts {
		if !c.Parts[i].Is.Yes(&m.Env) {
			return &c.Parts[i]
		}
	}
	return nil
}

func (m *Match) place1(p, z int32, bottom bool, face string, step int32) bool {
	e := &m.Env
	info := &e.Zones[z]
	if !info.Decl.Holds.Has(int(e.Pieces[p].Kind)) {
		e.Fail(m.P.Steps[step].Pos, "zone "+m.ZoneName(z)+" does not hold "+e.Kinds[e.Pieces[p].Kind].Name+" ("+e.Cards[e.Pieces[p].Card].Name+")")
		return false
	}
	from := e.In(p)
	e.Place(p, z, !bottom)
	if face == "down" {
		e.Turn(p, true)
	}
	m.tell(Event{Kind: Moved, Step: step, Who: e.Who, Piece: p, From: from, To: z, On: face == "down"})
	return true
}

func (m *Match) move(op *program.MoveOp, step int32) {
	e := &m.Env
	if op.Number != nil {
		m.moveTokens(op, step)
		return
	}
	pieces := e.Keep(op.Pieces.List(e))
	if op.To.IsList() {
		places := e.Keep(op.To.List(e))
		if len(places) < len(pieces) {
			e.Fail(op.To.Pos, itoa(len(pieces))+" pieces and only "+itoa(len(places))+" places for them")
			return
		}
		for i, p := range pieces {
			if !m.place1(p, places[i], op.Bottom, op.Face, step) {
				return
			}
		}
	} else {
		z := op.To.Num(e)
		if e.Err != nil || len(pieces) == 0 {
			return
		}
		if z <= 0 {
			e.Fail(op.To.Pos, "there is no place to move to")
			return
		}
		m.packet(pieces, z, op, step)
	}
	if len(pieces) > 0 && e.Err == nil {
		m.did(step)
	}
}

// packet moves several pieces to one zone, keeping their order and what is
// unknown of it.
func (m *Match) packet(pieces []int32, z int32, op *program.MoveOp, step int32) {
	e := &m.Env
	if len(pieces) == 1 {
		m.place1(pieces[0], z, op.Bottom, op.Face, step)
		return
	}
	for _, p := range pieces {
		if !e.Zones[z].Decl.Holds.Has(int(e.Pieces[p].Kind)) {
			m.place1(p, z, op.Bottom, op.Face, step) // says what is wrong
			return
		}
		m.tell(Event{Kind: Moved, Step: step, Who: e.Who, Piece: p, From: e.In(p), To: z, On: op.Face == "down"})
	}
	e.PlaceAll(pieces, z, !op.Bottom)
	if op.Face == "down" {
		for _, p := range pieces {
			e.Turn(p, true)
		}
	}
}

// moveTokens moves a number of tokens of one card, as many as there are.
func (m *Match) moveTokens(op *program.MoveOp, step int32) {
	e := &m.Env
	what, n := op.Pieces.Num(e), op.Number.Num(e)
	from, to := op.From.Num(e), op.To.Num(e)
	if e.Err != nil || what == schema.Nothing || from <= 0 || to <= 0 {
		return
	}
	sym := what
	if op.Pieces.Type.Base == schema.Piece {
		sym = e.Cards[e.Pieces[what].Card].Sym
	}
	moved := false
	for p := e.Head(from); p >= 0 && n > 0; {
		next := e.Next(p)
		if e.Cards[e.Pieces[p].Card].Sym == sym {
			if !m.place1(p, to, op.Bottom, op.Face, step) {
				return
			}
			moved = true
			n--
		}
		p = next
	}
	if moved {
		m.did(step)
	}
}

// discard brings each piece to the discard pile of its kind.
func (m *Match) discard(pieces []int32, step int32) {
	e := &m.Env
	for _, p := range pieces {
		k := e.Kinds[e.Pieces[p].Kind]
		if k.Discards == nil {
			e.Fail(m.P.Steps[step].Pos, k.Name+" has no discard pile")
			return
		}
		if !m.place1(p, int32(k.Discards.First), false, "", step) {
			return
		}
	}
	if len(pieces) > 0 {
		m.did(step)
	}
}

func (m *Match) flip(op *program.FlipOp, step int32) {
	e := &m.Env
	changed := false
	for _, p := range op.Pieces.List(e) {
		down := op.Face == "down" || op.Face == "" && !e.FaceDown(p)
		if e.FaceDown(p) != down {
			e.Turn(p, down)
			changed = true
			m.tell(Event{Kind: Flipped, Step: step, Piece: p, On: down, Who: e.Who})
		}
	}
	if changed {
		m.did(step)
	}
}

func (m *Match) set(op *program.SetOp, step int32) {
	e := &m.Env
	of := int32(-1)
	if op.Of != nil {
		of = op.Of.Num(e)
	}
	for i := range op.List {
		e.Refuel()
		m.assign(&op.List[i], op.Until, of, step)
		if e.Err != nil {
			return
		}
	}
	m.did(step)
}

func (m *Match) assign(a *program.Assign, until int, of, step int32) {
	e := &m.Env
	switch {
	case a.Slot != nil && a.Slot.T().List:
		m.setList(e.Base, a.Slot, e.Keep(a.Value.List(e)))
		return
	case a.Slot != nil:
		v := a.Value.Num(e)
		m.tell(Event{Kind: Assigned, Step: step, Text: a.Text, Value: v, From: e.S[e.Base+a.Slot.At], Who: e.Who})
		e.S[e.Base+a.Slot.At] = v
		return
	case a.Pending != nil:
		base := int(e.S[e.Base+state.FramePending])
		slot := a.Pending[int(e.S[base+state.FrameProc])]
		if slot == nil {
			e.Fail(a.Pos, "the run that is pending has no "+a.Text)
			return
		}
		if slot.T().List {
			m.setList(base, slot, e.Keep(a.Value.List(e)))
			return
		}
		v := a.Value.Num(e)
		m.tell(Event{Kind: Assigned, Step: step, Text: a.Text, Value: v, From: e.S[base+slot.At], Who: e.Who})
		e.S[base+slot.At] = v
		return
	case a.Of == nil:
		m.assignWord(a, a.Field.Slot, a.Value.Num(e), until, of, step, -1)
		return
	case a.Of.IsList():
		for _, x := range e.Keep(a.Of.List(e)) {
			m.assignTo(a, x, until, of, step)
		}
		return
	}
	if x := a.Of.Num(e); x != schema.Nothing {
		m.assignTo(a, x, until, of, step)
	}
}

func (m *Match) assignTo(a *program.Assign, x int32, until int, of, step int32) {
	e := &m.Env
	word := a.Field.Slot + int(x)
	if a.Field.Scope == schema.OfPiece {
		if word = e.MarkSlot(a.Field, x); word < 0 {
			e.Fail(a.Pos, e.Cards[e.Pieces[x].Card].Name+" has no field "+a.Field.Name)
			return
		}
	}
	m.assignWord(a, word, a.Value.Num(e), until, of, step, x)
}

func (m *Match) assignWord(a *program.Assign, word int, v int32, until int, of, step, x int32) {
	e := &m.Env
	if e.Err != nil {
		return
	}
	ev := Event{Kind: Assigned, Step: step, Text: a.Text, Value: v, From: e.W[word], Who: e.Who, Piece: -1}
	if a.Field.Scope == schema.OfPlayer {
		ev.To = x
	} else {
		ev.To, ev.Piece = -1, x
	}
	m.tell(ev)
	e.W[word] = v
	if a.Field.Until {
		if until >= 0 {
			m.setTimed(a.Field, word, until, of)
		} else {
			at := a.Field.Slot + a.Field.UntilAt + 2*(word-a.Field.Slot)
			e.W[at], e.W[at+1] = 0, 0
		}
	}
}

func (m *Match) branch(op *program.Op) {
	sw := m.P.Switches[op.A]
	v := sw.On.Num(&m.Env)
	for i, l := range sw.Labels {
		if l.Matches(v) {
			m.Env.S[state.AtPC] = sw.To[i]
			if m.Observer != nil {
				m.Observer.Event(Event{Kind: Tested, Step: op.Step, On: true, Who: m.Env.Who, Value: v, Cites: sw.Cites[i], Pos: m.P.Steps[op.Step].Pos})
			}
			return
		}
	}
	m.Env.S[state.AtPC] = op.To
}

func (m *Match) eachBegin(l *program.Loop) {
	e := &m.Env
	m.setList(e.Base, l.List, e.Keep(l.In.List(e)))
	e.S[e.Base+l.At.At] = 0
	e.S[e.Base+l.Saved.At] = e.Who
	if l.Sealed {
		e.S[state.AtSealed] = 1
	}
}

func (m *Match) eachNext(l *program.Loop, op *program.Op) {
	e := &m.Env
	b := e.Base
	i, n := e.S[b+l.At.At], e.S[b+l.List.At+1]
	if i >= n {
		if l.Me {
			e.S[b+state.FrameMe] = e.S[b+l.Saved.At]
		}
		if l.Sealed {
			e.S[state.AtSealed] = 0
		}
		m.setList(b, l.List, nil)
		e.S[b+l.At.At], e.S[b+l.Saved.At] = schema.Nothing, schema.Nothing
		e.S[state.AtPC] = op.To
		return
	}
	v := e.S[b+int(e.S[b+l.List.At])+int(i)]
	e.S[b+l.At.At] = i + 1
	for _, s := range l.Fresh {
		if s.T().List {
			m.setList(b, s, nil)
		} else {
			e.S[b+s.At] = schema.Nothing
		}
	}
	if l.Me {
		e.S[b+state.FrameMe] = v
		if l.Sealed {
			e.S[state.AtSealed] = 1 + v
		}
	} else if l.Var != nil {
		e.S[b+l.Var.At] = v
	}
}

func (m *Match) call(c *program.CallOp, op *program.Op, pc int32) {
	e := &m.Env
	proc, caller := c.Proc, e.Base
	card := e.S[caller+state.FrameCard]
	if proc < 0 {
		p := c.Piece.Num(e)
		if e.Err != nil || p == schema.Nothing {
			return
		}
		card = p
		if proc = m.P.CardProcs[c.Has][e.Pieces[p].Card]; proc < 0 {
			return // this card has no such steps
		}
	}
	me := e.Who
	if c.Me != nil {
		me = c.Me.Num(e)
	}
	m.chosen = m.chosen[:0]
	for _, a := range c.Args {
		if !a.Slot.T().List {
			m.chosen = append(m.chosen, a.Value.Num(e))
		}
	}
	if e.Err != nil {
		return
	}
	m.did(op.Step)
	// Lists are evaluated in the caller's frame and kept in the arena.
	var lists [4][]int32
	nl := 0
	for _, a := range c.Args {
		if a.Slot.T().List && nl < len(lists) {
			lists[nl] = e.Keep(a.Value.List(e))
			nl++
		}
	}
	base := m.push(proc, me, pc+1)
	if e.Err != nil {
		return
	}
	if c.Proc < 0 {
		e.S[base+state.FrameCard] = card
		e.S[base+state.FrameTarget] = e.S[caller+state.FrameTarget]
		e.S[base+state.FramePending] = e.S[caller+state.FramePending]
	}
	k := 0
	nl = 0
	for _, a := range c.Args {
		if a.Slot.T().List {
			m.setList(base, a.Slot, lists[nl])
			nl++
			continue
		}
		e.S[base+a.Slot.At] = m.chosen[k]
		k++
	}
}

func (m *Match) execStop(op *program.StopOp, o *program.Op) {
	e := &m.Env
	base := 0
	switch {
	case op.Pending:
		base = int(e.S[e.Base+state.FramePending])
	case op.Own:
		base = e.Base
	default:
		base = m.running(op.Procs)
	}
	if base == 0 {
		e.Fail(m.P.Steps[o.Step].Pos, op.Name+" is not running, so it cannot be stopped")
		return
	}
	m.tell(Event{Kind: Stopped, Step: o.Step, Text: op.Name, Who: e.Who, Value: e.S[base+state.FrameProc]})
	m.did(o.Step)
	m.stop(base, op.Resume)
}

func (m *Match) finish(op *program.Op) {
	e := &m.Env
	for _, p := range m.P.Lists[op.A].List(e) {
		e.S[state.AtWinners] |= 1 << uint(p)
	}
	m.did(op.Step)
	m.tell(Event{Kind: Ended, Step: op.Step})
	e.S[state.AtStatus] = state.Finished
}

// pick follows the rule of `pick`: the first class of `prefer` that has any,
// then the farthest in each direction in turn, then the first.
func (m *Match) pick(op *program.PickOp, step int32) {
	e := &m.Env
	cand := append(m.cand[:0], op.From.List(e)...)
	keep := func(ok func(v int32) bool) int {
		k := 0
		for _, v := range cand {
			e.Refuel()
			e.SetIt(v)
			if ok(v) {
				cand[k] = v
				k++
			}
		}
		return k
	}
	if op.Where != nil {
		cand = cand[:keep(func(int32) bool { return m.failing(op.Where) == nil })]
	}
	for i := range op.Prefer {
		p := &op.Prefer[i]
		has := false
		for _, v := range cand {
			e.Refuel()
			e.SetIt(v)
			has = has || p.Is.Yes(e)
		}
		if has {
			cand = cand[:keep(func(int32) bool { return p.Is.Yes(e) })]
			m.tell(Event{Kind: Tested, Step: step, On: true, Words: p.Words, Pos: p.Pos, Cites: p.Cites, Who: e.Who})
			break
		}
	}
	for _, t := range op.Toward {
		e.Refuel()
		dir := t.Num(e)
		if dir == schema.Nothing || len(cand) < 2 {
			continue
		}
		best := int32(schema.Nothing)
		for _, v := range cand {
			best = max(best, m.far(op, dir, v))
		}
		cand = cand[:keep(func(v int32) bool { return m.far(op, dir, v) == best })]
	}
	m.cand = cand
	v := int32(schema.Nothing)
	if len(cand) > 0 {
		v = cand[0]
	}
	e.S[e.Base+op.Slot.At] = v
	m.tell(Event{Kind: Assigned, Step: step, Text: op.Slot.Name, Value: v, Who: e.Who, Piece: v, To: -1})
	m.did(step)
}

func (m *Match) far(op *program.PickOp, dir, v int32) int32 {
	e := &m.Env
	z := v
	if op.From.Type.Base == schema.Piece {
		z = e.In(v)
	}
	for range 8 {
		info := e.Zones[z]
		if info.Decl.Coords != nil {
			return schema.Toward(e.Text(dir), info.Decl.Coords[info.Cell])
		}
		if info.Piece == schema.Nothing {
			break
		}
		z = e.In(info.Piece)
	}
	return 0
}

package scenario

import (
	"fmt"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/state"
)

// failure is why a case failed.
type failure struct {
	pos  source.Pos
	text string
	more []string // further lines
}

func failf(pos source.Pos, format string, args ...any) *failure {
	return &failure{pos: pos, text: fmt.Sprintf(format, args...)}
}

// open is an act under way: what a line began, and how deep the frames were
// then. Requests from deeper frames belong to it.
type open struct {
	line  *line
	depth int
}

// runner carries out one case.
type runner struct {
	*compiled
	m      *machine.Match
	acts   []open
	next   int // index of the line after the one being carried out
	forced []taken
	turned []machine.Event // who and what was turned away since the last answer
	log    *trace
	proof  *proof          // nil: nobody wants to know
	last   map[int][]int32 // the frame of each procedure's last run, by procedure
	failed *failure
}

// taken is a choice that nobody was asked for, since there was only one.
type taken struct {
	name   string
	by     int32
	values []int32
	typ    schema.Type
}

// run carries out the lines one by one.
func (r *runner) run() *failure {
	for i, l := range r.lines {
		r.next = i + 1
		var f *failure
		switch {
		case l.checks != nil:
			f = r.check(l.checks)
		case l.rolls != nil:
			f = r.chanceLine(l, l.rolls, machine.AskRoll)
		case l.draws != nil:
			f = r.chanceLine(l, l.draws, machine.AskDraw)
		default:
			f = r.act(l)
		}
		if f == nil && l.checks == nil {
			f = r.settle()
		}
		if f != nil {
			return f
		}
	}
	r.next = len(r.lines)
	if f := r.settle(); f != nil {
		return f
	}
	if f := r.answered(); f != nil {
		return f
	}
	return r.check(r.checks)
}

// request is the request that the match stands at; nil at an end.
func (r *runner) request() (*machine.Request, *failure) {
	req := r.m.Next()
	if req == nil {
		if err := r.m.Err(); err != nil {
			return nil, r.fault(err)
		}
	}
	return req, nil
}

func (r *runner) fault(err error) *failure {
	if f, ok := err.(*state.Fault); ok {
		return &failure{pos: f.Pos, text: f.Text}
	}
	return &failure{text: err.Error()}
}

// answer gives an answer that the script says. What was turned away before it
// is no longer of interest.
func (r *runner) answer(a []int32) *failure {
	r.turned = r.turned[:0]
	r.forced = r.forced[:0]
	return r.unsaid(a)
}

// unsaid gives an answer that the script leaves unsaid.
func (r *runner) unsaid(a []int32) *failure {
	if err := r.m.Answer(a...); err != nil {
		return r.fault(err)
	}
	return nil
}

// depth is how many frames are under way.
func (r *runner) depth() int {
	n := 0
	s := r.m.Env.S
	for f := int(s[state.AtFrame]); f > 0; f = int(s[f+state.FramePrev]) {
		n++
	}
	return n
}

// act carries out what a player does.
func (r *runner) act(l *line) *failure {
	began := false
	if f := r.propose(l, &began); f != nil {
		return f
	}
	for {
		req, f := r.request()
		if f != nil {
			return f
		}
		if req == nil || int(req.By) != l.seat {
			if began || r.useForced(l) {
				break
			}
			return r.notAsked(l, req)
		}
		done, f := r.step(l, req, &began)
		if f != nil || done {
			return f
		}
	}
	return r.leftover(l)
}

// propose makes the side offer that a line begins with, if it does.
func (r *runner) propose(l *line, began *bool) *failure {
	if l.does == nil || !r.isOffer(l.does.name) {
		return nil
	}
	if _, f := r.request(); f != nil {
		return f
	}
	depth := r.depth()
	if why := r.m.Offer(l.does.name, int32(l.seat)); why != nil {
		return r.whereItStands(failf(l.does.key, "%s cannot propose %s: %s", r.seatName(int32(l.seat)), l.does.name, why))
	}
	l.does.used, *began = true, true
	r.acts = append(r.acts, open{l, depth})
	return nil
}

func (c *compiled) isOffer(name string) bool {
	for _, o := range c.game.Program.Offers {
		if o.Name == name {
			return true
		}
	}
	return false
}

// step lets a line answer one request of its seat; done means that the line has
// nothing more to say.
func (r *runner) step(l *line, req *machine.Request, began *bool) (done bool, f *failure) {
	start := func() {
		if !*began {
			r.acts = append(r.acts, open{l, r.depth()})
		}
		*began = true
	}
	r.useForced(l)
	a, ok, f := r.wanted(l, req)
	switch {
	case f != nil:
		return true, f
	case ok:
		start()
		return r.allUsed(l), r.answer(a)
	case *began && !r.allUsed(l) && r.declinable(req) && r.deeper(l):
		return false, r.unsaid(nil)
	case r.allUsed(l):
		return true, nil
	}
	return true, r.refused(l, req)
}

// deeper reports whether the match stands within the act that l began.
func (r *runner) deeper(l *line) bool {
	for _, o := range r.acts {
		if o.line == l {
			return r.depth() > o.depth || o.line.does == nil && r.depth() == o.depth
		}
	}
	return false
}

func (r *runner) declinable(req *machine.Request) bool {
	return req.Optional || req.List && req.Least == 0
}

// wanted finds the answer that the line gives to a request, if it gives one.
func (r *runner) wanted(l *line, req *machine.Request) (a []int32, ok bool, f *failure) {
	switch req.Kind {
	case machine.AskOption:
		for i, o := range req.Options {
			name := r.optionName(req, o)
			if l.does != nil && !l.does.used && l.does.name == name {
				l.does.used = true
				return []int32{int32(i)}, true, nil
			}
			if ch := l.named(name); ch != nil && (l.does == nil || l.does.used) {
				ch.used = true
				if ch.val.Kind == source.Map { // {use: {choices}} inside an act
					for _, p := range ch.val.Pairs {
						l.names = append(l.names, &choice{name: p.Key.Value, key: p.Key.Pos, val: p.Val, seat: -1})
					}
				}
				return []int32{int32(i)}, true, nil
			}
		}
	case machine.AskPlay:
		ch := l.named(wordPlay)
		if l.does != nil && l.does.name == wordPlay && !l.does.used {
			ch = l.does
		}
		if ch != nil {
			return r.pickOne(ch, req)
		}
	case machine.AskTarget:
		if ch := l.named("target"); ch != nil {
			return r.pickOne(ch, req)
		}
	case machine.AskChoice:
		if ch := l.named(shortName(req)); ch != nil {
			if req.List {
				return r.pickSeveral(ch, req)
			}
			return r.pickOne(ch, req)
		}
	}
	if l.pass && r.declinable(req) && !r.passed(l) {
		l.pass = false
		l.names = append(l.names, &choice{name: wordPass, used: true})
		return nil, true, nil
	}
	return nil, false, nil
}

func (r *runner) passed(l *line) bool {
	return len(l.names) > 0 && l.names[0].name == wordPass
}

func (l *line) named(name string) *choice {
	for _, ch := range l.names {
		if ch.name == name && !ch.used {
			return ch
		}
	}
	return nil
}

func (r *runner) allUsed(l *line) bool {
	if l.pass || l.does != nil && !l.does.used {
		return false
	}
	for _, ch := range l.names {
		if !ch.used {
			return false
		}
	}
	return true
}

// shortName is a request's name without the procedure that asks.
func shortName(req *machine.Request) string {
	if i := strings.LastIndexByte(req.Name, '.'); i >= 0 {
		return req.Name[i+1:]
	}
	return req.Name
}

func (r *runner) optionName(req *machine.Request, o machine.Option) string {
	return req.OptionName(int(o.Value))
}

// pickOne finds the option that a value names.
func (r *runner) pickOne(ch *choice, req *machine.Request) ([]int32, bool, *failure) {
	n := ch.val
	if n != nil && n.Kind == source.List && len(n.Items) == 1 {
		n = n.Items[0]
	}
	if n != nil && n.Kind == source.Scalar && n.Value == "nothing" && req.Optional {
		ch.used = true
		return nil, true, nil
	}
	i, f := r.find(n, ch, req, nil)
	if f != nil {
		return nil, false, f
	}
	a := []int32{i}
	if err := r.m.Check(a); err != nil {
		return nil, false, failf(n.Pos, "%s", err)
	}
	ch.used = true
	return a, true, nil
}

// pickSeveral finds the options that a list names; a name twice is two of them.
func (r *runner) pickSeveral(ch *choice, req *machine.Request) ([]int32, bool, *failure) {
	items := []*source.Node{ch.val}
	if ch.val.Kind == source.List {
		items = ch.val.Items
	}
	var a []int32
	for _, n := range items {
		i, f := r.find(n, ch, req, a)
		if f != nil {
			return nil, false, f
		}
		a = append(a, i)
	}
	if err := r.m.Check(a); err != nil {
		return nil, false, failf(ch.val.Pos, "%s", err)
	}
	ch.used = true
	return a, true, nil
}

// find is the option that a node names. Of options with the same name the next
// one with pieces left counts, if they are otherwise alike to the script; a map
// ({clan_3: {face: down}}) says which.
func (r *runner) find(n *source.Node, ch *choice, req *machine.Request, have []int32) (int32, *failure) {
	if n == nil {
		return 0, failf(ch.key, "%s needs a value", ch.name)
	}
	name, detail := n, (*source.Node)(nil)
	if n.Kind == source.Map && len(n.Pairs) == 1 {
		name, detail = n.Pairs[0].Key, n.Pairs[0].Val
	}
	var fits []int32
	full := false
	for i, o := range req.Options {
		if r.valueName(req.Type, o.Value) != name.Value || detail != nil && !r.hasDetail(o.Value, detail) {
			continue
		}
		k := int32(0)
		for _, h := range have {
			if h == int32(i) {
				k++
			}
		}
		if k < o.Count || req.Repeats {
			fits = append(fits, int32(i))
		} else {
			full = true
		}
	}
	switch {
	case len(fits) == 1 || len(fits) > 1 && len(have) > 0:
		return fits[0], nil
	case len(fits) > 1:
		return 0, &failure{pos: n.Pos, text: fmt.Sprintf("%q could be several things that differ", name.Value), more: []string{"say which, as in {" + name.Value + ": {face: down}}"}}
	case full:
		return 0, failf(n.Pos, "there is no further %q to choose", name.Value)
	}
	return 0, r.notOffered(name, req)
}

func (r *runner) hasDetail(p int32, n *source.Node) bool {
	if f := n.Get("face"); f != nil {
		return r.m.Env.FaceDown(p) == (f.Value == "down")
	}
	kind := r.m.P.Kinds[r.m.P.Pieces[p].Kind]
	for _, e := range n.Pairs {
		if z := kind.Zones[e.Key.Value]; z != nil {
			at := int32(z.First + (int(p)-kind.First)*z.Cells)
			if int(r.m.Env.Len(at)) != len(e.Val.Items) {
				return false
			}
		}
		if f := kind.Fields[e.Key.Value]; f != nil && f.Mark {
			v, why := r.m.P.Constant(e.Val.Value, f.Type)
			if why != "" || r.m.Env.W[r.m.Env.MarkSlot(f, p)] != v {
				return false
			}
		}
	}
	return true
}

// useForced lets a line name what was taken unasked, if it is what it says.
func (r *runner) useForced(l *line) bool {
	used := false
	for i := range r.forced {
		t := &r.forced[i]
		if t.by >= 0 && int(t.by) != l.seat {
			continue
		}
		ch := l.named(t.name)
		if ch == nil && t.name == wordPlay && l.does != nil && l.does.name == wordPlay && !l.does.used {
			ch = l.does
		}
		if ch == nil || !r.sameValues(ch.val, t) {
			continue
		}
		ch.used, used = true, true
	}
	return used
}

func (r *runner) sameValues(n *source.Node, t *taken) bool {
	items := []*source.Node{n}
	if n.Kind == source.List {
		items = n.Items
	}
	if len(items) != len(t.values) {
		return false
	}
	left := append([]int32(nil), t.values...)
next:
	for _, it := range items {
		name := it.Value
		if it.Kind == source.Map && len(it.Pairs) == 1 {
			name = it.Pairs[0].Key.Value
		}
		for i, v := range left {
			if r.valueName(t.typ, v) == name {
				left = append(left[:i], left[i+1:]...)
				continue next
			}
		}
		return false
	}
	return true
}

// chanceLine gives the dice or cards of a line, one by one.
func (r *runner) chanceLine(l *line, values []*choice, kind machine.AskKind) *failure {
	for _, ch := range values {
		for {
			req, f := r.request()
			if f != nil {
				return f
			}
			if req != nil && req.Kind == kind && req.By == machine.Chance {
				break
			}
			if !r.belongs(req) { // what stands in the way of this die is declined
				return r.unused(ch, kind, req)
			}
			if f := r.unsaid(nil); f != nil {
				return f
			}
		}
		req, _ := r.request()
		if ch.seat >= 0 && int(req.For) != ch.seat {
			return failf(ch.key, "it is %s who throws here", r.seatName(req.For))
		}
		i, f := r.find(ch.val, ch, req, nil)
		if f != nil {
			return f
		}
		ch.used = true
		if f := r.answer([]int32{i}); f != nil {
			return f
		}
	}
	return nil
}

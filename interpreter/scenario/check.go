package scenario

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/state"
)

// check looks at the match as it stands and leaves it as it was.
func (r *runner) check(p *prepared) *failure {
	req, f := r.request()
	if f != nil {
		return f
	}
	if p.stands != nil && nameOf(req) != p.stands.Value {
		return r.whereItStands(failf(p.stands.Pos, "the match does not stand at %s", p.stands.Value))
	}
	if p.wins != nil {
		if f := r.checkWins(p.wins); f != nil {
			return f
		}
	}
	for _, o := range p.offers {
		if f := r.checkOffer(o, req); f != nil {
			return f
		}
	}
	for _, x := range p.refuses {
		if f := r.checkRefusal(x); f != nil {
			return f
		}
	}
	for i := range p.sees {
		if f := r.checkSight(&p.sees[i]); f != nil {
			return f
		}
	}
	for i := range p.then {
		if f := r.checkClaim(&p.then[i]); f != nil {
			return r.waiting(p, f)
		}
	}
	if p.chance != nil {
		if f := r.checkChance(p.chance); f != nil {
			return r.waiting(p, f)
		}
	}
	return nil
}

// waiting adds to a failure at the end of the script that a player is asked
// something: what was expected may come after his answer.
func (r *runner) waiting(p *prepared, f *failure) *failure {
	said := slices.ContainsFunc(f.more, func(line string) bool { return strings.HasPrefix(line, standsAt) })
	if req := r.m.Next(); said || p != r.checks || req == nil || req.By == machine.Chance {
		return f
	}
	return r.whereItStands(f)
}

// nameOf is what a request is called; `nothing` if there is none.
func nameOf(req *machine.Request) string {
	if req == nil {
		return "nothing"
	}
	return req.Name
}

// look evaluates with the frames of procedures that have ended laid on top of
// the state, so that `hunt.result` is what it was when the hunt ended.
func (r *runner) look(f func(e *formula.Env)) error {
	e := &r.m.Env
	n := len(e.S)
	clear(e.RunAt)
	for proc := range r.runs {
		e.RunAt[proc] = 0
	}
	for b := int(e.S[state.AtFrame]); b > 0; b = int(e.S[b+state.FramePrev]) {
		if proc := int(e.S[b+state.FrameProc]); e.RunAt[proc] == 0 {
			e.RunAt[proc] = int32(b)
		}
	}
	for proc, frame := range r.last {
		if e.RunAt[proc] == 0 && r.runs[proc] {
			e.RunAt[proc] = int32(len(e.S))
			e.S = append(e.S, frame...)
		}
	}
	e.Begin()
	f(e)
	e.S = e.S[:n]
	err := r.m.Err()
	e.Err = nil
	return err
}

func (r *runner) checkClaim(c *claim) *failure {
	ok := false
	err := r.look(func(e *formula.Env) { ok = c.value.Yes(e) })
	if err == nil && ok {
		return nil
	}
	f := failf(c.pos, "this does not hold: %s", c.text)
	if err != nil {
		f.limit = limited(err)
		f.more = append(f.more, "it cannot be worked out: "+err.Error())
	}
	seen := map[string]bool{c.text: true}
	for _, text := range formula.Parts(c.text) {
		if seen[text] {
			continue
		}
		seen[text] = true
		v := r.quietly(text)
		if !v.OK() || v.Const {
			continue
		}
		if s, ok := r.value(v); ok {
			f.more = append(f.more, fmt.Sprintf("  %s = %s", text, s))
		}
	}
	return f
}

// value shows what a formula gives now.
func (r *runner) value(v *formula.Value) (s string, ok bool) {
	err := r.look(func(e *formula.Env) {
		e.Refuel()
		if v.IsList() {
			s = r.listName(v.Type.Elem(), e.Keep(v.List(e)))
		} else {
			s = r.valueName(v.Type, v.Num(e))
		}
	})
	return s, err == nil
}

// checkWins wants the match over, and won by just these.
func (r *runner) checkWins(w *winning) *failure {
	if !r.m.Finished() {
		if w.goesOn {
			return nil
		}
		return r.whereItStands(failf(w.pos, "the match is not over, so nobody has won it yet"))
	}
	have := r.m.Winners()
	if w.goesOn {
		return failf(w.pos, "the match is over, and won by %s", r.seatNames(have))
	}
	if !slices.Equal(have, w.seats) {
		return failf(w.pos, "the match is won by %s, not by %s", r.seatNames(have), r.seatNames(w.seats))
	}
	return nil
}

func (r *runner) seatNames(seats []int) string {
	if len(seats) == 0 {
		return "nobody"
	}
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = r.seatName(int32(s))
	}
	return strings.Join(names, ", ")
}

func (r *runner) checkOffer(o offer, req *machine.Request) *failure {
	var have []string
	if req == nil || int(req.By) != o.seat {
		req = nil
	} else {
		have = r.optionNames(req)
	}
	if r.offersOnly(o.want, req) {
		return nil
	}
	f := failf(o.pos, "%s is offered [%s], not %s", r.seatName(int32(o.seat)), strings.Join(have, ", "), written(o.want))
	for _, s := range sayings(r.m.P.Schema, o.want) {
		f.more = append(f.more, r.reasons(int32(o.seat), s)...)
	}
	return r.whereItStands(f)
}

// offersOnly reports whether a request offers what a list says and nothing else.
// An option is said once, however many equal cards it stands for, or as often as
// there are.
func (r *runner) offersOnly(want *source.Node, req *machine.Request) bool {
	if req == nil {
		return len(items(want)) == 0
	}
	often := map[string]int{}
	for _, s := range sayings(r.m.P.Schema, want) {
		often[s.text()] += s.times
	}
	listed := make([]bool, len(req.Options))
	for _, s := range sayings(r.m.P.Schema, want) {
		there := 0
		for i, x := range req.Options {
			if r.isOption(s, req, x) {
				listed[i] = true
				there += max(1, int(x.Count))
			}
		}
		if n := often[s.text()]; there == 0 || n > 1 && n != there {
			return false
		}
	}
	return !slices.Contains(listed, false)
}

func uniq(l []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range l {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// checkRefusal wants an act refused, for the reason given; or allowed.
func (r *runner) checkRefusal(x *refusal) *failure {
	refused, why := r.try(x)
	switch {
	case x.allowed && refused:
		f := failf(x.pos, "this is refused")
		for _, w := range uniq(why) {
			f.more = append(f.more, "  because: "+w)
		}
		return r.whereItStands(f)
	case x.allowed:
		return nil
	case !refused:
		f := failf(x.pos, "this is not refused")
		if x.because != nil {
			f.more = append(f.more, r.form.quoted(x.because.Value)...)
		}
		return r.whereItStands(f)
	case x.because == nil || slices.Contains(why, x.because.Value):
		return nil
	}
	g := failf(x.because.Pos, "it is refused, but not because %s", x.because.Value)
	for _, w := range uniq(why) {
		g.more = append(g.more, "  but because: "+w)
	}
	return g
}

// try tries an act on the match as it stands, and says why it is refused if it
// is. Then all is as it was.
func (r *runner) try(x *refusal) (refused bool, why []string) {
	var before state.State
	r.m.Snapshot(&before)
	acts, forced, turned := append([]open(nil), r.acts...), append([]taken(nil), r.forced...), append([]machine.Event(nil), r.turned...)
	log := r.log.mark()
	tried := *x.act
	tried.names = nil
	for _, ch := range x.act.names {
		c := *ch
		tried.names = append(tried.names, &c)
	}
	if x.act.does != nil {
		c := *x.act.does
		tried.does = &c
	}
	r.proof.trying(true)
	f := r.act(&tried)
	r.proof.trying(false)
	if f != nil {
		why = r.whys(f, &tried)
	}
	r.m.Restore(&before)
	r.acts, r.forced, r.turned = acts, forced, turned
	r.log.cut(log)
	return f != nil, why
}

// whys are the reasons for which a tried act was refused: the words of the
// conditions that turned it away, and what the failure itself says.
func (r *runner) whys(f *failure, l *line) []string {
	out := []string{f.text}
	if f.why != "" {
		out = append(out, f.why)
	}
	about := map[string]bool{}
	var named []*source.Node
	if l.does != nil {
		about[l.does.name] = true
		if l.does.val != nil {
			named = append(named, l.does.val)
		}
	}
	for _, ch := range l.names {
		about[ch.name] = true // an option within the act
		if ch.val != nil {
			named = append(append(named, ch.val), ch.val.Items...)
		}
	}
	for _, n := range named {
		about[n.Value] = true
	}
	for _, ev := range r.turned {
		if ev.Words == "" || int(ev.Who) != l.seat && ev.Request != nil {
			continue // a step left out is left out for everybody whom it would have asked
		}
		if ev.Text != "" && !about[ev.Text] {
			continue
		}
		if ev.Text == "" && ev.Piece >= 0 && ev.Request != nil && !slices.ContainsFunc(named, func(n *source.Node) bool { return r.names(n, ev.Request.Type, ev.Piece) }) {
			continue
		}
		out = append(out, ev.Words)
	}
	return out
}

func (r *runner) checkSight(s *sight) *failure {
	var z int32
	if err := r.look(func(e *formula.Env) { z = s.value.Num(e) }); err != nil {
		return &failure{pos: s.pos, text: s.text + " cannot be worked out: " + err.Error(), limit: limited(err)}
	}
	all, none := r.sees(int32(s.seat), z)
	switch {
	case s.sees && !all:
		return failf(s.pos, "%s does not see what lies in %s", r.seatName(int32(s.seat)), s.text)
	case !s.sees && !none:
		return failf(s.pos, "%s sees what lies in %s", r.seatName(int32(s.seat)), s.text)
	}
	return nil
}

// sees reports whether a seat knows all that lies in a zone, and whether none of
// it.
func (r *runner) sees(seat, z int32) (all, none bool) {
	if !r.m.Sees(seat, z) {
		return false, true
	}
	all, none = true, r.m.Env.Len(z) > 0 // that nothing lies there he sees
	for p := r.m.Env.Head(z); p >= 0; p = r.m.Env.Next(p) {
		knows := r.m.Knows(seat, p)
		all, none = all && knows, none && !knows
	}
	return all, none
}

package scenario

import (
	"fmt"
	"sort"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/state"
)

// check looks at the match as it stands and leaves it as it was.
func (r *runner) check(p *prepared) *failure {
	req, f := r.request()
	if f != nil {
		return f
	}
	if p.stands != nil {
		if req == nil || req.Name != p.stands.Value {
			return r.whereItStands(failf(p.stands.Pos, "the match does not stand at %s", p.stands.Value))
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
			return f
		}
	}
	if p.chance != nil {
		return r.checkChance(p.chance)
	}
	return nil
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
		f.more = append(f.more, "it cannot be worked out: "+err.Error())
	}
	seen := map[string]bool{c.text: true}
	for _, p := range c.parts {
		if seen[p.text] {
			continue
		}
		seen[p.text] = true
		if s, ok := r.value(p.value); ok {
			f.more = append(f.more, fmt.Sprintf("  %s = %s", p.text, s))
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

func (r *runner) checkOffer(o offer, req *machine.Request) *failure {
	var have []string
	if req != nil && int(req.By) == o.seat {
		for _, x := range req.Options {
			name := r.optionName(req, x)
			if req.Kind != machine.AskOption {
				name = r.valueName(req.Type, x.Value)
			}
			for range max(1, x.Count) {
				have = append(have, name)
			}
		}
	}
	var want []string
	for _, n := range o.want {
		want = append(want, n.Value)
	}
	// An option counts once, however many equal cards it stands for, unless the
	// scenario lists them all.
	if !sameNames(have, want) && !sameNames(uniq(have), want) {
		f := failf(o.pos, "%s is offered [%s], not [%s]", r.seatName(int32(o.seat)), strings.Join(uniq(have), ", "), strings.Join(want, ", "))
		for _, n := range want {
			f.more = append(f.more, r.reasons(int32(o.seat), n)...)
		}
		return r.whereItStands(f)
	}
	return nil
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

func sameNames(a, b []string) bool {
	x, y := append([]string(nil), a...), append([]string(nil), b...)
	sort.Strings(x)
	sort.Strings(y)
	return strings.Join(x, "\x00") == strings.Join(y, "\x00")
}

// checkRefusal tries the act on the match as it stands and wants it refused,
// for the reason given. Then all is as it was.
func (r *runner) checkRefusal(x *refusal) *failure {
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
	f := r.act(&tried)
	var why []string
	if f != nil {
		why = r.whys(f, &tried)
	}
	r.m.Restore(&before)
	r.acts, r.forced, r.turned = acts, forced, turned
	r.log.cut(log)
	switch {
	case f == nil:
		return r.whereItStands(failf(x.pos, "this is not refused"))
	case x.because == nil:
		return nil
	}
	for _, w := range why {
		if w == x.because.Value {
			return nil
		}
	}
	g := failf(x.because.Pos, "it is refused, but not because %s", x.because.Value)
	if len(why) == 0 {
		why = []string{f.text}
	}
	for _, w := range uniq(why) {
		g.more = append(g.more, "  but because: "+w)
	}
	return g
}

// whys are the reasons for which a tried act was refused: the words of the
// conditions that turned it away, and what the failure itself says.
func (r *runner) whys(f *failure, l *line) []string {
	out := []string{f.text}
	about := map[string]bool{}
	if l.does != nil {
		about[l.does.name] = true
		if l.does.val != nil {
			about[l.does.val.Value] = true
		}
	}
	for _, ch := range l.names {
		about[ch.name] = true // an option within the act
		about[ch.val.Value] = true
		for _, it := range ch.val.Items {
			about[it.Value] = true
		}
	}
	for _, ev := range r.turned {
		if ev.Words == "" || int(ev.Who) != l.seat && ev.Request != nil {
			continue // a step left out is left out for everybody whom it would have asked
		}
		if ev.Text != "" && !about[ev.Text] {
			continue
		}
		if ev.Text == "" && ev.Piece >= 0 && ev.Request != nil && !about[r.valueName(ev.Request.Type, ev.Piece)] {
			continue
		}
		out = append(out, ev.Words)
	}
	return out
}

func (r *runner) checkSight(s *sight) *failure {
	var z int32
	if err := r.look(func(e *formula.Env) { z = s.value.Num(e) }); err != nil {
		return failf(s.pos, "%s cannot be worked out: %s", s.text, err)
	}
	if r.sees(int32(s.seat), z) == s.sees {
		return nil
	}
	verb := "does not see"
	if !s.sees {
		verb = "sees"
	}
	return failf(s.pos, "%s %s what lies in %s", r.seatName(int32(s.seat)), verb, s.text)
}

func (r *runner) sees(seat, z int32) bool {
	info := r.m.P.Schema.Zones[z]
	switch info.Decl.SeenBy {
	case "nobody":
		return false
	case "owner":
		return info.Seat == seat
	}
	return true
}

package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
)

// settle goes on as far as the script has been silent on purpose: an optional
// choice that belongs to an act under way and is not named is declined, unless
// the next line has an answer for it.
func (r *runner) settle() *failure {
	for {
		req, f := r.request()
		if f != nil || req == nil {
			return f
		}
		ok, f := r.decline(req)
		if f != nil || !ok {
			return f
		}
	}
}

// decline answers a request that may be left unsaid; ok reports that it has.
func (r *runner) decline(req *machine.Request) (ok bool, f *failure) {
	if !r.belongs(req) || r.nextAnswers(req) {
		return false, nil
	}
	return true, r.unsaid(nil)
}

// belongs reports whether a request is an optional one of an act under way.
func (r *runner) belongs(req *machine.Request) bool {
	if req == nil || req.By == machine.Chance {
		return false
	}
	depth := r.depth()
	belongs := false
	kept := r.acts[:0]
	for _, o := range r.acts {
		within := depth > o.depth || o.line.does == nil && depth == o.depth
		if depth < o.depth || depth == o.depth && o.line.does != nil && (o.offer || int(req.By) == o.line.seat) {
			continue // that act is over
		}
		kept = append(kept, o)
		belongs = belongs || within && o.line.seat == int(req.By)
	}
	r.acts = kept
	return belongs && r.declinable(req)
}

// nextAnswers reports whether the next line that is not a check has something
// to say to the request.
func (r *runner) nextAnswers(req *machine.Request) bool {
	if r.next < len(r.lines) && r.lines[r.next].checks != nil && r.lines[r.next].checks.looksAt(req) {
		return true
	}
	for i := r.next; i < len(r.lines); i++ {
		l := r.lines[i]
		if l.checks != nil {
			continue
		}
		if l.seat != int(req.By) {
			return false
		}
		if l.pass {
			return true
		}
		switch req.Kind {
		case machine.AskOption:
			for _, o := range req.Options {
				name := r.optionName(req, o)
				if l.does != nil && l.does.name == name || l.does == nil && l.named(name) != nil {
					return true
				}
			}
			return false
		case machine.AskPlay:
			return l.does != nil && l.does.name == wordPlay || l.does == nil && l.named(wordPlay) != nil
		}
		return l.does == nil && l.named(shortName(req)) != nil
	}
	return r.next == len(r.lines) && r.checks.looksAt(req)
}

// looksAt reports whether checks say where the match stands, so that it must
// stay there.
func (p *prepared) looksAt(req *machine.Request) bool {
	if p == nil {
		return false
	}
	if p.stands != nil {
		return p.stands.Value == req.Name
	}
	for _, o := range p.offers {
		if o.seat == int(req.By) {
			return true
		}
	}
	for _, l := range p.refuses {
		if l.seat == int(req.By) && !l.needsLater(req) {
			return true
		}
	}
	return false
}

// needsLater reports that a refusal is about something that this request does
// not ask.
func (l *refusal) needsLater(req *machine.Request) bool {
	switch req.Kind {
	case machine.AskPlay:
		return l.act.does == nil || l.act.does.name != wordPlay
	case machine.AskOption:
		if l.act.does != nil {
			return l.act.does.name == wordPlay || !req.HasOption(l.act.does.name)
		}
	}
	return l.act.does != nil || l.act.named(shortName(req)) == nil
}

// leftover reports a choice that the line names and nobody asked for.
func (r *runner) leftover(l *line) *failure {
	r.useForced(l)
	if l.does != nil && !l.does.used {
		return r.notAsked(l, nil)
	}
	for _, ch := range l.names {
		if !ch.used {
			f := failf(ch.key, "%s was not asked for %q", r.seatName(int32(l.seat)), ch.name)
			f.misfit = &misfit{line: r.next - 1, choice: ch, asked: r.m.Next()}
			return r.whereItStands(r.onlyWay(f, l, ch))
		}
	}
	return nil
}

// onlyWay says of a choice that nobody was asked for that there was but one way to
// make it, if there was, and another than the script names.
func (r *runner) onlyWay(f *failure, l *line, ch *choice) *failure {
	ev := r.log.settled(l, ch.name)
	if ev == nil || ch.val == nil {
		return f
	}
	f.pos = ch.val.Pos
	if name := r.unknownCard(ch.val, ev.Request); name != nil {
		f.pos, f.text = name.Pos, fmt.Sprintf("there is no card %q", name.Value)
		if h := source.DidYouMean(name.Value, slices.Concat(r.optionNames(ev.Request), r.m.P.CardNames(0), r.world.labels.names())); h != "" {
			f.more = append(f.more, h)
		}
	}
	f.more = append(f.more, ev.Request.Name+" was "+r.answerName(ev)+", the only way")
	return f
}

// unknownCard is the first name among what is said of pieces that nothing in the
// game goes by; nil if there is none.
func (r *runner) unknownCard(n *source.Node, req *machine.Request) *source.Node {
	if req.Type.Base != schema.Piece {
		return nil
	}
	for _, s := range sayings(r.m.P.Schema, n) {
		if s.name == nil || !plainName.MatchString(s.name.Value) {
			continue // a place, a number: no name
		}
		known := slices.Concat(r.m.P.CardNames(0), r.world.labels.names(), r.m.P.Seats, schema.Directions, []string{"nothing"})
		if !slices.Contains(known, s.name.Value) {
			return s.name
		}
	}
	return nil
}

var plainName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// unused reports dice or cards that nobody wanted.
func (r *runner) unused(ch *choice, kind machine.AskKind, req *machine.Request) *failure {
	what := "die"
	if kind == machine.AskDraw {
		what = "card"
	}
	f := failf(ch.key, "this %s is not used: nothing is %s here", what, map[string]string{"die": "rolled", "card": "drawn from a block of unknown order"}[what])
	f.misfit = &misfit{line: r.next - 1, choice: ch}
	return r.whereItStands(f)
}

// notAsked reports an act of somebody who is not asked.
func (r *runner) notAsked(l *line, req *machine.Request) *failure {
	pos, what := l.pos, ""
	if l.does != nil {
		pos, what = l.does.key, l.does.name
		if l.does.name == wordPlay && l.does.val != nil {
			what = "play " + l.does.val.Value
		}
	} else if len(l.names) > 0 {
		pos, what = l.names[0].key, l.names[0].name
	}
	if l.pass {
		what = wordPass
	}
	f := failf(pos, "%s cannot %s: %s is not asked", r.seatName(int32(l.seat)), orChoose(what, l), r.seatName(int32(l.seat)))
	f.misfit = &misfit{line: r.next - 1, asked: req}
	f.more = append(f.more, r.reasons(int32(l.seat), spoken(what))...)
	return r.whereItStands(f)
}

func orChoose(what string, l *line) string {
	if l.does == nil && what != wordPass && what != "" {
		return "choose " + what
	}
	return what
}

// refused reports that a request of the seat does not take what the line says.
func (r *runner) refused(l *line, req *machine.Request) *failure {
	who := r.seatName(int32(l.seat))
	if l.does != nil && !l.does.used {
		what := l.does.name
		if what == wordPlay && l.does.val != nil {
			what = "play " + l.does.val.Value
		}
		f := failf(l.does.key, "%s cannot %s", who, what)
		f.more = append(f.more, r.reasons(int32(l.seat), spoken(what))...)
		return r.whereItStands(f)
	}
	if l.pass {
		return r.whereItStands(failf(l.pos, "%s cannot pass", who))
	}
	for _, ch := range l.names {
		if !ch.used {
			f := failf(ch.key, "%s is not asked for %q", who, ch.name)
			f.misfit = &misfit{line: r.next - 1, choice: ch, asked: req}
			return r.whereItStands(r.onlyWay(f, l, ch))
		}
	}
	return r.whereItStands(failf(l.pos, "%s is asked something else", who))
}

// notOffered reports a value that is not among the options.
func (r *runner) notOffered(s said, req *machine.Request) *failure {
	n := s.node()
	f := failf(n.Pos, "%s does not offer %s", req.Name, s.text())
	if req.Kind == machine.AskRoll {
		f.text = fmt.Sprintf("a die with %d sides does not show %s", len(req.Options), s.text())
	}
	f.more = append(f.more, r.reasons(req.By, s)...)
	if h := source.DidYouMean(n.Value, append(r.optionNames(req), r.world.labels.names()...)); h != "" {
		f.more = append(f.more, h)
	}
	return r.whereItStands(f)
}

// reasons are the words with which a seat, an option or a card was turned away.
func (r *runner) reasons(seat int32, what said) []string {
	var out []string
	for _, ev := range r.turned {
		if ev.Who != seat || ev.Words == "" || !r.isAbout(ev, what) {
			continue
		}
		line := because + ev.Words
		if len(ev.Cites) > 0 {
			line += "  (" + cites(ev.Cites) + ")"
		}
		out = append(out, line+"  "+ev.Pos.String())
	}
	return out
}

func (r *runner) isAbout(ev machine.Event, what said) bool {
	switch {
	case ev.Text != "":
		return ev.Text == what.text()
	case ev.Request != nil && ev.Piece >= 0:
		return r.fits(what, ev.Request.Type, ev.Piece)
	}
	return true
}

// spoken is what an act is called, as if the script had said that alone.
func spoken(what string) said {
	return said{times: 1, name: &source.Node{Value: strings.TrimPrefix(what, wordPlay+" ")}}
}

// whereItStands adds what the match waits for.
func (r *runner) whereItStands(f *failure) *failure {
	f.more = append(f.more, standsAt+r.standing())
	return f
}

func (r *runner) standing() string {
	req := r.m.Next()
	switch {
	case req != nil && req.By == machine.Chance:
		return fmt.Sprintf("%s, which chance decides (%s)", req.Name, req.Kind)
	case req != nil:
		return fmt.Sprintf("%s, which asks %s: %s", req.Name, r.seatName(req.By), r.offered(req))
	case r.m.Finished():
		return "the end of the match"
	}
	return "the end of what was started"
}

func (r *runner) offered(req *machine.Request) string {
	names := r.optionNames(req)
	if req.Optional {
		names = append(names, wordPass)
	}
	if len(names) > 12 {
		names = append(names[:12], "…")
	}
	return strings.Join(names, ", ")
}

// answered refuses a scenario that ends with somebody's question open: a window
// nobody answered, a die not thrown. Standing before the next free act of a
// player is where scenarios end; anything else must be said under `offers`,
// `refuses`, `stands` or `chance`.
func (r *runner) answered() *failure {
	req := r.m.Next()
	if req == nil || r.checks.looksAt(req) || r.checks.chance != nil {
		return nil
	}
	if req.By != machine.Chance && req.Kind == machine.AskOption && len(r.acts) == 0 {
		return nil
	}
	if len(r.lines) == 0 {
		return nil
	}
	f := failf(r.lines[len(r.lines)-1].pos, "the scenario ends with a question open")
	f.more = append(f.more, "answer it, or say where it stands (`stands: "+req.Name+"`)")
	return r.whereItStands(f)
}

func (r *runner) valueNames(t schema.Type, vs []int32) string {
	var out []string
	for _, v := range vs {
		out = append(out, r.valueName(t, v))
	}
	return strings.Join(out, ", ")
}

package exec

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/fragments"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// failure describes why a scenario failed: its kind, its place, the conditions that refused,
// the open request. Code that decides on a failure reads these fields; the text is produced
// last.
type failure struct {
	kind    *failureKind
	pos     source.Pos
	args    []any    // arguments of the kind's headline
	reasons []reason // conditions that refused the act
	values  []Value  // parts of a formula
	notes   []string // further remarks
	stands  *Standing
	why     *state.Fault // the fault of the rules; nil if the rules did not break
	limit   bool         // a limit on counted steps was reached
	onlyWay bool         // the choice was not asked because it had only one option
	also    []*failure   // further failed checks
	stop    *Stop        // where the script stops, or nil
}

// reason is a condition that refused something.
type reason struct {
	words string
	cites []syntax.Ident
	pos   source.Pos
}

// failureKind is a kind of failure with its headline.
type failureKind struct{ headline string }

var (
	broken         = &failureKind{"%s"}                               // the rules break, or a limit is hit
	notAsked       = &failureKind{"%s cannot %s: %[1]s is not asked"} // the seat is not asked
	cannot         = &failureKind{"%s cannot %s"}                     // the request does not offer the act
	cannotPropose  = &failureKind{"%s cannot propose %s: %s"}
	notAskedFor    = &failureKind{"%s is not asked for %q"}
	wasNotAskedFor = &failureKind{"%s was not asked for %q"}
	asksElse       = &failureKind{"%s cannot %s: %[1]s is asked something else"}
	notOffered     = &failureKind{"%s does not offer %s"}
	noSuchSide     = &failureKind{"a die with %d sides does not show %s"}
	noFurther      = &failureKind{"there is no further %q to choose"}
	namesNone      = &failureKind{"%q is not one of the choices; to choose nothing, write `nothing`"}
	illegalAnswer  = &failureKind{"%s"}
	takesNothing   = &failureKind{
		"%s is an option: write `%[1]s: true` or the choices that follow it as {…}; to decline the option, leave it out"}
	ambiguous        = &failureKind{"%q could be several things that differ"}
	unknownWord      = &failureKind{"%s has no %q"}
	unusedDie        = &failureKind{"this die is not used: " + nothingRolled}
	unusedCard       = &failureKind{"this card is not used: " + nothingDrawn}
	unusedOrder      = &failureKind{"this piece is not used: %s takes no piece here"}
	wrongThrower     = &failureKind{"it is %s who throws here"}
	leftOpen         = &failureKind{"the scenario ends before a question is answered"}
	otherRequest     = &failureKind{"the match is not at %s"}
	unmet            = &failureKind{"this does not hold: %s"}
	wouldNot         = &failureKind{"%s cannot be evaluated: %s"}
	notOver          = &failureKind{"the match is not over, so there is no winner yet"}
	alreadyOver      = &failureKind{"the match is over; the winner is %s"}
	otherWinners     = &failureKind{"the winner of the match is %s, not %s"}
	otherOffers      = &failureKind{"%s is offered [%s], not %s"}
	isRefused        = &failureKind{"this is refused"}
	refusedOtherwise = &failureKind{"the action is refused for another reason: %s"}
	notRefused       = &failureKind{"this is not refused"}
	otherReason      = &failureKind{"the action is refused, but not because %s"}
	seesNot          = &failureKind{"%s does not see %s"}
	seesAll          = &failureKind{"%s sees %s"}
	otherChance      = &failureKind{"the chance is %s, not %s"}
	tooManyStates    = &failureKind{"%s"}
	doesNotBreakOff  = &failureKind{"the script runs to its end instead of stopping with an error"}
	breaksOffElse    = &failureKind{"the script stops with another error than %s"}
	tooLong          = &failureKind{"the scenario has more than %d events, which is too long for a comparison"}
)

const (
	nothingRolled = "nothing is rolled here"
	nothingDrawn  = "nothing is drawn from a block of unknown order here"
)

func fail(kind *failureKind, pos source.Pos, args ...any) *failure {
	return &failure{kind: kind, pos: pos, args: args}
}

func fault(err error) *failure {
	f := fail(broken, source.Pos{}, err.Error())
	if why, ok := err.(*state.Fault); ok {
		f.pos, f.args, f.why, f.limit = why.Pos, []any{why.Text}, why, why.Limit
	}
	return f
}

// addFalseParts adds the parts of a broken invariant that are false, with their values.
func (e *evaluator) addFalseParts(f *failure) *failure {
	e.M.Env.World.Err = nil
	for i, inv := range e.M.P.Invariants {
		if inv.Pos != f.pos {
			continue
		}
		for _, text := range fragments.And(e.script.game.Syntax.Invariants[i].That.Text) {
			if v := e.script.tryCompile(text); v.OK() && !v.IsList() && !e.isTrue(text) {
				f.note("this does not hold: " + text)
				f.values = append(f.values, e.parts(text)...)
			}
		}
	}
	return f
}

// addBroken adds the parts of a broken invariant that are false. If the position in `given` violated the invariant
// already, it blames the scenario instead of the current line. before is the state at the start.
func (r *runner) addBroken(before *state.State, f *failure) *failure {
	if f == nil || f.kind != broken {
		return f
	}
	i := slices.IndexFunc(r.M.P.Invariants, func(inv *program.Invariant) bool { return inv.Pos == f.pos })
	if i < 0 {
		return f
	}
	err := r.M.Env.World.Err
	defer func() { r.M.Env.World.Err = err }()
	inv, now, holds := r.M.P.Invariants[i], &r.room.tried, false
	r.M.Env.World.Err = nil
	r.M.Snapshot(now)
	defer r.M.Restore(now)
	r.M.Restore(before)
	if err := r.formulas.evaluate(func(e *formula.Env) {
		holds = inv.That.Yes(e)
	}); err != nil || holds || inv.OnEnd < 0 {
		r.M.Restore(now)
		return r.formulas.addFalseParts(f)
	}
	r.script.next = 0
	return r.formulas.addFalseParts(
		f.note("the position in `given` violates it; the rules check it when " + r.M.P.Procs[inv.OnEnd].Name + " ends"))
}

// addNothing adds a hint to a failure in which a value is nothing: how `given` sets the field of the game, or that a
// loop has no further rounds there.
func (p *picker) addNothing(f *failure) *failure {
	switch {
	case f == nil || f.why == nil || !f.why.Nothing:
		return f
	case f.why.Field != nil:
		name := f.why.Field.Name
		return f.note(name + " is nothing; to set it, write `" + name + ": …` in `given`")
	}
	return p.addLastRounds(p.addTaken(f))
}

// addTaken adds the names that the procedure at `at` takes and that `given` leaves out.
func (p *picker) addTaken(f *failure) *failure {
	for i := range p.begin.Running[:min(1, len(p.begin.Running))] {
		frame := &p.begin.Running[i]
		proc := p.M.P.Procs[frame.Proc]
		if proc.Decl == nil {
			continue
		}
		for _, t := range proc.Decl.Takes {
			if !frame.Gives(t.Name) {
				f = f.note(proc.Name + " takes " + t.Name + ", to which `given` gives no value; write `at: {" +
					proc.Name + ": {" +
					t.Name + ": …}}`")
			}
		}
	}
	return f
}

// isEndless reports whether a match never reaches a decision.
func (f *failure) isEndless() bool { return f.limit && f.kind == broken }

// addLoop adds, for a match that never reaches a decision, the loop and the reason why no
// player can act in it.
func (e *events) addLoop(f *failure) *failure {
	if f == nil || !f.isEndless() {
		return f
	}
	for base, pc := range e.M.Stack.Frames() {
		var loop *program.Step
		for _, st := range e.M.P.Units[e.M.Env.World.Stack[base+state.FrameProc]].Steps {
			if st.Verb == "while" && st.Has(ref.PC(pc)) {
				loop = st
			}
		}
		if loop != nil {
			f.note("the endless loop is at " + loop.Pos.String())
			break
		}
	}
	var why []string
	for _, ev := range e.latest() {
		if ev.Kind == machine.Turned && ev.Words != "" {
			why = append(why, "no player can act in it, because this condition is false: "+ev.Words+"  "+
				ev.Pos.String())
		}
	}
	if why == nil {
		e.addForced(f, e.act, func(*machine.Event) bool { return true }, "")
	}
	return f.note(uniq(why)...)
}

// all returns the failure and the further failed checks; nil has none.
func (f *failure) all() []*failure {
	if f == nil {
		return nil
	}
	return append([]*failure{f}, f.also...)
}

// note adds remarks; empty ones are ignored.
func (f *failure) note(notes ...string) *failure {
	f.notes = append(f.notes, slices.DeleteFunc(notes, func(n string) bool { return n == "" })...)
	return f
}

// Error implements error, for package chance.
func (f *failure) Error() string { return f.headline() }

// asFailure converts an error to a failure; nil stays nil.
func asFailure(err error) *failure {
	if f := (*failure)(nil); errors.As(err, &f) {
		return f
	}
	if err != nil {
		return fault(err)
	}
	return nil
}

// orNil converts a failure to an error; nil stays nil.
func orNil(f *failure) error {
	if f == nil {
		return nil
	}
	return f
}

func (f *failure) headline() string { return fmt.Sprintf(f.kind.headline, f.args...) }

// lines formats the failure: the headline and its explanation.
func (f *failure) lines() []string {
	out := []string{f.headline()}
	if f.kind != cannotPropose { // its headline has the reason
		for _, x := range f.reasons {
			out = append(out, "refused, because this condition is false: "+x.String())
		}
	}
	out = append(out, f.notes...)
	for _, v := range f.values {
		out = append(out, "  "+v.String())
	}
	if f.stands != nil {
		out = append(out, "the match stands at: "+f.stands.String())
		if f.stands.byChance() && len(f.stands.Offers) > 0 {
			out = append(out, "what can come: "+f.stands.choices())
		}
	}
	return out
}

func (x reason) String() string {
	out := x.words
	if len(x.cites) > 0 {
		out += "  (" + cites(x.cites) + ")"
	}
	if x.pos.File != nil {
		out += "  " + x.pos.String()
	}
	return out
}

// shortReason returns the best short reason why a script stops: the reason of a refusal, the open
// request, or the headline.
func (f *failure) shortReason() string {
	switch s := f.stands; {
	case len(f.reasons) > 0:
		return f.reasons[0].words
	case s != nil && s.Request != "" && (f.kind == notAsked || f.kind == asksElse || f.kind == cannot),
		s != nil && s.By != "" && (f.kind == unusedDie || f.kind == unusedCard):
		return s.describe()
	case f.kind == notAsked:
		return fmt.Sprint(f.args[0], " is not asked")
	case f.kind == unusedDie:
		return nothingRolled
	case f.kind == unusedCard:
		return nothingDrawn
	}
	return f.headline()
}

// contains reports whether the failure's text contains some words.
func (f *failure) contains(words string) bool {
	return slices.ContainsFunc(f.lines(), func(line string) bool { return strings.Contains(line, words) })
}

package match

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/words"
)

// Fact is a labelled value in the context of a question, as far as a viewer may know it.
type Fact struct {
	Label, Text string
	Look        Look    // of its label
	Sum         string  // start, plus or minus: its part in the sum before the odds; or ""
	Pieces      []Piece // the pieces that Text names, if the value consists of pieces
	Sides       []bool  // for a coming roll: whether each side of the die, from 1, is a success
	Chance      string  // for a coming roll: the number of successful sides, and of all, in words
}

// Good returns the number of sides that are a success.
func (f Fact) Good() (n int) {
	for _, good := range f.Sides {
		if good {
			n++
		}
	}
	return n
}

// Context returns the values that the game declares for the innermost running procedure with a context. Before these it
// puts the values of outer procedures whose contexts put options of the open question first; the procedure of the match
// is left out, see Head. Context is empty for a viewer who may not know the question.
func (t *views) Context(eyes int32) (out []Fact) {
	v := t.viewerFor(ref.Seat(eyes))
	v.Names = v.Names.For(int32(eyes))
	r := t.m.Next()
	if seat, sealed := t.m.Sealed(); r == nil || !v.mayKnowRequest(r) ||
		sealed && seat != ref.Seat(eyes) && eyes != Everything {
		return nil
	}
	inner, c := v.context()
	if c == nil {
		return nil
	}
	out = v.facts(inner, c)
	for base := range v.m.Stack.Frames() {
		proc := v.m.Stack.Proc(base)
		c := v.Names.P.Contexts[proc]
		if base < inner && proc != v.Names.P.Start && c != nil &&
			slices.ContainsFunc(c.Cells, func(c *program.Cell) bool {
				return len(v.first(base, c, r)) > 0
			}) {
			out = append(v.facts(base, c), out...)
		}
	}
	return out
}

// context returns the context of the innermost running procedure with one, and its frame.
func (v *viewer) context() (int, *program.Context) {
	inner := true
	for base := range v.m.Stack.Frames() {
		proc := v.m.Stack.Proc(base)
		if c := v.Names.P.Contexts[proc]; c != nil && (inner || proc != v.Names.P.Start) {
			return base, c
		}
		inner = false
	}
	return 0, nil
}

// noteChosen records the pieces that the act in progress has chosen so far, if the context shows them as values of
// local names.
func (v *viewer) noteChosen() {
	base, c := v.context()
	if c == nil {
		return
	}
	v.chosen = map[ref.Piece]string{}
	for _, cell := range c.Cells {
		if !cell.Listed() || cell.Roll != nil || cell.Is.Op != formula.FrameWord || cell.Is.Type.Base != schema.Piece {
			continue
		}
		if f, ok := v.fact(base, cell); ok && f.Pieces != nil {
			values, _ := v.evaluateIn(base, cell.Is)
			for _, p := range values {
				v.chosen[ref.Piece(p)] = f.Label
			}
		}
	}
}

// Head returns the context of the procedure that the match starts with, for the head line of a page. It is empty while
// that procedure itself is the innermost.
func (t *views) Head(eyes int32) (out []Fact) {
	v := t.viewerFor(ref.Seat(eyes))
	if seat, sealed := t.m.Sealed(); sealed && seat != ref.Seat(eyes) && eyes != Everything {
		return nil
	}
	inner := true
	for base := range t.m.Stack.Frames() {
		proc := t.m.Stack.Proc(base)
		if c := v.Names.P.Contexts[proc]; c != nil && !inner && proc == v.Names.P.Start {
			return v.facts(base, c)
		}
		inner = false
	}
	return nil
}

// facts returns the cells of a context that the viewer may know.
func (v *viewer) facts(base int, c *program.Context) (out []Fact) {
	for _, cell := range c.Cells {
		if !cell.Listed() {
			continue
		}
		switch f, ok := v.fact(base, cell); {
		case !ok:
		case f.Sum == "of" && len(out) > 0:
			last := &out[len(out)-1]
			last.Text = v.Names.T("%[1]s of %[2]s", last.Text, f.Text)
		default:
			out = append(out, f)
		}
	}
	return out
}

// putFirst numbers the options of a `may` that contexts of the running procedures put first, and gives them the labels
// of their cells as headings.
func (v *viewer) putFirst(q *Question) {
	n := 0
	for base := range v.m.Stack.Frames() {
		c := v.Names.P.Contexts[v.m.Stack.Proc(base)]
		if c == nil {
			continue
		}
		for _, cell := range c.Cells {
			for _, i := range v.first(base, cell, q.r) {
				if q.Options[i].First == 0 {
					n++
					q.Options[i].First, q.Options[i].Group = n, words.Title(v.Names.Phrase(cell.Label))
				}
			}
		}
	}
}

// first returns the options of a request that a cell puts first. base is the frame of the context.
func (v *viewer) first(base int, cell *program.Cell, r *machine.Request) (options []int) {
	if cell.First == nil || r.Kind != machine.AskOption {
		return nil
	}
	if _, ok := v.fact(base, cell); !ok {
		return nil
	}
	owner, _, _ := strings.Cut(r.Name, ".")
	for _, name := range cell.First {
		if i := slices.IndexFunc(r.Options, func(o machine.Option) bool {
			return owner+"."+r.OptionName(int(o.Value)) == name
		}); i >= 0 {
			options = append(options, i)
		}
	}
	return options
}

// fact returns the value of a cell in the frame at base. The local names in assumed have the values given there. ok is
// false if the viewer may not know the value.
func (v *viewer) fact(base int, c *program.Cell, assumed ...machine.Assumed) (f Fact, ok bool) {
	if c.If != nil {
		for i := range c.If.Parts {
			if is, known := v.evaluateIn(base, c.If.Parts[i].Is, assumed...); !known || len(is) == 0 || is[0] != 1 {
				return f, false
			}
		}
	}
	f.Label, f.Look, f.Sum = words.Title(v.Names.Phrase(c.Label)), v.looks[c.Label], c.Sum
	if c.First != nil {
		is, known := v.evaluateIn(base, c.Is, assumed...)
		return f, known && len(is) > 0 && is[0] == 1
	}
	if c.Roll != nil {
		return v.odds(base, c, f, assumed)
	}
	values, known := v.evaluateIn(base, c.Is, assumed...)
	if !known || len(values) == 0 {
		return f, false
	}
	var names []string
	for _, x := range values {
		names = append(names, v.Value(c.Is.Type, x))
		if c.Is.Type.Base == schema.Piece {
			f.Pieces = append(f.Pieces, v.piece(ref.Piece(x), false))
		}
	}
	if slices.ContainsFunc(f.Pieces, func(p Piece) bool { return !p.Known }) {
		f.Pieces = nil // the order of the pieces is hidden
	}
	f.Text = words.Join(v.hiddenLast(names))
	return f, true
}

// odds determines for each side of a die whether a condition would be true after that roll.
func (v *viewer) odds(base int, c *program.Cell, f Fact, assumed []machine.Assumed) (Fact, bool) {
	const cube, most = 6, 100
	sides := int32(cube)
	if c.Roll.Sides != nil {
		is, known := v.evaluateIn(base, c.Roll.Sides, assumed...)
		if !known || len(is) == 0 || is[0] > most {
			return f, false
		}
		sides = is[0]
	}
	for side := int32(1); side <= sides; side++ {
		good, known := v.evaluateIn(base, c.Is,
			append(slices.Clone(assumed), machine.Assumed{Name: c.Roll.Slot, Value: side})...)
		if !known {
			return f, false
		}
		f.Sides = append(f.Sides, len(good) > 0 && good[0] == 1)
	}
	f.Chance = v.Names.T("%d in %d", f.Good(), len(f.Sides))
	return f, true
}

// mostOdds limits the number of options for which a question computes facts.
const mostOdds = 12

// addFacts adds cells of contexts to a question: those declared with `at: QUESTION`. An option of a choice gets the
// value that the cell would have after that choice; declining gets the value for nothing.
func (v *viewer) addFacts(q *Question) {
	if len(q.Options) > mostOdds && !q.Acts {
		return
	}
	inner := true
	for base := range v.m.Stack.Frames() {
		if c := v.Names.P.Contexts[v.m.Stack.Proc(base)]; c != nil {
			for _, cell := range c.Cells {
				if cell.At == q.Name && (cell.Slot == nil || inner) {
					v.addFact(q, base, cell)
				}
			}
		}
		inner = false
	}
}

func (v *viewer) addFact(q *Question, base int, cell *program.Cell) {
	add := func(to *[]Fact, chosen int32) {
		var assumed []machine.Assumed
		if cell.Slot != nil {
			assumed = []machine.Assumed{{Name: cell.Slot, Value: chosen}}
		}
		if f, ok := v.fact(base, cell, assumed...); ok {
			*to = append(*to, f)
		}
	}
	if q.None != "" {
		add(&q.NoneFacts, schema.Nothing)
	}
	if cell.Slot != nil && !q.List {
		for i := range q.Options {
			add(&q.Options[i].Facts, q.r.Options[i].Value)
		}
	}
}

// addOdds adds the odds of the coming roll to each option of a question, and the numbers of the context that differ
// between the options. It adds nothing if the odds are the same for all options. The question must choose one value for
// a local name of a procedure whose context shows a roll.
func (v *viewer) addOdds(q *Question) {
	if q.r.Kind != machine.AskChoice || q.List || len(q.Options) > mostOdds {
		return
	}
	for base, pc := range v.m.Stack.Frames() {
		choose, ok := v.m.Stack.Op(base, pc).Do.(*program.ChooseOp)
		c := v.Names.P.Contexts[v.m.Stack.Proc(base)]
		if !ok || c == nil {
			return
		}
		i := slices.IndexFunc(c.Cells, func(c *program.Cell) bool { return c.Roll != nil })
		if i < 0 {
			return
		}
		odds := v.differing(q, base, choose.Slot, c.Cells[i])
		if odds == nil {
			return
		}
		all := make([][]Fact, len(odds))
		for _, cell := range c.Cells {
			if cell.Listed() && cell.Roll == nil && cell.Is.Type.One(schema.Number) {
				for i, f := range v.differing(q, base, choose.Slot, cell) {
					all[i] = append(all[i], f)
				}
			}
		}
		for i, f := range odds {
			all[i] = append(all[i], f)
		}
		for i := range q.Options {
			q.Options[i].Facts = all[i]
		}
		if q.None != "" {
			q.NoneFacts = all[len(all)-1]
		}
		return
	}
}

// differing returns the value of a cell of the context for each option of a question, and for declining it. It returns
// nil if the cell is not shown for all of them, or is the same.
func (v *viewer) differing(q *Question, base int, slot *formula.Slot, cell *program.Cell) (out []Fact) {
	var values []int32
	for _, o := range q.r.Options {
		values = append(values, o.Value)
	}
	if q.None != "" {
		values = append(values, schema.Nothing)
	}
	differ := false
	for _, x := range values {
		f, ok := v.fact(base, cell, machine.Assumed{Name: slot, Value: x})
		if !ok {
			return nil
		}
		out = append(out, f)
		differ = differ || f.Text != out[0].Text || f.Good() != out[0].Good()
	}
	if !differ {
		return nil
	}
	return out
}

// evaluateIn evaluates a formula in a frame with assumed values of local names. ok is false if the result
// depends on hidden information.
func (s *sight) evaluateIn(base int, f *formula.Expr, assumed ...machine.Assumed) (values []int32, ok bool) {
	if s.eyes == Everything {
		return machine.ShowIn(&s.m.Env, base, f, -1, assumed...)
	}
	ok = s.may(func(seat ref.Seat) (may bool) {
		values, may = machine.ShowIn(&s.m.Env, base, f, seat, assumed...)
		return may
	})
	return values, ok
}

package interpreter

import (
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// lostNames reports the names that a procedure sets and nothing reads afterwards, and those whose value a caller
// expects although the procedure does not give it back. The order is that of the text: a value also counts as
// read if the name is read later in the procedure, anywhere in a loop around the step, or outside its steps.
func (r *Rules) lostNames(g *Game) (found Diagnostics) {
	reads := map[source.Pos][]source.Pos{}
	for _, m := range r.mentions.All() {
		if m.To != m.At {
			reads[m.To] = append(reads[m.To], m.At)
		}
	}
	callers := map[string][]*procNames{}
	var all []*procNames
	for _, proc := range g.Program.Procs {
		if proc.Decl == nil {
			continue
		}
		p := newProcNames(proc, reads)
		all = append(all, p)
		for to := range p.calls {
			if len(callers[to]) < mostCallers {
				callers[to] = append(callers[to], p)
			}
		}
	}
	for _, p := range all {
		for _, name := range slices.Sorted(maps.Keys(p.makers)) {
			p.noteEmptied(&found, name)
			p.note(&found, name, callers[calleeKey(p.proc.Name)])
		}
	}
	return found
}

// mostCallers limits the callers of a procedure that are examined.
const mostCallers = 20

// calleeKey returns the key under which callers of a procedure are found. The steps of all cards with one name,
// such as `card.effect`, have the same key.
func calleeKey(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[i:]
	}
	return name
}

// procNames has the names of a procedure, with the steps that set them and the places that read them.
type procNames struct {
	proc   *program.Proc
	makers map[string][]maker
	reads  map[string]lastRead
	calls  map[string]bool // by calleeKey
	ends   map[int]int     // by loop (Each, While): the last step in it
	steps  []placedStep    // in the order of the text
	count  int             // steps found so far
}

// maker is a place that gives a value to a name.
type maker struct {
	source.Pos
	step int          // in the order in which steps run
	loop int          // the outermost loop around it, or the step itself
	some bool         // a condition decides in each round of the loop whether the step runs
	own  *source.Node // the formula of a `set`; nil for other steps
}

// lastRead is the last place that reads a name. A formula that computes a new value of the name does not count.
type lastRead struct {
	source.Pos
	step    int
	outside bool // some place outside the steps reads it, such as a window
}

type placedStep struct {
	source.Pos
	step int
}

func newProcNames(proc *program.Proc, reads map[source.Pos][]source.Pos) *procNames {
	p := &procNames{proc: proc, makers: map[string][]maker{}, reads: map[string]lastRead{}, calls: map[string]bool{},
		ends: map[int]int{}}
	p.block(proc.Decl.Do, -1, false)
	p.block(proc.Decl.AtEnd, -1, false)
	slices.SortFunc(p.steps, func(a, b placedStep) int { return a.Compare(b.Pos) })
	for _, slot := range proc.Slots {
		p.findReads(slot, reads[slot.Pos])
	}
	return p
}

// block adds the steps of a block. loop is the outermost loop around it, or -1; some is true if a condition within the
// loop surrounds the block.
func (p *procNames) block(b *syntax.Block, loop int, some bool) {
	if b == nil {
		return
	}
	for _, s := range b.Steps {
		step := p.count
		p.count++
		p.steps = append(p.steps, placedStep{s.Pos, step})
		outer := loop
		if loop < 0 && repeats(s) {
			outer = step
		}
		p.add(s, maker{step: step, loop: max(loop, 0), some: loop >= 0 && (some || s.If != nil)}, loop < 0)
		for _, in := range syntax.Inner(s) {
			p.block(in, outer, loop >= 0 && (some || branches(s)))
		}
		if _, again := s.Do.(*syntax.May); outer == step && !again {
			p.ends[step] = p.count - 1
		}
	}
}

// branches reports whether only one of the blocks of a step runs, or perhaps none.
func branches(s *syntax.Step) bool {
	switch s.Do.(type) {
	case *syntax.If, *syntax.Switch:
		return true
	}
	return s.If != nil
}

// repeats reports whether a step can run its blocks repeatedly.
func repeats(s *syntax.Step) bool {
	switch do := s.Do.(type) {
	case *syntax.Each, *syntax.While:
		return true
	case *syntax.May:
		return do.Again != nil
	}
	return false
}

// add records the names that a step sets, and the procedure that it calls.
func (p *procNames) add(s *syntax.Step, by maker, once bool) {
	if once {
		by.loop = by.step
	}
	set := func(id syntax.Ident, own *source.Node) {
		by.Pos, by.own = id.Pos, own
		if p.proc.Slot(id.Name) != nil {
			p.makers[id.Name] = append(p.makers[id.Name], by)
		}
	}
	switch do := s.Do.(type) {
	case *syntax.Choose:
		set(do.Name, nil)
	case *syntax.Roll:
		set(do.Name, nil)
	case *syntax.Pick:
		set(do.Name, nil)
	case *syntax.Draw:
		set(do.As, nil)
	case *syntax.Set:
		for _, to := range do.Sets {
			set(syntax.Ident{Name: to.Target.Text, Pos: to.Target.Node.Pos}, to.Value.Node)
		}
	case *syntax.Call:
		p.calls[calleeKey(do.Target.Name)] = true
	}
}

// findReads finds the last of the places that read a name.
func (p *procNames) findReads(slot *formula.Slot, places []source.Pos) {
	var own []*source.Node
	for _, m := range p.makers[slot.Name] {
		if m.own != nil {
			own = append(own, m.own)
		}
	}
	slices.SortFunc(own, func(a, b *source.Node) int { return a.Pos.Compare(b.Pos) })
	for _, at := range places {
		if i, same := slices.BinarySearchFunc(own, at, func(n *source.Node, at source.Pos) int {
			return n.Pos.Compare(at)
		}); same || i > 0 && within(at, own[i-1]) {
			continue
		}
		last, known := p.reads[slot.Name]
		step := p.stepAt(at)
		if !known || step > last.step || step == last.step && last.Before(at) {
			last.Pos, last.step = at, step
		}
		last.outside = last.outside || step < 0
		p.reads[slot.Name] = last
	}
}

// within reports whether a position is in a node.
func within(at source.Pos, n *source.Node) bool {
	last := n
	for last.Kind != source.Scalar {
		switch {
		case len(last.Items) > 0:
			last = last.Items[len(last.Items)-1]
		case len(last.Pairs) > 0:
			last = last.Pairs[len(last.Pairs)-1].Val
		default:
			return at == n.Pos
		}
	}
	return !at.Before(n.Pos) && at.Before(last.At(len(last.Value)))
}

// stepAt returns the step that contains a place, or -1.
func (p *procNames) stepAt(at source.Pos) int {
	i, same := slices.BinarySearchFunc(p.steps, at, func(s placedStep, at source.Pos) int { return s.Compare(at) })
	if !same {
		i--
	}
	if i < 0 || p.steps[i].File != at.File {
		return -1
	}
	return p.steps[i].step
}

// note reports a name of the procedure if its value is lost.
func (p *procNames) note(found *Diagnostics, name string, callers []*procNames) {
	if slices.Contains(p.proc.Gives, p.proc.Slot(name)) {
		return
	}
	makers, read := p.makers[name], p.isRead(name)
	lost := slices.IndexFunc(makers, func(m maker) bool { return !read || !p.readAfter(m, p.reads[name]) })
	at := makers[max(0, lost)].Pos
	for _, c := range callers {
		if c != p && c.expects(name, lost >= 0) {
			hint := "add `gives: [" + name + "]` to " + p.proc.Name
			if !slices.Contains(syntax.NamesOf(p.proc.Decl.Takes), name) {
				hint += "; if " + p.proc.Name + " needs the value of " + c.proc.Name + ", also `takes: [" + name + "]`"
			}
			found.Hint(at, hint, "%s sets a name %q of its own, and the %q of its caller %s stays as it is", p.proc.Name,
				name, name, c.proc.Name)
			return
		}
	}
	if lost < 0 {
		return
	}
	when := ""
	if read {
		when = " after this step"
	}
	hint := "if the value is for later, declare a field or add the name to `gives` of " + p.proc.Name +
		"; otherwise remove it"
	found.Hint(at, hint, "nothing reads the name %q%s", name, when)
}

// noteEmptied reports a name that only conditional steps of a loop set and a step after the loop reads. Each round of
// the loop begins with nothing in the name, so the value is lost unless the last round sets it.
func (p *procNames) noteEmptied(found *Diagnostics, name string) {
	last, first := p.reads[name], slices.MinFunc(p.makers[name], func(a, b maker) int { return a.step - b.step })
	declared := slices.Contains(syntax.NamesOf(p.proc.Decl.Takes), name) || slices.ContainsFunc(p.proc.Decl.Names,
		func(n syntax.FirstValue) bool { return n.Name == name })
	for _, m := range p.makers[name] {
		end, loops := p.ends[m.loop]
		if declared || !m.some || !loops || m.loop != first.loop || last.step <= end {
			return
		}
	}
	found.Hint(first.Pos, "put it under `names` of "+p.proc.Name+" with its first value",
		"%[1]q is set in a loop and read after it, but each round begins with nothing in %[1]q", name)
}

func (p *procNames) isRead(name string) bool {
	_, read := p.reads[name]
	return read
}

// readAfter reports whether the value that a step sets can be read.
func (p *procNames) readAfter(m maker, last lastRead) bool {
	return last.outside || last.step > m.step || last.step == m.step && m.Before(last.Pos) ||
		m.loop < m.step && m.loop <= last.step
}

// expects reports whether the procedure reads a name of its own that only a callee could set. If the value of
// the callee is lost, it is enough that the procedure reads the name.
func (p *procNames) expects(name string, lost bool) bool {
	if p.proc.Slot(name) == nil || !p.isRead(name) {
		return false
	}
	return lost || len(p.makers[name]) == 0 && !slices.Contains(syntax.NamesOf(p.proc.Decl.Takes), name)
}

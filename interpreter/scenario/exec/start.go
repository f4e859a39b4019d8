package exec

import (
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/source"
)

// start finds the procedure or step that `at` names: PROCEDURE, the id of a step,
// PROCEDURE/ID or, of a step without one, PROCEDURE/VERB OBJECT as it is written.
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
	if name, step, ok := strings.Cut(n.Value, "/"); ok && found == 0 {
		if p := g.p.Proc(name); p != nil {
			if i, of := g.step(p.Index, step); i >= 0 {
				g.proc, g.pc = p.Index, g.p.Steps[i].First
				found++
			} else {
				among = of
			}
		}
	}
	if found == 0 {
		slices.Sort(among)
		g.d.UnknownOr(n.Pos, n.Value, among, "there are "+few(among), "there is no procedure and no step %q to start at", n.Value)
	}
	if found > 1 {
		g.d.Hint(n.Pos, "write PROCEDURE/STEP", "several procedures have a step %q", n.Value)
	}
}

// step is a step of a procedure by its verb and object; -1: there is none, but these.
// Of several that are written alike the second has a 2 behind it.
func (g *giver) step(proc int, words string) (step int, among []string) {
	times := map[string]int{}
	for i := range g.p.Steps {
		st := &g.p.Steps[i]
		if st.Proc != proc || st.Dead || st.End == st.First {
			continue
		}
		n := nodeAt(g.docs, st.Pos).Get(st.Verb)
		if n == nil {
			continue
		}
		name := st.Verb
		switch {
		case n.Kind == source.Scalar:
			name += " " + n.Value
		case len(n.Pairs) > 0:
			name += " " + n.Pairs[0].Key.Value
		}
		if times[name]++; times[name] > 1 {
			name += " " + strconv.Itoa(times[name])
		}
		if name == words {
			return i, nil
		}
		among = append(among, g.p.Procs[proc].Name+"/"+name)
	}
	return -1, among
}

// nodeAt is the map that begins at a place.
func nodeAt(docs []*source.Node, at source.Pos) *source.Node {
	for _, n := range docs {
		if n == nil {
			continue
		}
		if n.Kind == source.Map && len(n.Pairs) > 0 && (n.Pos == at || n.Pairs[0].Key.Pos == at) {
			return n
		}
		below := n.Items
		for _, p := range n.Pairs {
			below = append(below[:len(below):len(below)], p.Val)
		}
		if found := nodeAt(below, at); found != nil {
			return found
		}
	}
	return nil
}

// caller finds the call that goes on when what runs first has ended: the first in
// the procedure named.
func (g *giver) caller(n *source.Node) {
	if n == nil {
		return
	}
	name := n.Value
	p := g.p.Proc(name)
	if p == nil || g.proc < 0 {
		g.d.Unknown(n.Pos, name, g.procs(), "`goes_on` names the procedure that calls the one at `at`; %q does not", name)
		return
	}
	for i := range g.p.Ops {
		op := &g.p.Ops[i]
		if op.Code == program.Call && g.p.Calls[op.A].Proc == g.proc && g.p.Steps[op.Step].Proc == p.Index {
			g.back = int32(i)
			return
		}
	}
	g.d.Add(n.Pos, "%s does not call %s, so it cannot go on after it", name, g.p.Procs[g.proc].Name)
}

func (g *giver) procs() (names []string) {
	for _, p := range g.p.Procs {
		if p.Decl != nil {
			names = append(names, p.Name)
		}
	}
	return names
}

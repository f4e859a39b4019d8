package given

import (
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/source"
)

// start finds the procedure or step of `at`: PROCEDURE, the id of a step, PROCEDURE/ID or, for
// a step without id, PROCEDURE/VERB OBJECT as written. {PROCEDURE: {…}} has its local names, as in `goes_on`.
func (g *reader) start(n *source.Node) {
	if n == nil {
		return
	}
	if n.Kind == source.Map && len(n.Pairs) == 1 {
		names := n.Pairs[0].Val
		g.rest = append(g.rest, func() {
			if len(g.Running) > 0 {
				g.slots(&g.Running[0], names)
			}
		})
		n = n.Pairs[0].Key
	}
	if i := slices.IndexFunc(g.p.Procs, func(p *program.Proc) bool { return p.Decl != nil && p.Name == n.Value }); i >= 0 {
		g.begin(i, -1)
		return
	}
	name, step, within := strings.Cut(n.Value, "/")
	if !within {
		step = name
	}
	found := 0
	for _, p := range g.p.Procs {
		s := g.p.Units[p.Index].Step(step)
		if s == nil || within && p.Name != name {
			continue
		}
		g.p.DependsOn(s, g.asks)
		if g.p.Stands(s) {
			g.begin(p.Index, int32(s.First))
			found++
		}
	}
	starts := g.starts
	if p := g.p.Proc(name); within && p != nil && found == 0 {
		s, of := g.step(p.Index, step)
		if s != nil {
			g.begin(p.Index, int32(s.First))
			return
		}
		starts = func() []string { return of }
	}
	if found == 0 {
		among := starts()
		slices.Sort(among)
		hint := "there are " + naming.Shorten(among) + "; a step is called by its `id`, or its verb"
		near := slices.DeleteFunc(slices.Clone(among), func(id string) bool { return !strings.HasPrefix(id, n.Value+" ") })
		if len(near) > 0 {
			hint = "write `" + near[0] + "`, or give the step an `id` and write that"
			proc := g.p.Proc(name).Index
			if s, _ := g.step(proc, strings.TrimPrefix(near[0], name+"/")); s != nil && g.p.StepIn(proc, s.ID) == s {
				hint = "write `" + name + "/" + s.ID + "`"
			}
		}
		g.d.UnknownOr(n.Pos, n.Value, among, hint, "no procedure or step %q to start at", n.Value)
	}
	if found > 1 {
		g.d.Hint(n.Pos, "write PROCEDURE/STEP", "several procedures have a step %q", n.Value)
	}
}

// begin lets the match begin at an op of a procedure; -1 is its beginning.
func (g *reader) begin(proc int, pc int32) { g.Running = []Frame{newFrame(proc, pc)} }

// starts returns the names of procedures and of steps with an id: the possible values of `at`.
func (g *reader) starts() []string {
	among := g.procs()
	for i := range g.p.Units {
		among = append(among, g.p.IDs(i)...)
	}
	return among
}

// step finds a step of a procedure by verb and object. If there is none, among has the
// candidates.
func (g *reader) step(proc int, words string) (step *program.Step, among []string) {
	names := stepNames(g.game, proc)
	for _, s := range g.p.Units[proc].Steps {
		name, named := names[s]
		if strings.HasPrefix(words, stepName(g.game, s)) { // the step itself, or an earlier one with the same words
			g.p.DependsOn(s, g.asks)
		}
		if named && name == words {
			return s, nil
		}
		if named {
			among = append(among, g.p.Procs[proc].Name+"/"+name)
		}
	}
	return nil, among
}

// stepNames returns the names of the steps of a procedure in scenarios: verb and object as
// written. The second of equal names gets a 2, and so on.
func stepNames(g *interpreter.Game, proc int) map[*program.Step]string {
	names, times := map[*program.Step]string{}, map[string]int{}
	for _, st := range g.Program.Units[proc].Steps {
		if !g.Program.Runs(st) || !g.Program.HasOps(st) {
			continue
		}
		name := stepName(g, st)
		if name == "" {
			continue
		}
		if times[name]++; times[name] > 1 {
			name += " " + strconv.Itoa(times[name])
		}
		names[st] = name
	}
	return names
}

// stepName returns the verb and object of a step as written, or "" if the step is in no file.
func stepName(g *interpreter.Game, st *program.Step) string {
	n := written(g, st.Pos).Get(st.Verb)
	switch {
	case n == nil:
		return ""
	case n.Kind == source.Scalar:
		return st.Verb + " " + n.Value
	case len(n.Pairs) > 0:
		return st.Verb + " " + n.Pairs[0].Key.Value
	}
	return st.Verb
}

// written returns the map that begins at a position in the files, or nil.
func written(g *interpreter.Game, at source.Pos) *source.Node {
	for _, doc := range g.Docs {
		if doc != nil && doc.Pos.File == at.File {
			if n := mapAt(doc, at); n != nil {
				return n
			}
		}
	}
	return nil
}

// mapAt searches from the end, because the last map that begins before a position usually
// contains it.
func mapAt(n *source.Node, at source.Pos) (found *source.Node) {
	if at.Before(n.Pos) {
		return nil
	}
	for i := len(n.Items) - 1; i >= 0 && found == nil; i-- {
		found = mapAt(n.Items[i], at)
	}
	for i := len(n.Pairs) - 1; i >= 0 && found == nil; i-- {
		found = mapAt(n.Pairs[i].Val, at)
	}
	if found == nil && len(n.Pairs) > 0 && n.Pairs[0].Key.Pos == at {
		return n
	}
	return found
}

// callOf returns the first op of a procedure, or of one of its steps, that calls another
// procedure, or -1. Unless asks is nil, it records the rulings on which the call depends.
func callOf(g *interpreter.Game, p *program.Proc, step string, callee int, asks []bool) int32 {
	var names map[*program.Step]string
	if step != "" {
		names = stepNames(g, p.Index)
	}
	for i, op := range g.Program.Units[p.Index].Ops {
		call, ok := op.Do.(*program.CallOp)
		if !ok || call.Proc != callee {
			continue
		}
		if asks != nil {
			g.Program.DependsOn(op.Step, asks)
		}
		if g.Program.InForceAt(p.Index, i) && (step == "" || names[op.Step] == step || op.Step.ID == step) {
			return int32(i)
		}
	}
	return -1
}

func (g *reader) procs() (names []string) {
	for _, p := range g.p.Procs {
		if p.Decl != nil {
			names = append(names, p.Name)
		}
	}
	return names
}

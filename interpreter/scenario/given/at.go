package given

import (
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
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
	if i := slices.IndexFunc(g.p.Procs, func(p *program.Proc) bool {
		return p.Decl != nil && p.Name == n.Value
	}); i >= 0 {
		g.begin(ref.Proc(i), -1)
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
			g.begin(p.Index, s.First)
			found++
		}
	}
	starts := g.starts
	if p := g.p.Proc(name); within && p != nil && found == 0 {
		s, of := g.step(p.Index, step)
		if s != nil {
			g.begin(p.Index, s.First)
			return
		}
		starts = func() []string { return of }
	}
	if found == 0 {
		among := starts()
		slices.Sort(among)
		hint := "there are " + naming.Shorten(among) + "; a step is called by its `id`, or its verb"
		near := slices.DeleteFunc(slices.Clone(among), func(id string) bool {
			return !strings.HasPrefix(id, n.Value+" ")
		})
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
func (g *reader) begin(proc ref.Proc, pc ref.PC) { g.Running = []Frame{newFrame(proc, pc)} }

// starts returns the names of procedures and of steps with an id: the possible values of `at`.
func (g *reader) starts() []string {
	among := g.procs()
	for i := range g.p.Units {
		among = append(among, g.p.IDs(ref.Proc(i))...)
	}
	return among
}

// step finds a step of a procedure by verb and object. If there is none, among has the
// candidates.
func (g *reader) step(proc ref.Proc, words string) (step *program.Step, among []string) {
	words = syntax.SingleSpaced(words)
	names := stepNames(g.game, proc)
	for _, s := range g.p.Units[proc].Steps {
		name, named := names[s]
		if strings.HasPrefix(words, stepName(s)) { // the step itself, or an earlier one with the same words
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
func stepNames(g *interpreter.Game, proc ref.Proc) map[*program.Step]string {
	names, times := map[*program.Step]string{}, map[string]int{}
	for _, st := range g.Program.Units[proc].Steps {
		if !g.Program.Runs(st) || !g.Program.HasOps(st) {
			continue
		}
		name := stepName(st)
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

// stepName returns the verb and object of a step as written, or "" for a whole procedure.
func stepName(s *program.Step) string {
	if s.Syntax == nil {
		return ""
	}
	return s.Syntax.Words
}

// callOf returns the first op of a procedure, or of one of its steps, that calls another
// procedure, or -1. Unless asks is nil, it records the rulings on which the call depends.
func callOf(g *interpreter.Game, p *program.Proc, step string, callee ref.Proc, asks []bool) ref.PC {
	var names map[*program.Step]string
	if step = syntax.SingleSpaced(step); step != "" {
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
		if g.Program.InForceAt(p.Index, ref.PC(i)) && (step == "" || names[op.Step] == step || op.Step.ID == step) {
			return ref.PC(i)
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

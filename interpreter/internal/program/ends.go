package program

import (
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/syntax"
)

// An `at_end` also runs while a stop unwinds the procedures above it. Therefore neither it nor
// a procedure that it calls may ask a player, roll dice or stop anything.

// checkEnds reports steps of at_end blocks that could wait for an answer.
func (b *builder) checkEnds() {
	for _, u := range b.p.Units {
		for _, s := range u.Steps {
			if u.AtEnd < 0 || s.First < u.AtEnd {
				continue
			}
			if why := b.unquiet(s, map[ref.Proc]bool{}); why != "" {
				b.diags.Add(s.Pos, "at_end %s", why)
			}
		}
	}
}

// unquiet returns the reason why a step must not be in an `at_end`, or "".
func (b *builder) unquiet(s *Step, seen map[ref.Proc]bool) (why string) {
	if s.Syntax == nil || !b.c.Spend(s.Pos) {
		return ""
	}
	switch s.Syntax.Do.(type) {
	case *syntax.Choose, *syntax.May, *syntax.OpenWindow, *syntax.Roll:
		return "cannot ask players, so it must not contain `" + s.Verb + "`"
	case *syntax.Stop:
		return "cannot stop procedures, so it must not contain `stop`"
	case *syntax.Call:
		for _, op := range b.p.Units[s.Proc].Ops[s.First:s.End] {
			b.p.calls(op, func(proc ref.Proc) {
				if proc < 0 || seen[proc] {
					return
				}
				seen[proc] = true
				for _, inner := range b.p.Units[proc].Steps {
					if has := b.unquiet(inner, seen); has != "" && why == "" {
						why = has + "; " + b.p.Procs[proc].Name + " has one"
					}
				}
			})
		}
	}
	return why
}

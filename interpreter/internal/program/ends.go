package program

import "moraine/interpreter/syntax"

// An `at_end` also runs while a stop unwinds the procedures above it. So neither it nor a procedure that it
// calls may ask a player, roll dice or stop anything.

func (b *builder) checkEnds() {
	for _, p := range b.Procs {
		if p.Decl == nil {
			continue
		}
		syntax.WalkBlock(p.Decl.AtEnd, func(s *syntax.Step) {
			if why := b.unquiet(s, map[string]bool{}); why != "" {
				b.diags.Add(s.Pos, "at_end %s", why)
			}
		})
	}
}

// unquiet returns the reason why a step may not stand in an `at_end`; empty if it may.
func (b *builder) unquiet(s *syntax.Step, seen map[string]bool) (why string) {
	if !b.Spend(s.Pos) {
		return ""
	}
	switch do := s.Do.(type) {
	case *syntax.Choose, *syntax.May, *syntax.OpenWindow, *syntax.Roll:
		return "asks nobody, so there is no `" + s.Verb + "` in it"
	case *syntax.Stop:
		return "stops nothing, so there is no `stop` in it"
	case *syntax.Call:
		for _, d := range b.callees(do.Target.Name) {
			if seen[d.Name] {
				continue
			}
			seen[d.Name] = true
			d.Walk(func(s *syntax.Step) {
				if inner := b.unquiet(s, seen); inner != "" && why == "" {
					why = inner + "; " + d.Name + " has one"
				}
			})
		}
	}
	return why
}

// callees returns the procedures that a call may run; for `card.effect` those of all cards.
func (b *builder) callees(target string) []*syntax.Procedure {
	if p := b.Proc(target); p != nil {
		return []*syntax.Procedure{b.Procs[p.Index].Decl}
	}
	var out []*syntax.Procedure
	_, has := splitPath(target)
	for _, i := range b.CardProcs[has] {
		if i >= 0 {
			out = append(out, b.Procs[i].Decl)
		}
	}
	return out
}

package program

import "moraine/interpreter/syntax"

// An `at_end` also runs while a stop unwinds the procedures above it. Therefore neither it nor
// a procedure that it calls may ask a player, roll dice or stop anything.

func (ds *declarations) checkEnds() {
	for _, p := range ds.b.Procs {
		if p.Decl == nil {
			continue
		}
		syntax.WalkBlock(p.Decl.AtEnd, func(s *syntax.Step) {
			if why := ds.unquiet(s, map[string]bool{}); why != "" {
				ds.b.diags.Add(s.Pos, "at_end %s", why)
			}
		})
	}
}

// unquiet returns the reason why a step must not be in an `at_end`, or "".
func (ds *declarations) unquiet(s *syntax.Step, seen map[string]bool) (why string) {
	if !ds.b.Spend(s.Pos) {
		return ""
	}
	switch do := s.Do.(type) {
	case *syntax.Choose, *syntax.May, *syntax.OpenWindow, *syntax.Roll:
		return "cannot ask players, so it must not contain `" + s.Verb + "`"
	case *syntax.Stop:
		return "cannot stop procedures, so it must not contain `stop`"
	case *syntax.Call:
		for _, d := range ds.callees(do.Target.Name) {
			if seen[d.Name] {
				continue
			}
			seen[d.Name] = true
			d.Walk(func(s *syntax.Step) {
				if inner := ds.unquiet(s, seen); inner != "" && why == "" {
					why = inner + "; " + d.Name + " has one"
				}
			})
		}
	}
	return why
}

// callees returns the procedures that a call may run. For `card.effect` these are the
// procedures of all cards.
func (ds *declarations) callees(target string) []*syntax.Procedure {
	if p := ds.b.Proc(target); p != nil {
		return []*syntax.Procedure{ds.b.Procs[p.Index].Decl}
	}
	var out []*syntax.Procedure
	_, has := splitPath(target)
	for _, i := range ds.b.CardProcs[has] {
		if i >= 0 {
			out = append(out, ds.b.Procs[i].Decl)
		}
	}
	return out
}

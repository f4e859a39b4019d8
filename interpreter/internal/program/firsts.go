package program

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/syntax"
)

// firstMakers tells which step of a procedure makes a name first.
type firstMakers struct {
	of    *Proc
	at    map[*syntax.Step]int // the steps, numbered as they are written
	names [][]string           // by step: the names that no step before makes
}

func (b *builder) firstMakers() *firstMakers {
	f := &firstMakers{of: b.proc, at: map[*syntax.Step]int{}}
	decl := b.proc.Decl
	made := map[string]bool{}
	for _, t := range decl.Takes {
		made[t.Name] = true
	}
	for _, n := range decl.Names {
		made[n.Name] = true
	}
	visit := func(s *syntax.Step) {
		var first []string
		b.makesNames(s, b.scope, func(id syntax.Ident, _ func() schema.Type) {
			if !made[id.Name] {
				made[id.Name] = true
				first = append(first, id.Name)
			}
		})
		f.at[s] = len(f.names)
		f.names = append(f.names, first)
	}
	syntax.WalkBlock(decl.Do, visit)
	syntax.WalkBlock(decl.AtEnd, visit)
	return f
}

// firstMade lists the names that are first made inside a loop's blocks: they
// start anew in each round.
func (b *builder) firstMade(blocks ...*syntax.Block) []*formula.Slot {
	if b.firsts == nil || b.firsts.of != b.proc {
		b.firsts = b.firstMakers()
	}
	from, to := -1, -1
	for _, bl := range blocks {
		syntax.WalkBlock(bl, func(s *syntax.Step) {
			if to = b.firsts.at[s]; from < 0 {
				from = to
			}
		})
	}
	if from < 0 {
		return nil
	}
	names := slices.Concat(b.firsts.names[from : to+1]...)
	slices.Sort(names)
	var out []*formula.Slot
	for _, name := range names {
		if s := b.proc.Slot(name); s != nil {
			out = append(out, s)
		}
	}
	return out
}

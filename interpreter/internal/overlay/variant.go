package overlay

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// Apply lays a variant over a game: what has an id that the game has takes its
// place, what is new is added, patches put steps where they say.
func Apply(g *syntax.Game, v *syntax.Variant, d *source.Diagnostics) {
	for _, c := range v.Cards {
		applyCard(g, c, d)
	}
	a := v.Adds
	g.Fields = merge(g.Fields, a.Fields, func(f *syntax.Field) string { return f.Name })
	g.Zones = merge(g.Zones, a.Zones, func(z *syntax.Zone) string { return z.Name })
	g.Formulas = merge(g.Formulas, a.Formulas, func(f *syntax.FormulaDecl) string { return f.Name })
	g.Player.Fields = merge(g.Player.Fields, a.Player.Fields, func(f *syntax.Field) string { return f.Name })
	g.Player.Zones = merge(g.Player.Zones, a.Player.Zones, func(z *syntax.Zone) string { return z.Name })
	g.Player.Formulas = merge(g.Player.Formulas, a.Player.Formulas, func(f *syntax.FormulaDecl) string { return f.Name })
	g.Procedures = merge(g.Procedures, a.Procedures, func(p *syntax.Procedure) string { return p.Name })
	g.Windows = merge(g.Windows, a.Windows, func(w *syntax.Window) string { return w.Name })
	g.SideOffers = merge(g.SideOffers, a.SideOffers, func(s *syntax.SideOffer) string { return s.Name })
	g.Invariants = merge(g.Invariants, a.Invariants, func(c *syntax.Claim) string { return c.Name })
	g.Impossible = append(g.Impossible, a.Impossible...)
	g.Measures = merge(g.Measures, a.Measures, func(m *syntax.Measure) string { return m.Name })
	g.Bots = merge(g.Bots, a.Bots, func(b *syntax.Bot) string { return b.Name })
	g.Rulings = merge(g.Rulings, a.Rulings, func(r *syntax.Ruling) string { return r.Name })
	g.Clauses = merge(g.Clauses, a.Clauses, func(c *syntax.Clause) string { return c.Name })
	for _, p := range v.Patches {
		applyPatch(g, p, d)
	}
}

// merge puts each of more in the place of the one with its id, or at the end.
func merge[T any](list, more []T, id func(T) string) []T {
	out := append([]T(nil), list...)
next:
	for _, x := range more {
		for i, have := range out {
			if id(have) == id(x) {
				out[i] = x
				continue next
			}
		}
		out = append(out, x)
	}
	return out
}

func applyCard(g *syntax.Game, ch syntax.CardChange, d *source.Diagnostics) {
	var cards, kinds []string
	for _, k := range g.Kinds {
		kinds = append(kinds, k.Name)
		for _, c := range k.Cards {
			cards = append(cards, c.Name)
			if c.Name != ch.Name {
				continue
			}
			if ch.Kind.Name != "" {
				d.Hint(ch.Kind.Pos, "leave out `kind` to change it", "the game has a card %q already", ch.Name)
				return
			}
			change(c, syntax.DecodeCard(k, ch, d))
			return
		}
	}
	if ch.Kind.Name == "" {
		d.Hint(ch.Pos, orElse(source.DidYouMean(ch.Name, cards), "a new card says its `kind`"), "the game has no card %q", ch.Name)
		return
	}
	for _, k := range g.Kinds {
		if k.Name == ch.Kind.Name {
			c := syntax.DecodeCard(k, ch, d)
			if c.Starts.Name == "" && len(k.Cards) > 0 {
				c.Starts = k.Cards[0].Starts
			}
			k.Cards = append(k.Cards, c)
			return
		}
	}
	d.Hint(ch.Kind.Pos, source.DidYouMean(ch.Kind.Name, kinds), "there is no kind of piece called %q", ch.Kind.Name)
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// change takes over what a variant says of a card.
func change(c, by *syntax.Card) {
	if by.Names != nil {
		c.Names = by.Names
	}
	if !by.Data {
		c.Copies, c.EachPlayer, c.CopiesAre = by.Copies, by.EachPlayer, by.CopiesAre
	}
	if by.Play != nil {
		c.Play = by.Play
	}
	if by.Cites != nil {
		c.Cites = by.Cites
	}
	if by.Starts.Name != "" {
		c.Starts = by.Starts
	}
	if by.Draws != nil {
		c.Draws = by.Draws
	}
	c.Values = merge(c.Values, by.Values, func(v *syntax.Value) string { return v.Name })
	c.Steps = merge(c.Steps, by.Steps, func(s *syntax.NamedBlock) string { return s.Name })
	c.Formulas = merge(c.Formulas, by.Formulas, func(f *syntax.FormulaDecl) string { return f.Name })
}

// applyPatch finds the step or procedure that a patch names and puts its steps
// there.
func applyPatch(g *syntax.Game, p *syntax.Patch, d *source.Diagnostics) {
	name, step, inside := strings.Cut(strings.TrimPrefix(p.At.Name, "procedures."), "/")
	var procs, steps []string
	for _, proc := range syntax.AllProcedures(g) {
		procs = append(procs, proc.Name)
		if proc.Name != name {
			continue
		}
		if !inside {
			enclose(proc.Do, p, d)
			return
		}
		done := false
		for _, b := range []*syntax.Block{proc.Do, proc.AtEnd} {
			done = done || patchBlock(b, step, p, d, &steps)
		}
		if !done {
			d.Hint(p.At.Pos, orElse(source.DidYouMean(step, steps), "give the step an `id`"), "procedure %s has no step %q", name, step)
		}
		return
	}
	d.Hint(p.At.Pos, orElse(source.DidYouMean(name, procs), "write procedures.NAME or procedures.NAME/STEP"), "there is no procedure %q", name)
}

// enclose puts the steps of a patch before and after all that a procedure does.
func enclose(b *syntax.Block, p *syntax.Patch, d *source.Diagnostics) {
	if p.Instead != nil || p.Add != nil || p.Remove {
		d.Hint(p.At.Pos, "write procedures.NAME/STEP for the rest", "a patch of a whole procedure has `before` or `after`")
		return
	}
	if p.Before != nil {
		b.Steps = slices.Concat(p.Before.Steps, b.Steps)
	}
	if p.After != nil {
		b.Steps = slices.Concat(b.Steps, p.After.Steps)
	}
}

func patchBlock(b *syntax.Block, id string, p *syntax.Patch, d *source.Diagnostics, ids *[]string) bool {
	if b == nil {
		return false
	}
	for i, s := range b.Steps {
		if s.ID.Name != "" {
			*ids = append(*ids, s.ID.Name)
		}
		if s.ID.Name == id {
			put(b, i, p, d)
			return true
		}
		for _, in := range syntax.Inner(s) {
			if patchBlock(in, id, p, d, ids) {
				return true
			}
		}
	}
	return false
}

// put changes step i of a block.
func put(b *syntax.Block, i int, p *syntax.Patch, d *source.Diagnostics) {
	s := b.Steps[i]
	if len(p.Add) > 0 {
		addTo(s, p, d)
	}
	var out []*syntax.Step
	out = append(out, b.Steps[:i]...)
	if p.Before != nil {
		out = append(out, p.Before.Steps...)
	}
	switch {
	case p.Instead != nil:
		out = append(out, p.Instead.Steps...)
	case !p.Remove:
		out = append(out, s)
	}
	if p.After != nil {
		out = append(out, p.After.Steps...)
	}
	b.Steps = append(out, b.Steps[i+1:]...)
}

// addTo gives a step further branches or options. One of a name that is there
// takes its place.
func addTo(s *syntax.Step, p *syntax.Patch, d *source.Diagnostics) {
	var br *syntax.Branches
	switch do := s.Do.(type) {
	case *syntax.ByRuling:
		br = do.Branches
	case *syntax.Switch:
		br = do.Branches
	case *syntax.May:
		var more []syntax.MayOption
		for _, o := range p.Add {
			more = append(more, syntax.DecodeOption(o, d))
		}
		do.Options = merge(do.Options, more, func(o syntax.MayOption) string { return o.Name })
		return
	default:
		d.Add(p.Pos, "only a ruling, switch or may has branches to add to; this step is `%s`", s.Verb)
		return
	}
	var more []syntax.Branch
	for _, b := range p.Add {
		more = append(more, syntax.DecodeBranch(s.Verb, b, d))
	}
	br.List = merge(br.List, more, func(b syntax.Branch) string { return b.Label.Name })
}

package interpreter

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/fragments"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Starts reports invariants that are false at the start of every match, with any number of
// players, so that no match can be played. Among invariants about the same cards, only the one
// with the fewest cards is reported.
func (g *Game) Starts() error {
	var wrong source.Diagnostics
	for _, group := range g.brokenStarts() {
		wrong = append(wrong, group[0].diagnostic(group[1:]))
	}
	return wrong.Sorted().Err()
}

// BrokenAtStart returns the positions of the invariants that are false at the start.
func (g *Game) BrokenAtStart() (at []source.Pos) {
	for _, b := range slices.Concat(g.brokenStarts()...) {
		at = append(at, b.invariant.Pos)
	}
	return at
}

// brokenStart is an invariant that is false at the start of a match.
type brokenStart struct {
	invariant *program.Invariant
	players   int
	fault     *Fault         // the error if it cannot be evaluated; nil if it is false
	is        []string       // the values of its parts
	counts    []*schema.Card // the cards that these parts count
}

// brokenStarts groups the invariants that are false at the start. In each group the first one
// counts the fewest cards, and the others count these cards, too.
func (g *Game) brokenStarts() (groups [][]*brokenStart) {
	var all []*brokenStart
	broken := map[*program.Invariant]bool{}
	for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
		e := &machine.New(g.Program, players, nil).Env
		for i, inv := range g.Program.Invariants {
			if inv.OnEnd >= 0 || broken[inv] {
				continue
			}
			b := &brokenStart{invariant: inv, players: players}
			holds := yes(inv.That, e)
			if b.fault, e.World.Err = e.World.Err, nil; b.fault == nil && holds {
				continue
			}
			if b.fault == nil {
				b.is, b.counts = g.values(g.Syntax.Invariants[i].That, e)
			}
			broken[inv] = true
			all = append(all, b)
		}
	}
	slices.SortStableFunc(all, func(a, b *brokenStart) int { return cmp.Compare(len(a.counts), len(b.counts)) })
	for _, b := range all {
		i := slices.IndexFunc(groups, func(group []*brokenStart) bool { return group[0].isWithin(b) })
		if i < 0 {
			groups = append(groups, []*brokenStart{b})
		} else {
			groups[i] = append(groups[i], b)
		}
	}
	return groups
}

// isWithin reports whether another invariant counts all cards that b counts.
func (b *brokenStart) isWithin(other *brokenStart) bool {
	return len(b.counts) > 0 && !slices.ContainsFunc(b.counts, func(c *schema.Card) bool {
		return !slices.Contains(other.counts, c)
	})
}

// diagnostic reports the broken invariant together with the others of its group. If the number of copies of a counted
// card is assumed, the number may be wrong, so the hint names the card.
func (b *brokenStart) diagnostic(others []*brokenStart) source.Diagnostic {
	var d source.Diagnostics
	if b.fault != nil {
		d.Add(b.fault.Pos, "at the start of a match with %d players, the invariant %q cannot be evaluated: %s",
			b.players, b.invariant.Words, b.fault.Text)
		return d[0]
	}
	var hints []string
	if b.is != nil {
		hints = append(hints, "here "+strings.Join(b.is, ", "))
	}
	assumed := slices.DeleteFunc(slices.Clone(b.counts), func(c *schema.Card) bool { return !c.CopiesAre.Assumed })
	if n := len(assumed); n > 0 {
		var copies []string
		for _, c := range assumed[:min(n, mostCopies)] {
			copies = append(copies, fmt.Sprintf("%s %d (%s:%d)", c.Name, c.Copies, c.Pos.File.Name, c.Pos.Line))
		}
		if n > mostCopies {
			copies = append(copies, fmt.Sprintf("%d more", n-mostCopies))
		}
		hints = append(hints, "it depends on assumed numbers of copies: "+strings.Join(copies, ", "))
	}
	if len(others) > 0 {
		var also []string
		for _, o := range others {
			also = append(also, o.invariant.Words)
		}
		hints = append(hints, "also broken: "+strings.Join(also, "; "))
	}
	at := b.invariant.Pos
	if len(assumed) == 1 {
		at = assumed[0].Pos
	}
	d.Hint(at, strings.Join(hints, "; "), "the invariant is broken at the start of a match with %d players: %s",
		b.players, b.invariant.Words)
	return d[0]
}

// mostCopies limits the number of cards in a hint.
const mostCopies = 12

func yes(v *formula.Expr, e *formula.Env) bool {
	e.Begin()
	e.Refuel()
	return v.Yes(e)
}

// values returns the current values of a formula's parts, and the cards that these parts count.
func (g *Game) values(f *syntax.Formula, e *formula.Env) (is []string, counts []*schema.Card) {
	compile := func(text string) *formula.Expr {
		return g.Compiler().Quietly(&syntax.Formula{Node: f.Node, IsText: true, Text: text}, &formula.Scope{})
	}
	begin := func() {
		e.World.Err = nil
		e.Begin()
		e.Refuel()
	}
	tell := func(part, text string) {
		v := compile(text)
		if !v.OK() || v.Const() || v.IsList() || v.Type.Base != schema.Number {
			return
		}
		begin()
		says := part + " = " + strconv.Itoa(int(v.Num(e)))
		if e.World.Err == nil && !slices.Contains(is, says) {
			is = append(is, says)
		}
		e.World.Err = nil
	}
	count := func(part string) {
		v := compile(fragments.Counted(part))
		if !v.IsList() || v.Type.Base != schema.Piece {
			return
		}
		begin()
		for _, piece := range v.List(e) {
			if c := g.Schema.Cards[g.Schema.Pieces[piece].Card]; !slices.Contains(counts, c) {
				counts = append(counts, c)
			}
		}
		e.World.Err = nil
	}
	for _, text := range fragments.And(f.Text) { // report only the conjunct that is false
		if v := compile(text); v.OK() && v.Type.Base == schema.YesNo && yes(v, e) {
			continue
		}
		for _, part := range fragments.Parts(text) {
			tell(part, part)
			count(part)
		}
		for _, d := range fragments.Deciders(text) {
			for _, part := range d.Parts {
				tell(part, d.Of(part))
			}
		}
	}
	return is, counts
}

package interpreter

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/internal/overlay"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// byName are the sorts of declarations that are useful only if some rule uses their name.
// Rulings are not among them: a settled ruling need not affect any rule.
var byName = []string{"formula", "field", "zone", "window", "procedure"}

// Notes returns statements about a game that are no errors, but often the sign of a mistake. The rules
// must come from a Loader.
func (r *Rules) Notes(g *Game) Diagnostics {
	if r.mentions == nil {
		return nil // no mentions have been recorded
	}
	return slices.Concat(r.unused(g), r.lostNames(g), othersAsked(g.Syntax), withoutWinners(g.Syntax),
		nextRuns(g.Syntax), lastDrawn(g.Syntax), sameForAll(g.Syntax),
		r.earlySentences(g.Syntax), g.breaks(), g.LearnedNotes(0), r.strayLearned(g),
		overlay.Meetings(g.Variants)).Sorted()
}

// withoutWinners reports a game without `finish`, the only step after which a player has won.
func withoutWinners(g *syntax.Game) (found Diagnostics) {
	finishes := false
	syntax.Walk(g, func(s *syntax.Step) {
		_, is := s.Do.(*syntax.Finish)
		finishes = finishes || is
	})
	if !finishes {
		found.Add(g.Start.Pos, "no player ever wins, because no step is `finish: PLAYERS`")
	}
	return found
}

// othersAsked returns the choices inside an option that ask `me`, because they have no `by`, although the
// option asks another player.
func othersAsked(g *syntax.Game) (found Diagnostics) {
	syntax.Walk(g, func(s *syntax.Step) {
		m, ok := s.Do.(*syntax.May)
		if !ok || m.By == nil || !m.By.IsText || m.By.Text == "me" {
			return
		}
		for _, o := range m.Options {
			syntax.WalkBlock(o.Do, func(in *syntax.Step) {
				if c, ok := in.Do.(*syntax.Choose); ok && c.By == nil {
					found.Add(in.Pos, "the option %s asks %s, but this choice asks `me`; write `by: %s` or `by: me`",
						o.Name, m.By.Text, m.By.Text)
				}
			})
		}
	})
	return found
}

// nextRuns reports values that a step of a procedure sets until the end of the same procedure. They last through its
// next run, because the one that has begun does not count.
func nextRuns(g *syntax.Game) (found Diagnostics) {
	for _, p := range syntax.AllProcedures(g) {
		walkAs(p.Do, false, func(s *syntax.Step, other bool) {
			set, ok := s.Do.(*syntax.Set)
			if !ok || set.Until == nil || set.Until.Start || set.Until.Proc.Name != p.Name {
				return
			}
			of := "any player"
			if u := set.Until.Of; u != nil {
				of = u.Text
			}
			if of == "any player" || of == "me" && !other {
				hint := "to end it with this %[1]s, reset it in `at_end` of %[1]s; with `resets: %[1]s`, the field is reset when the next %[1]s begins; " +
					"if this duration is meant, set the value in a procedure that %[1]s calls"
				found.Hint(set.Until.Pos, fmt.Sprintf(hint, p.Name),
					"this value lasts through the next %s of %s, because the one that has begun does not count", p.Name,
					of)
			}
		})
	}
	return found
}

// lastDrawn reports a draw of several cards whose name has only the last one.
func lastDrawn(g *syntax.Game) (found Diagnostics) {
	syntax.Walk(g, func(s *syntax.Step) {
		draw, ok := s.Do.(*syntax.Draw)
		if !ok || draw.As.Name == "" || !draw.Number.IsText || draw.Number.Node.Tag != source.Int ||
			draw.Number.Text == "1" {
			return
		}
		found.Hint(draw.As.Pos,
			"to do something with each card, draw 1 in a loop `each: n`, `in: 1.."+draw.Number.Text+"`",
			"%q is only the last of the %s cards", draw.As.Name, draw.Number.Text)
	})
	return found
}

// walkAs calls f for every step of a block. other is true for steps in a loop that makes another player `me`.
func walkAs(b *syntax.Block, other bool, f func(s *syntax.Step, other bool)) {
	if b == nil {
		return
	}
	for _, s := range b.Steps {
		f(s, other)
		each, loop := s.Do.(*syntax.Each)
		for _, in := range syntax.Inner(s) {
			walkAs(in, other || loop && each.Name.Name == "me", f)
		}
	}
}

// earlySentences reports sentences of a step that name the piece that the step is about to draw or pick.
func (r *Rules) earlySentences(g *syntax.Game) (found Diagnostics) {
	places := map[string][]source.Pos{}
	for _, m := range r.mentions.All() {
		places[m.Name] = append(places[m.Name], m.At)
	}
	for _, of := range places {
		slices.SortFunc(of, source.Pos.Compare)
	}
	syntax.Walk(g, func(s *syntax.Step) {
		name := ""
		switch do := s.Do.(type) {
		case *syntax.Draw:
			name = do.As.Name
		case *syntax.Pick:
			name = do.Name.Name
		}
		for _, says := range s.Says {
			for _, part := range slices.Concat(says.Lines...) {
				if part.Is == nil || name == "" {
					continue
				}
				i, _ := slices.BinarySearchFunc(places[name], part.Is.Node.Pos, source.Pos.Compare)
				if i < len(places[name]) && within(places[name][i], part.Is.Node) {
					hint := "without `says`, the log names the piece to the players who may see it; or say it at the next step"
					found.Hint(places[name][i], hint,
						"this sentence is made before the step, so %q is not yet the piece", name)
				}
			}
		}
	})
	return found
}

// unused returns the formulas, fields, zones, windows and procedures of a game that no checked
// formula or step names. A declaration counts as used if another one with the same name is used.
func (r *Rules) unused(g *Game) (found Diagnostics) {
	var named source.Mentions
	declared := map[syntax.Ident]string{}
	syntax.Mentioned(g.Syntax, &named, func(sort, _ string, id syntax.Ident) {
		if slices.Contains(byName, sort) {
			declared[id] = sort
		}
	})
	for _, doc := range r.VariantFiles() {
		syntax.Mentioned(syntax.DecodeVariant(doc, &source.Diagnostics{}), &named,
			func(string, string, syntax.Ident) {})
	}
	used := map[string]bool{}
	for _, m := range slices.Concat(named.All(), r.mentions.All()) {
		if m.To != m.At && !strings.HasPrefix(m.Sort, "field@kinds") { // not a printed value
			used[m.Name] = true
		}
	}
	for _, z := range slices.Concat(g.Syntax.Zones, g.Syntax.Player.Zones) {
		used[z.Name] = used[z.Name] || z.Starts
	}
	for _, k := range g.Syntax.Kinds { // `playing` of a kind is not called by name
		used[k.Name+".playing"] = true
	}
	for id, sort := range declared {
		if !used[id.Name] {
			found.Add(id.Pos, "nothing uses the %s %q", sort, id.Name)
		}
	}
	return found
}

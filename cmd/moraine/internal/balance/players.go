package balance

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/simulate"
)

// shownPlayers is the number of the strongest values of each player that the comparison of players shows.
const shownPlayers = 10

// SensitivityFor ranks values once for each policy, which then has all seats, and each time with the whole budget. The
// result for the first policy has the others among Others.
func (l *Lab) SensitivityFor(ctx context.Context, policies, names []string, about string, budget int64,
	o simulate.Options) (*Sensitivity, error) {
	var all []*Sensitivity
	for _, policy := range policies {
		o.Policies, o.Beats = []string{policy}, nil
		if err := o.NameOpponents(ctx, l.game); err != nil {
			return nil, err
		}
		s, err := l.Sensitivity(ctx, names, about, budget, o)
		if err != nil {
			return nil, fmt.Errorf("with %s in all seats: %w", policy, err)
		}
		all = append(all, s)
	}
	all[0].Others = all[1:]
	return all[0], nil
}

// rank returns the rank of a value, from 0, or -1 if the player's matches say nothing about it.
func (s *Sensitivity) rank(name string) int {
	return slices.IndexFunc(s.Effects, func(e *Effect) bool { return e.Name == name && e.On(s.About) != nil })
}

// strongestNames returns the strongest values of every player, without repetition.
func strongestNames(all []*Sensitivity) (out []string) {
	for _, s := range all {
		for _, e := range s.Effects[:min(len(s.Effects), shownPlayers)] {
			if !slices.Contains(out, e.Name) {
				out = append(out, e.Name)
			}
		}
	}
	return out
}

// isOpposed reports whether the same step of a value has resolved effects of opposite signs on the same group.
func (e *Effect) isOpposed(o *Effect, measure string) bool {
	return slices.ContainsFunc(e.Steps, func(st Step) bool {
		a := change(st.Changes, measure)
		i := slices.IndexFunc(o.Steps, func(to Step) bool { return to.Value == st.Value })
		if a == nil || i < 0 {
			return false
		}
		b := change(o.Steps[i].Changes, measure)
		return b != nil && a.Resolved && b.Resolved && a.Group == b.Group && (a.More.Value > 0) != (b.More.Value > 0)
	})
}

// byPlayer compares the rankings for several players, and says which conclusions change with the player: whether a
// value has an effect, and its direction.
func (s *Sensitivity) byPlayer() *doc.Section {
	part := &doc.Section{Title: s.words.T("Conclusions that change with the player")}
	if len(s.Others) == 0 {
		return part
	}
	all := append([]*Sensitivity{s}, s.Others...)
	t := &doc.Table{Head: []string{s.words.T("Rank and strongest effect")}}
	for _, of := range all {
		t.Head = append(t.Head, of.policies())
	}
	var differ []doc.Block
	say := func(text string) { differ = append(differ, &doc.Item{Text: text}) }
	for _, name := range strongestNames(all) {
		row, title := []string{label(name, s.words)}, label(name, s.words)
		var with, without []string
		var first *Effect
		var opposed []string
		for _, of := range all {
			at := of.rank(name)
			if at < 0 {
				row, without = append(row, "–"), append(without, of.policies())
				continue
			}
			e := of.Effects[at]
			c, mark := e.On(s.About), ""
			if c.Resolved {
				mark, with = "≠ ", append(with, of.policies())
			} else {
				without = append(without, of.policies())
			}
			row = append(row, fmt.Sprintf("%d. %s%s", at+1, mark, s.size(c)))
			switch {
			case first == nil:
				first = e
			case first.isOpposed(e, s.About):
				opposed = append(opposed, of.policies())
			}
		}
		t.Rows = append(t.Rows, row)
		if len(with) > 0 && len(without) > 0 {
			say(s.words.T("%s has an effect with %s, but none that these matches show with %s.", title,
				strings.Join(with, ", "), strings.Join(without, ", ")))
		}
		if len(opposed) > 0 {
			say(s.words.T("%s has the opposite effect with %s.", title, strings.Join(opposed, ", ")))
		}
	}
	part.Add(t)
	if differ == nil {
		say(s.words.T("None: all players lead to the same conclusions about these values."))
	}
	part.Add(differ...)
	return part
}

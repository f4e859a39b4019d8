package simulate

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/words"
)

// All is the policy that stands for every bot that a game declares, and for random play. Run refuses it; RunLadder
// compares them.
const All = "all"

// Ladder compares policies with each other.
type Ladder struct {
	Kind string `json:"kind" schema:"const=ladder"`
	Header
	Policies []string `json:"policies"`
	Games    int64    `json:"games" jsonschema:"the matches of each pair"`
	Pairs    []Pair   `json:"pairs"`
	Search   string   `json:"search,omitempty" jsonschema:"the bot that plays the trials of searches"`
	Warnings []string `json:"warnings" jsonschema:"bots that are used although another one beats them"`

	words words.Names
}

// Pair is the share of wins of one seat with a policy, if another policy has all other seats.
type Pair struct {
	Policy string   `json:"policy"`
	Versus string   `json:"versus"`
	Share  Estimate `json:"share"`
}

func declaredBots(g *interpreter.Game) (out []string) {
	for _, b := range g.Syntax.Bots {
		out = append(out, b.Name)
	}
	return out
}

// Expand returns policies with All replaced by the declared bots and random play. ladder reports whether All was among
// them.
func Expand(g *interpreter.Game, policies []string) (out []string, ladder bool) {
	bots := declaredBots(g)
	for _, p := range policies {
		if p != All || slices.Contains(bots, All) {
			out = append(out, p)
			continue
		}
		ladder = true
		out = append(append(out, bots...), Random)
	}
	if ladder {
		slices.SortStableFunc(out, func(a, b string) int { return slices.Index(out, a) - slices.Index(out, b) })
		out = slices.Compact(out)
	}
	return out, ladder
}

// PlayPairs plays paired matches between one seat with a policy and seats with another, and returns the share of wins
// of the first. Each seed is played once with the first policy in every seat, and a match without a winner is an equal
// share.
func PlayPairs(ctx context.Context, g *interpreter.Game, policy, versus string, o Options) (Estimate, error) {
	if o.Players == 0 {
		_, o.Players = g.Players()
	}
	o.Policies = append([]string{policy}, slices.Repeat([]string{versus}, o.Players-1)...)
	o.paired, o.Fixed, o.Until, o.Shards, o.policyOf = true, false, Width{}, 0, nil
	r, err := Run(ctx, g, o)
	if err != nil {
		return Estimate{}, err
	}
	for i := range r.Wins.Groups {
		if g := &r.Wins.Groups[i]; g.By == policy && g.Estimate != nil {
			return *g.Estimate, nil
		}
	}
	return Estimate{}, fmt.Errorf("no match between %s and %s was played", policy, versus)
}

// even returns an equal share of the wins.
func even(players int) Fixed { return Fixed(million / int64(max(1, players))) }

// RunLadder plays every policy against every other one.
func RunLadder(ctx context.Context, g *interpreter.Game, o Options) (*Ladder, error) {
	list := o.Policies
	o.Policies = nil
	switch err := o.complete(g); {
	case err != nil:
		return nil, err
	case o.Players < 2:
		return nil, fmt.Errorf("a comparison of policies needs matches of at least 2 players, not %d", o.Players)
	case len(list) < 2:
		return nil, fmt.Errorf("a comparison needs at least two policies, but the game has only %s; add a search, as in --policy all,mcts=50",
			strings.Join(list, ", "))
	}
	o.Games = (o.Games + int64(o.Players) - 1) / int64(o.Players) * int64(o.Players) // whole pairs
	l := &Ladder{Kind: "ladder", Header: NewHeader(g, &o), Policies: list, Games: o.Games, Search: g.SearchBot(),
		Warnings: []string{}}
	pairs := int64(len(list) * (len(list) - 1))
	progress, played := o.progress, int64(0)
	for i, a := range list {
		for j, b := range list {
			if i == j {
				continue
			}
			q, k := o, slices.IndexFunc(l.Pairs, func(p Pair) bool { return p.Policy == b && p.Versus == a })
			q.Progress = func(done, _ int64) { progress(played*o.Games+done, pairs*o.Games) }
			played++
			if o.Players == 2 && k >= 0 { // the same matches, seen from the other side
				e := l.Pairs[k].Share
				e.Value, e.Low, e.High = million-e.Value, million-e.High, million-e.Low
				l.Pairs = append(l.Pairs, Pair{Policy: a, Versus: b, Share: e})
				continue
			}
			e, err := PlayPairs(ctx, g, a, b, q)
			if err != nil {
				return nil, err
			}
			l.Pairs = append(l.Pairs, Pair{Policy: a, Versus: b, Share: e})
		}
	}
	l.warn(declaredBots(g))
	return l, nil
}

// warn adds a warning for each bot that loses to another declared bot although it plays by default or in the trials of
// searches.
func (l *Ladder) warn(declared []string) {
	for _, p := range l.Pairs {
		if !slices.Contains(declared, p.Policy) || p.Share.Low <= even(l.Players) {
			continue
		}
		switch {
		case p.Versus == l.Search:
			l.Warnings = append(l.Warnings,
				fmt.Sprintf("%s loses to %s, but searches play their trials with %[1]s; write `search: %[2]s` in the file of the bots", p.Versus, p.Policy))
		case p.Versus == declared[0]:
			l.Warnings = append(l.Warnings,
				fmt.Sprintf("%s loses to %s, but plays by default, because it is declared first", p.Versus, p.Policy))
		}
	}
}

// NameOpponents plays a few matches of the policy of all seats against each other declared bot and random play. Reports
// name the results. They are the same for all parts of a run. Programs and random play are not measured.
func (o *Options) NameOpponents(ctx context.Context, g *interpreter.Game) error {
	q := *o
	q.Strict, q.GoOn, q.Progress, q.Beats = false, false, nil, nil
	if err := q.complete(g); err != nil || q.Players < 2 || q.Games < 4*leastNamed || len(distinct(q.Policies)) > 1 {
		return nil // Run reports the error
	}
	policy, declared := q.Policies[0], declaredBots(g)
	if !slices.Contains(declared, policy) && g.SearchNodes(policy) == 0 {
		return nil
	}
	q.Games = min(mostNamed, q.Games/4)
	for _, other := range append(declared, Random) {
		if other == policy {
			continue
		}
		e, err := PlayPairs(ctx, g, policy, other, q)
		switch {
		case errors.As(err, new(*BrokeOff)): // the report is about other matches
			continue
		case err != nil:
			return err
		}
		o.Beats = append(o.Beats, Pair{Policy: policy, Versus: other, Share: e})
	}
	return nil
}

// A report names the bots that its players beat by a quarter of its own number of matches, but no more than 100, with
// which the interval of a share is at most 20 points wide. A run that is too short for ten of them is no measurement of
// balance.
const (
	leastNamed = 10
	mostNamed  = 100
)

// Beaten describes how often the policy of all seats won against other policies.
func (h *Header) Beaten(n words.Names) string {
	var parts []string
	for _, p := range h.Beats {
		parts = append(parts, n.T("%s versus %s", (p.Share.Value*100).Text(0)+" %", p.Versus))
	}
	if parts == nil {
		return ""
	}
	return " (" + n.T("wins %s", strings.Join(parts, ", ")) + ")"
}

// Speak sets the language of the output and uses the names of the game.
func (l *Ladder) Speak(g *interpreter.Game, lang string) { l.words = NamesIn(g, lang) }

// Doc describes a ladder for people.
func (l *Ladder) Doc() *doc.Doc {
	r := Results{Header: l.Header, Policies: []string{strings.Join(l.Policies, ", ")}, Games: l.Games,
		Matches: Stretch{From: 1, To: l.Games, Of: l.Games}, words: l.words}
	d := newDoc(r.Title(), l.words)
	d.Add(doc.Text(l.words.T(
		"Each row is one seat with a policy among seats with another, in paired matches: every seed is played once from each seat. An even share is %s.",
		(even(l.Players)*100).Text(0)+" %")))
	t := &doc.Table{Head: []string{"", l.words.T("wins"), l.words.T("95 % between")}}
	share := &Measure{How: share}
	for _, p := range l.Pairs {
		t.Rows = append(t.Rows,
			[]string{l.words.T("%s versus %s", p.Policy, p.Versus), share.Text(p.Share.Value),
				share.Text(p.Share.Low) + " … " + share.Text(p.Share.High)})
	}
	d.Add(t)
	for _, w := range l.Warnings {
		d.Add(doc.Text(l.words.T("Warning: %s.", w)))
	}
	return d
}

// WriteJSON writes a ladder for programs.
func (l *Ladder) WriteJSON(w io.Writer) error { return WriteLines(w, l) }

// WriteCSV writes a row for each pair.
func (l *Ladder) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"policy", "versus", "value", "low", "high"}) // Flush returns the error
	for _, p := range l.Pairs {
		_ = out.Write([]string{escape.Cell(p.Policy), escape.Cell(p.Versus), p.Share.Value.Text(6), p.Share.Low.Text(6),
			p.Share.High.Text(6)})
	}
	out.Flush()
	return out.Error()
}

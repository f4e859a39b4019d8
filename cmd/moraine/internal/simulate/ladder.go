package simulate

import (
	"context"
	"encoding/csv"
	"io"
	"unicode/utf8"

	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/words"
)

// Ladder compares policies of growing skill, each with the one below it.
type Ladder struct {
	Header
	Games int64  `json:"games"` // matches of each comparison
	Rungs []Rung `json:"rungs"`

	words words.Names
}

// Rung is a policy. Seats are the win shares by seat if it plays all of them. Over is its win share for
// each of its seats among seats of the policy below; nil for the lowest.
type Rung struct {
	Policy string    `json:"policy"`
	Seats  Measure   `json:"seats"`
	Over   *Estimate `json:"over,omitempty"`
}

// Rungs returns the policies of a ladder by default: random, the bots of the game, and searches
// of growing budgets.
func Rungs(g *interpreter.Game) []string {
	out := []string{Random}
	for _, b := range g.Syntax.Bots {
		out = append(out, b.Name)
	}
	return append(out, "mcts=10", "mcts=40", "mcts=160")
}

// RunLadder plays each policy against itself and against the one below it. Policies move by one seat
// from match to match.
func RunLadder(ctx context.Context, g *interpreter.Game, rungs []string, o Options) (*Ladder, error) {
	l := &Ladder{Header: NewHeader(g, &o), Games: o.Games}
	progress, played := o.Progress, int64(0)
	all := int64(2*len(rungs)-1) * o.Games
	play := func(policies []string) (*Results, error) {
		p := o
		p.Policies = policies
		p.Progress = func(done, _ int64) {
			if progress != nil {
				progress(played+done, all)
			}
		}
		r, err := Run(ctx, g, p)
		played += o.Games
		return r, err
	}
	for i, policy := range rungs {
		r, err := play([]string{policy})
		if err != nil {
			return nil, err
		}
		l.Players = r.Players
		rung := Rung{Policy: policy, Seats: r.Seats}
		if i > 0 {
			mixed := make([]string, r.Players)
			for seat := range mixed {
				mixed[seat] = rungs[i-1+(seat+1)%2]
			}
			if r, err = play(mixed); err != nil {
				return nil, err
			}
			for j := range r.Wins.Groups {
				if g := &r.Wins.Groups[j]; g.By == policy {
					rung.Over = g.Estimate
				}
			}
		}
		l.Rungs = append(l.Rungs, rung)
	}
	return l, nil
}

// Speak sets the language of the output and uses the names of the game.
func (l *Ladder) Speak(g *interpreter.Game, lang string) { l.words = NamesIn(g, lang) }

// Title describes the matches.
func (l *Ladder) Title() string {
	var policies []string
	for _, r := range l.Rungs {
		policies = append(policies, r.Policy)
	}
	r := Results{Header: l.Header, Policies: policies[:1], Games: l.Games, Matches: Stretch{Of: l.Games}, words: l.words}
	if len(policies) > 1 {
		r.Policies = []string{policies[0] + " … " + policies[len(policies)-1]}
	}
	return r.Title()
}

// Meaning explains the win shares of a ladder.
func (l *Ladder) Meaning() string {
	even := (Fixed(million) * 100 / Fixed(max(1, l.Players))).Text(2)
	return l.words.T("Each policy sits in turn with the one below it. With equal skill each of its seats would win %s in a hundred matches.", even)
}

// measures returns the win shares over the policy below, and the wins by seat of each policy.
func (l *Ladder) measures() []*Measure {
	over := &Measure{Name: l.words.T("wins over the policy below"), How: share, Split: true}
	for i, r := range l.Rungs {
		if r.Over != nil {
			over.Groups = append(over.Groups, Group{By: r.Policy + " > " + l.Rungs[i-1].Policy, Estimate: r.Over})
		}
	}
	var out []*Measure
	if len(over.Groups) > 0 {
		out = append(out, over)
	}
	for _, r := range l.Rungs {
		m := r.Seats
		m.Name = l.words.T("wins by seat, if all are %s", r.Policy)
		out = append(out, &m)
	}
	return out
}

// WritePretty writes a ladder for people.
func (l *Ladder) WritePretty(w io.Writer) error {
	p := &words.Page{}
	p.Line("%s", l.Title())
	p.Line("%s", l.Meaning())
	width := 0
	for _, m := range l.measures() {
		for _, g := range m.Groups {
			width = max(width, utf8.RuneCountInString(GroupName(l.words, g.By)))
		}
	}
	p.Line("%-*s  %9s    %s", width+2, "", "", l.words.T("95 % between"))
	for _, m := range l.measures() {
		p.Line("%s", m.Name)
		for _, g := range m.Groups {
			p.Line("  %-*s  %s", width, GroupName(l.words, g.By), m.Line(g.Estimate))
		}
	}
	return p.To(w)
}

// WriteJSON writes a ladder for programs.
func (l *Ladder) WriteJSON(w io.Writer) error { return WriteLines(w, l) }

// WriteCSV writes a row for each win share.
func (l *Ladder) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"measure", "how", "group", "value", "low", "high"}) // Flush returns the error
	for _, m := range l.measures() {
		for _, g := range m.Groups {
			if e := g.Estimate; e != nil {
				_ = out.Write([]string{escape.Cell(m.Name), m.How, escape.Cell(g.By), e.Value.Text(6), e.Low.Text(6), e.High.Text(6)})
			}
		}
	}
	out.Flush()
	return out.Error()
}

// WriteHTML writes a ladder as one self-contained page.
func (l *Ladder) WriteHTML(w io.Writer) error {
	var plots []*plot
	for _, m := range l.measures() {
		p := m.dots(l.words)
		p.Even = p.At(Fixed(million / int64(max(1, l.Players))))
		plots = append(plots, p)
	}
	return pageTemplate.ExecuteTemplate(w, "ladder", struct {
		*Ladder
		words.Names
		Plots []*plot
	}{l, l.words, plots})
}

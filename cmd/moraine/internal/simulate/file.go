package simulate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"moraine/interpreter/escape"
)

// A file of results is the JSON report, which has a line for each group of each measure with
// its totals and estimates. Read computes the estimates again and accepts only the exact bytes
// that WriteJSON would produce, so that a truncated or edited file is refused.

// WriteJSON writes results for programs and for Read.
func (r *Results) WriteJSON(w io.Writer) error { return WriteLines(w, r) }

// WriteLines writes a value as JSON with one line per key of the outermost object, and one per
// element of a list of objects.
func WriteLines(w io.Writer, v any) error {
	plain, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, escape.InJSON(string(inLines(plain))))
	return err
}

// inLines inserts line breaks into compact JSON: one line per key of the outermost object, and
// one per element of a list.
func inLines(text []byte) []byte {
	var b bytes.Buffer
	var open []bool // open brackets, and whether their content is divided into lines
	deep := 0
	newLine := func(by int) {
		deep += by
		b.WriteByte('\n')
		b.WriteString(strings.Repeat("  ", deep))
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '}' || c == ']' {
			if open[len(open)-1] {
				newLine(-1)
			}
			open = open[:len(open)-1]
		}
		b.WriteByte(c)
		switch c {
		case '"':
			from := i + 1
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			b.Write(text[from : i+1])
		case '{', '[':
			lines := i == 0 || c == '[' && text[i+1] == '{'
			open = append(open, lines)
			if lines {
				newLine(1)
			}
		case ':':
			b.WriteByte(' ')
		case ',':
			if open[len(open)-1] {
				newLine(0)
			} else {
				b.WriteByte(' ')
			}
		}
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// Read parses a file of results.
func Read(text []byte) (*Results, error) {
	r := &Results{}
	if err := escape.ReadJSON(text, r); err != nil {
		return nil, fmt.Errorf("not a results file of moraine sim: %w", err)
	}
	if err := r.Check(); err != nil {
		return nil, err
	}
	if !Unchanged(text, r.WriteJSON, r) {
		return nil, errors.New("this results file of moraine sim was changed or is incomplete")
	}
	return r, nil
}

// Unchanged reports whether write produces exactly the text of a file with these results, so that the file was not
// edited. Files from before 2026-11-27 computed estimates of wins by policy in another way: each seat was a trial of
// its own. They are accepted, too.
func Unchanged(text []byte, write func(io.Writer) error, all ...*Results) bool {
	if escape.Reproduces(text, write) {
		return true
	}
	for _, r := range all {
		for i := range r.Wins.Groups {
			g := &r.Wins.Groups[i]
			g.Estimate = g.estimate(share, r.Games, r.Parts)
		}
		defer r.conclude()
	}
	return escape.Reproduces(text, write)
}

// Check returns an error if the totals cannot be those of a run, and computes the estimates.
func (r *Results) Check() error {
	if r.Kind != "" && r.Kind != "sim" || r.Game == "" {
		return errors.New("not a results file of moraine sim: the kind or the game is missing")
	}
	if !r.inRange() {
		return errors.New("not a results file of moraine sim: the numbers contradict each other")
	}
	r.conclude()
	return nil
}

// inRange reports whether all totals are in their valid ranges.
func (r *Results) inRange() bool {
	m := r.Matches
	failed := int64(0)
	if f := r.Failed; f != nil {
		if failed = f.Matches; failed < 1 || failed > maxGames || f.First < m.From || f.First > m.To {
			return false
		}
	}
	if m.From < 1 || m.To > m.Of || m.Of > maxGames || r.Games+failed != m.To-m.From+1 || r.Games < 0 ||
		r.Readings == nil {
		return false
	}
	if r.Players < 1 || r.Players > maxSeats || r.Players != len(r.Policies) || r.Parts != parts(r.Players) {
		return false
	}
	for _, m := range r.All() {
		if !slices.Contains([]string{share, mean, count, total}, m.How) || !slices.IsSortedFunc(m.Groups, inOrder) ||
			!m.Split && len(m.Groups) != 1 {
			return false
		}
		for i := range m.Groups {
			if !m.Groups[i].sound(m.How, r.Games, r.partsOf(m)) {
				return false
			}
		}
	}
	return true
}

// maxSeats limits the number of seats, because the winners are the bits of a word.
const maxSeats = 31

// sound reports whether the totals of a group are possible after that number of games.
func (g *Group) sound(how string, games, parts int64) bool {
	ratio := how == share || how == mean
	large := func(n *big.Int) bool { return n != nil && n.BitLen() > 127 }
	switch {
	case g.X == nil || g.XX == nil || g.Matches < 0 || g.Matches > games:
		return false
	case slices.ContainsFunc([]*big.Int{g.N, g.X, g.NN, g.NX, g.XX}, large):
		return false
	case ratio != (g.N != nil) || ratio != (g.NN != nil) || ratio != (g.NX != nil):
		return false
	case ratio && (g.N.Sign() < 0 || g.N.Sign() != g.NN.Sign()):
		return false
	case how == share && (g.X.Sign() < 0 || g.X.Cmp(new(big.Int).Mul(g.N, big.NewInt(parts))) > 0):
		return false
	}
	return g.listed(how)
}

// listed reports whether the histogram contains the right number of values.
func (g *Group) listed(how string) bool {
	left := int64(0)
	switch {
	case how == mean && g.N.IsInt64():
		left = g.N.Int64()
	case how == count || how == total:
		left = g.Matches
	}
	for v, n := range g.Values {
		if magnitude(v) > maxInMatch || n < 1 || n > left {
			return false
		}
		left -= n
	}
	return left == 0
}

// part is results with the name of their source.
type part struct {
	name string
	*Results
}

// Merge joins the parts of a run from the named sources. All parts are required.
func Merge(names []string, all []*Results) (*Results, error) {
	var parts []part
	for i, r := range all {
		parts = append(parts, part{name: names[i], Results: r})
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(a.Matches.From, b.Matches.From) })
	first := parts[0]
	for _, p := range parts[1:] {
		if what, is, was := p.differs(first.Results); what != "" {
			return nil, fmt.Errorf("%s and %s are parts of different runs: the %s is %s, not %s", p.name, first.name,
				what, is, was)
		}
	}
	last := part{Results: &Results{}}
	for _, p := range parts {
		from, was := p.Matches.From, last.Matches.To
		switch {
		case from > was+1:
			return nil, missing(was+1, from-1, first.Matches.Of)
		case from <= was:
			return nil, fmt.Errorf("%s and %s both have %s", last.name, p.name, matches(from, min(was, p.Matches.To)))
		}
		last = p
	}
	if of := first.Matches.Of; last.Matches.To < of {
		return nil, missing(last.Matches.To+1, of, of)
	}
	for _, p := range parts[1:] {
		first.Add(p.Results)
		first.Matches.To = p.Matches.To
	}
	return first.Results, nil
}

func missing(from, to, of int64) error {
	return fmt.Errorf("%s of %d are missing from the files", matches(from, to), of)
}

func matches(from, to int64) string {
	if from == to {
		return fmt.Sprintf("match %d", from)
	}
	return fmt.Sprintf("matches %d to %d", from, to)
}

// differs returns the first property in which two results differ although they should belong to
// the same run.
func (r *Results) differs(o *Results) (what, is, was string) {
	fixed := map[bool]string{true: " at fixed seats"}
	facts := func(r *Results) []string {
		var measures []string
		for _, m := range r.All() {
			// quoted, because a name may contain a comma
			measures = append(measures, fmt.Sprintf("%q (%s)", m.Name, m.How))
		}
		return []string{
			"version", r.Version, "game", r.Game, "data", r.Data, "variant", r.Variant, "set of readings",
			fmt.Sprint(r.Readings),
			"number of players", fmt.Sprint(r.Players), "seed", fmt.Sprint(r.Seed), "list of policies",
			strings.Join(r.Policies, ",") + fixed[r.Fixed],
			"number of matches in all", fmt.Sprint(r.Matches.Of), "list of measures", strings.Join(measures, ", "),
		}
	}
	mine, others := facts(r), facts(o)
	for i := 1; i < len(mine); i += 2 {
		if mine[i] != others[i] {
			return mine[i-1], said(mine[i]), said(others[i])
		}
	}
	return "", "", ""
}

func said(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

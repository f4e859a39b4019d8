package exec

import (
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// A refusal quotes the words of a condition. If nothing is refused, the condition
// may be one that the readings in force leave out.

// condition is one in the files of a game.
type condition struct {
	at      source.Pos
	without []string // the readings in force that leave it out; none: it is asked
}

// quoted says what becomes of the condition with these words in this configuration.
func (x *Game) quoted(words string) (says []string) {
	q := quoter{x: x, words: words}
	for _, doc := range x.Docs {
		q.walk(doc, nil)
	}
	if len(q.found) == 0 {
		says = append(says, "no condition of the rules has these words")
		if h := source.DidYouMean(words, q.others); h != "" {
			says = append(says, h)
		}
		return says
	}
	for _, c := range q.found {
		if len(c.without) == 0 {
			says = append(says, "the rules ask for this at "+c.at.String()+", where it turns nothing away now")
		} else {
			says = append(says, "the rules have this at "+c.at.String()+", but do not ask for it under "+strings.Join(c.without, interpreter.And))
		}
	}
	return says
}

// quoter looks for a condition in the files as they are written, for in the
// program there is nothing left of what no reading in force takes.
type quoter struct {
	x      *Game
	words  string
	found  []condition
	others []string // what else could be meant
}

// walk looks through a node of which some readings in force leave out all.
func (q *quoter) walk(n *source.Node, without []string) {
	if n == nil {
		return
	}
	for _, it := range n.Items {
		q.walk(it, without)
	}
	ruling := n.Get("ruling")
	for _, p := range n.Pairs {
		out := without
		if ruling != nil && p.Key.Value != "ruling" && p.Key.Value != syntax.TakenBy(q.x.Program.Readings, n) {
			out = append(slices.Clone(without), q.inForce(ruling.Value))
		}
		switch {
		case strings.Contains(p.Key.Value, q.words) && strings.Contains(p.Key.Value, " "):
			q.found = append(q.found, condition{p.Key.Pos, append(slices.Clone(out), q.alwaysTrue(p.Val)...)})
		case strings.Contains(p.Key.Value, " "):
			q.others = append(q.others, p.Key.Value)
		}
		q.walk(p.Val, out)
	}
}

func (q *quoter) inForce(ruling string) string {
	return Setting{Word: ruling, Reading: q.x.Program.Readings[ruling]}.String()
}

// alwaysTrue are the readings in force that make a condition true whatever happens.
func (q *quoter) alwaysTrue(n *source.Node) (names []string) {
	if is := n.Get("is"); is != nil {
		n = is
	}
	if ruling := n.Get("ruling"); ruling != nil {
		if taken := n.Get(syntax.TakenBy(q.x.Program.Readings, n)); taken != nil && taken.Value == "true" {
			return []string{q.inForce(ruling.Value)}
		}
		return nil
	}
	if formula.Settled(n.Value, q.x.Ruled) != "true" {
		return nil
	}
	for _, m := range asksRuling.FindAllStringSubmatch(n.Value, -1) {
		names = append(names, q.inForce(m[1]))
	}
	return uniq(names)
}

var asksRuling = regexp.MustCompile(`ruled\(\s*["']([^"']+)["']`)

package balance

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/source"
)

// WriteJSON writes a ranking for programs.
func (s *Sensitivity) WriteJSON(w io.Writer) error { return simulate.WriteLines(w, s) }

// Speak sets the language of the output and uses the names of the game.
func (s *Sensitivity) Speak(g *interpreter.Game, lang string) { s.words = simulate.NamesIn(g, lang) }

// Title describes the matches.
func (s *Sensitivity) Title() string {
	r := simulate.Results{Header: s.Header, Policies: s.Policies, Games: s.Played,
		Matches: simulate.Stretch{From: 1, To: s.Played, Of: s.Played}}
	r.UseNames(s.words)
	return r.Title()
}

// Method says how the values were compared.
func (s *Sensitivity) Method() []string {
	return []string{
		s.words.T("%d values, one step at a time: %d matches of each step.", len(s.Effects), s.Matches),
		s.words.T("For a measure with groups, a line shows the group that changes most."),
	}
}

// Next returns the command that plays more values of the one with the strongest effect, or "".
func (s *Sensitivity) Next() string {
	for _, e := range s.ranked(s.About) {
		if c := e.On(s.About); c == nil || !c.Resolved || e.datum == nil {
			continue // chance may have put it there, or the game is not known
		}
		var values string
		if n, isNumber := source.Number(e.Is); e.number && isNumber {
			from, to := n-2, n+2
			if e.ranged {
				from, to = max(from, e.low), min(to, e.high)
			}
			values = fmt.Sprintf("%d..%d", from, to)
		} else {
			values = strings.Join(e.words, ",")
		}
		command := []string{"moraine sim", s.Game, "--players", strconv.Itoa(s.Players), "--policy",
			inShell(s.policies())}
		if s.Variant != "" {
			command = append(command, "--variant", s.Variant)
		}
		for _, key := range slices.Sorted(maps.Keys(s.Readings)) {
			command = append(command, "--reading", key+"="+s.Readings[key])
		}
		return s.words.T("To see more values of the first one: %s",
			strings.Join(append(command, "--vary", e.Name+"="+values), " "))
	}
	return ""
}

// policies returns the argument of --policy: the policy of all seats, or one for each seat.
func (s *Sensitivity) policies() string {
	if len(slices.Compact(slices.Sorted(slices.Values(s.Policies)))) == 1 {
		return s.Policies[0]
	}
	return strings.Join(s.Policies, ",")
}

// inShell quotes an argument that has blanks, such as the command of a bot.
func inShell(arg string) string {
	if strings.ContainsAny(arg, " '\"") {
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	return arg
}

// Unresolved says for how many values the effect on the measure of the ranking is not resolved.
func (s *Sensitivity) Unresolved() string {
	n := 0
	for _, e := range s.Effects {
		if c := e.On(s.About); c == nil || !c.Resolved {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return s.words.T("Not resolved: for %d of %d values these matches do not show an effect on %s. More matches would need a larger --budget.", n, len(s.Effects), s.words.Measure(s.About))
}

// measures returns the names of all measures, that of the ranking first.
func (s *Sensitivity) measures() []string {
	out := []string{s.About}
	add := func(list []Change) {
		for _, c := range list {
			if !slices.Contains(out, c.Measure) {
				out = append(out, c.Measure)
			}
		}
	}
	for _, e := range s.Effects {
		for _, st := range e.Steps {
			add(st.Changes)
		}
	}
	return out
}

// line is the effect of one step of a value on a measure.
type line struct {
	*Change
	what string
}

// lines returns the strongest effects on a measure, at most most values.
func (s *Sensitivity) lines(measure string, most int) (out []line) {
	for _, e := range s.ranked(measure) {
		best := e.On(measure)
		if best == nil || best.More.Strength() == 0 {
			continue
		}
		if most--; most < 0 {
			break
		}
		name := label(e.Name, s.words)
		for _, st := range e.Steps {
			if c := change(st.Changes, measure); c != nil {
				out = append(out, line{c,
					name + " " + simulate.GroupName(s.words, e.Is) + " → " + simulate.GroupName(s.words, st.Value)})
			}
		}
	}
	return out
}

// shown are the numbers of values that are printed for the measure of the ranking, and for the
// others.
const (
	shownFirst = 20
	shownOther = 6
)

func (s *Sensitivity) shown(i int) int {
	if i == 0 {
		return shownFirst
	}
	return shownOther
}

// size formats the change of a measure without its interval.
func (s *Sensitivity) size(c *Change) string {
	unit, times := "", simulate.Fixed(1)
	if simulate.IsShare(c.How) {
		unit, times = s.words.T(" points"), 100
	}
	plus := ""
	if c.More.Value > 0 {
		plus = "+"
	}
	return plus + (c.More.Value * times).Text(2) + unit
}

// text formats the change of a measure with its interval.
func (s *Sensitivity) text(c *Change) string {
	times := simulate.Fixed(1)
	if simulate.IsShare(c.How) {
		times = 100
	}
	return s.size(c) + " (" + (c.More.Low * times).Text(2) + " … " + (c.More.High * times).Text(2) + ")"
}

// Step returns the name of a value with which no match can be played.
func (s *Sensitivity) Step(b Broken) string {
	return label(b.Name, s.words) + " = " + simulate.GroupName(s.words, b.Value)
}

// Doc describes a ranking for people.
func (s *Sensitivity) Doc() *doc.Doc {
	d := newDoc(s.Title(), s.words)
	for _, m := range s.Method() {
		d.Add(doc.Text(m))
	}
	d.Add(doc.Text(s.words.T("The interval in brackets contains the true change with 95 % certainty.")))
	t := &doc.Table{Align: "ll"}
	for i, m := range s.measures() {
		lines := s.lines(m, s.shown(i))
		if len(lines) == 0 && i > 0 {
			continue
		}
		t.Rows = append(t.Rows, []string{s.words.Measure(m)})
		if len(lines) == 0 {
			t.Rows = append(t.Rows, []string{"  " + s.words.T("No step changes it in these matches.")})
		}
		for _, l := range lines {
			mark, group := "  ", ""
			if l.Resolved {
				mark = "≠ "
			}
			if l.Group != "" {
				group = simulate.GroupName(s.words, l.Group) + " "
			}
			t.Rows = append(t.Rows, []string{mark + l.what, group + s.text(l.Change)})
		}
	}
	d.Add(plotted("sensitivity", s.words,
		s.words.T("A bar is the effect of a step; the line is its interval, which has the true effect with 95 % certainty. Dark bars are effects that chance hardly explains."), s.plots(), t))
	broken := &doc.Section{Title: s.words.T("With these values no match can be played: %d", len(s.Broken))}
	for _, b := range s.Broken {
		broken.Add(&doc.Item{Text: s.Step(b) + ": " + b.Why})
	}
	d.AddFilled(broken)
	d.AddFilled(s.byPlayer())
	d.Add(doc.Text(s.words.T("≠ marks effects that chance hardly explains, although many are compared.")))
	for _, text := range []string{s.Unresolved(), s.Next()} {
		if text != "" {
			d.Add(doc.Text(text))
		}
	}
	return d
}

// WriteCSV writes a row for each effect of each step on each measure, for each player.
func (s *Sensitivity) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	// Flush returns the error
	_ = out.Write([]string{"measure", "how", "group", "name", "is", "step", "more", "low", "high", "resolved",
		"policy"})
	for _, of := range append([]*Sensitivity{s}, s.Others...) {
		for _, e := range of.Effects {
			for _, st := range e.Steps {
				for _, c := range st.Changes {
					_ = out.Write([]string{escape.Cell(c.Measure), c.How, escape.Cell(c.Group), escape.Cell(e.Name),
						escape.Cell(e.Is), escape.Cell(st.Value),
						c.More.Value.Text(6), c.More.Low.Text(6), c.More.High.Text(6), strconv.FormatBool(c.Resolved),
						escape.Cell(of.policies())})
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}

// bars is a plot of the effects on a measure. Labels stand above their bars if they are long.
type bars struct {
	simulate.Scale
	Title  string
	Zero   int
	Height int // of a row
	Rows   []bar
}

type bar struct {
	Y, X, Width, Low, High int
	LabelY                 int
	Label, Says            string
	Resolved               bool
}

const (
	barHeight = 18
	longLabel = 29 // more characters do not fit beside a bar
)

// plots returns the bars of each measure.
func (s *Sensitivity) plots() (out []*bars) {
	for i, m := range s.measures() {
		b := &bars{Title: s.words.Measure(m), Height: barHeight, Scale: simulate.Scale{Left: 190, Right: 384}}
		lines := s.lines(m, s.shown(i))
		if len(lines) == 0 {
			continue
		}
		if simulate.IsShare(lines[0].How) {
			b.Title += "," + s.words.T(" points")
		}
		for j, l := range lines {
			if l.Group != "" {
				lines[j].what += " · " + simulate.GroupName(s.words, l.Group)
			}
			if utf8.RuneCountInString(lines[j].what) > longLabel {
				b.Height, b.Left = 2*barHeight, 10
			}
			b.Include(l.More)
		}
		b.Mark(lines[0].How, false)
		b.Zero = b.At(0)
		for j, l := range lines {
			at := b.At(l.More.Value)
			r := bar{
				Y: 6 + j*b.Height + b.Height - barHeight, LabelY: 17 + j*b.Height, X: min(at, b.Zero),
				Width: max(1, at-b.Zero, b.Zero-at), Low: b.At(l.More.Low), High: b.At(l.More.High),
				Label: source.Clip(l.what, 2*longLabel), Says: l.what + ": " + s.text(l.Change), Resolved: l.Resolved,
			}
			b.Rows = append(b.Rows, r)
		}
		out = append(out, b)
	}
	return out
}

// Bottom returns the vertical position of the axis.
func (b *bars) Bottom() int { return 10 + len(b.Rows)*b.Height }

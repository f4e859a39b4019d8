package lsp

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
)

// What would be right at a place is not listed a second time here: a word that nobody
// writes is put there, the file is checked with it, and the complaint about the word knows
// all that there is.

// blank is that word, and blankClause one that is spelt like a clause.
const (
	blank       = "zz_cursor_zz"
	blankClause = "ZZCURSORZZ-ZZ-0"
)

// What a seat does that declines, or plays a card.
const (
	pass = "pass"
	play = "play"
)

// mostItems is how many things are offered.
const mostItems = 1000

func (s *server) completion(d *document, p *params) (any, error) {
	list := completionList{Items: []completionItem{}}
	off := d.offset(p.Position)
	for _, g := range guesses(d.text, off) {
		names := s.fitting(d, g)
		if len(names) == 0 {
			continue
		}
		if len(names) > mostItems {
			names, list.IsIncomplete = names[:mostItems], true
		}
		for _, n := range names {
			written := g.quote + n.name + g.quote
			list.Items = append(list.Items, completionItem{Label: written, Kind: n.kind, Detail: n.about, SortText: fmt.Sprintf("%04d", len(list.Items)), TextEdit: textEdit{d.span(g.from-n.before, g.to), g.inserted(n, written)}})
		}
		if g.quote == "" {
			break
		}
	}
	return list, nil
}

// guess is a way in which what stands around the cursor may be meant to go on.
type guess struct {
	from, to int    // the bytes that what is chosen takes the place of
	word     string // stands for them
	text     string // … in this text
	tail     string // goes with what is chosen
	quote    string // around what is chosen: a word that something is compared with; a name may stand there, too
}

// inserted returns the text that a name puts into the file.
func (g guess) inserted(n name, written string) string {
	switch {
	case strings.HasSuffix(n.name, "="): // a reading follows
		return written
	case n.words && strings.ContainsAny(n.name, ",[]{}?:#'\""): // of YAML
		return (&source.Node{Kind: source.Scalar, Tag: source.Str, Value: n.name}).Inline() + g.tail
	}
	return written + g.tail
}

// guesses are the ways in which a text may go on at a byte: as a key, as a value, as one
// within brackets that are still open.
func guesses(t *text, off int) []guess {
	start, end := t.line(t.position(off).Line)
	from, to := t.joined(off, "")
	from, to = max(from, start), min(to, end)
	head, rest := t.s[start:from], t.s[to:end]
	close := closers(head + rest)
	with := func(from, to int, word, after, tail string) guess {
		return guess{from, to, word, t.s[:from] + word + after + t.s[to:end] + close + t.s[end:], tail, ""}
	}
	var out []guess
	key := with(from, to, blank, ": 0", ": ")
	value := with(from, to, blank, "", "")
	if before := strings.TrimRight(head, " "); strings.HasSuffix(before, "==") || strings.HasSuffix(before, "!=") {
		quote := `"`
		if strings.Contains(close, quote) {
			quote = "'"
		}
		word := with(from, to, quote+blank+quote, "", "")
		word.word, word.quote = blank, quote
		out = append(out, word)
	}
	begins := strings.Trim(head, " -") == ""
	inFlow := strings.HasSuffix(strings.TrimRight(head, " "), "{") || strings.HasSuffix(strings.TrimRight(head, " "), ",")
	switch isKey := strings.HasPrefix(strings.TrimLeft(rest, " "), ":"); {
	case isKey: // a key that is there already
		out = append(out, value)
	case begins && strings.TrimSpace(rest) == "", inFlow:
		out = append(out, key, value)
	default:
		out = append(out, value, key)
	}
	cf, ct := t.clause(off)
	return append(out, with(max(cf, start), min(ct, end), blankClause, "", ""))
}

// closers end what is open on a line.
func closers(head string) string {
	var open []byte
	for i := range len(head) {
		switch c := head[i]; {
		case len(open) > 0 && (open[len(open)-1] == '"' || open[len(open)-1] == '\''):
			if c == open[len(open)-1] {
				open = open[:len(open)-1]
			}
		case c == '"', c == '\'':
			open = append(open, c)
		case c == '(':
			open = append(open, ')')
		case c == '[':
			open = append(open, ']')
		case c == '{':
			open = append(open, '}')
		case c == ')', c == ']', c == '}':
			open = open[:max(0, len(open)-1)]
		}
	}
	slices.Reverse(open)
	return string(open)
}

// name is something that fits.
type name struct {
	name, about string
	kind        int
	before      int  // how much of it stands before the place
	first       bool // it has the type that is wanted there
	words       bool // it is a text of several words, not a name
}

// What editors show beside a name.
const (
	kindValue = 12
	kindEvent = 23
)

// fitting is what fits where the word of a guess stands.
func (s *server) fitting(d *document, g guess) (out []name) {
	good := s.good(d.game())
	if good == nil {
		return nil
	}
	var found source.Diagnostics
	if isScenario(d.path) {
		var stands []*exec.Standing
		stands, found = scenario.Prompt(s.ctx, good.Rules, &interpreter.File{Name: d.path, Path: d.path, Text: []byte(g.text)}, g.word)
		if out = acts(g, stands); len(out) > 0 {
			return out
		}
	} else {
		// What is wrong elsewhere is not to hide what fits here.
		rules, err := s.loader.Read(good.Sources.Over(d.layer, d.path, []byte(g.text)), d.game())
		if err != nil {
			return nil
		}
		_, err = rules.Game(interpreter.Options{Variant: variantIn(rules, d.path), Anyway: true})
		errors.As(err, &found)
	}
	seen := map[string]bool{}
	for _, one := range found {
		head, _, ok := strings.Cut(one.Word, g.word)
		if !ok {
			continue
		}
		for i, w := range one.Among {
			if strings.HasPrefix(w, head) && !seen[w] {
				seen[w] = true
				out = append(out, name{name: w, about: good.about(w), kind: kindValue, before: len(head), first: i < one.First, words: strings.Contains(w, " ")})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b name) int {
		if a.first != b.first {
			return map[bool]int{true: -1, false: 1}[a.first]
		}
		return strings.Compare(a.name, b.name)
	})
	return out
}

// about returns the text of a clause, or the question of a ruling; "" for any other name.
func (s *state) about(name string) string {
	if c := s.Game.Clause(name); c != nil {
		return c.Says
	}
	key := strings.TrimSuffix(name, "=")
	for _, r := range s.Game.Syntax.Rulings {
		if r.Name == key {
			return r.Question
		}
	}
	return ""
}

// variantIn is the variant that a file declares; "" if it declares none.
func variantIn(rules *interpreter.Rules, path string) string {
	for _, doc := range rules.VariantFiles() {
		if v := doc.Get("variant"); v != nil && doc.Pos.File.Path == path {
			return v.Value
		}
	}
	return ""
}

// acts are what is legal at a line of a script.
func acts(g guess, stands []*exec.Standing) (out []name) {
	line := g.text[:strings.Index(g.text, g.word)]
	line = strings.TrimLeft(line[strings.LastIndexByte(line, '\n')+1:], " ")
	first := strings.Trim(line, "- ") == "" // the line says nothing yet
	for _, s := range stands {
		about := "at " + s.Request
		offer := func(n string) {
			if n != "" && !slices.ContainsFunc(out, func(o name) bool { return o.name == n }) {
				out = append(out, name{name: n, about: about, kind: kindEvent})
			}
		}
		bare := strings.HasSuffix(strings.TrimRight(line, " "), s.By+":") // behind the seat
		key := g.tail != ""
		switch {
		case s.Request == "":
		case first && s.By != "":
			offer(s.By)
		case first && s.Dice:
			offer("rolls")
		case first:
			offer("draws")
		case !strings.Contains(line, cmp.Or(s.By, "draws")+":"): // somebody else is asked
		case s.Choice == play && !key && !bare && !strings.HasSuffix(strings.TrimRight(line, " "), "play:"): // it is its target that is wanted
		case key && s.Choice == play:
			offer("play")
		case key && s.Choice != "":
			about = s.By + " chooses among " + strings.Join(s.Offers, ", ")
			offer(s.Choice)
		case bare && (s.Choice != ""):
			if slices.Contains(s.Offers, pass) {
				offer(pass)
			}
		default:
			for _, o := range s.Offers {
				if o != pass || bare {
					offer(o)
				}
			}
		}
	}
	return out
}

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

// Completion has no list of candidates of its own. It inserts a word that is no name at the
// cursor, checks the file, and takes the candidates from the error about that word, which lists
// all names that are valid there.

// blank is a word that is no name, which completion inserts at the cursor. blankClause has the form of a clause id.
const (
	blank       = "zz_cursor_zz"
	blankClause = "ZZCURSORZZ-ZZ-0"
)

// Answers that a seat can give besides options: decline, or play a card.
const (
	pass = "pass"
	play = "play"
)

// mostItems limits the number of candidates.
const mostItems = 1000

// completion offers the names that fit at a position. It tries the ways to complete the text in turn and joins their
// names, up to the first way without quotes that has names.
func (s *server) completion(d *document, p *params) (any, error) {
	list := completionList{Items: []completionItem{}}
	off := d.offset(p.Position)
	for _, g := range completions(d.text, off) {
		names := s.candidates(d, g)
		if len(names) == 0 {
			continue
		}
		if len(names) > mostItems {
			names, list.IsIncomplete = names[:mostItems], true
		}
		for _, n := range names {
			written := g.quote + n.name + g.quote
			list.Items = append(list.Items,
				completionItem{Label: written, Kind: n.kind, Detail: n.about,
					SortText: fmt.Sprintf("%04d", len(list.Items)),
					TextEdit: textEdit{d.span(g.from-n.before, g.to), g.inserted(n, written)}})
		}
		if g.quote == "" {
			break
		}
	}
	return list, nil
}

// completion is one way to complete the text at the cursor.
type completion struct {
	from, to int    // range of bytes that the candidate replaces
	word     string // inserted in their place for the check
	text     string // the text including that word
	tail     string // text to add after the candidate
	// quotes around the candidate if it is a string compared in a formula, where a plain name is also possible
	quote string
}

// inserted returns the text that a candidate inserts into the file.
func (g completion) inserted(n name, written string) string {
	switch {
	case strings.HasSuffix(n.name, "="): // followed by a reading
		return written
	case n.words && strings.ContainsAny(n.name, ",[]{}?:#'\""): // characters with a special meaning in YAML
		return (&source.Node{Kind: source.Scalar, Tag: source.Str, Value: n.name}).Inline() + g.tail
	}
	return written + g.tail
}

// completions returns the ways to complete a text at a byte offset: as a key, as a value, or as a
// value with open brackets closed.
func completions(t *text, off int) []completion {
	start, end := t.line(t.position(off).Line)
	from, to := t.joined(off, "")
	from, to = max(from, start), min(to, end)
	head, rest := t.s[start:from], t.s[to:end]
	close := closers(head + rest)
	with := func(from, to int, word, after, tail string) completion {
		return completion{from: from, to: to, word: word,
			text: t.s[:from] + word + after + t.s[to:end] + close + t.s[end:], tail: tail}
	}
	var out []completion
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
	inFlow := strings.HasSuffix(strings.TrimRight(head, " "), "{") ||
		strings.HasSuffix(strings.TrimRight(head, " "), ",")
	switch isKey := strings.HasPrefix(strings.TrimLeft(rest, " "), ":"); {
	case isKey: // an existing key
		out = append(out, value)
	case begins && strings.TrimSpace(rest) == "", inFlow:
		out = append(out, key, value)
	default:
		out = append(out, value, key)
	}
	cf, ct := t.clause(off)
	return append(out, with(max(cf, start), min(ct, end), blankClause, "", ""))
}

// closers returns the brackets that close the open ones on a line.
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

// name is a candidate.
type name struct {
	name, about string
	kind        int
	before      int  // length of the part before the position
	first       bool // it has the required type
	words       bool // a text of several words
}

// Details that editors show beside a candidate.
const (
	kindValue = 12
	kindEvent = 23
)

// candidates returns the candidates that are valid for a guess.
func (s *server) candidates(d *document, g completion) (out []name) {
	good := s.lastGood(d.game())
	if good == nil {
		return nil
	}
	var found source.Diagnostics
	if isScenario(d.path) {
		var stands []*exec.Standing
		stands, found = scenario.Prompt(s.ctx, good.Rules,
			&interpreter.File{Name: d.path, Path: d.path, Text: []byte(g.text)}, g.word)
		if out = acts(g, stands); len(out) > 0 {
			return out
		}
	} else {
		// Errors elsewhere must not hide the candidates here.
		rules, err := s.loader.Read(good.Sources.Over(d.layer, d.path, []byte(g.text)), d.game())
		if err != nil {
			return nil
		}
		_, err = rules.Game(interpreter.Options{Variant: variantIn(rules, d.path), KeepGoing: true})
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
				out = append(out, name{name: w, about: good.about(w), kind: kindValue, before: len(head),
					first: i < one.First, words: strings.Contains(w, " ")})
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

// about returns the text of a clause, the question of a ruling or the documentation of a
// function, or "".
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
	if f, ok := interpreter.FunctionNamed(name); ok {
		return f.Usage + ": " + f.Doc
	}
	return ""
}

// variantIn returns the name of the variant that a file declares, or "".
func variantIn(rules *interpreter.Rules, path string) string {
	for _, doc := range rules.VariantFiles() {
		if v := doc.Get("variant"); v != nil && doc.Pos.File.Path == path {
			return v.Value
		}
	}
	return ""
}

// acts returns the legal acts at a line of a script.
func acts(g completion, stands []*exec.Standing) (out []name) {
	line := g.text[:strings.Index(g.text, g.word)]
	line = strings.TrimLeft(line[strings.LastIndexByte(line, '\n')+1:], " ")
	first := strings.Trim(line, "- ") == "" // nothing is on the line yet
	for _, s := range stands {
		about := "at " + s.Request
		offer := func(n string) {
			if n != "" && !slices.ContainsFunc(out, func(o name) bool { return o.name == n }) {
				out = append(out, name{name: n, about: about, kind: kindEvent})
			}
		}
		bare := strings.HasSuffix(strings.TrimRight(line, " "), s.By+":") // the cursor follows the name of the seat
		key := g.tail != ""
		switch {
		case s.Request == "":
		case first && s.By != "":
			offer(s.By)
		case first && s.Dice:
			offer("rolls")
		case first:
			offer("draws")
		case !strings.Contains(line, cmp.Or(s.By, "draws")+":"): // another seat is asked
		case s.Choice == play && !key && !bare && !strings.HasSuffix(strings.TrimRight(line, " "), "play:"):
			// the cursor is at the target
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

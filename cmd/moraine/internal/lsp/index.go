package lsp

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// index records the occurrences of names in the files of a game and the symbols to which they
// refer: from the checker for formulas, from the syntax trees for rules and variants, and from
// the spelling for scripts of scenarios.
type index struct {
	symbols []*symbol
	at      map[source.Pos]*symbol   // by position of a declaration
	named   map[string][]*symbol     // by name
	in      map[string][]*occurrence // by document
	files   map[*interpreter.File]*openFile
	uri     func(*interpreter.File) string
	taken   map[place]bool
	laidOut map[string]bool    // zones with places
	label   string             // sort of the labels in the current scenario
	here    string             // the procedure in which the current scenario starts
	wrong   source.Diagnostics // errors of the scenarios in the plain game, which lacks names that variants add
}

// openFile is a file with its open document, if any.
type openFile struct {
	*text
	uri string
}

type place struct {
	uri  string
	from int
}

// symbol is a declared name.
type symbol struct {
	name, sort string
	of         string // its owner: a kind, a card, a procedure, a ruling
	pos        source.Pos
	uses       []*occurrence // including its declarations
}

// occurrence is a position at which a symbol is named.
type occurrence struct {
	*openFile
	from, to int // range of bytes
	symbol   *symbol
	declares bool
}

func (o *occurrence) span() span { return o.openFile.span(o.from, o.to) }

// newIndex collects all symbols of a game with their occurrences in its rules, variants and scenarios.
func newIndex(ctx context.Context, l *interpreter.Loaded, uri func(*interpreter.File) string) *index {
	x := &index{at: map[source.Pos]*symbol{}, named: map[string][]*symbol{}, in: map[string][]*occurrence{},
		files: map[*interpreter.File]*openFile{}, uri: uri, taken: map[place]bool{}, laidOut: map[string]bool{}}
	var found source.Mentions
	var identified sync.WaitGroup
	identified.Go(func() { x.wrong = scenario.Identify(ctx, l.Sources, l.Rules) })
	syntax.Mentioned(l.Game.Syntax, &found, x.declare)
	for _, list := range [][]*syntax.Zone{l.Game.Syntax.Zones, l.Game.Syntax.Player.Zones} {
		for _, z := range list {
			x.laidOut[z.Name] = z.Layout != ""
		}
	}
	for _, doc := range l.Rules.VariantFiles() {
		v := syntax.DecodeVariant(doc, &source.Diagnostics{}) // errors are reported elsewhere
		syntax.Mentioned(v, &found, x.declare)
	}
	identified.Wait()
	mentions := append(found.All(), l.Rules.Mentions().All()...)
	slices.SortStableFunc(mentions, func(a, b source.Mention) int { return a.At.Compare(b.At) })
	for _, m := range mentions {
		if s := x.symbolOf(m); s != nil {
			x.occur(s, m.At, false)
		}
	}
	list, _ := l.Sources.Scenarios(l.Game.ID)
	for _, f := range list {
		if doc, _ := source.Parse(f.File, source.DefaultLimits()); doc != nil {
			for _, n := range doc.Items {
				x.scenario(n)
			}
		}
	}
	for _, all := range x.in {
		slices.SortFunc(all, func(a, b *occurrence) int { return cmp.Compare(a.from, b.from) })
	}
	return x
}

// declare records a declaration. A second declaration of the same name, by a variant or another
// step, belongs to the same symbol.
func (x *index) declare(sort, of string, id syntax.Ident) {
	if id.Name == "" || id.Name == "me" {
		return
	}
	if sort == "name" { // `set` with a name of the game declares nothing
		if s := x.find("field", id.Name, ""); s != nil && s.of == "" {
			x.occur(s, id.Pos, false)
			return
		}
	}
	s := x.find(sort, id.Name, of)
	if s == nil || s.of != of {
		s = &symbol{name: id.Name, sort: sort, of: of, pos: id.Pos}
		x.symbols = append(x.symbols, s)
		x.named[s.name] = append(x.named[s.name], s)
	}
	if x.at[id.Pos] == nil {
		x.at[id.Pos] = s
		x.occur(s, id.Pos, true)
	}
}

// find returns a symbol by sort and name, preferably with the given owner.
func (x *index) find(sort, name, of string) (found *symbol) {
	for _, s := range x.named[name] {
		if s.sort == sort && (found == nil || s.of == of) {
			found = s
		}
	}
	return found
}

// symbolOf returns the symbol to which a mention refers.
func (x *index) symbolOf(m source.Mention) *symbol {
	if m.To.File != nil {
		return x.at[m.To]
	}
	if ruling, ok := strings.CutPrefix(m.Sort, "reading "); ok {
		if s := x.find("reading", m.Name, ruling); s != nil && s.of == ruling {
			return s
		}
		return nil
	}
	sorts := m.Sort
	if sorts == "counted" {
		sorts = "option window procedure"
	}
	for sort := range strings.FieldsSeq(sorts) {
		if sort == "asked" && len(x.named[m.Name]) == 1 {
			return x.named[m.Name][0]
		}
		sort, of, _ := strings.Cut(sort, "@")
		if s := x.find(sort, m.Name, of); s != nil && (of == "" || s.of == of) {
			return s
		}
	}
	return nil
}

// occur records an occurrence at a position, or after a quote there. It ignores positions with
// other text, such as a name composed of parts.
func (x *index) occur(s *symbol, pos source.Pos, declares bool) {
	t := x.files[pos.File]
	if t == nil {
		t = &openFile{newText(string(pos.File.Text)), x.uri(pos.File)}
		x.files[pos.File] = t
	}
	uri := t.uri
	if uri == "" {
		return
	}
	from := t.at(pos)
	if from < len(t.s) && (t.s[from] == '"' || t.s[from] == '\'') {
		from++
	}
	to := from + len(s.name)
	if !strings.HasPrefix(t.s[from:], s.name) || to < len(t.s) && isWord(t.s[to]) || x.taken[place{uri, from}] {
		return
	}
	x.taken[place{uri, from}] = true
	o := &occurrence{openFile: t, from: from, to: to, symbol: s, declares: declares}
	s.uses = append(s.uses, o)
	x.in[uri] = append(x.in[uri], o)
}

// Sorts of the words in a scenario, most likely first: of a key of an act, and of other words.
const (
	actSorts  = "seat option name window procedure card field zone"
	wordSorts = "seat card field@kinds field zone kind option procedure window name formula has"
)

var (
	request = regexp.MustCompile(`([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)`)
	holes   = regexp.MustCompile(`<([^<> ]+)>`)
)

// scenario records the names in a scenario.
func (x *index) scenario(n *source.Node) {
	x.labels(n)
	x.here = x.begins(n)
	x.parts(n)
}

// begins returns the procedure under `at` of a scenario, or "".
func (x *index) begins(n *source.Node) string {
	given := n.Get("given")
	if given == nil || given.Get("at") == nil {
		return ""
	}
	for _, it := range given.Get("at").AsList() {
		if it.Kind == source.Map && len(it.Pairs) == 1 {
			it = it.Pairs[0].Key
		}
		proc, _, _ := strings.Cut(it.Value, "/")
		if x.find("procedure", proc, "") != nil {
			return proc
		}
		if step := x.find("step", proc, ""); step != nil {
			return step.of
		}
	}
	return ""
}

// labels records the labels that a scenario gives to pieces and places. Labels cannot hide
// other names.
func (x *index) labels(n *source.Node) {
	x.label = "label@" + strings.ReplaceAll(n.Pos.String(), " ", "_")
	_, of, _ := strings.Cut(x.label, "@")
	var give func(n *source.Node, laid bool)
	give = func(n *source.Node, laid bool) {
		for _, it := range n.Items {
			give(it, false)
		}
		for _, p := range n.Pairs {
			switch {
			case p.Key.Value == "label":
				x.declare("label", of, syntax.Ident{Name: p.Val.Value, Pos: p.Val.Pos})
			case laid && x.find("card", p.Key.Value, "") == nil:
				x.declare("label", of, syntax.Ident{Name: p.Key.Value, Pos: p.Key.Pos})
			}
			give(p.Val, p.Val.Kind == source.Map && x.laidOut[p.Key.Value])
		}
	}
	if given := n.Get("given"); given != nil {
		give(given, false)
	}
}

// parts records the names in the keys of a scenario or of an entry of `under`.
func (x *index) parts(n *source.Node) {
	for _, p := range n.Pairs {
		switch p.Key.Value {
		case "pins":
			for _, it := range p.Val.Items {
				x.word(it, 0, it.Value, "clause")
			}
		case "variant":
			x.word(p.Val, 0, p.Val.Value, "variant")
		case "given":
			for _, q := range p.Val.Pairs {
				switch q.Key.Value {
				case "at", "goes_on":
					for _, it := range q.Val.AsList() {
						if it.Kind == source.Map && len(it.Pairs) == 1 {
							x.words(it.Pairs[0].Val, wordSorts, "")
							it = it.Pairs[0].Key
						}
						proc, step, _ := strings.Cut(it.Value, "/")
						x.word(it, 0, proc, "step procedure")
						x.word(it, len(proc)+1, step, "step")
					}
				case "players", "turn", "cards", "times":
					x.words(q.Val, wordSorts, "")
				default:
					x.scalar(q.Key, wordSorts)
					x.words(q.Val, "field@kinds field zone name@"+q.Key.Value+" "+wordSorts, "")
				}
			}
		case "when", "offers", "refuses", "allows", "stands":
			x.words(p.Val, actSorts, "")
		case "then", "sees", "hides", "wins", "chance":
			x.words(p.Val, wordSorts, "")
		case "examples":
			x.examples(n, p.Val)
		case "fails":
			x.reason(p.Val)
		case "under":
			for _, e := range p.Val.Pairs {
				for _, s := range spec.Settings(e.Key.Value) {
					at := strings.Index(e.Key.Value, s.String())
					x.word(e.Key, at, s.Word, "ruling variant")
					if s.Reading != "" {
						x.word(e.Key, at+len(s.Word)+1, s.Reading, "reading "+s.Word)
					}
				}
				x.parts(e.Val)
			}
		}
	}
}

// examples records the columns of the examples, which occur as <name> in the scenario.
func (x *index) examples(n, rows *source.Node) {
	of := n.Pos.String()
	for _, row := range rows.Items {
		for _, p := range row.Pairs {
			x.declare("column", of, syntax.Ident{Name: p.Key.Value, Pos: p.Key.Pos})
		}
	}
	quotes := map[string]bool{} // columns that contain reasons
	var fill func(n *source.Node)
	fill = func(n *source.Node) {
		if because := n.Get("because"); because != nil {
			for _, hole := range holes.FindAllStringSubmatch(because.Value, -1) {
				quotes[hole[1]] = true
			}
		}
		for _, at := range holes.FindAllStringSubmatchIndex(n.Value, -1) {
			if s := x.find("column", n.Value[at[2]:at[3]], of); s != nil && s.of == of {
				x.occur(s, n.At(at[2]), false)
			}
		}
		for _, it := range n.Items {
			fill(it)
		}
		for _, p := range n.Pairs {
			fill(p.Key)
			fill(p.Val)
		}
	}
	fill(n)
	for _, row := range rows.Items {
		for _, p := range row.Pairs {
			if quotes[p.Key.Value] {
				x.reason(p.Val)
			} else {
				x.words(p.Val, wordSorts, "")
			}
		}
	}
}

// reason records the names of requests in the reason of a refusal, as in "hunt.party does not
// offer hare". Other reasons are words of the rules, without names.
func (x *index) reason(n *source.Node) {
	if request.MatchString(n.Value) {
		x.scalar(n, wordSorts)
	}
}

// words records the names in a part of a scenario. keys lists the possible sorts of the keys;
// act is the option to which they may belong. Names in formulas were already recorded by the
// checker.
func (x *index) words(n *source.Node, keys, act string) {
	x.scalar(n, wordSorts)
	for _, it := range n.Items {
		x.words(it, keys, act)
	}
	for _, p := range n.Pairs {
		switch key := p.Key.Value; {
		case key == "because" || key == "fails":
			x.reason(p.Val)
		case act != "":
			x.scalar(p.Key, "name@"+act+" option@"+act+" "+keys)
			x.words(p.Val, keys, act)
		default:
			near := ""
			if x.here != "" {
				near = "name@" + x.here + " option@" + x.here + " "
			}
			x.scalar(p.Key, near+keys)
			inner := ""
			if x.find("option", key, "") != nil {
				inner = key
			}
			x.words(p.Val, keys, inner)
		}
	}
}

// scalar records the words of a scalar.
func (x *index) scalar(n *source.Node, sorts string) {
	for _, at := range request.FindAllStringSubmatchIndex(n.Value, -1) { // PROCEDURE.NAME
		of, name := n.Value[at[2]:at[3]], n.Value[at[4]:at[5]]
		inner := strings.ReplaceAll("name@ formula@ option@ step@", "@", "@"+of)
		if x.symbolOf(source.Mention{Name: name, Sort: inner}) != nil {
			x.word(n, at[2], of, "procedure")
			x.word(n, at[4], name, inner)
		}
	}
	sorts = x.label + " " + sorts
	for to := 0; to < len(n.Value); to++ {
		from := to
		for to < len(n.Value) && isWord(n.Value[to]) {
			to++
		}
		if from < to && 'a' <= n.Value[from] && n.Value[from] <= 'z' && (from == 0 || n.Value[from-1] != '<') {
			x.word(n, from, n.Value[from:to], sorts)
		}
	}
}

// word records a word at an offset of a scalar.
func (x *index) word(n *source.Node, at int, word, sorts string) {
	if s := x.symbolOf(source.Mention{Name: word, Sort: sorts}); s != nil {
		x.occur(s, n.At(at), false)
	}
}

// under returns the occurrence at a byte offset of a document, or nil.
func (x *index) under(uri string, off int) *occurrence {
	for _, o := range x.in[uri] {
		if o.from <= off && off <= o.to {
			return o
		}
	}
	return nil
}

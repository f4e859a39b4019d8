package reach

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// parts has the parts of a game that can change independently, by label. Together they contain
// the whole syntax tree, except positions and sections that no scenario depends on.
type parts map[string]part

// part is one of these parts.
type part struct {
	kind kind
	name string // name of a procedure or window in a program, or name in formulas
	sum  uint64
	says string // its formulas
}

// kind describes when a match uses a part.
type kind uint8

const (
	anywhere kind = iota // every match uses it
	entered              // matches in which the procedure begins
	named                // where a formula or scenario names it
)

// partsOf splits a syntax tree. Of branches by ruling it includes the branch for the reading in
// force, or all branches if readings is nil.
func partsOf(g *syntax.Game, readings map[string]string) parts {
	p := parts{}
	add := func(label string, kind kind, name string, v any) {
		s := &digester{readings: readings}
		s.SetSeed(seed)
		s.add(reflect.ValueOf(v))
		was := p[label] // formulas of several kinds may have the same name
		p[label] = part{kind, name, was.sum*31 + s.Sum64(), was.says + s.says.String()}
	}
	word := func(label, name string, v any) { add(label, named, name, v) }
	all := func(label string, v any) { add(label, anywhere, "", v) }
	formulas := func(list []*syntax.FormulaDecl) {
		for _, f := range list {
			word("formula "+f.Name, f.Name, f)
		}
	}
	for _, d := range syntax.AllProcedures(g) {
		add("procedure "+d.Name, entered, d.Name, d)
	}
	windows := map[string][]any{}
	for _, w := range g.Windows {
		windows[w.Name] = append(windows[w.Name], w)
	}
	rest := *g
	rest.Procedures, rest.Windows, rest.Formulas = nil, nil, nil
	formulas(g.Formulas)
	rest.Player.Formulas = nil
	formulas(g.Player.Formulas)
	rest.SideOffers = nil
	for _, o := range g.SideOffers {
		own := *o
		own.Do = nil
		all("side offer "+o.Name, own)
	}
	rest.Kinds = nil
	for _, k := range g.Kinds {
		own := *k
		own.Playing, own.Formulas, own.Cards = nil, nil, nil
		formulas(k.Formulas)
		order := []string{}
		for _, c := range k.Cards {
			order = append(order, c.Name)
			printed := *c
			printed.Values, printed.Play, printed.Steps, printed.Formulas = nil, nil, nil, nil
			all("card "+c.Name, printed)
			for _, v := range c.Values {
				word("card "+c.Name+": "+v.Name, v.Name, v)
			}
			for _, f := range c.Formulas {
				word("card "+c.Name+": "+f.Name, f.Name, f)
			}
			if c.Play != nil {
				for _, in := range c.Play.In {
					windows[in.Name] = append(windows[in.Name], c.Name, c.Play)
				}
			}
		}
		all("kind "+k.Name, own)
		all("cards of kind "+k.Name, order)
	}
	for name, of := range windows {
		add("window "+name, entered, "window "+name, of)
	}
	for _, r := range g.Rulings {
		word("ruling "+r.Name, r.Name, []any{r.Kind, r.Readings, r.Default, r.Excludes, readings[r.Name]})
	}
	for _, c := range g.Clauses {
		word("clause "+c.Name, c.Name, c.Ident)
	}
	// These sections are for people, or for players and simulations outside scenarios.
	rest.Rulings, rest.Clauses, rest.Bots, rest.Measures, rest.Impossible, rest.Survives, rest.Asks, rest.Contexts, rest.Endings, rest.Looks = nil, nil, nil, nil, nil, nil, nil, nil, nil, nil
	rest.Texts, rest.Sections, rest.About, rest.Header = nil, nil, "", nil
	for _, f := range reflect.VisibleFields(reflect.TypeFor[syntax.Game]()) {
		if !f.Anonymous { // fields of an embedded struct are visited individually
			all(strings.ToLower(f.Name), reflect.ValueOf(rest).FieldByIndex(f.Index).Interface())
		}
	}
	return p
}

// changes describes the difference between two states of a game.
type changes struct {
	everything bool
	procs      map[string]bool
	words      words    // names that rules and scenarios may use
	labels     []string // labels of the changed parts, without parts that only depend on them
}

func (c *changes) none() bool { return !c.everything && len(c.procs) == 0 && len(c.words) == 0 }

// changed returns the difference between two states of a game, including dependent parts: a
// part that names a changed formula, printed value or ruling counts as changed.
func changed(was, now parts) *changes {
	c := &changes{procs: map[string]bool{}, words: words{}}
	missing := []string{}
	both := maps.Clone(was)
	maps.Copy(both, now)
	for label, p := range both {
		x, before := was[label]
		y, after := now[label]
		if before && after && x.sum == y.sum {
			continue
		}
		c.labels = append(c.labels, label)
		c.add(p)
		if p.kind == entered && before != after {
			missing = append(missing, plainName(p.name))
		}
	}
	rest := maps.Clone(now)
	for n := -1; len(c.words) > n; {
		n = len(c.words)
		for label, p := range rest {
			if c.words.find(p.says) != "" {
				c.add(p)
				delete(rest, label)
			}
		}
	}
	for key := range c.procs { // scenarios may name things in them
		c.words[plainName(key)+"."], c.words[plainName(key)+"/"] = true, true
	}
	for _, name := range missing {
		c.words[name] = true
	}
	return c
}

// add marks a part as changed.
func (c *changes) add(p part) {
	switch p.kind {
	case anywhere:
		c.everything = true
	case entered:
		c.procs[p.name] = true
	case named:
		c.words[p.name] = true
	}
}

// words is a set of names. A name that ends with a dot or slash is a prefix.
type words map[string]bool

// find returns a name that occurs in a text as a whole word, or "".
func (w words) find(text string) string {
	for _, word := range slices.Sorted(maps.Keys(w)) {
		open := strings.HasSuffix(word, ".") || strings.HasSuffix(word, "/")
		for rest, before := text, ' '; ; {
			at := strings.Index(rest, word)
			if at < 0 {
				break
			}
			if at > 0 {
				before, _ = utf8.DecodeLastRuneInString(rest[:at])
			}
			after, _ := utf8.DecodeRuneInString(rest[at+len(word):])
			if !namesPart(before) && (open || !namesPart(after)) {
				return word
			}
			before, _ = utf8.DecodeLastRuneInString(word)
			rest = rest[at+len(word):]
		}
	}
	return ""
}

func namesPart(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// plainName returns the name of a procedure or window in rules and scenarios.
func plainName(key string) string { return strings.TrimPrefix(key, "window ") }

// seed is used for all hashes in the process. Hashes are not compared across processes.
var seed = maphash.MakeSeed()

// digester computes the hash of a part.
type digester struct {
	maphash.Hash
	says     strings.Builder
	readings map[string]string
}

func (s *digester) number(n int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	_, _ = s.Write(b[:])
}

func (s *digester) text(text string) {
	s.number(len(text))
	_, _ = s.WriteString(text)
}

// add adds a tree to the hash by reflection, so that new fields are included automatically.
func (s *digester) add(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			s.number(-1)
			return
		}
		if v.Kind() == reflect.Interface {
			s.text(v.Elem().Type().String())
		}
		s.add(v.Elem())
	case reflect.Slice:
		s.number(v.Len())
		for i := range v.Len() {
			s.add(v.Index(i))
		}
	case reflect.Struct:
		s.structure(v)
	case reflect.String:
		s.text(v.String())
	default:
		s.text(fmt.Sprint(v)) // numbers and booleans; fmt sorts the keys of maps
	}
}

func (s *digester) structure(v reflect.Value) {
	var skip string
	switch is := v.Interface().(type) {
	case source.Pos:
		return
	case syntax.Formula:
		skip = "Node" // the other fields have the same content
		s.says.WriteString(is.Text + "\n")
	case syntax.Branches:
		if is.On != nil {
			break
		}
		s.says.WriteString(is.Key.Name + "\n")
		if s.readings == nil {
			break
		}
		s.text(is.Key.Name)
		if i := is.For(s.readings[is.Key.Name]); i >= 0 {
			s.add(reflect.ValueOf(is.List[i]))
		}
		return
	}
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.Name != skip {
			s.add(v.Field(i))
		}
	}
}

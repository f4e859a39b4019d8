package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// catalog has everything that can be explained, by its names. Things with the same name are
// explained together.
type catalog struct {
	topics map[string][]topic  // by name
	inner  map[string][]topic  // by name: names local to a procedure or to the players, which may be common words
	alias  map[string][]string // other names of topics, in lower case → names of topics
	absent map[string]string   // names from variants that are not in force, in lower case → the variant
}

func newCatalog() *catalog {
	return &catalog{topics: map[string][]topic{}, inner: map[string][]topic{}, alias: map[string][]string{},
		absent: map[string]string{}}
}

// topic is a declaration with its explanation.
type topic struct {
	at     source.Pos
	answer func() *Answer
}

func (c *catalog) add(name string, at source.Pos, f func() *Answer) {
	c.call(strings.ToLower(name), name)
	c.topics[name] = append(c.topics[name], topic{at, f})
}

func (c *catalog) call(alias, name string) {
	if !slices.Contains(c.alias[alias], name) {
		c.alias[alias] = append(c.alias[alias], name)
	}
}

// recordAbsent records the names that a variant adds and the configuration does not have.
func (c *catalog) recordAbsent(v *syntax.Variant) {
	names := slices.Concat(syntax.NamesOf(v.Cards), syntax.NamesOf(syntax.Declarations(v.Adds)))
	for _, card := range v.Cards {
		if in := card.Node.Get("names"); in != nil {
			for _, p := range in.Pairs {
				names = append(names, p.Val.Value, words.WithoutArticle(p.Val.Value))
			}
		}
	}
	for _, name := range names {
		if low := strings.ToLower(name); c.alias[low] == nil && c.absent[low] == "" {
			c.absent[low] = v.Name
		}
	}
}

// Topic returns the explanations of the things with a name, without names local to a procedure.
func (c *catalog) Topic(name string) []*Answer { return answers(c.topics[name]) }

func answers(of []topic) (out []*Answer) {
	for _, t := range of {
		out = append(out, t.answer())
	}
	return out
}

// declared returns everything with exactly this name, local names last.
func (c *catalog) declared(name string) []topic {
	out := slices.Concat(c.topics[name], c.inner[name])
	for _, other := range c.alias[name] { // the name of a card in some language
		if other != name && c.inner[name] == nil && len(out) > 0 {
			out = append(out, c.topics[other]...)
		}
	}
	return out
}

// Of explains the things with exactly this name, if there are any. The declaration at a position comes first.
func (c *catalog) Of(name string, at source.Pos) []*Answer {
	found := c.declared(name)
	if names := c.alias[name]; found == nil && len(names) == 1 {
		found = c.topics[names[0]]
	}
	slices.SortStableFunc(found, func(a, b topic) int {
		switch {
		case a.at == b.at:
			return 0
		case a.at == at:
			return -1
		case b.at == at:
			return 1
		}
		return 0
	})
	return answers(found)
}

// Names returns all names that can be explained, for shell completion.
func (c *catalog) Names() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(c.topics)), maps.Keys(c.inner))
	slices.Sort(names)
	return slices.Compact(names)
}

// NamedPart lists the names of the parts of one sort.
type NamedPart struct {
	Sort  string
	Names []string
}

// mostNames limits the names of a part.
const mostNames = 8

// Parts returns the names of the parts of the game by sort, each list with its first names.
func (e *Explainer) Parts() (out []NamedPart) {
	s := e.g.Syntax
	add := func(sort string, names []string) {
		if more := len(names) - mostNames; more > 1 {
			names = append(slices.Clone(names[:mostNames]), fmt.Sprintf("and %d more", more))
		}
		if len(names) > 0 {
			out = append(out, NamedPart{Sort: sort, Names: names})
		}
	}
	add("procedures", syntax.NamesOf(s.Procedures))
	add("windows", syntax.NamesOf(s.Windows))
	add("kinds", syntax.NamesOf(s.Kinds))
	var cards []string
	for _, k := range s.Kinds {
		cards = append(cards, syntax.NamesOf(k.Cards)...)
	}
	add("cards", cards)
	for _, sort := range []string{"zone", "field", "formula", "invariant", "measure", "bot"} {
		names := e.Declared(sort)
		slices.Sort(names)
		add(sort+"s", slices.Compact(names))
	}
	add("rulings", syntax.NamesOf(s.Rulings))
	add("variants", syntax.NamesOf(e.variants))
	return out
}

// Has reports whether a name is declared in the game, not only locally in a procedure.
func (c *catalog) Has(name string) bool { return c.topics[name] != nil }

// complete returns the only name that begins with a text, or an error with suggestions.
func (c *catalog) complete(what string) (string, *Unknown) {
	low := strings.ToLower(what)
	if v := c.absent[low]; v != "" {
		return "", &Unknown{Name: what, Has: v}
	}
	begin := map[string]bool{}
	for alias, names := range c.alias {
		if strings.HasPrefix(alias, low) {
			for _, name := range names {
				begin[name] = true
			}
		}
	}
	switch among := slices.Sorted(maps.Keys(begin)); len(among) {
	case 0:
		near := source.Nearest(words.WithoutArticle(low),
			slices.Concat(slices.Sorted(maps.Keys(c.alias)), slices.Sorted(maps.Keys(c.absent))))
		among := slices.Sorted(slices.Values(c.alias[near]))
		if c.absent[near] != "" {
			among = []string{near}
		}
		return "", &Unknown{Name: what, Among: among, Near: true}
	case 1:
		return among[0], nil
	default:
		return "", &Unknown{Name: what, Among: among}
	}
}

// Unknown is the error for an unknown name, with suggestions.
type Unknown struct {
	Name  string
	Among []string // names that begin with Name; if there are none, the most similar name, if any
	Near  bool     // Among has the most similar name
	Has   string   // a variant, not in force, that contains the name
	Games []string // the games that were searched
}

// Error says that a name is unknown or ambiguous, with the nearest names.
func (u *Unknown) Error() string {
	switch {
	case u.Has != "":
		return fmt.Sprintf("%q exists only in variant %s; add --variant %s", u.Name, u.Has, u.Has)
	case u.Near && len(u.Among) > 0:
		return fmt.Sprintf("unknown name %q; did you mean %q?", u.Name, u.Among[0])
	case len(u.Among) > 0:
		list := u.Among
		if len(list) > 12 {
			list = append(slices.Clone(list[:12]), "…")
		}
		return fmt.Sprintf("the name %q is ambiguous; it could be %s", u.Name, strings.Join(list, ", "))
	}
	if len(u.Games) == 0 {
		return fmt.Sprintf("unknown name %q", u.Name)
	}
	return fmt.Sprintf("unknown name %q in %s", u.Name, words.Join(u.Games))
}

// Or combines the errors from two games: names that begin with Name have precedence over
// similar ones, and among these the most similar one.
func (u *Unknown) Or(o *Unknown) *Unknown {
	switch {
	case u == nil || o.Has != "":
		return o
	case u.Has != "":
		return u
	case len(u.Among) == 0 || u.Near && !o.Near && len(o.Among) > 0:
		return o
	case len(o.Among) == 0 || o.Near && !u.Near:
		return u
	case u.Near:
		near := source.Nearest(u.Name, []string{u.Among[0], o.Among[0]})
		return &Unknown{Name: u.Name, Among: []string{near}, Near: true}
	}
	return &Unknown{Name: u.Name, Among: append(slices.Clone(u.Among), o.Among...)}
}

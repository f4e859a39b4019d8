package tables

import (
	"path"
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// target identifies the content of a column. key is a field or another key of cards; sub is a key of the table in that
// field, a language of `names`, or `mark` or `cites` for the provenance of the value.
type target struct{ key, sub string }

func (t target) String() string { return strings.TrimSuffix(t.key+"."+t.sub, ".") }

// column is a column in use.
type column struct {
	at  int
	how *syntax.Column // the mapping; nil if the header is the name of the target
	key source.Pos     // where the key of a table is named
}

// inCells are the keys of cards that cells can hold, besides fields and formulas.
var inCells = []string{"id", "names", "copies", "starts", "draws", "cites"}

// english is the target of a column that has no language.
var english = target{"names", "en"}

// bind determines which field each column holds. It reports whether that succeeded.
func (k *kind) bind() bool {
	k.columns, k.found, k.formulas = map[target]column{}, map[string]int{}, []string{"starts", "draws"}
	had, d := len(k.e.found), &k.e.found
	for _, h := range k.Has {
		if !h.Steps {
			k.formulas = append(k.formulas, h.Name)
		}
	}
	k.keys = slices.Concat(inCells, syntax.NamesOf(k.Fields), k.formulas[2:])
	used := map[int]bool{}
	for _, c := range k.Table.Columns {
		if !slices.Contains(k.keys, c.Name) {
			d.Unknown(c.Pos, c.Name, k.keys, "kind %s has no field %q", k.Name, c.Name)
			continue
		}
		for _, of := range append(c.Keys, syntax.HeaderOf{Header: c.Header}) {
			to := target{c.Name, of.Key.Name}
			if to == (target{"names", ""}) {
				to = english
			}
			if of.Header.Name != "" {
				k.columns[to] = column{at: k.need(of.Header, used), how: c, key: of.Key.Pos}
			}
		}
	}
	for _, f := range slices.Concat(k.Table.Where, k.Table.Skip) {
		k.need(f.Ident, used)
		if f.Is.Kind == source.Map {
			d.Add(f.Is.Pos, "expected a text, or a list of texts; found a map")
		}
	}
	if c := k.Table.Clauses; c != nil {
		for _, header := range c.Columns {
			k.need(header, used)
		}
	}
	for _, m := range hole.FindAllStringSubmatch(k.Table.ID.Name, -1) {
		if m[1] != "row" {
			k.need(syntax.Ident{Name: m[1], Pos: k.Table.ID.Pos}, used)
		}
	}
	if len(*d) > had {
		return false
	}
	k.bindByName(used)
	switch pattern := k.Table.ID; {
	case pattern.Name != "" && !hole.MatchString(pattern.Name):
		d.Hint(pattern.Pos, "write for example card_{id}", "the pattern %q names no column", pattern.Name)
	case pattern.Name != "":
	case k.has(target{"id", ""}):
		k.idHeader = k.header(target{"id", ""})
	case k.has(english):
		k.idHeader = k.header(english)
	default:
		d.Hint(k.t.Headers[0].Pos,
			"add one, or write under `table` which it is: `id: '{HEADER}'` or `columns: {names: HEADER}`",
			"the table has no column `id` or `name`")
	}
	return len(*d) == had
}

// bindByName assigns the columns whose header is the name of a target. It reports headers that mean nothing or occur
// twice.
func (k *kind) bindByName(used map[int]bool) {
	named, d := k.byName(), &k.e.found
	for at, header := range k.t.Headers {
		if header == nil || k.ignores(header, false) {
			continue
		}
		to := named[plain(header.Value)]
		switch first := k.column(header.Value); {
		case first != at:
			d.Hint(header.Pos, "rename one of them, or add it to `ignore`", "two columns have the header %q",
				header.Value)
		case used[at] && (len(to) != 1 || k.has(to[0])):
		case len(to) > 1:
			d.Hint(header.Pos, "say under `columns` or `ignore` which", "the header %q could be %s or %s", header.Value,
				to[0], to[1])
		case len(to) == 1 && k.has(to[0]):
			d.Hint(header.Pos, "add one of them to `ignore`", "the columns %q and %q both hold %s", k.header(to[0]),
				header.Value, to[0])
		case len(to) == 1:
			k.columns[to[0]] = column{at: at, key: header.Pos}
		case !k.ignores(header, true) || source.Nearest(Fold(header.Value), k.keys[len(inCells):]) != "":
			hint := source.DidYouMean(Fold(header.Value), k.keys)
			if hint == "" {
				hint = "map the column under `columns`, or list it under `ignore`"
			}
			d.UnknownHint(header.Pos, header.Value, k.keys, hint, "kind %s has no field %q", k.Name, header.Value)
		}
	}
}

// ignores reports whether the mapping lists a header under `ignore`, or has a pattern that matches it.
func (k *kind) ignores(header *source.Node, patterns bool) bool {
	return slices.ContainsFunc(k.Table.Ignore, func(i syntax.Ident) bool {
		return i.Name == header.Value || patterns && matches(i.Name, header.Value)
	})
}

// matches reports whether a text matches a pattern, in which * stands for any text.
func matches(pattern, text string) bool {
	ok, err := path.Match(strings.ReplaceAll(pattern, "/", " "), strings.ReplaceAll(text, "/", " "))
	return pattern == text || ok && err == nil
}

// byName returns the targets by the names that their columns can have.
func (k *kind) byName() map[string][]target {
	named := map[string][]target{}
	name := func(to target, name string) {
		if n := plain(name); !slices.Contains(named[n], to) {
			named[n] = append(named[n], to)
		}
	}
	for _, key := range k.keys {
		if key != "names" {
			name(target{key, ""}, key)
		}
		name(target{key, "mark"}, key+" mark")
		name(target{key, "cites"}, key+" cites")
	}
	for _, word := range []string{"count", "qty", "quantity"} {
		name(target{"copies", ""}, word)
	}
	for _, header := range k.t.Headers {
		if header == nil {
			continue
		}
		folded := Fold(header.Value)
		lang, ok := strings.CutPrefix(folded, "name")
		lang = strings.TrimLeft(strings.TrimPrefix(lang, "s"), "_")
		switch {
		case ok && lang == "":
			name(english, header.Value)
		case ok && (len(lang) == 2 || len(lang) == 3):
			name(target{"names", lang}, header.Value)
		}
		for _, f := range k.Fields {
			if key, ok := strings.CutPrefix(folded, f.Name+"_"); ok && f.Type.IsTable() &&
				named[plain(header.Value)] == nil {
				name(target{f.Name, key}, header.Value)
			}
		}
	}
	return named
}

func (k *kind) has(to target) bool {
	_, ok := k.columns[to]
	return ok
}

func (k *kind) header(to target) string { return k.t.Headers[k.columns[to].at].Value }

// column returns the column with a header, or -1.
func (k *kind) column(header string) int {
	if at, known := k.found[header]; known {
		return at
	}
	at := slices.IndexFunc(k.t.Headers, func(n *source.Node) bool { return n != nil && n.Value == header })
	if at < 0 {
		at = slices.IndexFunc(k.t.Headers, func(n *source.Node) bool {
			return n != nil && plain(n.Value) == plain(header)
		})
	}
	k.found[header] = at
	return at
}

// need returns the column with a header that the mapping names, and notes it as used.
func (k *kind) need(header syntax.Ident, used map[int]bool) int {
	at := k.column(header.Name)
	if used[at] = true; at < 0 {
		var all []string
		for _, n := range k.t.Headers {
			if n != nil {
				all = append(all, n.Value)
			}
		}
		k.e.found.UnknownOr(header.Pos, header.Name, all, "the columns are "+strings.Join(all, ", "),
			"%s has no column %q", path.Base(k.t.File.Path), header.Name)
	}
	return at
}

// under returns the cell of a row under a header, or nil.
func (k *kind) under(header string, row int) *source.Node { return k.t.Cell(row, k.column(header)) }

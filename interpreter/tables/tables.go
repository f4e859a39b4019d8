// Package tables makes cards of the rows of tables (CSV), which kinds name under `table`.
//
//	tables.go  the tables of a game, and the cards that their rows become
//	headers.go which column holds which value
//	cells.go   cells → values
//	fold.go    names → ids
//	write.go   cards → rows
//	guess.go   a table → the file of a kind, as a draft
//
// A row becomes a node of `cards`, as if it were written in the file of its kind. The stages behind do not know of
// tables: they find a card with positions in the CSV.
package tables

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// IsTable reports whether a file can be a table, by its name.
func IsTable(p string) bool {
	ext := strings.ToLower(path.Ext(p))
	return ext == ".csv" || ext == ".tsv"
}

// Named returns the paths of the tables that the files of a game name.
func Named(files []*source.File) (paths []string) {
	for _, f := range files {
		if bytes.Contains(f.Text, []byte("table:")) { // most files name none, and need not be parsed here
			doc, _ := source.Parse(f, source.DefaultLimits())
			if p := pathOf(doc); p != "" {
				paths = append(paths, p)
			}
		}
	}
	return paths
}

// pathOf returns the path of the table that a file names, or "".
func pathOf(doc *source.Node) string {
	n := doc.Get("table")
	if n != nil && n.Kind == source.Map {
		n = n.Get("file")
	}
	if n == nil || n.Kind != source.Scalar || doc.Get("kind") == nil || doc.Pos.File == nil {
		return ""
	}
	return path.Join(path.Dir(doc.Pos.File.Path), n.Value)
}

// Expand returns the files of a game with the rows of their tables as cards. files are the files of the tables, and
// others the paths of all tables in the folder of the game.
func Expand(docs []*source.Node, files []*source.File, others []string) ([]*source.Node, source.Diagnostics) {
	e := &expander{files: files, others: others, read: map[string]*table{}, cards: map[string]map[string]string{}}
	docs = slices.Clone(docs)
	var kinds []*kind
	for i, doc := range docs {
		if doc.Get("kind") == nil {
			continue
		}
		e.note(doc.Get("kind").Value, doc.Get("cards"))
		if doc.Get("table") == nil {
			continue
		}
		k := &kind{e: e, doc: doc, at: i}
		k.Kind, k.valid = syntax.DecodeKind(doc)
		if k.Table != nil && k.Table.File.Name != "" {
			if k.t = e.open(k); k.t != nil && k.bind() {
				kinds = append(kinds, k)
				k.takeRows()
			}
		}
	}
	for _, k := range kinds {
		k.refuseLeft()
	}
	for _, k := range kinds {
		docs[k.at] = k.expanded()
	}
	return docs, e.found
}

type expander struct {
	files  []*source.File
	others []string
	found  source.Diagnostics
	read   map[string]*table            // by path; nil for a table with errors
	cards  map[string]map[string]string // kind → folded name of a card → its id
}

// table is a table with the kinds that read it.
type table struct {
	*source.Table
	takenBy []*kind // for each row, the kind of its card; nil for none
	skipped []bool
	kinds   []*kind
}

// kind is a kind with a table.
type kind struct {
	*syntax.Kind
	e        *expander
	doc      *source.Node
	valid    bool // the mapping has no errors
	at       int  // index of doc among the files
	t        *table
	keys     []string // the keys of cards that columns can hold
	formulas []string // keys whose cells are passed to the decoder as texts: `starts`, `draws` and formulas of cards
	columns  map[target]column
	found    map[string]int // header → its column, or -1
	idHeader string         // the header of the column from which ids are made, without a pattern
	rows     []*card
}

// card is a row that a kind takes.
type card struct {
	row  int
	key  *source.Node
	more []int // rows equal to this one
	out  bool  // the table gives no copies
}

// note records the names of the cards that a file lists.
func (e *expander) note(kind string, cards *source.Node) {
	if e.cards[kind] == nil {
		e.cards[kind] = map[string]string{}
	}
	if cards == nil || cards.Kind != source.Map {
		return
	}
	for _, p := range cards.Pairs {
		e.cards[kind][plain(p.Key.Value)] = p.Key.Value
		if names := p.Val.Get("names"); names != nil {
			for _, name := range names.Pairs {
				e.cards[kind][plain(name.Val.Value)] = p.Key.Value
			}
		}
	}
}

// open parses the table of a kind. It returns nil after an error.
func (e *expander) open(k *kind) *table {
	p, file := pathOf(k.doc), k.Table.File
	folder := path.Dir(k.doc.Pos.File.Path)
	if t, known := e.read[p]; known {
		return t
	}
	e.read[p] = nil
	at := slices.IndexFunc(e.files, func(f *source.File) bool { return f.Path == p })
	switch game := strings.Join(strings.SplitN(folder+"//", "/", 3)[:2], "/"); {
	case !IsTable(p):
		e.found.Hint(file.Pos, "save the sheet as CSV", "a table is a file that ends in .csv or .tsv; found %q",
			file.Name)
	case !strings.HasPrefix(p, game+"/") || path.IsAbs(file.Name) || strings.Contains(file.Name, `\`):
		e.found.Hint(file.Pos, "write the path from the folder of this file, with /",
			"the table %q is outside of the folder of the game", file.Name)
	case at < 0:
		var names []string
		for _, other := range e.others {
			if rel, inside := strings.CutPrefix(other, folder+"/"); inside {
				names = append(names, rel)
			}
		}
		hint := source.DidYouMean(file.Name, names)
		for _, name := range names {
			if strings.EqualFold(name, file.Name) {
				hint = "there is " + name
			}
		}
		e.found.UnknownHint(file.Pos, file.Name, names, hint, "there is no table %s", file.Name)
	case e.files[at].Text != nil: // otherwise reading it has reported the error
		t, found := source.ParseTable(e.files[at])
		e.found.Append(found)
		if len(found) == 0 {
			e.read[p] = &table{Table: t, takenBy: make([]*kind, t.Rows()), skipped: make([]bool, t.Rows())}
		}
	}
	return e.read[p]
}

// takeRows takes the rows of the kind and determines the ids of their cards.
func (k *kind) takeRows() {
	d, t, byID := &k.e.found, k.t, map[string]*card{}
	t.kinds = append(t.kinds, k)
	for row := range t.Rows() {
		if k.matches(k.Table.Skip, row, false) {
			t.skipped[row] = true
			continue
		}
		if !k.matches(k.Table.Where, row, true) {
			continue
		}
		if other := t.takenBy[row]; other != nil {
			d.Hint(t.Begin(row), "write `where` for both kinds", "this row is a card of kind %s and of kind %s",
				other.Name, k.Name)
			continue
		}
		t.takenBy[row] = k
		key := k.id(row, len(k.rows)+1)
		if key == nil {
			continue
		}
		first := byID[key.Value]
		if first == nil {
			byID[key.Value] = &card{row: row, key: key}
			k.rows = append(k.rows, byID[key.Value])
			k.noteNames(row, key.Value)
			continue
		}
		switch equal := k.equal(first.row, row); {
		case equal && k.Table.EqualRows:
			first.more = append(first.more, row)
		case equal:
			d.Hint(key.Pos, "both rows are equal; give the number of `copies`, or write `equal_rows: copies`",
				"card %q is already in line %d", key.Value, first.key.Pos.Line)
		default:
			d.Hint(key.Pos, "give each card a name of its own, or a column `id`", "card %q is already in line %d",
				key.Value, first.key.Pos.Line)
		}
	}
}

// refuseLeft reports rows that are no card of any kind.
func (k *kind) refuseLeft() {
	if k.t.kinds[0] != k {
		return
	}
	for row, by := range k.t.takenBy {
		if by != nil || k.t.skipped[row] {
			continue
		}
		at, shown, among := k.t.Begin(row), "this row", []string(nil)
		for _, other := range k.t.kinds {
			for _, f := range other.Table.Where {
				if cell := other.under(f.Name, row); cell != nil {
					at, shown = cell.Pos, source.Shown(cell.Value)
				}
				for _, p := range patterns(f.Is) {
					among = append(among, p.Value)
				}
			}
		}
		word, _ := strconv.Unquote(shown)
		hint := "to leave rows out, write `skip`"
		if near := source.DidYouMean(word, among); near != "" {
			hint = near + " " + strings.ToUpper(hint[:1]) + hint[1:]
		}
		k.e.found.UnknownHint(at, word, among, hint, "%s belongs to no kind", shown)
	}
}

// matches reports whether a row matches the filters: all of them, or any.
func (k *kind) matches(filters []*syntax.RowFilter, row int, all bool) bool {
	for _, f := range filters {
		value := ""
		if cell := k.under(f.Name, row); cell != nil {
			value = cell.Value
		}
		one := slices.ContainsFunc(patterns(f.Is), func(p *source.Node) bool { return matches(p.Value, value) })
		if one != all {
			return one
		}
	}
	return all
}

// patterns returns the patterns of a filter.
func patterns(n *source.Node) []*source.Node {
	if n.Kind == source.List {
		return n.Items
	}
	return []*source.Node{n}
}

// equal reports whether two rows are equal in the columns that the kind reads.
func (k *kind) equal(a, b int) bool {
	for _, c := range k.columns {
		if x, y := k.t.Cell(a, c.at), k.t.Cell(b, c.at); (x == nil) != (y == nil) || x != nil && x.Value != y.Value {
			return false
		}
	}
	return true
}

var hole = regexp.MustCompile(`\{([^{}]*)\}`)

// id returns the id of the card in a row as a node, or nil after an error. n is the number of the row among those of
// the kind.
func (k *kind) id(row, n int) *source.Node {
	at, empty, pattern := k.t.Begin(row), "", k.Table.ID.Name
	if pattern == "" {
		pattern = "{" + k.idHeader + "}"
	}
	key := hole.ReplaceAllStringFunc(pattern, func(name string) string {
		name = name[1 : len(name)-1]
		cell := k.under(name, row)
		switch {
		case name == "row":
			return strconv.Itoa(n)
		case cell == nil:
			empty = name
			return ""
		}
		at = k.sound(cell).Pos
		return Fold(cell.Value)
	})
	switch {
	case empty != "":
		k.e.found.Hint(at, "to leave rows out, write for example `skip: {"+empty+": ''}`",
			"this row has nothing under %q, from which the id of its card is made", empty)
		return nil
	case !isID.MatchString(key):
		k.e.found.Hint(at, "write `id: card_{id}` under `table`, or give the table a column `id`",
			"%q is not an id; an id has letters a to z, digits and _, and begins with a letter", key)
		return nil
	}
	return text(at, key)
}

var isID = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// noteNames records the names of the card in a row.
func (k *kind) noteNames(row int, id string) {
	k.e.cards[k.Name][plain(id)] = id
	for to, c := range k.columns {
		if cell := k.t.Cell(row, c.at); to.key == "names" && cell != nil {
			k.e.cards[k.Name][plain(cell.Value)] = id
		}
	}
}

// expanded returns the file of the kind with its rows as cards instead of the key `table`, which stays only for the
// decoder to report its errors.
func (k *kind) expanded() *source.Node {
	doc := *k.doc
	doc.Pairs = slices.DeleteFunc(slices.Clone(doc.Pairs), func(p source.Pair) bool {
		return k.valid && p.Key.Value == "table"
	})
	cards := entryOf(&doc, "cards", k.Table.File.Pos)
	written := cards.Pairs
	cards.Pairs = nil
	ids, known := []string{}, map[string]*source.Node{}
	for _, c := range k.rows {
		body, clauses := k.body(c)
		ids, known[c.key.Value] = append(ids, c.key.Value), body
		if c.out {
			continue
		}
		cards.Pairs = append(cards.Pairs, source.Pair{Key: c.key, Val: body})
		if len(clauses) > 0 {
			all := entryOf(&doc, "clauses", clauses[0].Key.Pos)
			all.Pairs = append(all.Pairs, clauses...)
		}
	}
	for _, p := range written {
		if body := known[p.Key.Value]; body != nil {
			k.add(body, p)
			continue
		}
		k.e.found.Unknown(p.Key.Pos, p.Key.Value, ids, "card %q is in no row of %s", p.Key.Value,
			path.Base(k.t.File.Path))
	}
	return &doc
}

// entryOf returns the map under a key of a file, as a copy to which the caller can add entries.
func entryOf(doc *source.Node, key string, at source.Pos) *source.Node {
	i := slices.IndexFunc(doc.Pairs, func(p source.Pair) bool { return p.Key.Value == key })
	if i < 0 {
		doc.Pairs = append(doc.Pairs, source.Pair{Key: text(at, key), Val: &source.Node{Pos: at, Kind: source.Map}})
		return doc.Pairs[len(doc.Pairs)-1].Val
	}
	m := *doc.Pairs[i].Val
	m.Pairs = slices.Clip(m.Pairs)
	doc.Pairs[i].Val = &m
	return &m
}

// add merges two entries for a card: those in the file of the kind and those from its row in the table.
func (k *kind) add(body *source.Node, written source.Pair) {
	if written.Val.Kind != source.Map {
		body.Pairs = append(body.Pairs, source.Pair{Key: written.Key, Val: written.Val}) // the decoder reports it
		return
	}
	for _, p := range written.Val.Pairs {
		i := slices.IndexFunc(body.Pairs, func(q source.Pair) bool { return q.Key.Value == p.Key.Value })
		if i < 0 {
			body.Pairs = append(body.Pairs, p)
			continue
		}
		was := body.Pairs[i].Val
		switch {
		case p.Key.Value == "cites" && p.Val.Kind == source.List:
			was.Items = append(slices.Clip(was.Items), p.Val.Items...)
		case p.Key.Value == "names" && p.Val.Kind == source.Map:
			k.add(was, source.Pair{Key: written.Key, Val: p.Val})
		default:
			k.e.found.Hint(p.Key.Pos, fmt.Sprintf("remove it here, or empty the cell at %s", was.Pos),
				"card %q has %q in its row, too", written.Key.Value, p.Key.Value)
		}
	}
}

func text(at source.Pos, value string) *source.Node { return &source.Node{Pos: at, Value: value} }

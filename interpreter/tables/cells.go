package tables

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// body returns a row as a card, and its texts as clauses.
func (k *kind) body(c *card) (body *source.Node, clauses []source.Pair) {
	body = &source.Node{Pos: c.key.Pos, Kind: source.Map}
	put := func(key string, val *source.Node) {
		if val != nil {
			body.Pairs = append(body.Pairs, source.Pair{Key: text(val.Pos, key), Val: val})
		}
	}
	names := &source.Node{Kind: source.Map}
	for _, lang := range k.columnsOf("names") {
		if cell := k.cell(c.row, target{"names", lang}); cell != nil {
			names.Pos = cell.Pos
			names.Pairs = append(names.Pairs, source.Pair{Key: text(cell.Pos, lang), Val: k.sound(cell)})
		}
	}
	if len(names.Pairs) > 0 {
		put("names", names)
	}
	put("copies", k.copies(c))
	for _, f := range k.Fields {
		put(f.Name, k.value(c.row, f))
	}
	for _, key := range k.formulas {
		if cell := k.cell(c.row, target{key, ""}); cell != nil {
			is := *k.sound(cell)
			is.Tag = source.TagOf(is.Value)
			if zone, place, ok := strings.Cut(is.Value, ": "); ok && key == "starts" {
				is = source.Node{Pos: is.Pos, Kind: source.Map,
					Pairs: []source.Pair{{Key: text(is.Pos, zone), Val: text(is.Pos, place)}}}
			}
			put(key, &is)
		}
	}
	clauses = k.clauses(c)
	cites := &source.Node{Pos: c.key.Pos, Kind: source.List, Items: clauseIDs(k.cell(c.row, target{"cites", ""}))}
	for _, clause := range clauses {
		cites.Items = append(cites.Items, clause.Key)
	}
	if len(cites.Items) > 0 {
		put("cites", cites)
	}
	// as in a file of YAML
	slices.SortStableFunc(body.Pairs, func(a, b source.Pair) int { return a.Key.Pos.Compare(b.Key.Pos) })
	return body, clauses
}

// cell returns the cell of a row for a target, or nil if it is empty.
func (k *kind) cell(row int, to target) *source.Node {
	c, ok := k.columns[to]
	if !ok {
		return nil
	}
	cell := k.t.Cell(row, c.at)
	if cell == nil || c.how != nil && c.how.Empty.Name != "" && cell.Value == c.how.Empty.Name {
		return nil
	}
	return cell
}

// sound reports a cell with an error of the spreadsheet or a formula. It returns the cell.
func (k *kind) sound(cell *source.Node) *source.Node {
	switch what := cell.Uncomputed(); what {
	case "":
	case "a formula":
		k.e.found.Hint(cell.Pos, "export values, not formulas; for a text that begins with =, write '=",
			"the cell has a formula instead of a value")
	default:
		k.e.found.Add(cell.Pos, "%s: the spreadsheet could not compute this cell", what)
	}
	return cell
}

// copies returns the number of copies of a card, or nil if the table gives none.
func (k *kind) copies(c *card) *source.Node {
	to, all, copies := target{"copies", ""}, 0, k.Table.Copies
	for _, row := range append([]int{c.row}, c.more...) {
		n := copies
		if cell := k.cell(row, to); cell != nil {
			n = k.number(k.meant(cell, k.columns[to].how))
		}
		switch {
		case n == nil || n.Kind == source.Map:
			all++
		case row == c.row:
			copies = n
			fallthrough
		default:
			one, _ := source.Number(n.Value)
			all += one
		}
	}
	switch {
	case len(c.more) > 0:
		copies = &source.Node{Pos: c.key.Pos, Tag: source.Int, Value: strconv.Itoa(all)}
	case copies == nil || copies.Kind == source.Map:
		return copies
	}
	c.out = copies.Value == "0"
	return k.withProvenance(c.row, "copies", copies, k.columns[to].how, false)
}

// value returns the value of a field of the card in a row, or nil if its cells are empty.
func (k *kind) value(row int, f *syntax.Field) *source.Node {
	to := target{f.Name, ""}
	how := k.columns[to].how
	var val *source.Node
	if cell := k.cell(row, to); cell != nil {
		if f.Type.IsTable() {
			val = k.multiset(cell, f, how)
		} else {
			val = k.scalar(k.meant(cell, how), f)
		}
	} else if f.Type.IsTable() {
		val = &source.Node{Kind: source.Map}
		for _, key := range k.columnsOf(f.Name) {
			if cell := k.cell(row, target{f.Name, key}); cell != nil {
				of := k.columns[target{f.Name, key}]
				how = of.how
				if id := k.e.cards[f.Type.By.Name][plain(key)]; id != "" {
					key = id
				}
				if n := k.scalar(k.meant(cell, how), f); n != nil {
					val.Pos = cell.Pos
					val.Pairs = append(val.Pairs,
						source.Pair{Key: &source.Node{Pos: of.key, Tag: source.TagOf(key), Value: key}, Val: n})
				}
			}
		}
		if len(val.Pairs) == 0 {
			return nil
		}
	}
	if val == nil {
		return nil
	}
	return k.withProvenance(row, f.Name, val, how, f.Assumed)
}

// columnsOf returns the keys of a field for which there are columns, from left to right.
func (k *kind) columnsOf(field string) (keys []string) {
	for to := range k.columns {
		if to.key == field && to.sub != "" && to.sub != "mark" && to.sub != "cites" {
			keys = append(keys, to.sub)
		}
	}
	slices.SortFunc(keys, func(a, b string) int {
		return k.columns[target{field, a}].at - k.columns[target{field, b}].at
	})
	return keys
}

// withProvenance adds to a value whether it is given or assumed, and its clauses, if a column or a cell says so.
func (k *kind) withProvenance(row int, key string, val *source.Node, how *syntax.Column, assumed bool) *source.Node {
	mark, cites := k.cell(row, target{key, "mark"}), clauseIDs(k.cell(row, target{key, "cites"}))
	word := ""
	if how != nil {
		for _, id := range how.Cites {
			cites = append(cites, text(id.Pos, id.Name))
		}
		if how.Assumed {
			word = "assumed"
		}
	}
	at := val.Pos
	switch {
	case mark != nil && mark.Value != "given" && mark.Value != "assumed" &&
		(mark.Value != "each_player" || key != "copies"):
		k.e.found.Add(mark.Pos, "a mark is given or assumed; found %s", source.Shown(mark.Value))
		return val
	case mark != nil:
		word, at = mark.Value, mark.Pos
	case word == "" && len(cites) > 0 && assumed:
		word = "assumed"
	case word == "" && len(cites) > 0:
		word = "given"
	case word == "":
		return val
	}
	m := &source.Node{Pos: val.Pos, Kind: source.Map, Pairs: []source.Pair{{Key: text(at, word), Val: val}}}
	if len(cites) > 0 {
		m.Pairs = append(m.Pairs,
			source.Pair{Key: text(cites[0].Pos, "cites"),
				Val: &source.Node{Pos: cites[0].Pos, Kind: source.List, Items: cites}})
	}
	return m
}

// clauseIDs returns the ids in a cell, which spaces separate.
func clauseIDs(cell *source.Node) (ids []*source.Node) {
	if cell != nil {
		for _, span := range words.FindAllStringIndex(cell.Value, -1) {
			ids = append(ids, cell.Part(span[0], span[1]))
		}
	}
	return ids
}

var words = regexp.MustCompile(`[^\s,;]+`)

// meant returns a cell with its text replaced as the mapping of the column says.
func (k *kind) meant(cell *source.Node, how *syntax.Column) *source.Node {
	if how != nil {
		for _, m := range how.Means {
			if unvaried(m.Name) == unvaried(cell.Value) {
				return text(cell.Pos, m.Means.Name)
			}
		}
	}
	return k.sound(cell)
}

// scalar returns a single value of a field, or nil after an error.
func (k *kind) scalar(cell *source.Node, f *syntax.Field) *source.Node {
	switch kind := f.Type.Name; kind {
	case "number":
		return k.number(cell)
	case "yes_no":
		yes := slices.Contains(yes, strings.ToLower(cell.Value))
		if !yes && !slices.Contains(no, strings.ToLower(cell.Value)) {
			k.e.found.Hint(cell.Pos, "write yes or no", "%s is neither yes nor no", source.Shown(cell.Value))
			return nil
		}
		return &source.Node{Pos: cell.Pos, Tag: source.Bool, Value: strconv.FormatBool(yes)}
	case "word":
		for _, w := range f.Type.Words {
			if plain(w.Name) == plain(cell.Value) {
				return text(cell.Pos, w.Name)
			}
		}
	default:
		if id := k.e.cards[kind][plain(cell.Value)]; id != "" {
			return text(cell.Pos, id)
		}
	}
	if word := Fold(cell.Value); word != "" {
		return text(cell.Pos, word)
	}
	return cell
}

var (
	yes = []string{"true", "yes", "x", "1", "ja", "oui", "wahr", "vrai"}
	no  = []string{"false", "no", "0", "nein", "non", "falsch", "faux"}
)

// wholeNumber matches the numbers that have one meaning everywhere: 1.000 can be a thousand.
var wholeNumber = regexp.MustCompile(`^([-+−]?)([0-9]+)(?:[.,]00?)?$`)

// number returns a number, or nil after an error.
func (k *kind) number(cell *source.Node) *source.Node {
	value := numeral(cell.Value)
	if value == "" && cell.Uncomputed() == "" {
		k.e.found.Add(cell.Pos, "%s is not a whole number", source.Shown(cell.Value))
	}
	if value == "" {
		return nil
	}
	return &source.Node{Pos: cell.Pos, Tag: source.Int, Value: value}
}

// numeral returns a number as rules write it, or "" for a text that is not a whole number.
func numeral(text string) string {
	parts := wholeNumber.FindStringSubmatch(text)
	if parts == nil {
		return ""
	}
	value := strings.TrimLeft(parts[2], "0")
	switch {
	case value == "":
		return "0"
	case parts[1] == "-" || parts[1] == "−":
		return "-" + value
	}
	return value
}

// unvaried returns a text without the variation selector that some programs add to an emoji.
func unvaried(s string) string { return strings.ReplaceAll(s, "\ufe0f", "") }

// symbol is a text that stands for a key of a field.
type symbol struct{ text, key string }

// symbolsOf returns the symbols of a column, longest first. They are the ones in the mapping or, without a mapping, the
// keys of the field.
func (k *kind) symbolsOf(f *syntax.Field, how *syntax.Column) (all []symbol) {
	if how != nil {
		for _, s := range how.Symbols {
			all = append(all, symbol{unvaried(s.Name), s.Means.Name})
		}
	}
	if all == nil {
		for name, id := range k.e.cards[f.Type.By.Name] {
			all = append(all, symbol{name, id})
		}
		for _, key := range f.Type.Keys {
			all = append(all, symbol{key.Name, key.Name})
		}
	}
	slices.SortFunc(all, func(a, b symbol) int {
		if len(a.text) != len(b.text) {
			return len(b.text) - len(a.text)
		}
		return strings.Compare(a.text, b.text)
	})
	return all
}

// item matches a symbol with a number before or behind it, or neither.
var item = regexp.MustCompile(
	`([-−]?[0-9]+)\s*[x×]?\s*([^\s,;/|+:=0-9]+)|([^\s,;/|+:=0-9]+?)(?:\s*[:=x×]?\s*([0-9]+)|[\s,;/|+]|$)`)

// word matches a symbol in a column in which symbols can be numbers, so that a number is not taken for a count.
var word = regexp.MustCompile(`()([^\s,;/|+]+)()()`)

// multiset returns the symbols of a cell, counted, as a map: `2T/R` or `wood: 2, fish`.
func (k *kind) multiset(cell *source.Node, f *syntax.Field, how *syntax.Column) *source.Node {
	symbols, pattern, end := k.symbolsOf(f, how), item, 0
	if slices.ContainsFunc(symbols, func(s symbol) bool { return source.IsNumber(s.text) }) {
		pattern = word
	}
	m, value := &source.Node{Pos: cell.Pos, Kind: source.Map}, k.sound(cell).Value
	if cell.Uncomputed() != "" {
		return nil
	}
	part := func(at []int, i int) string { return value[max(at[2*i], 0):max(at[2*i+1], 0)] }
	for _, at := range append(pattern.FindAllStringSubmatchIndex(value, -1), []int{len(value), len(value)}) {
		if rest := strings.Trim(value[end:at[0]], " ,;/|+\n\t"); rest != "" {
			k.e.found.Hint(cell.At(end), "write for example 2 "+symbols[0].text, "%s is no symbol", source.Shown(rest))
			return nil
		}
		end = at[1]
		if len(at) == 2 {
			break
		}
		n, ok := source.Number(strings.Replace(part(at, 1)+part(at, 4), "−", "-", 1))
		if !ok {
			n = 1
		}
		name := unvaried(part(at, 2) + part(at, 3))
		keys := run(symbols, name)
		if keys == nil {
			var names []string
			for _, s := range symbols {
				names = append(names, s.text)
			}
			k.e.found.UnknownOr(cell.At(at[0]), name, names, "the symbols are "+strings.Join(names, " "),
				"%s is no symbol", source.Shown(name))
			return nil
		}
		for _, key := range keys {
			i := slices.IndexFunc(m.Pairs, func(p source.Pair) bool { return p.Key.Value == key })
			if i < 0 {
				i = len(m.Pairs)
				m.Pairs = append(m.Pairs,
					source.Pair{Key: text(cell.Pos, key),
						Val: &source.Node{Pos: cell.Pos, Tag: source.Int, Value: "0"}})
			}
			was, _ := source.Number(m.Pairs[i].Val.Value)
			m.Pairs[i].Val.Value = strconv.Itoa(was + n)
		}
	}
	return m
}

// run returns the keys of an item: of one symbol, or of several without spaces between. It returns nil if a part of
// the item is no symbol.
func run(symbols []symbol, item string) (keys []string) {
	for _, s := range symbols {
		if s.text == item || plain(s.text) == plain(item) {
			return []string{s.key}
		}
	}
	for item != "" {
		i := slices.IndexFunc(symbols, func(s symbol) bool { return s.text != "" && strings.HasPrefix(item, s.text) })
		if i < 0 {
			return nil
		}
		keys, item = append(keys, symbols[i].key), item[len(symbols[i].text):]
	}
	return keys
}

// clauses returns the texts of a card as clauses.
func (k *kind) clauses(c *card) (all []source.Pair) {
	of := k.Table.Clauses
	if of == nil {
		return nil
	}
	id := strings.ToUpper(strings.ReplaceAll(c.key.Value, "_", ""))
	for _, header := range of.Columns {
		cell := k.under(header.Name, c.row)
		if cell == nil {
			continue
		}
		key := text(cell.Pos, fmt.Sprintf("%s-%s-%d", of.Section.Name, id, len(all)+1))
		clause := &source.Node{Pos: cell.Pos, Kind: source.Map, Pairs: []source.Pair{
			{Key: text(of.Text.Pos, "text"), Val: text(of.Text.Pos, of.Text.Name)},
			{Key: text(of.Section.Pos, "section"), Val: text(of.Section.Pos, of.Section.Name)},
			{Key: text(cell.Pos, "says"), Val: k.sound(cell)},
		}}
		all = append(all, source.Pair{Key: key, Val: clause})
	}
	return all
}

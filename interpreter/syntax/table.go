package syntax

import "moraine/interpreter/source"

// Table names the file whose rows are cards of a kind. Package tables makes the cards.
type Table struct {
	File Ident `yaml:"file,required,short,text" what:"'table'"` // relative to the file of the kind
	// the rows that the kind takes; all of them must match
	Where []*RowFilter `yaml:"where"`
	// rows that are no cards; one of them must match
	Skip      []*RowFilter `yaml:"skip"`
	ID        Ident        `yaml:"id,text"`                     // a pattern such as card_{id}
	Copies    *source.Node `yaml:"copies" is:"number/(copies)"` // for rows without a number of copies
	EqualRows bool         `yaml:"equal_rows" words:"copies"`   // equal rows are copies of one card
	Columns   []*Column    `yaml:"columns"`
	Ignore    []Ident      `yaml:"ignore,text"` // patterns of headers
	Clauses   *CardTexts   `yaml:"clauses"`
}

// RowFilter matches rows by the cell under a header.
type RowFilter struct {
	Ident `yaml:",key,any" what:"a filter of rows"`
	Is    *source.Node `yaml:",value"` // a pattern, or a list of them; '' for an empty cell
}

// Column says in which columns of a table the values of a field stand, and how they are written there.
type Column struct {
	Ident   `yaml:",key,any" what:"a column" rest:"text"`
	Header  Ident      `yaml:"column,short,text"`
	Keys    []HeaderOf // for a field with a column for each key, instead of Header
	Symbols []Symbol   `yaml:"symbols"`
	Means   []Symbol   `yaml:"means"`
	Empty   Ident      `yaml:"empty,any"` // the cell of a card without a value
	Assumed bool       `yaml:"assumed"`
	Cites   Clauses    `yaml:"cites"`
}

// HeaderOf is the header of the column for a key of a table, or for a language of `names`.
type HeaderOf struct{ Key, Header Ident }

// Symbol is a text in cells, and the value for which it stands.
type Symbol struct {
	Ident `yaml:",key,any"`
	Means Ident `yaml:",value,any"`
}

// CardTexts makes the texts in some columns clauses, which the cards cite.
type CardTexts struct {
	Text    Ident   `yaml:"text,required" what:"'clauses' of a table" ref:"text"`
	Section Ident   `yaml:"section,required,section" ref:"section"` // also the beginning of the ids of the clauses
	Columns []Ident `yaml:"columns,required,text"`
}

func (c *Column) check(m *Fields) {
	if c.Header.Name != "" {
		m.allowOnly(nil)
		return
	}
	for _, p := range m.rest() {
		c.Keys = append(c.Keys, HeaderOf{Ident{p.Key.Value, p.Key.Pos}, spellings["text"](p.Val, m.Diags)})
	}
	if len(c.Keys) == 0 {
		m.complain("a column needs the header that stands above it; write `column: HEADER`")
	}
}

// DecodeKind decodes the file of a kind, in advance of Decode. valid reports whether its key `table` has no errors. The
// errors are those that Decode reports.
func DecodeKind(n *source.Node) (k *Kind, valid bool) {
	var found, other source.Diagnostics
	if table := n.Get("table"); table != nil {
		readInto(table, &found, &Table{})
	}
	m := OpenMap(n, &other, "a file of a game")
	k, m.seen = &Kind{}, register{}
	m.fill(k, nil)
	return k, len(found) == 0
}

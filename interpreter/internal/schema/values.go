package schema

import (
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// arrange assigns words of the state to counters, marks, zones and pieces.
func (b *builder) arrange() {
	n := 0
	alloc := func(k int) int { n += k; return n - k }
	l := &b.Layout
	alloc(ZoneWords * len(b.Zones))
	l.Pieces = alloc(PieceWords * len(b.Pieces))
	// A value that can be temporary has two more words: the event that ends it, and the number
	// of runs already in progress that do not end it.
	words := func(f *Field, k int) int {
		at := alloc(k)
		if f.Until {
			f.UntilAt = alloc(2*k) - at
		}
		return at
	}
	for _, f := range b.GameFields {
		f.Mark, f.Slot = true, words(f, 1)
	}
	for _, f := range b.PlayerFields {
		f.Mark, f.Slot = true, words(f, b.MaxPlayers)
	}
	for _, f := range b.PieceFields {
		f.At = make([]int, len(b.Kinds))
		if !f.Mark {
			f.Col = b.columns
			b.columns += f.columns()
		}
		total := 0
		for i, k := range b.Kinds {
			f.At[i] = -1
			if f.Mark && f.Kinds.Has(i) {
				total += k.N
			}
		}
		if !f.Mark {
			continue
		}
		at := words(f, total)
		f.Slot = at
		for i, k := range b.Kinds {
			if f.Kinds.Has(i) {
				f.At[i] = at
				at += k.N
			}
		}
	}
	l.Size = n
	if n > maxWords {
		b.diags.Add(b.Game.Players.Pos, "the fields and zones of this game need %d machine words; the maximum is %d", n,
			maxWords)
		return
	}
	b.firstValues()
}

// firstValues computes the initial values of marks, and the words that procedures reset. Kinds
// that share a field may declare different initial values.
func (b *builder) firstValues() {
	for _, f := range b.GameFields {
		f.own(f.Slot, 1)
	}
	for _, f := range b.PlayerFields {
		f.own(f.Slot, b.MaxPlayers)
	}
	for _, f := range b.PieceFields {
		if !f.Mark {
			continue
		}
		for i, k := range b.Kinds {
			if !f.Kinds.Has(i) {
				continue
			}
			k.Marks, k.MarkAt = append(k.Marks, f), append(k.MarkAt, f.At[i]-k.First)
			for p := k.First; p < k.First+k.N; p++ {
				f.Firsts = append(f.Firsts, b.initial(b.Cards[b.Pieces[p].Card], f))
			}
			f.reset(f.declIn(k), f.At[i], k.N)
		}
	}
}

// own sets the words and initial values of a field of the game or of players.
func (f *Field) own(at, n int) {
	for range n {
		f.Firsts = append(f.Firsts, f.Default)
	}
	f.reset(f.Decls[0], at, n)
}

func (f *Field) reset(d *syntax.Field, at, n int) {
	if d.Resets.Name != "" {
		f.Resets = append(f.Resets, Reset{Field: f, Proc: d.Resets, From: at, N: n})
	}
}

// declIn returns the declaration of a field for kind k, or nil.
func (f *Field) declIn(k *Kind) *syntax.Field {
	for _, d := range k.Kind.Fields {
		if d.Name == f.Name {
			return d
		}
	}
	return nil
}

// MarkSlot returns the word of mark f of piece p, or -1 if the piece's kind does not have it.
func (s *Schema) MarkSlot(f *Field, p ref.Piece) int {
	k := s.Pieces[p].Kind
	if f.At[k] < 0 {
		return -1
	}
	return f.At[k] + int(p) - s.Kinds[k].First
}

// PieceOf returns the piece to which word i of a field belongs, or -1.
func (s *Schema) PieceOf(f *Field, i int) ref.Piece {
	for ki, k := range s.Kinds {
		if f.Kinds.Has(ki) {
			if i < k.N {
				return ref.Piece(k.First + i)
			}
			i -= k.N
		}
	}
	return -1
}

// First returns the initial value of a word of a field.
func (f *Field) First(word int) int32 { return f.Firsts[word-f.Slot] }

// printValues sets the printed values of the cards.
func (b *builder) printValues() {
	if n := len(b.Cards) * b.columns; n > maxWords {
		b.Base = &Data{}
		b.diags.Add(b.Game.Players.Pos, "the cards of this game have %d values; the maximum is %d", n, maxWords)
		return
	}
	b.Base = &Data{Static: make([]int32, len(b.Cards)*b.columns), Rows: make([]int32, len(b.Pieces))}
	for p, info := range b.Pieces {
		b.Base.Rows[p] = int32(info.Card)
	}
	for i := range b.Base.Static {
		b.Base.Static[i] = Absent
	}
	missing := map[missingValue]bool{}
	for _, c := range b.Cards {
		for _, d := range c.Kind.Kind.Fields {
			f := c.Kind.Fields[d.Name]
			switch {
			case f.Mark:
			case f.Type.Base == Table:
				f.clear(b.PrintedTable(b.Base, int32(c.Index), f))
			default:
				b.Base.Static[c.Index*b.columns+f.Col] = f.defaults[c.Kind.Index]
			}
		}
		for _, v := range c.Values {
			f := c.Kind.Fields[v.Name]
			if f == nil {
				continue // already reported by the decoder
			}
			if f.Type.Base == Table {
				b.PrintTable(b.Base, c, f, v.Rows, b.diags)
				continue
			}
			if f.Mark {
				continue // firstValues handles marks
			}
			if v.Formula == nil {
				continue // a table in one kind but not in another, already reported
			}
			if err := b.Print(b.Base, c, f, v.Formula); err != "" {
				b.Refuse(b.diags, v.Formula, f.Type, err)
			}
		}
		b.refuseMissing(c, missing)
	}
}

// missingValue is a value that an entry of `cards` lacks. Entries with placeholders declare many cards.
type missingValue struct {
	entry source.Pos
	field string
}

// refuseMissing reports required values that a card lacks, each once for the entry that declares the card.
func (b *builder) refuseMissing(c *Card, reported map[missingValue]bool) {
	for name, f := range c.Kind.Fields {
		first := f.defaults[c.Kind.Index]
		why := f.outOfRange(c.Kind, first)
		switch {
		case f.Mark || f.Type.Base == Table || f.Type.Null || c.Value(name) != nil:
			continue
		case first == Nothing:
		case why == "" || f.declIn(c.Kind).Default != nil:
			continue
		}
		entry := missingValue{entry: c.Pos, field: name}
		if reported[entry] {
			continue
		}
		reported[entry] = true
		hint := ""
		switch line, _ := c.Pos.Whole(); {
		case strings.Contains(line, "<"+name+">"):
			hint = "write `" + name + ": <" + name + ">` in the entry"
		case why != "":
			hint = why + "; give the card a value, or the field a `default`"
		}
		b.diags.Hint(c.Pos, hint, "%s %q has no %s", c.Kind.Name, c.Name, name)
	}
}

// Print sets printed value f of card c in data. why is the reason if the value is invalid, or
// "".
func (s *Schema) Print(data *Data, c *Card, f *Field, v *syntax.Formula) (why string) {
	if v == nil || !v.IsText {
		return "expected a single value"
	}
	n, why := s.Constant(v.Text, f.Type)
	if why != "" {
		return why
	}
	if why := f.outOfRange(c.Kind, n); why != "" {
		return why
	}
	data.Static[c.Index*s.columns+f.Col] = n
	return ""
}

// PrintOn sets printed value f of a single piece. The piece gets its own row in data, or shares
// the row of a copy with equal values.
func (s *Schema) PrintOn(data *Data, p int32, f *Field, v *syntax.Formula) (why string) {
	row := func(piece int32) []int32 { return data.Static[int(data.Rows[piece])*s.columns:][:s.columns] }
	own := *s.Cards[s.Pieces[p].Card]
	own.Index = len(data.Static) / s.columns
	data.Static = append(data.Static, row(p)...)
	data.Rows[p] = int32(own.Index)
	why = s.Print(data, &own, f, v)
	for q := int32(own.First); q < int32(own.First+own.N); q++ {
		if q != p && slices.Equal(row(q), row(p)) {
			data.Rows[p] = data.Rows[q]
			break
		}
	}
	return why
}

// Refuse reports that a printed value is invalid, and lists valid ones.
func (s *Schema) Refuse(d *source.Diagnostics, v *syntax.Formula, t Type, why string) {
	var among []string
	switch t.Base {
	case YesNo:
		among = []string{"false", "true"}
	case Word:
		among = s.WordsOf(t.Words)
	case Player:
		among = s.Seats
	case Piece:
		among = s.CardNames(t.Kinds)
	}
	if among == nil || !v.IsText {
		d.Add(v.Node.Pos, "%s", why)
		return
	}
	d.UnknownHint(v.Node.Pos, v.Text, among, "", "%s", why)
}

func (f *Field) outOfRange(k *Kind, v int32) (why string) {
	d := f.declIn(k)
	if d == nil || !d.Ranged || int(v) >= d.Min && int(v) <= d.Max {
		return ""
	}
	return f.Name + " is " + strconv.Itoa(d.Min) + " to " + strconv.Itoa(d.Max) + ", not " + strconv.Itoa(int(v))
}

// initial returns the initial value of mark f of a piece of card c.
func (b *builder) initial(c *Card, f *Field) int32 {
	v := c.Value(f.Name)
	if v == nil || v.Formula == nil {
		return f.defaults[c.Kind.Index]
	}
	first := b.constant(v.Formula, f.Type)
	if why := f.outOfRange(c.Kind, first); why != "" {
		b.diags.Add(v.Formula.Node.Pos, "%s", why)
	}
	return first
}

// Value returns printed value f in the row of a card or piece, and whether it exists.
func (s *Schema) Value(data *Data, row ref.Card, f *Field) (int32, bool) {
	v := data.Static[int(row)*s.columns+f.Col]
	return v, v != Absent
}

// Columns returns the number of columns of Data.
func (s *Schema) Columns() int { return s.columns }

// columns returns the number of columns of a printed field: for a table, one for each key. The keys of a table by
// number begin with 0.
func (f *Field) columns() int {
	switch {
	case f.Type.Base != Table:
		return 1
	case f.Keys != nil:
		return len(f.Keys.Names)
	}
	return maxTable
}

// PrintedTable returns the values of printed table f, by key, in the row of a card or piece.
func (s *Schema) PrintedTable(data *Data, row int32, f *Field) []int32 {
	return data.Static[int(row)*s.columns+f.Col:][:f.columns()]
}

// clear sets all values of a table to the default.
func (f *Field) clear(table []int32) {
	for i := range table {
		table[i] = f.Unset()
	}
}

// Unset returns the value that a table has for a key that a card leaves out.
func (f *Field) Unset() int32 {
	if f.Value.Base == Number || f.Value.Base == YesNo {
		return 0
	}
	return Nothing
}

// PrintTable sets the values of printed table f of card c in data. All keys that rows leave out get the default.
func (s *Schema) PrintTable(data *Data, c *Card, f *Field, rows []syntax.Row, d *source.Diagnostics) {
	t := s.PrintedTable(data, int32(c.Index), f)
	f.clear(t)
	for _, r := range rows {
		row := s.namedRow(f, r.Key, d)
		switch {
		case row < 0 || r.Value == nil:
		case !r.Value.IsText:
			d.Add(r.Value.Node.Pos, "a printed value must be a single value, not %s", r.Value.Node.Describe())
		default:
			v, why := s.Constant(r.Value.Text, f.Value)
			t[row] = v
			if why == "" {
				why = f.outOfRange(c.Kind, v)
			}
			if why != "" {
				s.Refuse(d, r.Value, f.Value, why)
			}
		}
	}
}

// namedRow returns the row of a table for a key. If the key is invalid, it reports an error and
// returns -1.
func (s *Schema) namedRow(f *Field, key syntax.Ident, d *source.Diagnostics) int {
	var among []string
	if f.ByKind >= 0 {
		if k := s.Card(key.Name); k != nil && k.Kind.Index == f.ByKind {
			return k.Index - k.Kind.Cards[0].Index // a variant may have removed all pieces of the card
		}
		among = s.CardNames(1 << uint(f.ByKind))
	} else if f.Keys != nil {
		if i := slices.Index(f.Keys.Names, key.Name); i >= 0 {
			return i
		}
		among = f.Keys.Names
	} else if n, ok := source.Number(key.Name); ok && n >= 0 && n < maxTable {
		return n
	}
	d.Unknown(key.Pos, key.Name, among, "table %s has no row %q", f.Name, key.Name)
	return -1
}

// maxTable is the number of rows of a table by number.
const maxTable = 64

// TableRow returns the row of a table for a key (a piece, a word or a number), or -1.
func (s *Schema) TableRow(f *Field, key ref.Word) int {
	if f.ByKind < 0 && f.Keys != nil {
		return slices.Index(f.Keys.Words, key)
	}
	if f.ByKind < 0 {
		if key < 0 || key >= maxTable {
			return -1
		}
		return int(key)
	}
	if key < 0 || int(s.Pieces[key].Kind) != f.ByKind {
		return -1
	}
	return int(s.Pieces[key].Card) - s.Kinds[f.ByKind].Cards[0].Index
}

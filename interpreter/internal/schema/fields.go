package schema

import (
	"cmp"
	"slices"
	"strings"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// declareFields declares the fields of the game, of players and of pieces. Fields with one name
// in several kinds are one field, whose type includes all.
func (b *builder) declareFields() {
	for _, f := range b.Game.Fields {
		b.GameFields = append(b.GameFields, b.declare(f, OfGame, b.gameFields)...)
	}
	for _, f := range b.Game.Player.Fields {
		b.PlayerFields = append(b.PlayerFields, b.declare(f, OfPlayer, b.playFields)...)
	}
	set, timed := b.fieldsSet()
	for _, k := range b.Kinds {
		for _, f := range k.Kind.Fields {
			field, own := b.pieceFields[f.Name], b.field(f, OfPiece)
			if field == nil {
				field = own
				field.defaults = make([]int32, len(b.Kinds))
				b.pieceFields[f.Name] = field
				b.PieceFields = append(b.PieceFields, field)
			} else {
				t, ok := Union(field.Type, own.Type)
				if own.Type.Base == Table && field.Type.Base == Table {
					b.sameTable(f, own, field)
				} else if !ok || own.Type.Base == Table || field.Type.Base == Table {
					b.diags.Hint(f.Pos, "the other is at "+field.Decls[0].Pos.String(),
						"field %q is %s here and %s in another kind", f.Name, b.Describe(own.Type),
						b.Describe(field.Type))
				}
				field.Type = t
				field.Decls = append(field.Decls, f)
			}
			field.Kinds |= 1 << uint(k.Index)
			field.defaults[k.Index] = own.Default
			switch {
			case !field.Hidden():
				field.SeenBy = cmp.Or(own.SeenBy, field.SeenBy)
			case own.Hidden() && *own.SeenBy != *field.SeenBy:
				b.diags.Hint(f.Pos, "the other is at "+field.Decls[0].Pos.String(),
					"field %q says otherwise in another kind by whom it is seen", f.Name)
			}
			field.Mark = field.Type.Base != Table && (field.Mark || set[f.Name] || f.Resets.Name != "")
			k.Fields[f.Name] = field
		}
	}
	for _, f := range b.AllFields() {
		f.Until = timed[f.Decls[0].Name]
	}
	if t := b.Game.Players.Turn; t.Name != "" {
		if b.Turn = b.gameFields[t.Name]; b.Turn == nil || b.Turn.Type.Base != Player {
			b.diags.Add(t.Pos, "`turn` must name a field of the game with type player, not %q", t.Name)
			b.Turn = nil
		}
	}
}

// sameTable reports an error if two kinds declare tables with the same name but different keys or values.
func (b *builder) sameTable(f *syntax.Field, own, other *Field) {
	hint := "choose another name, or write it as the other, which is at " + other.Decls[0].Pos.String()
	switch value, ok := Union(own.Value, other.Value); {
	case own.ByKind != other.ByKind || own.Keys != other.Keys:
		b.diags.Hint(cmp.Or(f.Type.By.Pos, f.Pos), hint, "table %q has other keys in another kind", f.Name)
	case !ok:
		b.diags.Hint(f.Type.Pos, hint, "table %q has %s as its values here and %s in another kind", f.Name,
			b.Describe(own.Value), b.Describe(other.Value))
	default:
		other.Value = value
	}
}

// fieldsSet returns the last names of all paths that `set` steps assign. A field of a piece
// with such a name is a mark, stored in the state; any other field of a piece is printed on the
// card. The result may contain too many names (a printed field with the name of a mark) but
// never too few.
func (b *builder) fieldsSet() (set, timed map[string]bool) {
	set, timed = map[string]bool{}, map[string]bool{}
	syntax.Walk(b.Game, func(st *syntax.Step) {
		do, ok := st.Do.(*syntax.Set)
		if !ok {
			return
		}
		for _, to := range do.Sets {
			name := to.Target.Text
			if i := strings.LastIndexByte(name, '['); i >= 0 && strings.HasSuffix(name, "]") { // a value of a table
				name = name[:i]
			}
			if i := strings.LastIndexAny(name, ".?"); i >= 0 {
				set[name[i+1:]] = true
				name = name[i+1:]
			}
			if do.Until != nil {
				timed[name] = true
			}
		}
	})
	return set, timed
}

// Keys are the keys of tables: words, or the cards of a kind. Tables with the same keys share them.
type Keys struct {
	Names []string
	Words []ref.Word
}

// FieldTable is a field of the game or of players that has a value for each of some keys. Each value is a field of its
// own, called after the table and the key.
type FieldTable struct {
	Keys   *Keys
	Fields []*Field
}

// keys returns the keys of a table; nil if it is by number or by an unknown kind.
func (b *builder) keys(t syntax.Type) *Keys {
	names := syntax.NamesOf(t.Keys)
	if k := b.Kind(t.By.Name); k != nil {
		names = syntax.NamesOf(k.Kind.Cards)
	}
	if len(names) == 0 {
		return nil
	}
	for _, k := range b.AllKeys {
		if slices.Equal(k.Names, names) {
			return k
		}
	}
	b.AllKeys = append(b.AllKeys, &Keys{Names: names})
	return b.AllKeys[len(b.AllKeys)-1]
}

// nameKeys numbers the keys of tables as words of the game, after all other words: a game without tables keeps its
// numbers.
func (b *builder) nameKeys() {
	for _, k := range b.AllKeys {
		for _, name := range k.Names {
			k.Words = append(k.Words, b.Symbols.add(name))
		}
	}
}

// declare declares a field of the game or of players, or the fields of a table.
func (b *builder) declare(f *syntax.Field, scope Scope, into map[string]*Field) []*Field {
	if !f.Type.IsTable() {
		into[f.Name] = b.field(f, scope)
		return []*Field{into[f.Name]}
	}
	t := &FieldTable{Keys: b.keys(f.Type)}
	if t.Keys == nil {
		b.diags.Unknown(f.Type.By.Pos, f.Type.By.Name, b.KindNames(),
			"the keys of a table must be a kind or words; there is no kind %q", f.Type.By.Name)
		return nil
	}
	for _, key := range t.Keys.Names {
		field := b.field(f, scope)
		field.Name += " " + key
		into[field.Name] = field
		t.Fields = append(t.Fields, field)
	}
	b.tables[scope][f.Name] = t
	return t.Fields
}

// Table returns the table of the game or of players with a name, or nil.
func (s *Schema) Table(scope Scope, name string) *FieldTable { return s.tables[scope][name] }

// field resolves the declaration of a field.
func (b *builder) field(f *syntax.Field, scope Scope) *Field {
	out := &Field{Name: f.Name, Scope: scope, SeenBy: f.SeenBy, Decls: []*syntax.Field{f}, ByKind: -1, Col: -1}
	for _, w := range f.Type.Words {
		b.Symbols.add(w.Name)
	}
	t := b.TypeOf(f.Type, b.diags)
	t.Null = t.Null || f.Optional
	by := f.Type.By
	if f.Type.IsTable() && scope == OfPiece {
		if out.Keys = b.keys(f.Type); out.Keys != nil && by.Name != "" {
			out.ByKind = b.Kind(by.Name).Index
		} else if out.Keys == nil && by.Name != "number" {
			b.diags.Unknown(by.Pos, by.Name, append(b.KindNames(), "number"),
				"`by` must name a kind or be `number`; there is no kind %q", by.Name)
		}
		out.Value = t
		t, out.Default = Type{Base: Table, Field: out}, Absent
	}
	out.Type = t
	if t.List {
		b.diags.Add(f.Pos, "a field has a single value; for a list of pieces declare a zone")
	}
	switch {
	case f.Default != nil && t.Base != Table:
		out.Default = b.constant(f.Default, t)
	case t.Null, t.Base == Player, t.Base == Piece, t.Base == Zone, t.Base == Word:
		out.Default = Nothing
		if t.Base != Word || len(f.Type.Words) == 0 {
			break
		}
		if !t.Null {
			out.Default = b.Symbols.numbers[f.Type.Words[0].Name]
		}
	}
	return out
}

// TypeOf resolves a type, or reports that it is unknown.
func (s *Schema) TypeOf(t syntax.Type, d *source.Diagnostics) Type {
	if len(t.Words) > 0 {
		return s.oneOf(syntax.NamesOf(t.Words))
	}
	if out, ok := s.TypeNamed(t.Name); ok {
		return out
	}
	if t.Name != "" {
		d.UnknownOr(t.Pos, t.Name, append(s.KindNames(), syntax.FieldTypes...),
			"for words write `one_of: […]`; the other types are "+strings.Join(syntax.FieldTypes, ", ")+
				", and the kinds",
			"there is no type %q", t.Name)
	}
	return Type{}
}

// oneOf returns the type of a word from a list.
func (s *Schema) oneOf(words []string) Type {
	syms := make([]ref.Word, len(words))
	for i, w := range words {
		syms[i] = ref.Word(s.Symbols.numbers[w])
	}
	return Type{Base: Word, Words: NewWordSet(syms...)}
}

var namedTypes = map[string]Type{
	"number": {Base: Number}, "numbers": {Base: Number, List: true}, "yes_no": {Base: YesNo},
	"word": {Base: Word}, "words": {Base: Word, List: true}, "player": {Base: Player},
	"players": {Base: Player, List: true},
	"place":   {Base: Zone}, "zone": {Base: Zone, Whole: true}, "places": {Base: Zone, List: true},
	"piece": {Base: Piece}, "pieces": {Base: Piece, List: true},
}

// TypeNamed returns the type with a name: number, player, a kind, …, or a plural for lists.
func (s *Schema) TypeNamed(name string) (Type, bool) {
	if t, ok := namedTypes[name]; ok {
		if t.Base == Zone || t.Base == Piece {
			t.Kinds = s.AllKinds()
		}
		return t, true
	}
	if name == "direction" {
		return s.oneOf(s.AllDirections()), true
	}
	if k := s.Kind(name); k != nil {
		return Type{Base: Piece, Kinds: 1 << uint(k.Index)}, true
	}
	if k := s.Plural(name); k != nil {
		return Type{Base: Piece, Kinds: 1 << uint(k.Index), List: true}, true
	}
	return Type{}, false
}

// constant parses a formula that must be a constant of type t.
func (b *builder) constant(f *syntax.Formula, t Type) int32 {
	if f == nil {
		return 0
	}
	if !f.IsText {
		b.diags.Add(f.Node.Pos, "a printed value must be a single value, not %s", f.Node.Describe())
		return 0
	}
	v, why := b.Constant(f.Text, t)
	if n := f.Node; why == "" && n.Tag == source.Str && n.Kind == source.Scalar &&
		(t.Base == Number || t.Base == YesNo) && source.TagOf(n.Value) != source.Str {
		b.diags.Hint(n.Pos, "write "+n.Value+" without quotes", "expected %s, found the text %s", b.Describe(t),
			source.Shown(n.Value))
	}
	if why != "" {
		b.diags.Add(f.Node.Pos, "%s", why)
	}
	return v
}

// Constant parses a text as a value of type t; why is the reason if it is invalid.
func (s *Schema) Constant(text string, t Type) (v int32, why string) {
	if text == "nothing" {
		if !t.Null && t.Base != Unknown {
			return 0, "the value cannot be nothing unless the field is declared `optional: true`"
		}
		return Nothing, ""
	}
	switch t.Base {
	case Unknown:
		return 0, "" // the error in the type was already reported
	case Number:
		n, ok := source.Number(text)
		if !ok || n <= Absent {
			return 0, "expected a whole number, found " + source.Shown(text) + meant(text)
		}
		return int32(n), ""
	case YesNo:
		switch text {
		case "true":
			return 1, ""
		case "false":
			return 0, ""
		case "1":
			return 0, "expected true or false, found 1; write true"
		case "0":
			return 0, "expected true or false, found 0; write false"
		}
		return 0, "expected true or false, found " + source.Shown(text) + meant(text)
	case Word:
		sym, ok := s.Symbols.LookUp(text)
		if !ok || !t.Words.Has(ref.Word(sym)) {
			return 0, "expected one of " + s.wordList(t.Words) + ", found " + source.Shown(text) + hintIn(text,
				s.WordsOf(t.Words))
		}
		return sym, ""
	case Player:
		if i := s.Seat(text); i >= 0 {
			return int32(i), ""
		}
		return 0, "there is no player " + source.Shown(text) + cmp.Or(hintIn(text, s.Seats),
			"; the players are "+strings.Join(s.Seats, ", "))
	case Piece:
		c := s.Card(text)
		if c == nil || !t.Kinds.Has(c.Kind.Index) {
			return 0, "there is no " + s.kindNames(t.Kinds) + " called " + source.Shown(text) + hintIn(text,
				s.CardNames(t.Kinds))
		}
		return int32(c.First), ""
	}
	return 0, "a place cannot be printed or be a default; declare the field `optional: true`, and set it in a step"
}

func hintIn(word string, among []string) string {
	if h := source.DidYouMean(word, among); h != "" {
		return "; " + h
	}
	return ""
}

// meant returns a hint for a value written as in other languages.
func meant(text string) string {
	if h := source.Meant(text); h != "" {
		return "; " + h
	}
	return ""
}

// WordsOf returns the words of a set. It returns nil for the set of all words.
func (s *Schema) WordsOf(w *WordSet) []string {
	if w == nil {
		return nil
	}
	var out []string
	for _, sym := range w.Syms {
		out = append(out, s.Symbols.Text(sym))
	}
	return out
}

func (s *Schema) wordList(w *WordSet) string {
	if l := s.WordsOf(w); len(l) > 0 {
		return strings.Join(l, ", ")
	}
	return "the declared words"
}

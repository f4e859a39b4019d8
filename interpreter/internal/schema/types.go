// Package schema resolves the declarations of a game to indices.
//
// Every counter and mark gets a word of the flat state, each piece and zone an id, each printed
// value a column. Later stages look up a name in a Schema once and then use numbers, so that a
// match needs no lookup by name.
package schema

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/ref"
)

// Nothing is the value of an empty name, field or choice. All values of a match are 32-bit
// integers: numbers as they are, yes_no as 0 or 1, and words, players, pieces, zones and places
// as indices.
const Nothing = math.MinInt32

// Absent marks a printed value that a kind does not have.
const Absent = math.MinInt32 + 1

// Base is a type without the properties of being a list and of allowing nothing.
type Base uint8

const (
	Unknown Base = iota // not inferred yet
	Empty               // only the value nothing
	Number
	YesNo
	Word
	Player
	Piece
	Zone  // a zone, or a place in a zone with a layout
	Frame // the last run of a procedure
	Table
)

var baseNames = [...]string{"something unknown", "nothing", "number", "yes_no", "word", "player", "", "zone",
	"run of a procedure", "table"}

// KindSet is a set of kinds. A game has at most 64 kinds.
type KindSet uint64

// Has reports whether kind k is in the set.
func (s KindSet) Has(k int) bool { return s&(1<<uint(k)) != 0 }

// Type is the type of a formula, local name or field.
type Type struct {
	Base  Base
	List  bool
	Null  bool     // may be nothing
	Whole bool     // for a Zone: a whole zone, not one of its places
	Kinds KindSet  // of a piece, or of the pieces in a zone
	Words *WordSet // nil for any word
	Procs *ProcSet // for a Frame: its procedures
	Field *Field   // for a Table: its field
	Keys  *Keys    // of a list of the values of a table
	Decl  *ZoneDecl
}

// Elem returns the type of the elements of a list, or of the pieces in a zone.
func (t Type) Elem() Type {
	if t.List {
		t.List, t.Null = false, false
		return t
	}
	if t.Base == Zone {
		return Type{Base: Piece, Kinds: t.Kinds}
	}
	return Type{}
}

// One reports whether t is a single value of type b, not a list.
func (t Type) One(b Base) bool { return t.Base == b && !t.List }

// IsZone reports whether t is a single whole zone, neither a place nor a list.
func (t Type) IsZone() bool { return t.One(Zone) && t.Whole }

// Kept returns the type of a local name to which a value of type t is assigned. A zone becomes
// the list of its pieces at that moment.
func (t Type) Kept() Type {
	if t.IsZone() {
		return ListOf(t.Elem())
	}
	return t
}

// ListOf returns the type of lists of t.
func ListOf(t Type) Type {
	t.List, t.Null = true, false
	return t
}

// OrNothing returns t with nothing as an additional value.
func OrNothing(t Type) Type {
	t.Null = true
	return t
}

// WordSet is a set of words, by symbol.
type WordSet struct{ Syms []ref.Word }

// NewWordSet returns the set of the given symbols.
func NewWordSet(syms ...ref.Word) *WordSet {
	s := &WordSet{Syms: append([]ref.Word(nil), syms...)}
	slices.Sort(s.Syms)
	return s
}

// Has reports whether the set contains sym. A nil set contains every word.
func (s *WordSet) Has(sym ref.Word) bool {
	if s == nil {
		return true
	}
	_, found := slices.BinarySearch(s.Syms, sym)
	return found
}

func (s *WordSet) union(o *WordSet) *WordSet {
	if s == nil || o == nil {
		return nil
	}
	out := append([]ref.Word(nil), s.Syms...)
	for _, v := range o.Syms {
		if !s.Has(v) {
			out = append(out, v)
		}
	}
	return NewWordSet(out...)
}

// ProcSet is a set of procedures, by number. A nil set is empty.
type ProcSet struct{ list []ref.Proc }

// NewProcSet returns the set of the given procedures.
func NewProcSet(procs ...ref.Proc) *ProcSet { return &ProcSet{procs} }

// All returns the procedures in the order in which they were added.
func (s *ProcSet) All() []ref.Proc {
	if s == nil {
		return nil
	}
	return s.list
}

func (s *ProcSet) union(o *ProcSet) *ProcSet {
	out := slices.Clone(s.All())
	for _, p := range o.All() {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return &ProcSet{out}
}

// Union returns the smallest type that includes a and b. ok is false if they have nothing in
// common, such as a number and a piece. Unknown joins with every type.
func Union(a, b Type) (t Type, ok bool) {
	switch {
	case a.Base == Unknown:
		return b, true
	case b.Base == Unknown:
		return a, true
	case a.Base == Empty && b.Base == Empty:
		return a, true
	case a.Base == Empty:
		if !b.List {
			b.Null = true
		}
		return b, true
	case b.Base == Empty:
		if !a.List {
			a.Null = true
		}
		return a, true
	case a.List != b.List:
		// A zone is converted to the list of its pieces.
		if a.List && b.Base == Zone && !b.List && a.Base == Piece {
			a.Kinds |= b.Kinds
			return a, true
		}
		if b.List && a.Base == Zone && !a.List && b.Base == Piece {
			b.Kinds |= a.Kinds
			return b, true
		}
		return a, false
	case a.Base == Zone && !a.List && b.Base == Zone && a.Decl != b.Decl && (a.Decl.Spreads() || b.Decl.Spreads()):
		// The result forgets the places, but it is clear which kinds of pieces it has.
		return Type{Base: Piece, Kinds: a.Kinds | b.Kinds, List: true}, true
	case a.Base == Piece && b.Base == Zone && !a.List, a.Base == Zone && b.Base == Piece && !a.List:
		return Type{Base: Piece, Kinds: a.Kinds | b.Kinds, Null: true}, true
	case a.Base != b.Base,
		a.Base == Table && (a.Field.Keys != b.Field.Keys || a.Field.Value.Base != b.Field.Value.Base):
		return a, false
	}
	a.Null, a.Whole = a.Null || b.Null, a.Whole || b.Whole
	if a.Keys != b.Keys {
		a.Keys = nil
	}
	a.Kinds |= b.Kinds
	if a.Base == Word {
		a.Words = a.Words.union(b.Words)
	}
	if a.Decl != b.Decl {
		a.Decl = nil
	}
	a.Procs = a.Procs.union(b.Procs)
	return a, true
}

// Same reports whether two types have the same values.
func (t Type) Same(o Type) bool {
	return t.Base == o.Base && t.List == o.List && t.Null == o.Null && t.Whole == o.Whole && t.Kinds == o.Kinds &&
		t.Decl == o.Decl &&
		len(t.Procs.All()) == len(o.Procs.All()) && t.Words.same(o.Words)
}

func (s *WordSet) same(o *WordSet) bool {
	return s == o || s != nil && o != nil && slices.Equal(s.Syms, o.Syms)
}

// Describe returns the name of a type in messages: "a number", "a list of prey".
func (s *Schema) Describe(t Type) string {
	one := baseNames[t.Base]
	switch t.Base {
	case Empty:
		return one
	case Piece:
		one = s.kindNames(t.Kinds)
	case Zone:
		switch {
		case t.Kinds != 0 && (t.List || !t.Whole && (t.Decl == nil || t.Decl.Spreads())):
			one = "place"
		case t.Decl.Spreads():
			one = "zone of " + strconv.Itoa(t.Decl.Cells) + " places"
		}
	}
	switch {
	case t.List:
		return "a list of " + plural(one)
	case t.Null:
		return Article(one) + " or nothing"
	}
	return Article(one)
}

// kindNames lists the kinds of a set for messages: "piece" if there are too many.
func (s *Schema) kindNames(k KindSet) string {
	var names []string
	for i, kind := range s.Kinds {
		if k.Has(i) {
			names = append(names, kind.Name)
		}
	}
	switch {
	case len(names) == 0, len(names) > 4:
		return "piece"
	case len(names) == 1:
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

func plural(s string) string {
	if strings.HasSuffix(s, "s") || strings.Contains(s, " ") || s == "yes_no" {
		return s
	}
	return s + "s"
}

// Article returns a name with its indefinite article.
func Article(s string) string {
	if s != "" && strings.ContainsRune("aeiou", rune(s[0])) {
		return "an " + s
	}
	return "a " + s
}

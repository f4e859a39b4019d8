package syntax

import (
	"regexp"
	"slices"

	"moraine/interpreter/source"
)

// Field declares a field: a counter, a mark or a printed value.
type Field struct {
	Ident    `yaml:",key,new" what:"a field" decl:"field"`
	Type     Type     `yaml:",inline"`
	Default  *Formula `yaml:"default"`  // nil for 0, false or nothing
	Optional bool     `yaml:"optional"` // may have the value `nothing`
	// the procedure at whose beginning the field is reset to the default
	Resets   Ident `yaml:"resets,path" ref:"procedure"`
	Interval `yaml:"range" is:"text"`
	Assumed  bool    `yaml:"assumed"` // no rule text states the values of this field
	SeenBy   *SeenBy `yaml:"seen_by"`
	Cites    Clauses `yaml:"cites"`
	Note     string  `yaml:"note"`
}

// Assumes reports whether the field's value on a card is assumed. v is nil if the card does not
// give a value.
func (f *Field) Assumes(v *Value) bool {
	if v == nil {
		return f.Assumed
	}
	return v.Assumed || f.Assumed && !v.Given
}

// Type is the type of a field or parameter as written: number, yes_no, player, place,
// direction, word, steps, formula, the name of a kind, or its plural for a list of pieces.
// Words has the words of `one_of`. By makes the field a table, with a value for each piece of
// that kind or for each number.
type Type struct {
	Ident `yaml:"type" ref:"kind"`
	Words []Ident `yaml:"one_of"`
	By    Ident   `yaml:"by" is:"any" ref:"kind"`
	Keys  []Ident // of a table, instead of By: the words under `by`
}

// IsTable reports whether a field of this type has a value for each of several keys.
func (t Type) IsTable() bool { return t.By.Name != "" || t.Keys != nil }

// Interval is the declared range of a number.
type Interval struct {
	Min, Max int
	Ranged   bool
}

// FieldTypes are the types of fields, except kinds.
var FieldTypes = []string{"number", "yes_no", "word", "player", "place", "direction"}

// decode decodes a field: a map, or in short form its type (`name: number`) or its initial
// value (`name: 0`, `name: false`).
func (f *Field) decode(m *Fields, _, n *source.Node) {
	if n.Kind != source.Scalar {
		m.readMap(n, f)
		return
	}
	switch n.Tag {
	case source.Int:
		f.Type.Ident, f.Default = Ident{"number", n.Pos}, DecodeFormula(n, m.Diags)
	case source.Bool:
		f.Type.Ident, f.Default = Ident{"yes_no", n.Pos}, DecodeFormula(n, m.Diags)
	default:
		if _, isNumber := source.Number(n.Value); isNumber {
			m.Diags.Hint(n.Pos, "write "+n.Value+" without quotes", "expected a type or a first value, found %s",
				n.Describe())
			return
		}
		f.Type.Ident = ident(n, m.Diags, plainName)
	}
}

// check requires `type`, or `one_of` with the words of the field, beside which `type: word` may
// also be given.
func (f *Field) check(m *Fields) {
	if n := m.Take("by"); n != nil && n.Kind == source.List {
		if f.Type.Keys = idents(n, m.Diags, plainName); len(f.Type.Keys) == 0 {
			m.Diags.Add(n.Pos, "`by` lists no words")
		}
	} else {
		f.Type.By = ident(n, m.Diags, plainName)
	}
	words := m.Take("one_of")
	switch {
	case words == nil:
		m.Need("type")
	case f.Type.Name == "":
		f.Type.Ident = Ident{"word", words.Pos}
	case f.Type.Name != "word":
		m.Diags.Add(words.Pos, "`one_of` is only for words, not for a field of type %s", f.Type.Name)
	}
	if words != nil && words.Kind == source.List && len(words.Items) == 0 {
		m.Diags.Add(words.Pos, "`one_of` lists no words")
	}
	if n := m.Take("range"); n != nil {
		low, high, ok := interval(n, m.Diags)
		switch {
		case !ok:
		case f.Type.Name != "number":
			m.Diags.Add(n.Pos, "only fields of type number can have a range")
		default:
			f.Interval = Interval{Min: low, Max: high, Ranged: true}
		}
	}
}

var fromTo = regexp.MustCompile(`^(-?[0-9]+)\.\.(-?[0-9]+)$`)

// interval decodes a range of numbers such as `0..9`, which must not be empty.
func interval(n *source.Node, d *source.Diagnostics) (low, high int, ok bool) {
	ends := fromTo.FindStringSubmatch(n.Value)
	if ends == nil {
		d.Add(n.Pos, "a range must have the form 0..9; found %s", n.Describe())
		return 0, 0, false
	}
	low, isLow := source.Number(ends[1])
	high, isHigh := source.Number(ends[2])
	switch {
	case !source.IsNumber(ends[1]) || !source.IsNumber(ends[2]):
		d.Add(n.Pos, "the range %s has a number with a leading 0", n.Value)
	case !isLow || !isHigh:
		d.Add(n.Pos, "the numbers of the range %s are too large", n.Value)
	case low > high:
		d.Add(n.Pos, "the range %s is empty", n.Value)
	default:
		return low, high, true
	}
	return 0, 0, false
}

// Zone declares a place for pieces.
type Zone struct {
	Ident  `yaml:",key,new" what:"a zone" decl:"zone"`
	Names  Names `yaml:"names"`
	Stack  bool  `yaml:"order" words:"stack"` // false: the zone has no order
	Board  `yaml:",inline"`
	Face   string  `yaml:"face" words:"up|down"` // the default side of pieces in the zone
	Holds  []Ident `yaml:"holds" ref:"kind"`
	Starts bool    `yaml:"starts"` // pieces of the kinds that it may hold start here
	Cites  Clauses `yaml:"cites"`
	Note   string  `yaml:"note"`
	SeenBy *SeenBy `yaml:"seen_by" is:"formula"`
	// the zone to reshuffle; empty for `stop`
	WhenEmpty Ident           `yaml:"when_empty" is:"(when_empty)" ref:"zone"`
	SeenRuled *Ruled[*SeenBy] // nil if SeenBy applies under all readings
	WhenRuled *Ruled[Ident]   // nil if WhenEmpty applies under all readings
}

func (z *Zone) check(m *Fields) {
	z.Board.read(m, z.Pos)
	z.SeenBy, z.SeenRuled = decodeRuled(m.Take("seen_by"), m.Diags, decodeSeenBy)
	z.WhenEmpty, z.WhenRuled = decodeRuled(m.Take("when_empty"), m.Diags, decodeWhenEmpty)
}

// SeenBy declares who may see the pieces in a zone or read a field. nil means not declared.
type SeenBy struct {
	Sight Sight
	By    *Formula // with BySome: a formula for a player or a list of players
}

// Sight is a value of `seen_by`.
type Sight uint8

const (
	ByAll    Sight = iota
	ByOwner        // the owner of the zone, field or piece
	ByOthers       // all players except the owner
	ByNobody
	BySome // the players that the formula By returns; its `me` is the owner
)

// Says returns the declared sight; said is false if none is declared.
func (s *SeenBy) Says() (sight Sight, said bool) {
	if s == nil {
		return ByAll, false
	}
	return s.Sight, true
}

var plainWord = regexp.MustCompile(`^[a-z]+$`)

// sights are the words of `seen_by`. All other values are formulas.
var sights = []string{ByAll: "all", ByOwner: "owner", ByOthers: "others", ByNobody: "nobody"}

func decodeSeenBy(n *source.Node, d *source.Diagnostics) *SeenBy {
	if n == nil {
		return nil
	}
	if i := slices.Index(sights, n.Value); i >= 0 && n.Kind == source.Scalar {
		return &SeenBy{Sight: Sight(i)}
	}
	if source.Nearest(n.Value, sights) != "" && plainWord.MatchString(n.Value) {
		d.Unknown(n.Pos, n.Value, sights, "`seen_by` must be one of %s or a formula for players; found %s",
			joinWords(sights), n.Describe())
		return nil
	}
	return &SeenBy{BySome, DecodeFormula(n, d)}
}

// reshuffle declares the zone from which an empty zone is refilled.
type reshuffle struct {
	Zone Ident `yaml:"reshuffle,required,path" what:"'when_empty'"`
}

// decodeWhenEmpty decodes `stop`, the default, or {reshuffle: ZONE}.
func decodeWhenEmpty(n *source.Node, d *source.Diagnostics) Ident {
	if n == nil || n.Kind == source.Scalar && n.Value == "stop" {
		return Ident{}
	}
	if n.Kind != source.Map {
		d.Add(n.Pos, "`when_empty` must be stop or {reshuffle: ZONE}; found %s", n.Describe())
		return Ident{}
	}
	return Read[reshuffle](n, d).Zone
}

// Ruled is a part of a declaration that depends on a ruling. Package overlay replaces it by the
// part for the reading in force.
type Ruled[T any] struct {
	Key Ident `yaml:"ruling,required,path" rest:"any" what:"a choice by ruling" ref:"ruling"`
	By  []RuledCase[T]
}

// RuledCase is the part for one reading.
type RuledCase[T any] struct {
	Reading Ident
	Is      T
}

// decodeRuled decodes a value, or {ruling: KEY, READING: …, …} with several values.
func decodeRuled[T any](n *source.Node, d *source.Diagnostics,
	decode func(*source.Node, *source.Diagnostics) T) (is T, ruled *Ruled[T]) {
	if n.Get("ruling") == nil {
		return decode(n, d), nil
	}
	m, ruled := OpenMap(n, d, "a choice by ruling"), &Ruled[T]{}
	m.fill(ruled, nil)
	for _, p := range m.rest() {
		ruled.By = append(ruled.By, RuledCase[T]{label("ruling", p.Key, d), decode(p.Val, d)})
	}
	return is, ruled
}

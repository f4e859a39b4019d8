package syntax

import (
	"regexp"
	"slices"

	"moraine/interpreter/source"
)

// FieldTypes are those that a field may have beside a kind.
var FieldTypes = []string{"number", "yes_no", "word", "player", "place", "direction"}

// decodeField reads a counter, mark or printed value: a map, or in short its
// type (`name: number`) or its first value (`name: 0`, `name: false`).
func decodeField(key, val *source.Node, d *source.Diagnostics) *Field {
	f := &Field{Ident: DecodeNew(key, d)}
	if val.Kind != source.Scalar {
		f.long(OpenMap(val, d, "a field"))
		return f
	}
	switch val.Tag {
	case source.Int:
		f.Type.Ident, f.Default = Ident{"number", val.Pos}, DecodeFormula(val, d)
	case source.Bool:
		f.Type.Ident, f.Default = Ident{"yes_no", val.Pos}, DecodeFormula(val, d)
	default:
		f.Type.Ident = ident(val, d, plainName)
	}
	return f
}

func (f *Field) long(m *Fields) {
	f.setType(m)
	f.Type.By = m.Ident("by")
	f.Default = m.Formula("default")
	f.Optional = m.Bool("optional")
	f.Resets = m.Path("resets")
	f.setRange(m.Take("range"), m.Diags)
	f.Assumed = m.Bool("assumed")
	f.SeenBy = decodeSeenBy(m.Take("seen_by"), m.Diags)
	f.Cites = m.Cites()
	f.Note = m.Text("note")
	m.Close()
}

// setType reads `type`, or `one_of` with the words that there are; `type: word`
// may stand beside it.
func (f *Field) setType(m *Fields) {
	f.Type.Ident, f.Type.Words = m.Ident("type"), m.Idents("one_of")
	words := m.Take("one_of")
	switch {
	case words == nil:
		m.Need("type")
		return
	case f.Type.Name == "":
		f.Type.Ident = Ident{"word", words.Pos}
	case f.Type.Name != "word":
		m.Diags.Add(words.Pos, "`one_of` lists words; a field of type %s has none", f.Type.Name)
	}
	if words.Kind == source.List && len(words.Items) == 0 {
		m.Diags.Add(words.Pos, "`one_of` lists no words")
	}
}

var fromTo = regexp.MustCompile(`^(-?[0-9]+)\.\.(-?[0-9]+)$`)

// setRange reads the legal values of a number, `0..9`.
func (f *Field) setRange(n *source.Node, d *source.Diagnostics) {
	if n == nil {
		return
	}
	low, high, ok := interval(n, d)
	switch {
	case !ok:
	case f.Type.Name != "number":
		d.Add(n.Pos, "only a field of type number has a range")
	default:
		f.Min, f.Max, f.Ranged = low, high, true
	}
}

// interval reads a range of numbers, `0..9`, that is not empty.
func interval(n *source.Node, d *source.Diagnostics) (low, high int, ok bool) {
	ends := fromTo.FindStringSubmatch(n.Value)
	if ends == nil {
		d.Add(n.Pos, "a range is written like 0..9; found %s", n.Describe())
		return 0, 0, false
	}
	low, isLow := source.Number(ends[1])
	high, isHigh := source.Number(ends[2])
	switch {
	case !source.IsNumber(ends[1]) || !source.IsNumber(ends[2]):
		d.Add(n.Pos, "the range %s has a number with a 0 in front", n.Value)
	case !isLow || !isHigh:
		d.Add(n.Pos, "the numbers of the range %s are too large", n.Value)
	case low > high:
		d.Add(n.Pos, "the range %s is empty", n.Value)
	default:
		return low, high, true
	}
	return 0, 0, false
}

func decodeZone(key, val *source.Node, d *source.Diagnostics) *Zone {
	m := OpenMap(val, d, "a zone")
	z := &Zone{
		Ident:  DecodeNew(key, d),
		Names:  m.Names(),
		Stack:  m.OneOf("order") != "",
		Layout: m.OneOf("layout"),
		Face:   m.face(),
		Holds:  m.Idents("holds"),
		Starts: m.Bool("starts"),
		Cites:  m.Cites(),
		Note:   m.Text("note"),
	}
	z.setSize(m.Take("size"), d)
	z.SeenBy, z.SeenRuled = decodeRuled(m.Take("seen_by"), d, decodeSeenBy)
	z.WhenEmpty, z.WhenRuled = decodeRuled(m.Take("when_empty"), d, decodeWhenEmpty)
	m.Close()
	return z
}

// sizes is how many numbers the size of a layout has.
var sizes = map[string]int{"row": 1, "grid": 2, "hex": 1}

// maxSize is the largest size of a zone in one direction. The number of places of a zone of such a size can be
// computed without overflow; how many places a zone may have is a limit of its own.
const maxSize = 100_000

// setSize reads a number, or for a grid [columns, rows].
func (z *Zone) setSize(n *source.Node, d *source.Diagnostics) {
	if n == nil && z.Layout != "" {
		d.Add(z.Pos, "a zone laid out as %s needs a `size`", z.Layout)
	}
	if n == nil {
		return
	}
	numbers := []*source.Node{n}
	if n.Kind == source.List {
		numbers = n.Items
	}
	for _, one := range numbers {
		size, ok := number(one, d)
		switch {
		case ok && size < 0:
			d.Add(one.Pos, "a size is not less than nothing")
		case size > maxSize:
			d.Add(one.Pos, "a size is at most %d", maxSize)
			size = 1 // one complaint is enough
		}
		z.Size = append(z.Size, size)
	}
	switch want := sizes[z.Layout]; {
	case want == 0:
		d.Add(n.Pos, "only a zone with a layout has a size")
	case want != len(z.Size):
		d.Add(n.Pos, "the size of a %s has %d numbers; found %d", z.Layout, want, len(z.Size))
	}
}

// decodeRuled reads a value, or {ruling: KEY, READING: …, …} of several.
func decodeRuled[T any](n *source.Node, d *source.Diagnostics, decode func(*source.Node, *source.Diagnostics) T) (is T, ruled *Ruled[T]) {
	if n.Get("ruling") == nil {
		return decode(n, d), nil
	}
	m := OpenMap(n, d, "a choice by ruling")
	ruled = &Ruled[T]{Key: m.Path("ruling")}
	for _, p := range m.takeRest() {
		ruled.By = append(ruled.By, RuledCase[T]{label("ruling", p.Key, d), decode(p.Val, d)})
	}
	return is, ruled
}

var plainWord = regexp.MustCompile(`^[a-z]+$`)

// sights are the words of `seen_by`. Anything else is a formula.
var sights = []string{ByAll: "all", ByOwner: "owner", ByOthers: "others", ByNobody: "nobody"}

func decodeSeenBy(n *source.Node, d *source.Diagnostics) *SeenBy {
	if n == nil {
		return nil
	}
	if i := slices.Index(sights, n.Value); i >= 0 && n.Kind == source.Scalar {
		return &SeenBy{Sight: Sight(i)}
	}
	if source.Nearest(n.Value, sights) != "" && plainWord.MatchString(n.Value) {
		d.Unknown(n.Pos, n.Value, sights, "`seen_by` is one of %s, or a formula that names players; found %s", listed(sights), n.Describe())
		return nil
	}
	return &SeenBy{BySome, DecodeFormula(n, d)}
}

// decodeWhenEmpty reads `stop`, which is also what happens without it, or
// {reshuffle: ZONE}.
func decodeWhenEmpty(n *source.Node, d *source.Diagnostics) Ident {
	if n == nil || n.Kind == source.Scalar && n.Value == "stop" {
		return Ident{}
	}
	if n.Kind != source.Map {
		d.Add(n.Pos, "`when_empty` is stop or {reshuffle: ZONE}; found %s", n.Describe())
		return Ident{}
	}
	m := OpenMap(n, d, "`when_empty`")
	zone := m.Path("reshuffle")
	m.Close()
	return zone
}

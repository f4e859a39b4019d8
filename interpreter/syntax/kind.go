package syntax

import (
	"reflect"
	"slices"

	"moraine/interpreter/source"
)

// Kind declares a type of piece with its cards. It has the whole content of the kind's file.
type Kind struct {
	Ident    `yaml:"kind,new" decl:"kind"`
	Names    Names  `yaml:"names"`
	Plural   string `yaml:"plural,plain"` // default: the name with "s" added
	Members  `within:"a field, zone or formula of this kind"`
	Has      []*Has     `yaml:"each_has" within:"a field, zone or formula of this kind"`
	Discards Ident      `yaml:"discards" ref:"zone"` // the target zone of `discard`
	Playing  *Procedure `yaml:"playing" is:"playing"`
	Draws    *Picture   `yaml:"draws"`             // picture of its pieces on a board; nil for the name
	Starts   Ident      `yaml:"starts" ref:"zone"` // for cards that do not name a zone
	Table    *Table     `yaml:"table"`             // a file whose rows are cards; nil if there is none
	Cards    []*Card    `yaml:"cards" is:"{a_card}"`
}

var kindType = reflect.TypeFor[Kind]()

// refuseKindKeys reports keys of a kind in a file without `kind`.
func refuseKindKeys(m *Fields) {
	for _, key := range KindKeys() {
		if m.Has(key) {
			m.Diags.Hint(m.Named(key).Pos, "a file with the line `kind: NAME` declares that kind and its cards",
				"%q belongs to a kind", key)
		}
	}
}

// KindKeys returns the keys that only the file of a kind may have, except `kind`.
func KindKeys() (keys []string) {
	for _, k := range shapeFor(kindType).keys {
		if k.Name != "kind" && !shapeFor(reflect.TypeFor[Game]()).has(k.Name) {
			keys = append(keys, k.Name)
		}
	}
	return keys
}

// check decodes the parts that depend on the kind's fields: its cards, and `playing`.
func (k *Kind) check(m *Fields) {
	k.refuseMembers(m.Diags)
	k.Fields = slices.DeleteFunc(k.Fields, func(f *Field) bool { return isCardKey(f.Ident, m.Diags) })
	k.Has = slices.DeleteFunc(k.Has, func(h *Has) bool { return isCardKey(h.Ident, m.Diags) })
	if n := m.Take("playing"); n != nil {
		k.Playing = &Procedure{Ident: Ident{k.Name + ".playing", m.Named("playing").Pos}}
		m.readMap(n, &k.Playing.Body)
	}
	for _, p := range Pairs(m.Take("cards"), m.Diags, "`cards`") {
		entries := []source.Pair{p}
		if p.Val.Get("each") != nil {
			entries = products(entries, m.Diags)
		}
		for _, p := range entries {
			c := k.card(p.Key, p.Val, 1, m.Diags)
			if c.Starts.Name == "" {
				c.Starts.Ident = k.Starts
			}
			if m.seen.first("a card", c.Ident, m.Diags) {
				k.Cards = append(k.Cards, c)
			}
		}
	}
}

// memberWords are the built-in members of every piece.
var memberWords = []string{"kind", "card", "face", "copy", "owner", "on"}

// refuseMembers reports declarations that would hide a built-in member of pieces.
func (k *Kind) refuseMembers(d *source.Diagnostics) {
	for _, id := range slices.Concat(idsOf(k.Fields), idsOf(k.Has), idsOf(k.Zones), idsOf(k.Formulas)) {
		if slices.Contains(memberWords, id.Name) && reserved[id.Name] == "" {
			d.Hint(id.Pos, "choose another name", "%q is a built-in property of every piece", id.Name)
		}
	}
}

// IsReservedField reports whether fields of kinds cannot have a name.
func IsReservedField(name string) bool {
	return IsTaken(name) || slices.Contains(memberWords, name) || shapeOf("a card").has(name)
}

// isCardKey reports whether a name is already a key of every card, so that a card could not
// give a value for it.
func isCardKey(id Ident, d *source.Diagnostics) bool {
	is := shapeOf("a card").has(id.Name)
	if is {
		d.Hint(id.Pos, "choose another name", "%q is a reserved key of every card", id.Name)
	}
	return is
}

// Has is an entry of `each_has`: each card of the kind has steps, or a formula, with this name.
type Has struct {
	Ident   `yaml:",key,new" what:"what each card has" decl:"has"`
	Steps   bool
	Takes   []Param  `yaml:"takes" within:"a name of these steps"` // the names that a call of the steps fills
	Formula Ident    `yaml:"formula"`                              // the name of the formula's type
	Default *Formula `yaml:"default"`                              // default of the formula; steps default to none
	Type    Type     // type of the formula
}

// decode decodes `steps`, {takes: [NAME]} for steps with parameters, or {formula: TYPE, default}.
func (h *Has) decode(m *Fields, _, n *source.Node) {
	if n.Kind != source.Scalar {
		m.readMap(n, h)
		return
	}
	if h.Steps = n.Value == "steps"; !h.Steps {
		m.Diags.Add(n.Pos, "expected `steps` or {formula: TYPE} for each card; found %s", n.Describe())
	}
}

func (h *Has) check(m *Fields) {
	h.Steps = m.One("formula", "takes") == "takes"
	h.Type.Ident = h.Formula
}

// Card is a card of a kind, with its printed values and steps.
type Card struct {
	Ident      `yaml:",key,new" what:"a card" rest:"any" decl:"card"`
	Names      Names    `yaml:"names"`
	Play       *Play    `yaml:"play"`
	Starts     Start    `yaml:"starts" is:"any"` // the zone where its pieces start
	Draws      *Picture `yaml:"draws"`           // nil for the picture of its kind
	Cites      Clauses  `yaml:"cites"`
	Copies     int      `yaml:"copies" is:"number/(copies)"` // 0 with Data: one piece without copies that is in no zone
	Data       bool     // `copies` is missing
	EachPlayer bool     // each player owns this number of copies
	CopiesAre  Provenance
	Values     []*Value
	Steps      []*NamedBlock // one for each Has with steps
	Formulas   []*FormulaDecl
}

// Value returns the value of a field as the card gives it, or nil.
func (c *Card) Value(field string) *Value {
	for _, v := range c.Values {
		if v.Name == field {
			return v
		}
	}
	return nil
}

// card decodes a card of the kind; least is the smallest valid number of copies. Valid keys are
// those of every card, the names of the kind's `each_has`, and the kind's fields.
func (k *Kind) card(key, val *source.Node, least int, d *source.Diagnostics) *Card {
	m, c := OpenMap(val, d, "a card of kind "+k.Name), &Card{Ident: DecodeNew(key, d)}
	m.fill(c, nil)
	c.setCopies(m.Take("copies"), least, d)
	for _, h := range k.Has {
		n := m.Take(h.Name)
		switch {
		case n == nil:
		case h.Steps:
			c.Steps = append(c.Steps, &NamedBlock{m.Named(h.Name), DecodeBlock(n, d)})
		case h.Type.Name == "": // already reported
		default:
			c.Formulas = append(c.Formulas, &FormulaDecl{Ident: m.Named(h.Name), Is: DecodeFormula(n, d)})
		}
	}
	for _, f := range k.Fields {
		if m.Take(f.Name) != nil {
			c.Values = append(c.Values, decodeValue(f, m))
		}
	}
	m.Close()
	m.more = "declare printed values under `fields` of the kind, and steps under `each_has: {NAME: steps}`"
	m.allowOnly(slices.Concat(NamesOf(k.Has), NamesOf(k.Fields)))
	return c
}

func (c *Card) check(m *Fields) { c.Starts = decodeStart(m.Take("starts"), m.Diags) }

// copyCount is the number of copies of a card with its provenance.
type copyCount struct {
	Cites  Clauses      `yaml:"cites" what:"'copies'"`
	Number *source.Node `yaml:"given|assumed|each_player,in=How" is:"number"`
	How    string
}

// setCopies decodes a number, or {assumed: n}, {given: n} or {each_player: n}. A card without
// copies is data.
func (c *Card) setCopies(n *source.Node, least int, d *source.Diagnostics) {
	if c.Data = n == nil; c.Data {
		return
	}
	if n.Kind == source.Map {
		in := Read[copyCount](n, d)
		c.CopiesAre = Provenance{in.How == "assumed", in.Cites}
		c.EachPlayer = in.How == "each_player"
		if n = in.Number; n == nil {
			return // already reported
		}
	}
	copies, ok := number(n, d)
	c.Copies = max(copies, 0)
	if ok && copies < least {
		d.Hint(n.Pos, "a card without `copies` is data and has no pieces", "a card must have at least one copy")
	}
}

// Start is the zone in which pieces start. In a zone with places they fill the places in order
// of declaration, unless their card names a place.
type Start struct {
	Ident `ref:"zone"`
	Place string // as schema.ZoneDecl.CellAt reads it; empty if the card names none
}

// decodeStart decodes ZONE or {ZONE: PLACE}.
func decodeStart(n *source.Node, d *source.Diagnostics) Start {
	if n == nil || n.Kind != source.Map {
		return Start{Ident: ident(n, d, plainName)}
	}
	if len(n.Pairs) != 1 || n.Pairs[0].Val.Value == "" {
		d.Hint(n.Pos, "write {ZONE: PLACE}", "a piece must start at a single place; found %s", n.Describe())
		return Start{}
	}
	return Start{ident(n.Pairs[0].Key, d, plainName), n.Pairs[0].Val.Value}
}

// Provenance is the origin of a number: a rule text, or an assumption.
type Provenance struct {
	Assumed bool
	Cites   Clauses
}

// Value is a printed value of a card. The value of a table has Rows and no Formula.
type Value struct {
	Ident   `ref:"field@kinds"` // the name of the field
	Formula *Formula
	Rows    []Row
	Given   bool // `given:` is written, in a field whose values are otherwise assumed
	Provenance
}

// Row is an entry of a table.
type Row struct {
	Key   Ident `ref:"card"`
	Value *Formula
}

// valueSource is a printed value with its provenance.
type valueSource struct {
	Is    *source.Node `yaml:"given|assumed,in=How" what:"a value"`
	Cites Clauses      `yaml:"cites"`
	How   string
}

// decodeValue decodes a printed value. Its provenance is written as {given: …, cites} or {assumed: …}; by default the
// value has the provenance of the field.
func decodeValue(f *Field, card *Fields) *Value {
	n, d := card.Take(f.Name), card.Diags
	v := &Value{Ident: card.Named(f.Name), Provenance: Provenance{Assumed: f.Assumed}}
	if n.Get("given") != nil || n.Get("assumed") != nil {
		in := Read[valueSource](n, d)
		v.Given, v.Provenance = in.How == "given", Provenance{in.How == "assumed", in.Cites}
		n = in.Is
	}
	if n != nil && n.Kind == source.List && len(n.Items) > 0 && n.Items[0].Kind == source.Map &&
		!isFormulaMap(n.Items[0]) {
		d.Hint(f.Type.Pos, "declare the steps under `each_has: {"+f.Name+": steps}`; a field is of type "+joinWords(
			FieldTypes)+" or a kind", "%q is a field of type %s, but cards have steps under this key", f.Name,
			f.Type.Name)
		return v
	}
	if !f.Type.IsTable() {
		v.Formula = DecodeFormula(n, d)
		return v
	}
	v.Rows = DecodeRows(f.Name, n, d)
	return v
}

// DecodeRows decodes a printed table: a value for each card or number.
func DecodeRows(table string, n *source.Node, d *source.Diagnostics) []Row {
	rows := []Row{}
	for _, p := range Pairs(n, d, "the entries of the table `"+table+"`") {
		row := Row{Ident{p.Key.Value, p.Key.Pos}, DecodeFormula(p.Val, d)}
		if p.Key.Tag != source.Int {
			row.Key = ident(p.Key, d, plainName)
		}
		rows = append(rows, row)
	}
	return rows
}

// Play declares the windows in which a card can be played, its targets, and its conditions.
type Play struct {
	In     []Ident  `yaml:"in,required" what:"'play'" ref:"window"`
	From   []Ident  `yaml:"from" ref:"zone"` // zones of the player; nil for the zones of the window
	Target *Formula `yaml:"target"`
	Needs  *Cond    `yaml:"needs"`
	Pos    source.Pos
}

// NamedBlock is a named list of steps.
type NamedBlock struct {
	Ident `ref:"has"`
	Do    *Block
}

package syntax

import (
	"reflect"
	"slices"

	"moraine/interpreter/source"
)

// Kind declares a type of piece with its cards. It is all that a file with the key `kind` says of them.
type Kind struct {
	Ident    `yaml:"kind,new" decl:"kind"`
	Names    Names  `yaml:"names"`
	Plural   string `yaml:"plural,plain"` // default: the name with an "s"
	Members  `within:"a field, zone or formula of this kind"`
	Has      []*Has     `yaml:"each_has" within:"a field, zone or formula of this kind"`
	Discards Ident      `yaml:"discards" ref:"zone"` // the zone to which `discard` brings a piece
	Playing  *Procedure `yaml:"playing" is:"playing"`
	Draws    *Picture   `yaml:"draws"`             // of a piece on a board; nil: its name
	Starts   Ident      `yaml:"starts" ref:"zone"` // of the cards that name no other
	Cards    []*Card    `yaml:"cards" is:"{a_card}"`
}

var kindType = reflect.TypeFor[Kind]()

// refuseKindKeys reports keys of a kind in a file that declares none.
func refuseKindKeys(m *Fields) {
	for _, key := range kindKeys() {
		if m.Has(key) {
			m.Diags.Hint(m.Named(key).Pos, "a file with the line `kind: NAME` declares that kind and its cards", "%q belongs to a kind", key)
		}
	}
}

// kindKeys are the keys that only the file of a kind has, apart from `kind`.
func kindKeys() (keys []string) {
	for _, k := range shapeFor(kindType).keys {
		if k.Name != "kind" && !shapeFor(reflect.TypeFor[Game]()).has(k.Name) {
			keys = append(keys, k.Name)
		}
	}
	return keys
}

// check reads what depends on the fields of the kind: its cards, and how they are played.
func (k *Kind) check(m *Fields) {
	k.refuseMembers(m.Diags)
	k.Fields = slices.DeleteFunc(k.Fields, func(f *Field) bool { return isCardKey(f.Ident, m.Diags) })
	k.Has = slices.DeleteFunc(k.Has, func(h *Has) bool { return isCardKey(h.Ident, m.Diags) })
	if n := m.Take("playing"); n != nil {
		k.Playing = &Procedure{Ident: Ident{k.Name + ".playing", m.Named("playing").Pos}}
		body := m.open(n, "`playing`")
		body.fill(&k.Playing.Body, nil)
		body.Close()
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

// memberWords are the members of every piece.
var memberWords = []string{"kind", "card", "face", "copy", "owner", "on"}

// refuseMembers reports declarations that would hide a member of every piece.
func (k *Kind) refuseMembers(d *source.Diagnostics) {
	for _, id := range slices.Concat(idsOf(k.Fields), idsOf(k.Has), idsOf(k.Zones), idsOf(k.Formulas)) {
		if slices.Contains(memberWords, id.Name) && reserved[id.Name] == "" {
			d.Hint(id.Pos, "choose another name", "every piece has a %q already", id.Name)
		}
	}
}

// isCardKey reports whether a name is a key of every card, which could not give it a value.
func isCardKey(id Ident, d *source.Diagnostics) bool {
	is := shapeOf("a card").has(id.Name)
	if is {
		d.Hint(id.Pos, "choose another name", "%q has a meaning of its own in every card", id.Name)
	}
	return is
}

// Has declares steps or a formula that each card of a kind has.
type Has struct {
	Ident   `yaml:",key,new" what:"what each card has" decl:"has"`
	Steps   bool
	Formula Ident    `yaml:"formula,required"` // the name of its type
	Default *Formula `yaml:"default"`          // of the formula; steps default to none
	Type    Type     // of the formula
}

// decode reads `steps`, or {formula: TYPE, default}.
func (h *Has) decode(m *Fields, _, n *source.Node) {
	if n.Kind != source.Scalar {
		in := m.open(n, "what each card has")
		in.fill(h, nil)
		in.Close()
		h.Type.Ident = h.Formula
		return
	}
	if h.Steps = n.Value == "steps"; !h.Steps {
		m.Diags.Add(n.Pos, "each card has `steps` or {formula: TYPE}; found %s", n.Describe())
	}
}

// Card is one card of a kind: its printed values and its steps.
type Card struct {
	Ident      `yaml:",key,new" what:"a card" rest:"any" decl:"card"`
	Names      Names    `yaml:"names"`
	Play       *Play    `yaml:"play"`
	Starts     Start    `yaml:"starts" is:"any"` // the zone where its pieces begin
	Draws      *Picture `yaml:"draws"`           // nil: as its kind is
	Cites      []Ident  `yaml:"cites,clause"`
	Copies     int      `yaml:"copies" is:"number/(copies)"` // 0 with Data: a card without copies, one piece that lies nowhere
	Data       bool     // no `copies` was written
	EachPlayer bool     // every player owns so many copies
	CopiesAre  Provenance
	Values     []*Value
	Steps      []*NamedBlock // for each Has with steps
	Formulas   []*FormulaDecl
}

// Value returns the value of a field that the card writes, or nil.
func (c *Card) Value(field string) *Value {
	for _, v := range c.Values {
		if v.Name == field {
			return v
		}
	}
	return nil
}

// card reads a card of the kind, which has at least so many copies. Its keys are those of every card,
// the names of the kind's `each_has`, and the kind's fields.
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
		case h.Type.Name == "": // reported
		default:
			c.Formulas = append(c.Formulas, &FormulaDecl{Ident: m.Named(h.Name), Is: DecodeFormula(n, d)})
		}
	}
	for _, f := range k.Fields {
		if m.Take(f.Name) != nil {
			c.Values = append(c.Values, decodeValue(f, m))
		}
	}
	m.more = "what else is printed on it stands under `fields` of the kind, what it does under `each_has: {NAME: steps}`"
	m.Close()
	return c
}

func (c *Card) check(m *Fields) { c.Starts = decodeStart(m.Take("starts"), m.Diags) }

// copyCount is the number of copies of a card with its provenance.
type copyCount struct {
	Cites  []Ident      `yaml:"cites,clause" what:"'copies'"`
	Number *source.Node `yaml:"given|assumed|each_player,in=How" is:"number"`
	How    string
}

// setCopies reads a number, or {assumed: n}, {given: n} or {each_player: n}. A card without copies is data.
func (c *Card) setCopies(n *source.Node, least int, d *source.Diagnostics) {
	if c.Data = n == nil; c.Data {
		return
	}
	if n.Kind == source.Map {
		in := Read[copyCount](n, d)
		c.CopiesAre = Provenance{in.How == "assumed", in.Cites}
		c.EachPlayer = in.How == "each_player"
		if n = in.Number; n == nil {
			return // reported
		}
	}
	copies, ok := number(n, d)
	if c.Copies = max(copies, 0); ok && copies < least {
		d.Hint(n.Pos, "without `copies` a card is data and lies nowhere", "a card has at least one copy")
	}
}

// Start is the zone in which pieces begin. They fill the places of a zone with a layout in the order
// of declaration, unless their card names a place.
type Start struct {
	Ident   `ref:"zone"`
	AtPlace bool
	Place   int // from 0, if AtPlace
}

// decodeStart reads a ZONE, or {ZONE: PLACE}.
func decodeStart(n *source.Node, d *source.Diagnostics) Start {
	if n == nil || n.Kind != source.Map {
		return Start{Ident: ident(n, d, plainName)}
	}
	if len(n.Pairs) != 1 {
		d.Hint(n.Pos, "write {ZONE: PLACE}", "a piece begins at one place; found %s", n.Describe())
		return Start{}
	}
	start := Start{Ident: ident(n.Pairs[0].Key, d, plainName)}
	start.Place, start.AtPlace = number(n.Pairs[0].Val, d)
	return start
}

// Provenance is the source of a number.
type Provenance struct {
	Assumed bool
	Cites   []Ident `ref:"clause"`
}

// Value is a printed value of a card. The value of a table has Rows, and its Formula is nil.
type Value struct {
	Ident   `ref:"field@kinds"` // the field's name
	Formula *Formula
	Rows    []Row
	Given   bool // `given:` is written in a field whose values are assumed
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
	Cites []Ident      `yaml:"cites,clause"`
	How   string
}

// decodeValue reads a printed value with its provenance: {given: …, cites} and {assumed: …} state it;
// otherwise the field does.
func decodeValue(f *Field, card *Fields) *Value {
	n, d := card.Take(f.Name), card.Diags
	v := &Value{Ident: card.Named(f.Name), Provenance: Provenance{Assumed: f.Assumed}}
	if n.Get("given") != nil || n.Get("assumed") != nil {
		in := Read[valueSource](n, d)
		v.Given, v.Provenance = in.How == "given", Provenance{in.How == "assumed", in.Cites}
		n = in.Is
	}
	if n != nil && n.Kind == source.List && len(n.Items) > 0 && n.Items[0].Kind == source.Map && !isFormulaMap(n.Items[0]) {
		d.Hint(f.Type.Pos, "steps stand under `each_has: {"+f.Name+": steps}`; a field is of type "+listed(FieldTypes)+" or a kind", "%q is a field of type %s, and its cards have steps there", f.Name, f.Type.Name)
		return v
	}
	if f.Type.By.Name == "" {
		v.Formula = DecodeFormula(n, d)
		return v
	}
	v.Rows = DecodeRows(f.Name, n, d)
	return v
}

// DecodeRows reads a printed table: a value for each card or number.
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

// Play declares the windows in which a card can be played, its targets and its conditions.
type Play struct {
	In     []Ident  `yaml:"in,required" what:"'play'" ref:"window"`
	From   []Ident  `yaml:"from" ref:"zone"` // zones of the player; none: those of the window
	Target *Formula `yaml:"target"`
	Needs  *Cond    `yaml:"needs"`
	Pos    source.Pos
}

// NamedBlock is a list of steps with a name.
type NamedBlock struct {
	Ident `ref:"has"`
	Do    *Block
}

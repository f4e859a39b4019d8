package syntax

import "moraine/interpreter/source"

// card reads a card of the kind. Its keys are those of every card, what the
// kind's `each_has` names, and the kind's fields. It has at least so many copies.
func (k *Kind) card(key, val *source.Node, least int, d *source.Diagnostics) *Card {
	m := OpenMap(val, d, "a card of kind "+k.Name)
	c := &Card{
		Ident:  DecodeNew(key, d),
		Names:  m.Names(),
		Play:   decodePlay(m.Take("play"), d),
		Starts: decodeStart(m.Take("starts"), d),
		Draws:  decodeDraws(m.Take("draws"), d),
		Cites:  m.Cites(),
	}
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

// setCopies reads a number, or {assumed: n}, {given: n} or {each_player: n}.
// A card without copies is data.
func (c *Card) setCopies(n *source.Node, least int, d *source.Diagnostics) {
	if c.Data = n == nil; c.Data {
		return
	}
	if n.Kind == source.Map {
		m := OpenMap(n, d, "`copies`")
		c.CopiesAre.Cites = m.Cites()
		how := m.One("given", "assumed", "each_player")
		m.Close()
		c.CopiesAre.Assumed, c.EachPlayer = how == "assumed", how == "each_player"
		if n = m.Take(how); how == "" {
			return // reported
		}
	}
	copies, ok := number(n, d)
	if c.Copies = max(copies, 0); ok && copies < least {
		d.Hint(n.Pos, "without `copies` a card is data and lies nowhere", "a card has at least one copy")
	}
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

func decodePlay(n *source.Node, d *source.Diagnostics) *Play {
	if n == nil {
		return nil
	}
	m := OpenMap(n, d, "`play`")
	p := &Play{In: m.Idents("in"), From: m.Idents("from"), Target: m.Formula("target"), Needs: m.Cond("needs"), Pos: n.Pos}
	m.Close()
	return p
}

// decodeValue reads a printed value and where it comes from: bare, it is what
// its field says; {given: …, cites} and {assumed: …} say it themselves.
func decodeValue(f *Field, card *Fields) *Value {
	n, d := card.Take(f.Name), card.Diags
	v := &Value{Ident: card.Named(f.Name), Provenance: Provenance{Assumed: f.Assumed}}
	if n.Get("given") != nil || n.Get("assumed") != nil {
		m := OpenMap(n, d, "a value")
		how := m.One("given", "assumed")
		v.Given, v.Assumed, v.Cites = how == "given", how == "assumed", m.Cites()
		m.Close()
		n = m.Take(how)
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

// DecodeRows reads a printed table: what stands under which card, or number.
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

package syntax

import (
	"slices"

	"moraine/interpreter/source"
)

// decodeKind reads what a file with `kind` says of that kind; what else stands
// in the file is left to others.
func decodeKind(m *Fields, r register) *Kind {
	k := &Kind{Ident: DecodeNew(m.Take("kind"), m.Diags), Names: m.Names(), Plural: m.Ident("plural").Name}
	scope := register{}
	k.Members.decode(scope, ofKind, m)
	k.Has = collect(scope, ofKind, m, "each_has", decodeHas)
	k.refuseMembers(m.Diags)
	k.Fields = slices.DeleteFunc(k.Fields, func(f *Field) bool { return isCardKey(f.Ident, m.Diags) })
	k.Has = slices.DeleteFunc(k.Has, func(h *Has) bool { return isCardKey(h.Ident, m.Diags) })
	k.Discards = m.Ident("discards")
	k.Playing = decodePlaying(k.Ident, m)
	k.Draws = decodeDraws(m.Take("draws"), m.Diags)
	starts := Start{Ident: m.Ident("starts")}
	var cards []source.Pair
	for _, p := range Pairs(m.Take("cards"), m.Diags, "`cards`") {
		if p.Val.Get("each") == nil {
			cards = append(cards, p)
			continue
		}
		cards = append(cards, products([]source.Pair{p}, m.Diags)...)
	}
	for _, p := range cards {
		c := k.card(p.Key, p.Val, 1, m.Diags)
		if c.Starts.Name == "" {
			c.Starts = starts
		}
		if r.first("a card", c.Ident, m.Diags) {
			k.Cards = append(k.Cards, c)
		}
	}
	return k
}

// memberWords are what can be read of every piece.
var memberWords = []string{"kind", "card", "face", "copy", "owner", "on"}

// refuseMembers complains about what would hide one of them.
func (k *Kind) refuseMembers(d *source.Diagnostics) {
	for _, id := range slices.Concat(idsOf(k.Fields), idsOf(k.Has), idsOf(k.Zones), idsOf(k.Formulas)) {
		if slices.Contains(memberWords, id.Name) && reserved[id.Name] == "" {
			d.Hint(id.Pos, "choose another name", "every piece has a %q already", id.Name)
		}
	}
}

// kindKeys are those of a file that belong to a kind.
var kindKeys = []string{"cards", "each_has", "playing", "plural", "discards", "starts", "draws"}

// refuseKindKeys says of what only a kind can have that there is no kind.
func refuseKindKeys(m *Fields) {
	for _, key := range kindKeys {
		if m.Has(key) {
			m.Take(key)
			m.Diags.Hint(m.Named(key).Pos, "a file with the line `kind: NAME` declares that kind and its cards", "%q belongs to a kind", key)
		}
	}
}

// isCardKey tells, and complains, that a card could not give this a value.
func isCardKey(id Ident, d *source.Diagnostics) bool {
	is := shapeOf("a card").has(id.Name)
	if is {
		d.Hint(id.Pos, "choose another name", "%q has a meaning of its own in every card", id.Name)
	}
	return is
}

// decodeHas reads what each card of a kind brings along: `steps`, or
// {formula: TYPE, default}.
func decodeHas(key, val *source.Node, d *source.Diagnostics) *Has {
	h := &Has{Ident: DecodeNew(key, d)}
	if val.Kind == source.Scalar {
		if h.Steps = val.Value == "steps"; !h.Steps {
			d.Add(val.Pos, "each card has `steps` or {formula: TYPE}; found %s", val.Describe())
		}
		return h
	}
	m := OpenMap(val, d, "what each card has")
	h.Type.Ident, h.Default = m.Ident("formula"), m.Formula("default")
	m.Close()
	return h
}

package schema

import (
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/syntax"
)

// startPieces assigns an initial zone to every piece: the zone under `starts` of its card or
// kind, or else a zone with `starts: true` that may hold its kind. In a zone with a layout the
// piece gets the place that its card names, or the next free place.
func (b *builder) startPieces() {
	next, begun := map[ref.Place]int{}, map[*ZoneDecl]bool{}
	for i := range b.Pieces {
		p := &b.Pieces[i]
		d := b.startOf(p)
		if d == nil {
			continue
		}
		begun[d] = true
		first := d.Of(0)
		if d.Scope == OfPlayer {
			first = d.Of(int32(p.Owner))
		}
		p.Start = first
		if start := b.Cards[p.Card].Starts; start.Place != "" {
			p.Start += b.placeOf(start, d)
			continue
		}
		if d.Cells == 1 {
			continue
		}
		if next[first] == d.Cells {
			b.diags.Add(d.Pos, "zone %s has only %d places, but more pieces start there", d.Name, d.Cells)
		}
		p.Start += ref.Place(min(next[first], d.Cells-1))
		next[first]++
	}
	b.checkStarts(begun)
}

// checkStarts reports zones with `starts: true` that stay empty because all their cards are
// data.
func (b *builder) checkStarts(begun map[*ZoneDecl]bool) {
	for _, d := range b.Decls[1:] {
		if !d.Starts || begun[d] {
			continue
		}
		for i, k := range b.Kinds {
			if d.Holds.Has(i) && slices.ContainsFunc(k.Cards, func(c *Card) bool {
				return c.Data && c.Starts.Name == ""
			}) {
				b.diags.Hint(d.Pos, "give the cards `copies: 1`, or give each card a `starts`",
					"no piece starts in zone %s, because the cards of kind %s have no `copies`", d.Name, k.Name)
				break
			}
		}
	}
}

// placeOf returns the place in a zone that a card names.
func (b *builder) placeOf(start syntax.Start, d *ZoneDecl) ref.Place {
	if d.Layout != "" && int64(d.Cells) != places(d.Zone) {
		return 0 // its size is wrong, which is already reported
	}
	cell, why, hint := d.CellAt(start.Place)
	if why != "" {
		b.diags.Hint(start.Pos, hint, "%s", why)
	}
	return ref.Place(cell)
}

// startOf returns the initial zone of a piece, or nil. It reports errors once per card.
func (b *builder) startOf(p *PieceInfo) *ZoneDecl {
	card := b.Cards[p.Card]
	name := card.Starts.Name
	if name == "" {
		return b.startOfKind(p, card)
	}
	d := b.gameZones[name]
	if own := b.playZones[name]; own != nil && p.Owner != Nothing {
		d = own
	}
	if p.Copy == 1 && p.Owner <= 0 {
		switch {
		case d == nil && b.playZones[name] != nil:
			b.diags.Hint(card.Starts.Pos, "give each player copies: `copies: {each_player: 1}`",
				"each player has a zone %q, so the owner of %s is unclear", name, card.Name)
		case d == nil:
			b.diags.Unknown(card.Starts.Pos, name, b.zoneNames(), "unknown zone %q for the start of these pieces", name)
		case !d.Holds.Has(card.Kind.Index):
			b.diags.Hint(card.Starts.Pos, "list it under `holds`", "zone %s does not hold %s", name,
				plural(card.Kind.Name))
		}
	}
	return d
}

func (b *builder) startOfKind(p *PieceInfo, card *Card) *ZoneDecl {
	for _, d := range b.Decls[1:] {
		if d.Starts && d.Holds.Has(int(p.Kind)) && !card.Data &&
			(d.Scope == OfGame || d.Scope == OfPlayer && p.Owner != Nothing) {
			return d
		}
	}
	return nil
}

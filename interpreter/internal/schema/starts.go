package schema

import (
	"slices"

	"moraine/interpreter/syntax"
)

// startPieces assigns an initial zone to every piece: the zone under `starts` of its card or
// kind, or else a zone with `starts: true` that may hold its kind. In a zone with a layout the
// piece gets the place that its card names, or the next free place.
func (s *Schema) startPieces() {
	next, begun := map[int32]int{}, map[*ZoneDecl]bool{}
	for i := range s.Pieces {
		p := &s.Pieces[i]
		d := s.startOf(p)
		if d == nil {
			continue
		}
		begun[d] = true
		first := int32(d.First)
		if d.Scope == OfPlayer {
			first += p.Owner * int32(d.Cells)
		}
		p.Start = first
		if start := s.Cards[p.Card].Starts; start.Place != "" {
			p.Start += s.placeOf(start, d)
			continue
		}
		if d.Cells == 1 {
			continue
		}
		if next[first] == d.Cells {
			s.diags.Add(d.Pos, "zone %s has only %d places, but more pieces start there", d.Name, d.Cells)
		}
		p.Start += int32(min(next[first], d.Cells-1))
		next[first]++
	}
	s.checkStarts(begun)
}

// checkStarts reports zones with `starts: true` that stay empty because all their cards are
// data.
func (s *Schema) checkStarts(begun map[*ZoneDecl]bool) {
	for _, d := range s.Decls[1:] {
		if !d.Starts || begun[d] {
			continue
		}
		for i, k := range s.Kinds {
			if d.Holds.Has(i) && slices.ContainsFunc(k.Cards, func(c *Card) bool { return c.Data && c.Starts.Name == "" }) {
				s.diags.Hint(d.Pos, "give the cards `copies: 1`, or give each card a `starts`", "no piece starts in zone %s, because the cards of kind %s have no `copies`", d.Name, k.Name)
				break
			}
		}
	}
}

// placeOf returns the place in a zone that a card names.
func (s *Schema) placeOf(start syntax.Start, d *ZoneDecl) int32 {
	if d.Layout != "" && int64(d.Cells) != places(d.Zone) {
		return 0 // its size is wrong, which is already reported
	}
	cell, why, hint := d.CellAt(start.Place)
	if why != "" {
		s.diags.Hint(start.Pos, hint, "%s", why)
	}
	return cell
}

// startOf returns the initial zone of a piece, or nil. It reports errors once per card.
func (s *Schema) startOf(p *PieceInfo) *ZoneDecl {
	card := s.Cards[p.Card]
	name := card.Starts.Name
	if name == "" {
		return s.startOfKind(p, card)
	}
	d := s.gameZones[name]
	if own := s.playZones[name]; own != nil && p.Owner != Nothing {
		d = own
	}
	if p.Copy == 1 && p.Owner <= 0 {
		switch {
		case d == nil && s.playZones[name] != nil:
			s.diags.Hint(card.Starts.Pos, "give each player copies: `copies: {each_player: 1}`", "each player has a zone %q, so the owner of %s is unclear", name, card.Name)
		case d == nil:
			s.diags.Unknown(card.Starts.Pos, name, s.zoneNames(), "unknown zone %q for the start of these pieces", name)
		case !d.Holds.Has(card.Kind.Index):
			s.diags.Hint(card.Starts.Pos, "list it under `holds`", "zone %s does not hold %s", name, plural(card.Kind.Name))
		}
	}
	return d
}

func (s *Schema) startOfKind(p *PieceInfo, card *Card) *ZoneDecl {
	for _, d := range s.Decls[1:] {
		if d.Starts && d.Holds.Has(int(p.Kind)) && !card.Data && (d.Scope == OfGame || d.Scope == OfPlayer && p.Owner != Nothing) {
			return d
		}
	}
	return nil
}

package schema

import (
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/syntax"
)

// declareZones declares the zones, with the zone 0 for pieces that are out of the match, and
// resolves the zones that zones and kinds refer to.
func (b *builder) declareZones() {
	nowhere := &ZoneDecl{
		Zone:  &syntax.Zone{Ident: syntax.Ident{Name: "nowhere"}, SeenBy: &syntax.SeenBy{Sight: syntax.ByNobody}},
		Cells: 1, Holds: b.AllKinds()}
	b.Decls = append(b.Decls, nowhere)
	for _, z := range b.Game.Zones {
		b.gameZones[z.Name] = b.zone(z, OfGame, -1)
	}
	for _, z := range b.Game.Player.Zones {
		b.playZones[z.Name] = b.zone(z, OfPlayer, -1)
	}
	for _, k := range b.Kinds {
		for _, z := range k.Kind.Zones {
			k.Zones[z.Name] = b.zone(z, OfPiece, k.Index)
			k.On = append(k.On, k.Zones[z.Name])
		}
	}
	for _, d := range b.Decls {
		if d.WhenEmpty.Name == "" {
			continue
		}
		switch d.Refill = b.ownOrGame(d, d.WhenEmpty.Name); d.Refill {
		case nil:
			b.diags.Unknown(d.WhenEmpty.Pos, d.WhenEmpty.Name, b.zoneNames(), "unknown zone %q in this game",
				d.WhenEmpty.Name)
		case d:
			b.diags.Hint(d.WhenEmpty.Pos, "name the zone to which the pieces go, such as a discard pile",
				"%s is refilled from itself, but then it is empty", d.Name)
		}
	}
	for _, k := range b.Kinds {
		if id := k.Kind.Discards; id.Name != "" {
			if k.Discards = b.gameZones[id.Name]; k.Discards == nil {
				b.diags.Unknown(id.Pos, id.Name, b.zoneNames(), "the table has no zone %q", id.Name)
			}
		}
	}
}

// mixKinds determines which kinds have the same back. A back identifies the kind, unless some
// zone is visible to some players and hidden from others, such as a hand: then all kinds that
// this zone may hold have the same back, in every zone.
func (b *builder) mixKinds() {
	for i, k := range b.Kinds {
		k.Backs = 1 << uint(i)
	}
	for range b.Kinds { // each pass joins sets that have a kind in common
		for _, d := range b.Decls[1:] {
			by, _ := d.SeenBy.Says()
			if d.Scope == OfPiece || by == syntax.ByNobody ||
				by == syntax.ByAll && (d.Face != "down" || d.Scope == OfGame) {
				continue
			}
			all := KindSet(0)
			for i, k := range b.Kinds {
				if d.Holds.Has(i) {
					all |= k.Backs
				}
			}
			for i, k := range b.Kinds {
				if all.Has(i) {
					k.Backs = all
				}
			}
		}
	}
}

// ownOrGame returns the zone with a name that has the same owner as d, or else the game's.
func (b *builder) ownOrGame(d *ZoneDecl, name string) *ZoneDecl {
	if d.Scope == OfPlayer {
		if z := b.playZones[name]; z != nil {
			return z
		}
	}
	return b.gameZones[name]
}

func (s *Schema) zoneNames() []string {
	return syntax.NamesOf(s.Decls[1:])
}

// zone declares a zone and its places.
func (b *builder) zone(z *syntax.Zone, scope Scope, kind int) *ZoneDecl {
	d := &ZoneDecl{Zone: z, Scope: scope, Kind: kind, Cells: 1, Holds: b.kindsOf(z.Holds)}
	if len(z.Holds) == 0 {
		d.Holds = b.AllKinds()
	}
	if z.Layout != "" {
		switch n := places(z); {
		case n < 1 || n > maxPieces:
			b.diags.Add(z.Pos, "zone %q has %d places; the number must be from 1 to %d", z.Name, n, maxPieces)
			d.Coords = []Coord{{}}
		case b.cells+int(n) > maxZones:
			b.diags.Add(z.Pos, "with zone %q the game has %d places; the maximum is %d", z.Name, b.cells+int(n),
				maxZones)
			d.Coords = []Coord{{}}
		default:
			d.Coords = layout(z)
		}
		b.cells += len(d.Coords)
		d.Cells = len(d.Coords)
		b.link(d)
	}
	b.Decls = append(b.Decls, d)
	return d
}

// makeZones numbers the zones. It needs the pieces, because zones can be on pieces.
func (b *builder) makeZones() {
	for _, d := range b.Decls {
		d.First = len(b.Zones)
		d.castRays()
		owners := 1
		switch d.Scope {
		case OfPlayer:
			owners = b.MaxPlayers
		case OfPiece:
			owners = b.Kinds[d.Kind].N
		}
		if len(b.Zones)+owners*d.Cells > maxZones {
			b.diags.Add(d.Pos, "zone %q needs %d places; the maximum for a game is %d", d.Name, owners*d.Cells,
				maxZones)
			owners = 0
		}
		for o := range owners {
			info := ZoneInfo{Decl: d, Holds: d.Holds, Seat: Nothing, Piece: Nothing, Stack: d.Stack,
				Down: d.Face == "down", Up: d.Face == "up"}
			switch d.Scope {
			case OfPlayer:
				info.Seat = ref.Seat(o)
			case OfPiece:
				info.Piece = ref.Piece(b.Kinds[d.Kind].First + o)
			}
			for c := range d.Cells {
				info.Cell = ref.Cell(c)
				b.Zones = append(b.Zones, info)
			}
		}
	}
}

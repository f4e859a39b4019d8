package schema

import "moraine/interpreter/syntax"

func (s *Schema) declareZones() {
	nowhere := &ZoneDecl{Zone: &syntax.Zone{Ident: syntax.Ident{Name: "nowhere"}, SeenBy: &syntax.SeenBy{Sight: syntax.ByNobody}}, Cells: 1, Holds: s.AllKinds()}
	s.Decls = append(s.Decls, nowhere)
	for _, z := range s.Game.Zones {
		s.gameZones[z.Name] = s.zone(z, OfGame, -1)
	}
	for _, z := range s.Game.Player.Zones {
		s.playZones[z.Name] = s.zone(z, OfPlayer, -1)
	}
	for _, k := range s.Kinds {
		for _, z := range k.Kind.Zones {
			k.Zones[z.Name] = s.zone(z, OfPiece, k.Index)
			k.On = append(k.On, k.Zones[z.Name])
		}
	}
	for _, d := range s.Decls {
		if d.WhenEmpty.Name == "" {
			continue
		}
		if d.Refill = s.ownOrGame(d, d.WhenEmpty.Name); d.Refill == nil {
			s.diags.Unknown(d.WhenEmpty.Pos, d.WhenEmpty.Name, s.zoneNames(), "unknown zone %q in this game", d.WhenEmpty.Name)
		}
	}
	for _, k := range s.Kinds {
		if id := k.Kind.Discards; id.Name != "" {
			if k.Discards = s.gameZones[id.Name]; k.Discards == nil {
				s.diags.Unknown(id.Pos, id.Name, s.zoneNames(), "the table has no zone %q", id.Name)
			}
		}
	}
}

// mixKinds determines which kinds have the same back. A back identifies the kind, unless some
// zone is visible to some players and hidden from others, such as a hand: then all kinds that
// this zone may hold have the same back, in every zone.
func (s *Schema) mixKinds() {
	for i, k := range s.Kinds {
		k.Backs = 1 << uint(i)
	}
	for range s.Kinds { // each pass joins sets that have a kind in common
		for _, d := range s.Decls[1:] {
			by, _ := d.SeenBy.Says()
			if d.Scope == OfPiece || by == syntax.ByNobody || by == syntax.ByAll && (d.Face != "down" || d.Scope == OfGame) {
				continue
			}
			all := KindSet(0)
			for i, k := range s.Kinds {
				if d.Holds.Has(i) {
					all |= k.Backs
				}
			}
			for i, k := range s.Kinds {
				if all.Has(i) {
					k.Backs = all
				}
			}
		}
	}
}

// ownOrGame returns the zone with a name that has the same owner as d, or else the game's.
func (s *Schema) ownOrGame(d *ZoneDecl, name string) *ZoneDecl {
	if d.Scope == OfPlayer {
		if z := s.playZones[name]; z != nil {
			return z
		}
	}
	return s.gameZones[name]
}

func (s *Schema) zoneNames() []string {
	return syntax.NamesOf(s.Decls[1:])
}

func (s *Schema) zone(z *syntax.Zone, scope Scope, kind int) *ZoneDecl {
	d := &ZoneDecl{Zone: z, Scope: scope, Kind: kind, Cells: 1, Holds: s.kindsOf(z.Holds)}
	if len(z.Holds) == 0 {
		d.Holds = s.AllKinds()
	}
	if z.Layout != "" {
		switch n := places(z); {
		case n < 1 || n > maxPieces:
			s.diags.Add(z.Pos, "zone %q has %d places; the number must be from 1 to %d", z.Name, n, maxPieces)
			d.Coords = []Coord{{}}
		case s.cells+int(n) > maxZones:
			s.diags.Add(z.Pos, "with zone %q the game has %d places; the maximum is %d", z.Name, s.cells+int(n), maxZones)
			d.Coords = []Coord{{}}
		default:
			d.Coords = layout(z)
		}
		s.cells += len(d.Coords)
		d.Cells = len(d.Coords)
		s.link(d)
	}
	s.Decls = append(s.Decls, d)
	return d
}

// makeZones numbers the zones. It needs the pieces, because zones can be on pieces.
func (s *Schema) makeZones() {
	for _, d := range s.Decls {
		d.First = len(s.Zones)
		owners := 1
		switch d.Scope {
		case OfPlayer:
			owners = s.MaxPlayers
		case OfPiece:
			owners = s.Kinds[d.Kind].N
		}
		if len(s.Zones)+owners*d.Cells > maxZones {
			s.diags.Add(d.Pos, "zone %q needs %d places; the maximum for a game is %d", d.Name, owners*d.Cells, maxZones)
			owners = 0
		}
		for o := range owners {
			info := ZoneInfo{Decl: d, Holds: d.Holds, Seat: Nothing, Piece: Nothing, Stack: d.Stack, Down: d.Face == "down", Up: d.Face == "up"}
			switch d.Scope {
			case OfPlayer:
				info.Seat = int32(o)
			case OfPiece:
				info.Piece = int32(s.Kinds[d.Kind].First + o)
			}
			for c := range d.Cells {
				info.Cell = int32(c)
				s.Zones = append(s.Zones, info)
			}
		}
	}
}

package table

import (
	"slices"
	"strconv"

	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// column is a number that the table of players shows for each seat, with a symbol.
type column struct {
	Name   string
	Look   match.Look
	Key    bool // the number that is seen first
	Values map[int32]amount
}

// amount is a number in a column of the table of players.
type amount struct {
	Is    string
	Fresh bool // it has changed since the reader's last decision
}

// Nil reports whether the number is 0.
func (a amount) Nil() bool { return a.Is == "0" }

// repeats reports whether a column has the symbol and the numbers of the one that pages show first.
func (c *column) repeats(keys map[int32]keyField) bool {
	for seat, key := range keys {
		if key.Look.Symbol != c.Look.Symbol || key.Is != c.Values[seat].Is {
			return false
		}
	}
	return len(keys) > 0
}

// mostAmounts limits the columns of the table of players.
const mostAmounts = 7

// columns returns the columns of the table of players that count pieces: one for each zone with a symbol. A zone of
// things that have symbols and no print, such as resources, has one for each sort of thing.
func (d *drafter) columns(players []match.Owner) (out []column) {
	if len(players) < 2 {
		return nil
	}
	add := func(name string, look match.Look, seat int32, is string, fresh bool) {
		i := slices.IndexFunc(out, func(c column) bool { return c.Name == name })
		if i < 0 {
			i, out = len(out), append(out, column{Name: name, Look: look, Values: map[int32]amount{}})
		}
		out[i].Values[seat] = amount{is, fresh}
	}
	for _, z := range ranked(players[0].Zones) {
		if z.Look.Size == "small" || z.Layout != "" {
			continue
		}
		sorts := sortsIn(players, z.Key)
		for i := range players {
			o := &players[i]
			of := zoneOf(o, z.Key)
			if of == nil || !of.Counted {
				continue
			}
			fresh := d.fresh(o, z.Key)
			if look := symbolOf(players, z); sorts == nil && look.Symbol != "" {
				add(words.Title(z.Name), look, o.Seat, strconv.Itoa(of.Len()), fresh)
			}
			for _, sort := range sorts {
				n := 0
				for _, p := range of.Pieces {
					if p.Name == sort.Name {
						n++
					}
				}
				add(words.Title(sort.Name), sort.Look, o.Seat, strconv.Itoa(n), fresh)
			}
		}
	}
	for _, f := range d.figures(players) {
		for i := range players {
			add(words.Title(f.Name), match.Look{Symbol: f.Look.Symbol, Drawn: true}, players[i].Seat,
				strconv.Itoa(d.onMaps(&f, &players[i])), false)
		}
	}
	return out[:min(len(out), mostAmounts)]
}

// figures returns the sorts of pieces of players that stand on the maps.
func (d *drafter) figures(players []match.Owner) (out []match.Piece) {
	for i := range players {
		for _, p := range d.standing {
			if p.Owner == players[i].Name && p.stands() && !slices.ContainsFunc(out, func(q match.Piece) bool {
				return q.Name == p.Name
			}) {
				out = append(out, p.Piece)
			}
		}
	}
	return out
}

// onMaps returns the number of pieces of a sort that a player has on the maps.
func (d *drafter) onMaps(sort *match.Piece, of *match.Owner) (n int) {
	for _, g := range d.standing {
		if g.Name == sort.Name && g.Owner == of.Name {
			n += g.N
		}
	}
	return n
}

// ranked returns zones in the order that the game declares.
func ranked(zones []match.Zone) []match.Zone {
	out := slices.Clone(zones)
	slices.SortStableFunc(out, func(a, b match.Zone) int { return rankOf(a.Look, 0) - rankOf(b.Look, 0) })
	return out
}

func zoneOf(o *match.Owner, key string) *match.Zone {
	for i := range o.Zones {
		if o.Zones[i].Key == key {
			return &o.Zones[i]
		}
	}
	return nil
}

// sortsIn returns the sorts of pieces in a zone of any player, or nil if they are cards.
func sortsIn(players []match.Owner, key string) (out []match.Piece) {
	for i := range players {
		z := zoneOf(&players[i], key)
		if z == nil {
			continue
		}
		for _, p := range z.Pieces {
			if !p.Known || p.Look.Symbol == "" || p.Look.Size != "small" && !p.Owned {
				return nil
			}
			if !slices.ContainsFunc(out, func(q match.Piece) bool { return q.Name == p.Name }) {
				p.Look.Seat = ""
				out = append(out, p)
			}
		}
	}
	slices.SortFunc(out, func(a, b match.Piece) int { return a.Look.Rank - b.Look.Rank })
	return out
}

// symbolOf returns the look that stands for the number of pieces in a zone: the look of the zone, or of a piece in it.
func symbolOf(players []match.Owner, of match.Zone) match.Look {
	if of.Look.Symbol != "" {
		return of.Look
	}
	for i := range players {
		z := zoneOf(&players[i], of.Key)
		if z == nil {
			continue
		}
		for _, p := range z.Pieces {
			if p.Look.Symbol != "" {
				return match.Look{Symbol: p.Look.Symbol, Drawn: p.Look.Drawn}
			}
		}
	}
	return of.Look
}

// withAll adds groups of none to groups of things, so that there is one for each sort, in their order. Groups that are
// told apart by more than their sort stay as they are.
func withAll(all []group, sorts []match.Piece) []group {
	out := make([]group, len(sorts))
	for i, sort := range sorts {
		sort.Choice, sort.Chosen = match.Choice{}, ""
		out[i] = group{Piece: sort}
	}
	for _, g := range all {
		i := slices.IndexFunc(sorts, func(p match.Piece) bool { return p.Name == g.Name })
		if i < 0 || out[i].N > 0 {
			return all
		}
		out[i] = g
	}
	return out
}

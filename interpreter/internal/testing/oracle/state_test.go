package oracle

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// table knows the interpreter's places and fields by name.
type table struct {
	p                                     *program.Program
	market, huntDeck, huntDiscards, inUse int32
	eaten, clanDeck, clanDiscards         int32
	fateDeck, fateDiscards                int32
	hand, living, fate, supply, weapons   int32 // of the first player
	shrine                                int32
	with                                  *schema.ZoneDecl
	active, starter, aside                int // words of the game
	chips, cursed, migrating              int // of the first player
	summoned, struckHunt, struckTurn      int
	nowhere, taken                        int32
}

func newTable(p *program.Program) *table {
	zone := func(name string) int32 { return int32(p.GameZone(name).First) }
	own := func(name string) int32 { return int32(p.PlayerZone(name).First) }
	return &table{
		p:      p,
		market: zone("market"), huntDeck: zone("hunt_deck"), huntDiscards: zone("hunt_discards"), inUse: zone("in_use"),
		eaten: zone("eaten_pile"), clanDeck: zone("clan_deck"), clanDiscards: zone("clan_discards"),
		fateDeck: zone("fate_deck"), fateDiscards: zone("fate_discards"),
		hand: own("hand"), living: own("living"), fate: own("fate"), supply: own("supply"), weapons: own("weapons"),
		shrine: own("shrine"),
		with:   p.Kind("prey").Zones["with"],
		active: p.GameField("active").Slot, starter: p.GameField("starter").Slot, aside: p.GameField("chips_aside").Slot,
		chips: p.PlayerField("chips").Slot, cursed: p.PlayerField("cursed").Slot, migrating: p.PlayerField("migrating").Slot,
		summoned: p.PlayerField("summoned").Slot, struckHunt: p.PlayerField("struck_hunt").Slot, struckTurn: p.PlayerField("struck_turn").Slot,
		nowhere: 0, taken: zone("box"),
	}
}

// differ is the first thing in which the states of both engines differ; "": they
// are the same. Places are compared as bags, the Hunting Deck by its packets from
// the top, the market in its order.
func (t *table) differ(m *machine.Match, o *Match) string {
	c := comparison{table: t, m: m}
	c.packets("hunt_deck", t.huntDeck, hunts, o.HuntDeck[:])
	c.packets("clan_deck", t.clanDeck, clans, []set{o.ClanDeck})
	c.packets("fate_deck", t.fateDeck, fates, []set{o.FateDeck})
	c.market(o)
	c.lie(t.huntDiscards, hunts, o.HuntDiscards)
	c.lie(t.eaten, hunts, o.Eaten)
	c.lie(t.inUse, hunts, o.InUse)
	c.lie(t.clanDiscards, clans, o.ClanDiscards)
	c.lie(t.fateDiscards, fates, o.FateDiscards)
	for seat := range o.Players {
		s, clan := int32(seat), &o.Clans[seat]
		c.lie(t.hand+s, clans, clan.Hand)
		c.lie(t.living+s, clans, clan.Rested|clan.Hurt)
		c.lie(t.fate+s, fates, clan.Fate)
		c.lie(t.supply+s, hunts, clan.Supply)
		c.lie(t.weapons+s, hunts, clan.Weapons)
		c.lie(t.shrine+s, hunts, clan.Shrine)
		for up := clan.Rested; up != none; up &^= up.lowest() {
			c.faced(up.first(), false)
		}
		for down := clan.Hurt; down != none; down &^= down.lowest() {
			c.faced(down.first(), true)
		}
		c.field("chips", t.chips+seat, clan.Chips)
		c.field("cursed", t.cursed+seat, number(clan.Cursed))
		c.field("migrating", t.migrating+seat, number(clan.Migrating))
	}
	for f := o.Netted; f != none; f &^= f.lowest() {
		fish := cards.piece[hunts][f.first()]
		zone := int32(t.with.First + int(fish) - t.p.Kinds[t.with.Kind].First)
		c.lie(zone, hunts, only(int(o.NetOf[f.first()])))
	}
	c.field("active", t.active, o.Active)
	c.field("starter", t.starter, o.Starter)
	c.field("chips_aside", t.aside, o.ChipsAside)
	if o.Over {
		var won []int
		for seat := range o.Players {
			if o.Winners.has(seat) {
				won = append(won, seat)
			}
		}
		if !m.Finished() || !slices.Equal(m.Winners(), won) {
			return fmt.Sprintf("the interpreter has winners %v, the oracle %v", m.Winners(), won)
		}
	}
	return c.rest()
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

type comparison struct {
	*table
	m     *machine.Match
	seen  [sorts]set
	found string
}

func (c *comparison) say(format string, args ...any) {
	if c.found == "" {
		c.found = fmt.Sprintf(format, args...)
	}
}

// lie looks whether cards lie in a zone. That no others do, rest sees.
func (c *comparison) lie(zone int32, of sort, s set) {
	c.seen[of] |= s
	for ; s != none; s &^= s.lowest() {
		if p := cards.piece[of][s.first()]; c.m.Env.World.In(ref.Piece(p)) != ref.Place(zone) {
			c.say("the oracle has %s in %s, the interpreter in %s", cards.name[of][s.first()], c.m.Env.World.ZoneName(ref.Place(zone)), c.m.Env.World.ZoneName(c.m.Env.World.In(ref.Piece(p))))
		}
	}
}

func (c *comparison) faced(card int, down bool) {
	if p := cards.piece[clans][card]; c.m.Env.World.FaceDown(ref.Piece(p)) != down {
		c.say("%s lies face down in one engine only", cards.name[clans][card])
	}
}

func (c *comparison) field(name string, at, want int) {
	got := int(c.m.Env.World.Word(at))
	if got == schema.Nothing {
		got = nobody
	}
	if got != want {
		c.say("%s is %d in the interpreter, %d in the oracle", name, got, want)
	}
}

// packets compares the known order of a deck: from the top, which cards come before which.
func (c *comparison) packets(name string, zone int32, of sort, want []set) {
	i, packet := 0, none
	for p := int32(c.m.Env.World.Head(ref.Place(zone))); p >= 0; p = int32(c.m.Env.World.Next(ref.Piece(p))) {
		packet |= only(int(cards.known[p]))
		if c.m.Env.World.Glued(ref.Piece(p)) {
			continue
		}
		if i >= len(want) || want[i] != packet {
			c.say("packet %d of %s is in the interpreter %s", i, name, listed(of, packet))
			return
		}
		c.seen[of] |= packet
		i, packet = i+1, none
	}
	if i < len(want) && want[i] != none {
		c.say("packet %d of %s is %s in the oracle", i, name, listed(of, want[i]))
	}
}

// market compares the open cards, in the order in which they came up.
func (c *comparison) market(o *Match) {
	c.lie(c.table.market, hunts, o.Market)
	p := int32(c.m.Env.World.Head(ref.Place(c.table.market)))
	for _, i := range o.Opened[:o.Open] {
		card := int(i)
		if !o.Market.has(card) {
			continue
		}
		if p < 0 || cards.piece[hunts][card] != p {
			c.say("%s came up elsewhere in the interpreter", cards.name[hunts][card])
			return
		}
		p = int32(c.m.Env.World.Next(ref.Piece(p)))
	}
}

// rest sees that the cards which are nowhere in the oracle are in no place of the
// interpreter either.
func (c *comparison) rest() string {
	for of := range c.seen {
		for s := cards.all[of] &^ c.seen[of]; s != none; s &^= s.lowest() {
			if z := int32(c.m.Env.World.In(ref.Piece(cards.piece[of][s.first()]))); z != c.nowhere && z != c.taken {
				c.say("the interpreter has %s in %s, the oracle nowhere", cards.name[of][s.first()], c.m.Env.World.ZoneName(ref.Place(z)))
			}
		}
	}
	return c.found
}

// listed names cards.
func listed(of sort, s set) string {
	var out []string
	for ; s != none; s &^= s.lowest() {
		out = append(out, fmt.Sprintf("%s#%d", cards.name[of][s.first()], cards.piece[of][s.first()]))
	}
	return strings.Join(out, " ")
}

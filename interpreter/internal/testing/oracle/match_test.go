package oracle

// Match is a whole match. It has no pointers but that of an onlooker, so that a
// copy is a snapshot.
type Match struct {
	Players int
	Active  int // whose turn it is
	Starter int // who began the match
	Clans   [4]Clan

	HuntDeck     [8]set // from the top: cards; the order within a set is unknown
	Market       set    // the open Hunt cards …
	Opened       [3]int8
	Open         int // … in the order in which they came up
	HuntDiscards set
	Eaten        set
	InUse        set // the weapon taken along on the hunt under way
	Netted       set // Fish that lie with a Net, wherever they are
	NetOf        [64]int8

	ClanDeck, ClanDiscards set
	FateDeck, FateDiscards set

	ChipsAside int
	Over       bool
	Winners    set

	Request   Request
	Decisions int
	Lots      Lots
	Onlooker  func(*Request) set // answers in place of Lots, if it is there
}

// Clan holds the cards and chips of a player.
type Clan struct {
	Hand      set // Clan cards not used yet
	Rested    set // in the living area, face up: used, or just recovered
	Hurt      set // in the living area, face down
	Fate      set // Fate cards in hand
	Supply    set // Prey and Herb cards
	Weapons   set // Weapon cards, and prey made into weapons
	Shrine    set // the Artefact
	Chips     int
	Cursed    bool // the Artefact lies face down
	Migrating bool // the Cave card lies face down
	Summoned  bool // the Artefact has been used in this turn
	Struck    bool // has played a Fate card against the player whose turn it is: in this hunt, if two play
}

// next is the player to the left (turn.direction).
func (m *Match) next(seat int) int {
	if seat++; seat == m.Players {
		return 0
	}
	return seat
}

// cards are all Clan cards of a clan, wherever they are.
func (c *Clan) cards() set { return c.Hand | c.Rested | c.Hurt }

// clanCards are all Clan cards of a clan by place: those that lie in different
// places are not the same.
func (c *Clan) clanCards() places { return places{c.Hand, c.Rested, c.Hurt} }

// gear are Hunt cards of a cave. Fish that lie with a Net are not the same as Fish
// without.
func (m *Match) gear(s set) places { return places{s &^ m.Netted, s & m.Netted} }

// members counts the clan members that some Clan cards show.
func members(s set) int {
	return (s & cards.ofSize[1]).count() + 2*(s&cards.ofSize[2]).count() + 3*(s&cards.ofSize[3]).count()
}

// withNets adds to cards that leave a cave the Nets that lie with them: Fish and
// Net are one card (fish.net_one_card), and go the same way (fish.net_follows).
func (m *Match) withNets(s set) set {
	for f := s & m.Netted; f != none; f &^= f.lowest() {
		s |= only(int(m.NetOf[f.first()]))
		m.Netted &^= f.lowest()
	}
	return s
}

// discard lays cards of a cave on the Hunt discards.
func (m *Match) discard(c *Clan, s set) {
	c.Supply &^= s
	c.Weapons &^= s
	c.Shrine &^= s
	m.HuntDiscards |= m.withNets(s)
}

// spend lays the weapon in use there.
func (m *Match) spend() {
	m.HuntDiscards |= m.withNets(m.InUse)
	m.InUse = none
}

// drawClan draws a Clan card, where there is one left. Lost cards come back when
// the deck is empty (clan.deck_empty).
func (m *Match) drawClan(n name, whom int) set {
	if m.ClanDeck == none {
		m.ClanDeck, m.ClanDiscards = m.ClanDiscards, none
	}
	card := m.draw(n, whom, clans, m.ClanDeck)
	m.ClanDeck &^= card
	return card
}

// drawFate draws a Fate card, where there is one left. The discards are shuffled
// when the deck is empty (fate.deck_empty).
func (m *Match) drawFate(n name, whom int) {
	if m.FateDeck == none {
		m.FateDeck, m.FateDiscards = m.FateDiscards, none
	}
	card := m.draw(n, whom, fates, m.FateDeck)
	m.FateDeck &^= card
	m.Clans[whom].Fate |= card
}

// drawHunt draws the top card of the Hunting Deck, which is not empty.
func (m *Match) drawHunt(n name, whom int) set {
	d := &m.HuntDeck
	card := m.draw(n, whom, hunts, d[0])
	if d[0] &^= card; d[0] == none {
		copy(d[:], d[1:])
	}
	return card
}

// under puts a shuffled packet under the Hunting Deck.
func (m *Match) under(packet set) {
	if packet == none {
		return
	}
	i := 0
	for m.HuntDeck[i] != none {
		i++
	}
	m.HuntDeck[i] = packet
}

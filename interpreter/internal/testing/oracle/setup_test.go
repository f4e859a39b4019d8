package oracle

// chipsInTheBox are the Trophy Chips (E-COMP-10).
const chipsInTheBox = 12

// nobody marks a seat that is not assigned yet.
const nobody = -1

// Play plays a match to its end.
func (m *Match) Play(players int) {
	m.setUp(players)
	for {
		m.turn(m.Active)
		if m.Market&cards.winter != none { // winter.start: after the turn
			m.yearEnds()
			if m.Over {
				return
			}
		}
		m.Active = m.next(m.Active) // E-F-06; newyear.starter: the next player
	}
}

// setUp prepares the game (E-SETUP-01 … E-SETUP-10).
func (m *Match) setUp(players int) {
	lots, onlooker := m.Lots, m.Onlooker
	*m = Match{Players: players, Lots: lots, Onlooker: onlooker, ChipsAside: chipsInTheBox, Active: nobody, Starter: nobody} // E-SETUP-08

	// Cards with a rhombus are taken out (E-2P-01, E-3P-01). The others are shuffled
	// and put upon Winter (E-SETUP-04, E-SETUP-05).
	m.under(cards.left[players] &^ cards.winter)
	m.under(cards.winter)

	// Everybody has a Clan card of one, two and three members (E-SETUP-02); the
	// others are the deck (E-SETUP-03).
	m.ClanDeck = cards.all[clans]
	for seat := range players {
		for size := 1; size <= 3; size++ {
			card := (m.ClanDeck & cards.ofSize[size]).lowest()
			m.ClanDeck &^= card
			m.Clans[seat].Hand |= card
		}
	}

	// And a Fate card (E-SETUP-06, E-SETUP-07).
	m.FateDeck = cards.all[fates]
	for seat := range players {
		m.drawFate(setUpDraw, seat)
	}

	m.Starter = m.rollOff(only(players) - 1)
	m.Active = m.Starter
}

// rollOff lets players throw until one has the highest number (E-SETUP-09); the
// tied throw again (setup.start_tie).
func (m *Match) rollOff(who set) int {
	for {
		best, tied := 0, none
		for seat := range m.Players {
			if !who.has(seat) {
				continue
			}
			switch n := m.roll(rollOffDie, seat); {
			case n > best:
				best, tied = n, only(seat)
			case n == best:
				tied |= only(seat)
			}
		}
		if who = tied; who.count() == 1 {
			return who.first()
		}
	}
}

package oracle

// A.1: the Events among the three cards, in the order in which they came up
// (E-A-02), once all lie open (event.timing), before anything is stored
// (event.before_taking), for a migrating clan too (E-FATE-40). Then they go to
// the discards (event.discard).
func (m *Match) events(me int) {
	if m.Market&(cards.earthquakes|cards.marriages) == none {
		return
	}
	for _, i := range m.Opened[:m.Open] {
		card := only(int(i))
		switch {
		case card&cards.earthquakes != none:
			m.earthquake(me)
		case card&cards.marriages != none:
			// Marriage: one more Clan card, face up in the cave (E-EVENT-08, E-EVENT-09),
			// where it cannot act (marriage.usable).
			m.Clans[me].Rested |= m.drawClan(marriageDraw, me)
		default:
			continue
		}
		m.Market &^= card
		m.HuntDiscards |= card
	}
}

// earthquake strikes every clan (E-EVENT-03), from the active player on to the
// left (quake.order).
func (m *Match) earthquake(me int) {
	for k, seat := 0, me; k < m.Players; k, seat = k+1, m.next(seat) {
		m.tremble(seat)
	}
}

// tremble is one clan's Earthquake: 1 and 2 do nothing, 3 to 5 cost a weapon or
// the Artefact, 6 costs a Clan card (E-EVENT-04 … E-EVENT-07). The player picks
// (E-EVENT-10), or averts his own loss by a Sacrifice once he has seen it
// (E-FATE-14, sacrifice.quake_scope, sacrifice.quake_timing). Who has neither
// weapon nor Artefact has nothing to lose (quake.nothing_owned); prey made into a
// weapon is one (quake.transformed_prey), a Net that lies with Fish is not
// (fish.net_still_weapon).
func (m *Match) tremble(seat int) {
	c := &m.Clans[seat]
	switch n := m.roll(trembleDie, seat); {
	case n <= 2:
	case n <= 5:
		gear := c.Weapons | c.Shrine
		if gear == none || m.averts(loss, seat) {
			return
		}
		m.discard(c, m.choose(loseToQuake, seat, hunts, m.gear(gear)))
		if c.Shrine == none {
			c.Cursed = false
		}
	default:
		if !m.averts(loss, seat) {
			m.loseClanCard(loseClanCard, seat)
		}
	}
}

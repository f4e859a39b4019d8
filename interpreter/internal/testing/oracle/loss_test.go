package oracle

// loseClanCard costs a clan one of its Clan cards, wherever it lies, hurt or not,
// by its player's choice (E-EVENT-11, E-FATE-18, fate.loss_clan_source,
// feed.starve_choice).
func (m *Match) loseClanCard(n name, seat int) {
	c := &m.Clans[seat]
	m.loseClanCards(c, m.choose(n, seat, clans, c.clanCards()))
	if c.cards() == none {
		m.refound(seat)
	}
}

func (m *Match) loseClanCards(c *Clan, lost set) {
	c.Hand &^= lost
	c.Rested &^= lost
	c.Hurt &^= lost
	m.ClanDiscards |= lost
}

// refound begins a new clan for one that has lost all members (E-LOSS-01), from
// whatever cause (loss.cause), at once (loss.timing). All its cards go to the
// discards of their kinds (E-LOSS-02, loss.discard_place), its chips back to the
// others (E-LOSS-03, chips.returned); Wrath and Migration end (loss.effects). It
// begins with a Clan card in hand and a Fate card (E-LOSS-04, loss.refound_size,
// loss.new_card).
func (m *Match) refound(seat int) {
	c := &m.Clans[seat]
	m.discard(c, c.Supply|c.Weapons|c.Shrine)
	m.FateDiscards |= c.Fate
	m.ChipsAside += c.Chips
	c.Fate, c.Chips = none, 0
	c.Cursed, c.Migrating = false, false
	c.Hand = m.drawClan(refoundDraw, seat)
	m.drawFate(refoundDraw, seat)
}

package oracle

// handLimit is how many Clan and Fate cards may be kept (E-F-01).
const handLimit = 8

// turn is a player's turn, phases A to F.
func (m *Match) turn(me int) {
	c := &m.Clans[me]
	c.Summoned = false // E-C1-15: once in a turn
	for seat := range m.Players {
		m.Clans[seat].Struck = false // E-C1-19: one a turn
	}
	m.reveal(me)
	m.events(me)
	m.takeGear(me)
	c.Rested |= c.Hurt // B: hurt cards are turned up, and stay idle (E-B-01, E-B-02, hurt.usable_when)
	c.Hurt = none
	m.actions(me)
	m.tidy(c)
	m.endOfTurn(me)
	m.limit(me)
	c.Cursed, c.Migrating = false, false // wrath.duration, migration.duration: until his own turn has ended
}

// A: three Hunt cards are turned up (E-A-01, E-FATE-38), Winter being one like
// any other (winter.three_cards, winter.fill), or as many as there are
// (hunt_deck.short).
func (m *Match) reveal(me int) {
	m.Open = 0
	for range 3 {
		if m.HuntDeck[0] == none {
			return
		}
		card := m.drawHunt(revealDraw, me)
		m.Market |= card
		m.Opened[m.Open] = int8(card.first())
		m.Open++
	}
}

// A.2: Weapons and an Artefact can be stored at once (E-A-03, a.take_when,
// a.take_optional, E-FATE-39). Weapons are not limited (cave.capacity); a second
// Artefact is refused (E-A-04, E-A-05), of two one may be picked
// (artefact.two_revealed). A cursed one still takes the place (wrath.artefact_held).
func (m *Match) takeGear(me int) {
	c := &m.Clans[me]
	if gear := m.Market & cards.weapons; gear != none {
		taken := m.chooseSome(takeGear, me, hunts, places{gear}, 0, gear.count())
		m.Market &^= taken
		c.Weapons |= taken
	}
	if c.Shrine == none {
		if taken := m.mayChoose(takeRelic, me, hunts, places{m.Market & cards.artefacts}); taken != none {
			m.Market &^= taken
			c.Shrine = taken
		}
	}
}

// C: an action for every Clan card in hand, in any order (E-C-01, E-C-09,
// action.order), as long as the player wants (E-C-03, E-D-01). A migrating clan
// may do nothing (E-FATE-33, migration.scope).
func (m *Match) actions(me int) {
	c := &m.Clans[me]
	for c.Hand != none && !c.Migrating {
		what := none
		if m.Market&cards.prey != none {
			what |= only(doHunt)
		}
		if m.gatherable(c) != none {
			what |= only(doCollect)
		}
		if c.Supply&cards.material != none {
			what |= only(doMakeWeapon)
		}
		if m.FateDeck|m.FateDiscards != none { // fate.deck_empty: no draw if there are none
			what |= only(doDrawFate)
		}
		switch m.may(turnActions, me, what) {
		case none:
			return
		case only(doHunt):
			m.hunt(me)
		case only(doCollect):
			m.collect(me)
		case only(doMakeWeapon):
			m.makeWeapon(me)
		case only(doDrawFate):
			m.drawFateCard(me)
		}
	}
}

// D: the Hunt cards left over are discarded (E-D-02), but Winter is not
// (data.event_winter); face-up Clan cards are taken back (E-D-03, d.take_back).
func (m *Match) tidy(c *Clan) {
	m.HuntDiscards |= m.Market &^ cards.winter
	m.Market &= cards.winter
	c.Hand |= c.Rested
	c.Rested = none
}

// F: no more than eight Clan and Fate cards, those in the cave included (E-F-01,
// E-F-02). Fate cards go first (E-F-04), then Clan cards must (E-F-05,
// limit.clan_last), whichever (fate.loss_clan_source).
func (m *Match) limit(me int) {
	c := &m.Clans[me]
	over := c.Fate.count() + c.cards().count() - handLimit
	if over <= 0 {
		return
	}
	n := min(over, c.Fate.count())
	shed := m.chooseSome(limitShed, me, fates, places{c.Fate}, n, n)
	c.Fate &^= shed
	m.FateDiscards |= shed
	if over -= n; over > 0 {
		m.loseClanCards(c, m.chooseSome(limitDismissed, me, clans, c.clanCards(), over, over))
	}
}

package oracle

// averts asks a player for Sacrifice to the Spirits, against a Fate card aimed at
// his clan (E-FATE-13, sacrifice.scope, sacrifice.for_others) or against his loss
// by an Earthquake (E-FATE-14). It takes a prey out of his Supply Cave
// (E-FATE-12, sacrifice.cost, sacrifice.source), so that without one it cannot be
// played. A migrating clan may (migration.fate_scope).
func (m *Match) averts(when name, me int) bool {
	c := &m.Clans[me]
	if c.Fate&cards.sacrifices == none || c.Supply&cards.prey == none {
		return false
	}
	card := m.play(when, me, c.Fate&cards.sacrifices)
	if card == none {
		return false
	}
	c.Fate &^= card
	m.discard(c, m.choose(sacrificeGift, me, hunts, m.gear(c.Supply&cards.prey)))
	m.FateDiscards |= card // and so does the card that it wards off (fate.cancelled_discard)
	return true
}

// endOfTurn is phase E: one yellow card against another clan (E-E-01, E-FATE-17,
// fate.end_colour, e.count), which does its work at once (E-E-02). A migrating
// clan may not (E-FATE-36).
func (m *Match) endOfTurn(me int) {
	c := &m.Clans[me]
	if c.Migrating {
		return
	}
	playable := none
	for yellow := c.Fate & cards.yellow; yellow != none; {
		alike := yellow & cards.same[fates][yellow.first()]
		yellow &^= alike
		if m.targets(me, alike) != none {
			playable |= alike
		}
	}
	card := m.play(endOfTurn, me, playable)
	if card == none {
		return
	}
	whom := m.target(endOfTurnTarget, me, m.targets(me, card))
	c.Fate &^= card
	if !m.averts(answer, whom) { // before any die (sacrifice.yellow_timing)
		m.strike(me, whom, card)
	}
	m.FateDiscards |= card
}

// targets are the clans that a yellow card can hit: those that have something for
// it (fate.empty_target) and are not so struck already (migration.stacking).
func (m *Match) targets(me int, card set) set {
	found := none
	for seat := range m.Players {
		c := &m.Clans[seat]
		var hit bool
		switch {
		case seat == me:
		case card&cards.predators != none:
			hit = true
		case card&(cards.carrionEaters|cards.raids) != none:
			hit = c.Supply != none
		case card&cards.wraths != none:
			hit = c.Shrine != none && !c.Cursed
		case card&cards.migrations != none:
			hit = !c.Migrating
		case card&cards.rots != none:
			hit = c.Supply&cards.herbs != none
		}
		if hit {
			found |= only(seat)
		}
	}
	return found
}

// strike carries out a yellow card. The struck player picks his losses (E-FATE-18); only a raider picks his
// booty (E-FATE-19, raid.choice).
func (m *Match) strike(me, whom int, card set) {
	c := &m.Clans[whom]
	switch {
	case card&cards.predators != none:
		m.predator(whom)
	case card&cards.carrionEaters != none: // E-FATE-22 … E-FATE-25, carrion.roller, carrion.choice, carrion.destination
		if n := m.plunder(carrionDie, whom, c); n > 0 {
			m.discard(c, m.chooseSome(loseSupply, whom, hunts, m.gear(c.Supply), n, n))
		}
	case card&cards.raids != none: // E-FATE-26 … E-FATE-29, raid.roller, raid.destination
		if n := m.plunder(raidDie, me, c); n > 0 {
			booty := m.chooseSome(stealBooty, me, hunts, m.gear(c.Supply), n, n)
			c.Supply &^= booty
			m.Clans[me].Supply |= booty
		}
	case card&cards.wraths != none:
		c.Cursed = true // E-FATE-30, E-FATE-31
	case card&cards.migrations != none:
		c.Migrating = true // E-FATE-32, E-FATE-37
	case card&cards.rots != none:
		m.discard(c, m.choose(spoilHerb, whom, hunts, places{c.Supply & cards.herbs})) // E-FATE-34, spoiled.count
	}
}

// predator costs a Clan card or, if the player prefers, a herb (E-FATE-21,
// predator.effect, herb.cure).
func (m *Match) predator(whom int) {
	c := &m.Clans[whom]
	if herbs := c.Supply & cards.herbs; herbs != none && m.may(mauled, whom, only(useHerb)) != none {
		m.discard(c, m.choose(mauledHerb, whom, hunts, places{herbs}))
		return
	}
	m.loseClanCard(loseClanCard, whom)
}

// plunder is how many supply cards a thief gets away with: none on 1 and 2, one
// on 3 to 5, two on 6, and no more than there are (theft.too_few).
func (m *Match) plunder(die name, whose int, c *Clan) int {
	switch n := m.roll(die, whose); {
	case n <= 2:
		return 0
	case n <= 5:
		return 1
	}
	return min(2, c.Supply.count())
}

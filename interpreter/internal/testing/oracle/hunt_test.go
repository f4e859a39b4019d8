package oracle

// hunt is action C.1. Questions come in the order of the rules (hunt.declare_order): prey, party, weapon,
// Artefact, offering, the hunter's own Fate card; then those of the others, and whether to call off; then the
// die.
func (m *Match) hunt(me int) {
	c := &m.Clans[me]
	if m.Players == 2 {
		m.Clans[1-me].Struck = false // E-2P-03: one card in every hunt (twop.fate)
	}
	prey := m.choose(huntPrey, me, hunts, places{m.Market & cards.prey})           // E-C1-01
	party := m.chooseSome(huntParty, me, clans, places{c.Hand}, 1, c.Hand.count()) // E-C1-02, action.multi_card
	bonus := hunters(members(party), int(cards.members[prey.first()]))
	bonus += m.takeWeapon(me, prey.first())

	// The Artefact, once in a turn (E-C1-14, E-C1-15), even if the hunt is called off
	// later (hunt.artefact_after_calloff), with a weapon or without
	// (hunt.artefact_needs_weapon), unless it is cursed (E-FATE-30).
	if c.Shrine != none && !c.Cursed && !c.Summoned && m.may(huntOptions, me, only(useArtefact)) != none {
		c.Summoned = true
		bonus += int(cards.tips[c.Shrine.first()])
	}

	// One prey out of the Supply Cave for +1 (E-C1-16, hunt.offering_count,
	// hunt.offering_fresh, hunt.offering_needs_artefact).
	if gift := m.mayChoose(huntGift, me, hunts, m.gear(c.Supply&cards.prey)); gift != none {
		m.discard(c, gift)
		bonus++
	}

	lucky := m.luckyHunt(me)
	goesOn := true
	if !lucky { // E-FATE-16
		var storm int
		storm, goesOn = m.struck(me)
		bonus -= storm
	}
	// Until the die is thrown the hunt can be called off (E-C1-28, hunt.calloff). Then no hunter is hurt
	// (E-C1-29), all used cards are spent (hunt.calloff_spent, hunt.calloff_clan_cards), and the prey stays
	// (prey.after_failure).
	var hurt set
	if goesOn && m.may(huntOptions, me, only(callOff)) == none {
		die := 6 // E-FATE-15: modifiers count (lucky.modifiers)
		if !lucky {
			die = m.roll(huntDie, me) // E-C1-03
		}
		if die+bonus >= int(cards.hunting[prey.first()]) { // E-C1-23, hunt.natural_roll
			m.caught(me, prey, lucky)
		} else {
			// E-C1-25: one card of the party is hurt, of the hunter's choice (E-C1-26,
			// hurt.which_card, hurt.chooser, hurt.count).
			hurt = m.choose(huntHurt, me, clans, places{party})
		}
	}
	// The party is in the cave now (E-C-06, E-C-07, E-C1-24), the weapon is spent
	// (E-C1-13), a Net that caught nothing too (fish.net_on_failure).
	c.Hand &^= party
	c.Rested |= party &^ hurt
	c.Hurt |= hurt
	m.spend()
}

// hunters returns the modifier for the size of a party: +1 in all for more than needed (E-C1-06,
// hunt.hunters_bonus), -1 for each that is missing (E-C1-07, hunt.min_hunters).
func hunters(party, needed int) int {
	if party > needed {
		return 1
	}
	return party - needed
}

// takeWeapon takes at most one weapon along (E-C1-08, E-C1-09) that serves against
// the prey (weapon.off_size); its value is added (E-C1-10). One stored in this
// turn will do (weapon.fresh).
func (m *Match) takeWeapon(me, prey int) int {
	c := &m.Clans[me]
	weapon := m.mayChoose(huntWeapon, me, hunts, m.gear(c.Weapons&cards.serves[prey]))
	if weapon == none {
		return 0
	}
	c.Weapons &^= weapon
	m.InUse = weapon
	return int(cards.power[weapon.first()][prey])
}

// luckyHunt lets the hunter play Successful Hunt (E-FATE-10), before the others
// are asked (lucky.timing).
func (m *Match) luckyHunt(me int) bool {
	c := &m.Clans[me]
	card := m.play(ownHunt, me, c.Fate&cards.luckyHunts)
	c.Fate &^= card
	m.FateDiscards |= card
	return card != none
}

// struck is the moment for the others' red cards (E-C1-17, E-FATE-03, fate.red_window), from the hunter's
// left (E-C1-20, E-C1-21), each having one chance (fate.reentry). At most one card is played in a hunt
// (E-C1-18), cancelled or not (fate.cancelled_counts), and one per player and turn (E-C1-19,
// fate.opponent_turn_limit). It returns the malus on the roll, and whether the hunt goes on.
func (m *Match) struck(me int) (storm int, goesOn bool) {
	for seat := m.next(me); seat != me; seat = m.next(seat) {
		c := &m.Clans[seat]
		if c.Struck {
			continue
		}
		red := cards.storms
		if m.InUse != none { // broken.needs_weapon, broken.transformed_prey
			red |= cards.brokenWeapons
		}
		card := m.play(beforeRoll, seat, c.Fate&red)
		if card == none {
			continue
		}
		c.Fate &^= card
		c.Struck = true
		goesOn = true
		switch {
		case m.averts(answer, me): // E-C1-22; the weapon stays in use (broken.sacrificed)
		case card&cards.storms != none:
			storm = 1 // E-FATE-05
		default: // E-FATE-08, E-FATE-09: nobody is hurt (broken.break_off, broken.hurt)
			m.spend()
			goesOn = false
		}
		m.FateDiscards |= card
		return storm, goesOn
	}
	return 0, true
}

// caught is a successful hunt: the prey goes to the hunter's Supply Cave
// (E-C1-23), or to that of the winner of a Dispute (dispute.destination). Fish
// caught by a Net take it along, which makes them worth more (E-CARD-13,
// E-CARD-14, fish.net_at_dispute).
func (m *Match) caught(me int, prey set, lucky bool) {
	to := me
	if !lucky { // lucky.dispute
		to = m.disputed(me)
	}
	m.Market &^= prey
	m.Clans[to].Supply |= prey
	if prey&cards.fish != none && m.InUse&cards.nets != none {
		m.Netted |= prey
		m.NetOf[prey.first()] = int8(m.InUse.first())
		m.InUse = none
	}
}

// disputed is who gets the prey. After a success an opponent who has not yet
// played a card against the hunter in this turn (E-C1-31, dispute.eligible; in
// this hunt, if two play: dispute.two_players) may dispute it (E-C1-30), even if
// another has played one in this hunt (dispute.slot). One Dispute, asked from the
// hunter's left (dispute.several). The hunter can answer with Sacrifice
// (dispute.sacrifice), not of the prey itself (dispute.contested_prey). Then both
// throw a bare die (dispute.modifiers), and the challenger's must be higher
// (E-C1-32, E-FATE-07, dispute.tie).
func (m *Match) disputed(me int) int {
	for seat := m.next(me); seat != me; seat = m.next(seat) {
		c := &m.Clans[seat]
		if c.Struck {
			continue
		}
		card := m.play(afterHunt, seat, c.Fate&cards.disputes)
		if card == none {
			continue
		}
		c.Fate &^= card
		c.Struck = true
		to := me
		if !m.averts(answer, me) {
			if mine := m.roll(disputeMine, seat); mine > m.roll(disputeTheirs, me) {
				to = seat
			}
		}
		m.FateDiscards |= card
		return to
	}
	return me
}

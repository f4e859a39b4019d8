package oracle

// gatherable are the open herbs for which a clan has members enough in hand
// (E-C2-01).
func (m *Match) gatherable(c *Clan) set {
	found := none
	have := members(c.Hand)
	for herbs := m.Market & cards.herbs; herbs != none; herbs &^= herbs.lowest() {
		if int(cards.members[herbs.first()]) <= have {
			found |= herbs.lowest()
		}
	}
	return found
}

// collect is action C.2: enough members find a herb without a roll, and without
// any Fate card in between (E-C2-01, E-C2-02, herbs.collect, herbs.fate_window).
// More than needed may go (action.multi_card).
func (m *Match) collect(me int) {
	c := &m.Clans[me]
	herb := m.choose(collectHerb, me, hunts, places{m.gatherable(c)})
	need := int(cards.members[herb.first()])
	party := c.Hand
	if sparable(party, need) {
		r := m.ask(collectParty, choice, me, me, clans)
		r.From, r.List, r.Least, r.Most = places{c.Hand}, true, 1, int8(c.Hand.count())
		r.Goes, r.Need = enough, int8(need)
		party = m.decided()
	}
	m.Market &^= herb
	c.Supply |= herb
	c.rest(party)
}

// sparable reports whether a card of a party, at least the smallest, can stay at
// home when so many members are needed.
func sparable(party set, need int) bool {
	size := 1
	for party&cards.ofSize[size] == none {
		size++
	}
	return members(party)-size >= need
}

// makeWeapon is action C.3: a prey in the Supply Cave that shows a Weapon Value
// becomes a weapon, for one Clan card (E-C3-01, E-C3-02, E-C3-03,
// transform.source).
func (m *Match) makeWeapon(me int) {
	c := &m.Clans[me]
	prey := m.choose(makeMaterial, me, hunts, m.gear(c.Supply&cards.material))
	worker := m.choose(makeWorker, me, clans, places{c.Hand})
	c.Supply &^= prey
	c.Weapons |= prey
	c.rest(worker)
}

// drawFateCard is action C.4: a Fate card for one Clan card (E-C4-01,
// fatedraw.cost). Its colour says when it can be played (fatedraw.at_once).
func (m *Match) drawFateCard(me int) {
	c := &m.Clans[me]
	worker := m.choose(drawWorker, me, clans, places{c.Hand})
	m.drawFate(drawDraw, me)
	c.rest(worker)
}

// rest lays used Clan cards into the living area (E-C-06, E-C-07).
func (c *Clan) rest(used set) {
	c.Hand &^= used
	c.Rested |= used
}

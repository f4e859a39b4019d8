package oracle

// yearEnds is all that follows the turn in which Winter came up (E-WIN-03,
// E-WIN-05, prep.order).
func (m *Match) yearEnds() {
	m.prepare()
	m.meet()
	// Feeding begins with the player who will open the year (feed.player_order).
	for k, seat := 0, m.next(m.Active); k < m.Players; k, seat = k+1, m.next(seat) {
		m.feed(seat)
	}
	m.under(m.Eaten) // shuffled on their own, below Winter (E-WIN-11, feed.used_supplies, feed.used_herbs)
	m.Eaten = none
	for seat := range m.Players {
		c := &m.Clans[seat]
		c.Hand, c.Rested, c.Hurt = c.cards(), none, none // E-WIN-13
	}
	m.victory()
}

// prepare makes the decks of the new year ready: the shuffled Hunt discards under the remaining cards, Winter
// under all (E-PREP-01 … E-PREP-03, prep.discards); each player keeps one Fate card of his choice if he has
// any (E-PREP-04 … E-PREP-06, prep.fate_keep), and all others are shuffled (E-PREP-07, fate.shuffle_scope).
func (m *Match) prepare() {
	m.under(m.HuntDiscards)
	m.HuntDiscards = none
	m.under(cards.winter)
	m.Market, m.Open = none, 0
	for seat := range m.Players {
		c := &m.Clans[seat]
		if c.Fate == none {
			continue
		}
		kept := m.choose(keepFate, seat, fates, places{c.Fate})
		m.FateDiscards |= c.Fate &^ kept
		c.Fate = kept
	}
	m.FateDeck |= m.FateDiscards
	m.FateDiscards = none
}

// meet is the Great Clan Meeting (E-MEET-02): hunters, healers, shamans
// (E-MEET-03). Prey counts in either cave, plain weapons do not (E-MEET-05,
// meet.hunters_source); the best single card counts (E-MEET-04, E-MEET-06,
// E-MEET-08, E-MEET-15, E-MEET-10); a cursed Artefact tells nothing
// (wrath.meeting).
func (m *Match) meet() {
	var stories [4]int
	for seat := range m.Players {
		stories[seat] = best((m.Clans[seat].Supply | m.Clans[seat].Weapons) & cards.prey)
	}
	m.contest(&stories)
	for seat := range m.Players {
		stories[seat] = best(m.Clans[seat].Supply & cards.herbs)
	}
	m.contest(&stories)
	for seat := range m.Players {
		c := &m.Clans[seat]
		stories[seat] = best(c.Shrine)
		if c.Cursed {
			stories[seat] = -1
		}
	}
	m.contest(&stories)
}

// best is the highest Story Value among cards; -1: there is no card.
func best(s set) int {
	if s == none {
		return -1
	}
	v := len(cards.tells) - 1
	for s&cards.tells[v] == none {
		v--
	}
	return v
}

// contest gives a chip to the clan with the highest roll plus story (E-MEET-07,
// E-MEET-09, E-MEET-11). Every clan with a card of the kind enters (E-MEET-13,
// meet.entry), one alone wins without a roll (meet.sole_entrant), and without any
// there is no chip (meet.no_entrant). The tied roll again, stories and all
// (E-MEET-12, meet.ties_who, meet.tie_bonus).
func (m *Match) contest(stories *[4]int) {
	in := none
	for seat := range m.Players {
		if stories[seat] >= 0 {
			in |= only(seat)
		}
	}
	for in.count() > 1 {
		highest, tied := -1, none
		for k, seat := 0, m.Active; k < m.Players; k, seat = k+1, m.next(seat) {
			if !in.has(seat) {
				continue
			}
			switch n := m.roll(contestDie, seat) + stories[seat]; {
			case n > highest:
				highest, tied = n, only(seat)
			case n == highest:
				tied |= only(seat)
			}
		}
		in = tied
	}
	if in != none {
		m.ChipsAside-- // chips.exhausted: they are counted on
		m.Clans[in.first()].Chips++
	}
}

// feed is one clan's winter. Every member must be fed (E-WIN-07, feed.members).
// A clan that can feed all hands in whole cards of its choice, as many as it
// takes and none that could be spared (feed.withhold, feed.whole_cards,
// feed.selection), and draws a Clan card (E-WIN-08, feed.growth). One that cannot
// gives all it has (feed.partial, feed.starving); if that is less than half
// (E-WIN-09, feed.half_rounding), it loses a Clan card (E-WIN-10).
func (m *Match) feed(seat int) {
	c := &m.Clans[seat]
	need, have := members(c.cards()), m.nutrition(c.Supply)
	if have >= need {
		m.eat(c, m.menu(seat, need))
		c.Hand |= m.drawClan(growDraw, seat)
		return
	}
	m.eat(c, c.Supply)
	if 2*have < need {
		m.loseClanCard(starveLost, seat)
	}
}

func (m *Match) eat(c *Clan, s set) {
	c.Supply &^= s
	m.Eaten |= m.withNets(s)
}

// nutrition is how many members some supply cards feed. Fish feed two if they lie
// with a Net (E-CARD-13, fish.net_bonus), unless more is printed on them.
func (m *Match) nutrition(s set) int {
	plain, sum := s&^m.Netted, cards.netted*(s&m.Netted).count()
	for v := 1; v < len(cards.feeds); v++ {
		sum += v * (plain & cards.feeds[v]).count()
	}
	return sum
}

// menu asks which food is eaten, if there is a choice.
func (m *Match) menu(seat, need int) set {
	c := &m.Clans[seat]
	r := m.ask(feedEaten, choice, seat, seat, hunts)
	r.From, r.List, r.Least, r.Most = m.gear(c.Supply), true, 0, int8(c.Supply.count())
	r.Goes, r.Need = thrifty, int8(need)
	if menu, unique := m.onlyMenu(r); unique {
		return menu
	}
	return m.decided()
}

// victory ends the match when a clan has chips enough and has survived the winter
// (E-END-04 … E-END-07, end.condition, end.threshold): one that did not has none
// (end.survive). The most chips win, then the most members (E-END-08, E-END-09,
// end.members_counted); if these are equal too, all that have them (end.final_tie).
func (m *Match) victory() {
	enough := [...]int{2: 6, 3: 4, 4: 3}[m.Players]
	highest := 0
	for seat := range m.Players {
		c := &m.Clans[seat]
		if c.Chips < enough {
			continue
		}
		switch score := c.Chips<<8 + members(c.cards()); {
		case score > highest:
			highest, m.Winners = score, only(seat)
		case score == highest:
			m.Winners |= only(seat)
		}
	}
	m.Over = m.Winners != none
}

// onlyMenu is the one thrifty list of a request, if there is no other. Sorted
// from the most nourishing card down, a thrifty list is one that its last card
// makes enough.
func (m *Match) onlyMenu(r *Request) (menu set, unique bool) {
	var buf [maxOptions]set
	k := kitchen{need: int(r.Need)}
	options := r.options(&buf)
	for v := len(cards.feeds) - 1; v > 0; v-- {
		for _, o := range options {
			if m.nutrition(o.lowest()) == v {
				k.option[k.n], k.feeds[k.n] = o, v
				k.n++
			}
		}
	}
	for i := k.n - 1; i >= 0; i-- {
		k.left[i] = k.left[i+1] + k.feeds[i]*k.option[i].count()
	}
	k.cook(0, 0, none)
	return k.menu, k.menus == 1
}

// kitchen looks for thrifty lists until it has two.
type kitchen struct {
	need   int
	n      int
	option [maxOptions]set
	feeds  [maxOptions]int
	left   [maxOptions + 1]int // total nutrition of the options from here on
	menus  int
	menu   set
}

func (k *kitchen) cook(i, fed int, list set) {
	if k.menus > 1 || fed+k.left[i] < k.need {
		return
	}
	for rest := k.option[i]; ; rest &^= rest.lowest() {
		k.cook(i+1, fed, list)
		if rest == none {
			return
		}
		list |= rest.lowest()
		if fed += k.feeds[i]; fed >= k.need {
			k.menus++
			k.menu = list
			return
		}
	}
}

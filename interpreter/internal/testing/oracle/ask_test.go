package oracle

// Request is a decision. Its options are the members of From, equal cards being
// one option: cards are equal if they are copies and lie in the same place.
type Request struct {
	Name     name
	Kind     kind
	By       int8 // a seat, or chance
	For      int8 // whose die or draw it is; else By
	Of       sort
	Least    int8 // how many are chosen
	Most     int8
	List     bool
	Optional bool // may be declined: then the answer is empty
	Goes     goes // which lists go together
	Need     int8
	From     places
}

// places are the candidates of a request, apart by where they lie.
type places [3]set

const chance = -1

// kind is the kind of decision of a request.
type kind uint8

const (
	choice kind = iota
	option
	play
	target
	roll
	draw
)

var kindNames = [...]string{"choice", "option", "play", "target", "roll", "draw"}

// goes says which lists of cards are legal.
type goes uint8

const (
	anyhow  goes = iota
	enough       // they have Need members together
	thrifty      // they feed Need, and none of them could be left out
)

// name is the name of a request.
type name uint8

const (
	setUpDraw name = iota
	rollOffDie
	revealDraw
	trembleDie
	loss
	loseToQuake
	loseClanCard
	marriageDraw
	takeGear
	takeRelic
	turnActions
	huntPrey
	huntParty
	huntWeapon
	huntOptions
	huntGift
	ownHunt
	beforeRoll
	answer
	huntDie
	huntHurt
	afterHunt
	disputeMine
	disputeTheirs
	sacrificeGift
	collectHerb
	collectParty
	makeMaterial
	makeWorker
	drawWorker
	drawDraw
	endOfTurn
	endOfTurnTarget
	mauled
	mauledHerb
	carrionDie
	loseSupply
	raidDie
	stealBooty
	spoilHerb
	limitShed
	limitDismissed
	keepFate
	contestDie
	feedEaten
	growDraw
	starveLost
	refoundDraw
)

var names = [...]string{
	"set_up.draw", "roll_off.die", "reveal.draw", "tremble.die", "loss", "lose_to_quake.lost", "lose_clan_card.lost",
	"marriage.draw", "take_gear.gear", "take_gear.relic", "turn.actions", "hunt.prey", "hunt.party", "hunt.weapon",
	"hunt", "hunt.gift", "own_hunt", "before_roll", "answer", "hunt.die", "hunt.hurt", "after_hunt", "dispute.mine",
	"dispute.theirs", "sacrifice.gift", "collect.herb", "collect.party", "make_weapon.material", "make_weapon.worker",
	"draw_fate.worker", "draw_fate.draw", "end_of_turn", "end_of_turn.target", "mauled", "mauled.herb",
	"carrion_eater.die", "lose_supply.lost", "raid.die", "steal.booty", "spoil.herb", "limit.shed", "limit.dismissed",
	"keep_fate.kept", "contest.die", "feed.eaten", "grow.draw", "starve.lost", "refound.draw",
}

// Options of requests that offer words.
const (
	doHunt = iota
	doCollect
	doMakeWeapon
	doDrawFate
	useArtefact
	callOff
	useHerb
)

var wordNames = [...]string{"hunt", "collect", "make_weapon", "draw_fate", "use_artefact", "call_off", "use_herb"}

// ask begins a request.
func (m *Match) ask(n name, k kind, by, whose int, of sort) *Request {
	r := &m.Request
	r.Name, r.Kind, r.By, r.For, r.Of = n, k, int8(by), int8(whose), of
	r.Least, r.Most, r.List, r.Optional, r.Goes = 1, 1, false, false, anyhow
	return r
}

// decided is the answer to a request.
func (m *Match) decided() set {
	m.Decisions++
	if m.Onlooker != nil {
		return m.Onlooker(&m.Request)
	}
	return m.Lots.decide(m, &m.Request)
}

// all are the candidates.
func (p *places) all() set { return p[0] | p[1] | p[2] }

// alike are the candidates equal to candidate i.
func (p *places) alike(of sort, i int) set {
	s := cards.same[of][i]
	switch {
	case p[0].has(i):
		return p[0] & s
	case p[1].has(i):
		return p[1] & s
	}
	return p[2] & s
}

// single reports whether the candidates are all equal.
func (p *places) single(of sort) bool {
	all := p.all()
	return p.alike(of, all.first()) == all
}

// choose asks for one card. If all are equal it does not ask; of equal cards it takes the first, as
// everywhere.
func (m *Match) choose(n name, by int, of sort, from places) set {
	if from.single(of) {
		return from.all().lowest()
	}
	m.ask(n, choice, by, by, of).From = from
	return m.decided()
}

// mayChoose asks for one card or none.
func (m *Match) mayChoose(n name, by int, of sort, from places) set {
	if from.all() == none {
		return none
	}
	r := m.ask(n, choice, by, by, of)
	r.From, r.Optional = from, true
	return m.decided()
}

// chooseSome asks for several cards, where there is a choice.
func (m *Match) chooseSome(n name, by int, of sort, from places, least, most int) set {
	if all := from.all(); least == most && (most == all.count() || from.single(of)) {
		return all.lowestOf(most)
	}
	r := m.ask(n, choice, by, by, of)
	r.From, r.List, r.Least, r.Most = from, true, int8(least), int8(most)
	return m.decided()
}

// may asks for one of several actions, or whether to act; empty means nothing.
func (m *Match) may(n name, by int, what set) set {
	if what == none {
		return none
	}
	r := m.ask(n, option, by, by, words)
	r.From, r.Optional = places{what}, true
	return m.decided()
}

// play asks for a Fate card, or none. Who has none that can be played is not asked.
func (m *Match) play(n name, by int, playable set) set {
	if playable == none {
		return none
	}
	r := m.ask(n, play, by, by, fates)
	r.From, r.Optional = places{playable}, true
	return m.decided()
}

// target asks on whom a Fate card is played.
func (m *Match) target(n name, by int, whom set) int {
	if whom.count() == 1 {
		return whom.first()
	}
	m.ask(n, target, by, by, seats).From = places{whom}
	return m.decided().first()
}

// roll throws a die (E-COMP-12).
func (m *Match) roll(n name, whose int) int {
	m.ask(n, roll, chance, whose, faces).From = places{0b1111110}
	return m.decided().first()
}

// draw takes a card of a shuffled packet. The last one, or one of equal cards,
// just comes.
func (m *Match) draw(n name, whose int, of sort, packet set) set {
	if packet == none {
		return none
	}
	if cards.same[of][packet.first()]&packet == packet {
		return packet.lowest()
	}
	m.ask(n, draw, chance, whose, of).From = places{packet}
	return m.decided()
}

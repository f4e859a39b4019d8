package oracle

import "moraine/interpreter/internal/decide"

// Lots decides everything by lot. It draws the lots that decide.Random draws for
// the same requests, so that the matches of a seed are the same in both engines.
type Lots struct{ decide.RNG }

func newLots(seed uint64) Lots { return Lots{decide.NewRNG(seed, 1)} }

// maxOptions is more than any request has.
const maxOptions = 40

// options are the options of a request in order: of each the cards that it joins.
func (r *Request) options(buf *[maxOptions]set) []set {
	n := 0
	for rest := r.From.all(); rest != none; n++ {
		buf[n] = r.From.alike(r.Of, rest.first())
		rest &^= buf[n]
	}
	if r.Of == seats && r.By > 0 { // players are listed from the one who is asked
		turned := *buf
		k := 0
		for i := range n {
			if turned[i].first() < int(r.By) {
				k++
			}
		}
		for i := range n {
			buf[i] = turned[(i+k)%n]
		}
	}
	return buf[:n]
}

// decide answers a request. Chance follows the numbers of cards; of other
// decisions each option is as likely, declining being one of them.
func (l *Lots) decide(m *Match, r *Request) set {
	switch r.Kind {
	case roll:
		return only(1 + l.Below(6))
	case draw:
		packet := r.From[0]
		i := packet.nth(l.Below(packet.count()))
		return (packet & cards.same[r.Of][i]).lowest()
	}
	if r.List {
		return l.list(m, r)
	}
	if r.Of == words && r.Optional && r.From[0] == r.From[0].lowest() {
		return r.From[0] &^ -set(l.Below(2))
	}
	var buf [maxOptions]set
	options := r.options(&buf)
	n := len(options)
	if r.Optional {
		n++
	}
	if i := l.Below(n); i < len(options) {
		return options[i].lowest()
	}
	return none
}

// tries is how often a list is drawn before all are looked through.
const tries = 8

func (l *Lots) list(m *Match, r *Request) set {
	var buf [maxOptions]set
	options := r.options(&buf)
	for range tries {
		if s := l.several(r, options); m.legal(r, s) {
			return s
		}
	}
	return l.any(m, r, options)
}

// several draws a list of a size that is asked, whether it goes together or not.
func (l *Lots) several(r *Request, options []set) (chosen set) {
	n := int(r.Least)
	if r.Most > r.Least {
		n += l.Below(int(r.Most-r.Least) + 1)
	}
	var pool [64]uint8
	size := 0
	for i, s := range options {
		for range s.count() {
			pool[size] = uint8(i)
			size++
		}
	}
	for ; n > 0; n-- {
		i := l.Below(size)
		s := options[pool[i]] &^ chosen
		chosen |= s.lowest()
		size--
		pool[i] = pool[size]
	}
	return chosen
}

// legal reports whether a list goes together.
func (m *Match) legal(r *Request, s set) bool {
	switch r.Goes {
	case enough:
		return members(s) >= int(r.Need)
	case thrifty:
		sum := m.nutrition(s)
		return sum >= int(r.Need) && sum-m.least(s) < int(r.Need)
	}
	return true
}

// least is the nutrition of the least nourishing of some supply cards.
func (m *Match) least(s set) int {
	low := 0
	for v := 1; v < len(cards.feeds) && low == 0; v++ {
		if (s&^m.Netted)&cards.feeds[v] != none || v == cards.netted && s&m.Netted != none {
			low = v
		}
	}
	return low
}

// any draws one of all legal lists, which it goes through like an odometer whose
// last wheel turns fastest. (Of thousands decide.Random would try a sample, but no
// clan of a random match has so much to eat.)
func (l *Lots) any(m *Match, r *Request, options []set) (drawn set) {
	var wheels [maxOptions]int8
	taken := 0
	for found := 0; taken >= 0; taken = turn(wheels[:len(options)], options, taken, int(r.Most)) {
		if taken < int(r.Least) {
			continue
		}
		list := none
		for i, n := range wheels[:len(options)] {
			list |= options[i].lowestOf(int(n))
		}
		if m.legal(r, list) {
			if found++; l.Below(found) == 0 {
				drawn = list
			}
		}
	}
	return drawn
}

// turn turns the wheels on; -1: they have all been round.
func turn(wheels []int8, options []set, taken, most int) int {
	for i := len(wheels) - 1; i >= 0; i-- {
		if taken < most && int(wheels[i]) < options[i].count() {
			wheels[i]++
			return taken + 1
		}
		taken -= int(wheels[i])
		wheels[i] = 0
	}
	return -1
}

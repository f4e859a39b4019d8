package kernel

// The options of a choice: what can be chosen, in order. Equal candidates stand side by
// side, in the order of the options that they are.

// begin forgets the candidates of the choice before.
//
//wasm:inline
func begin() { candidates, options, lastCard = 0, 0, -1 }

// candidate adds one, as an option of its own.
//
//wasm:inline
func candidate(v int32) {
	n, o := candidates, options
	if n == MaxOptions {
		panic("too many options")
	}
	st(OptionValue+o<<2, v)
	st(OptionCount+o<<2, 1)
	st(Candidate+n<<2, v)
	options, candidates = o+1, n+1
}

// candidatePiece adds a piece; equal cards are one option.
func candidatePiece(p int32) {
	card := cardOf(p)
	if card == lastCard { // they come by card
		if g := like(p); g >= 0 {
			another(p, g)
			return
		}
	}
	lastCard = card
	candidate(p)
}

// another adds a piece to an option, behind those that are like it.
func another(p, option int32) {
	if candidates == MaxOptions {
		panic("too many options")
	}
	at := candidates
	for i := options - 1; i > option; i-- {
		at -= ld(OptionCount + i<<2)
	}
	for i := candidates; i > at; i-- {
		st(Candidate+i<<2, ld(Candidate+(i-1)<<2))
	}
	st(Candidate+at<<2, p)
	st(OptionCount+option<<2, ld(OptionCount+option<<2)+1)
	candidates++
}

// optionPiece is candidatePiece where one of the options is chosen, so that it does not
// matter how often each is there.
func optionPiece(p int32) {
	card := cardOf(p)
	if card == lastCard && like(p) >= 0 {
		return
	}
	lastCard = card
	n := options
	if NumPieces > MaxOptions && n == MaxOptions {
		panic("too many options")
	}
	st(OptionValue+n<<2, p)
	options = n + 1
}

// option is optionPiece of what no other is equal to.
//
//wasm:inline
func option(v int32) {
	n := options
	if n == MaxOptions {
		panic("too many options")
	}
	st(OptionValue+n<<2, v)
	options = n + 1
}

// like is the option that offers a card equal to p, or -1.
func like(p int32) int32 {
	for i := options - 1; i >= 0; i-- {
		q := ld(OptionValue + i<<2)
		if cardOf(q) != cardOf(p) {
			break
		}
		if in(p) == in(q) && alike(q, p) {
			return i
		}
	}
	return -1
}

// ordered sorts what may become candidates, each once, and returns how many are left.
func ordered(list, n int32) int32 {
	sortList(list, n)
	k := int32(0)
	for i := range n {
		v := ld(list + i<<2)
		if k == 0 || ld(list+k<<2-4) != v {
			st(list+k<<2, v)
			k++
		}
	}
	return k
}

// seated is ordered for players: they come from the one who is asked about.
func seated(list, n, me int32) int32 {
	n = ordered(list, n)
	turned := take(n)
	k := int32(0)
	for i := range n {
		if v := ld(list + i<<2); v >= me {
			st(turned+k<<2, v)
			k++
		}
	}
	for i := range n {
		if v := ld(list + i<<2); v < me {
			st(turned+k<<2, v)
			k++
		}
	}
	for i := range n {
		st(list+i<<2, ld(turned+i<<2))
	}
	return n
}

// worded is ordered for words, which stay in the order in which they are written.
func worded(list, n int32) int32 {
	k := int32(0)
	for i := range n {
		v, seen := ld(list+i<<2), false
		spend(k)
		for j := range k {
			seen = seen || ld(list+j<<2) == v
		}
		if !seen {
			st(list+k<<2, v)
			k++
		}
	}
	return k
}

// several draws options, so many as a number from least to most, each once for each
// time that it counts. How often each was drawn stands in Wheel.
func several(lots, least, most int32) {
	n := least
	if most > least {
		n += below(lots, most-least+1)
	}
	size := int32(0)
	for i := range options {
		st(Wheel+i<<2, 0)
		for range ld(OptionCount + i<<2) {
			st(Pool+size<<2, i)
			size++
		}
	}
	for ; n > 0 && size > 0; n-- {
		i := below(lots, size)
		o := ld(Pool + i<<2)
		st(Wheel+o<<2, ld(Wheel+o<<2)+1)
		size--
		st(Pool+i<<2, ld(Pool+size<<2))
	}
}

// selected turns how often each option is taken into what is chosen: of equal cards
// the first.
func selected() int32 {
	k, first := int32(0), int32(Candidate)
	for i := range options {
		for j := range ld(Wheel + i<<2) {
			st(Chosen+k<<2, ld(first+j<<2))
			k++
		}
		first += ld(OptionCount+i<<2) << 2
	}
	return k
}

// turnWheels goes on to the next list, like an odometer whose last wheel turns
// fastest, and returns its length; -1: there is none.
func turnWheels(taken, most int32) int32 {
	for i := options - 1; i >= 0; i-- {
		w := Wheel + i<<2
		if taken < most && ld(w) < ld(OptionCount+i<<2) {
			st(w, ld(w)+1)
			return taken + 1
		}
		taken -= ld(w)
		st(w, 0)
	}
	return -1
}

// legalLists is how many lists go together, but no more than two, and how long the first
// of them is, which is left in First. It breaks off where there are so many lists that
// the machine would give up.
func legalLists(which, f, slot, later, me, least, most int32) (found, length int32) {
	for i := range options {
		st(Wheel+i<<2, 0)
	}
	tried := int32(0)
	for taken := int32(0); taken >= 0 && found < 2; taken = turnWheels(taken, most) {
		if tried == maxTries {
			panic("too many lists")
		}
		tried++
		spend(candidates)
		if taken < least {
			continue
		}
		n := selected()
		setTop(f, f+slot, later, Chosen, n)
		if goes(which, f, me) {
			if found == 0 {
				length = n
				for i := range n {
					st(First+i<<2, ld(Chosen+i<<2))
				}
			}
			found++
		}
	}
	return found, length
}

const maxTries = 2000

// weighted draws an option, each as likely as it counts.
func weighted(lots int32) int32 {
	x := below(lots, candidates)
	for i := range options {
		if x -= ld(OptionCount + i<<2); x < 0 {
			return ld(OptionValue + i<<2)
		}
	}
	panic("there is nothing to choose")
}

// What a choice of a list allows.
const (
	mayDecline = 1
	ifAny      = 2
	byChance   = 4
	repeats    = 8
)

// tries is how often a list is drawn before all are looked through.
const tries = 8

// chooseList chooses a list of the candidates, at least and at most so many of them
// (most below zero: all), and writes it into the frame. It goes on only if that has
// been done.
func chooseList(which, f, slot, later, me, lots, least, most, flags, pc int32) int32 {
	again := flags&repeats != 0
	if most < 0 || !again && most > candidates {
		most = candidates
	}
	few := candidates < least && !(again && candidates > 0)
	if few && flags&ifAny != 0 {
		least, few = candidates, false
	}
	switch {
	case candidates == 0 && flags&ifAny != 0, flags&mayDecline != 0 && (few || candidates == 0):
		setTop(f, f+slot, later, Chosen, 0)
		return ended
	case few || least > most:
		panic("a choice of more than there is")
	case flags&mayDecline != 0:
	case most == 0 && which < 0:
		setTop(f, f+slot, later, Chosen, 0)
		return ended
	case which < 0:
		if least == most && again && options == 1 {
			if least > MaxOptions {
				panic("too many options")
			}
			for i := range least {
				st(Chosen+i<<2, ld(OptionValue))
			}
			setTop(f, f+slot, later, Chosen, least)
			return ended
		}
		if least == most && !again && (options == 1 || least == candidates) {
			setTop(f, f+slot, later, Candidate, least)
			return ended
		}
	default:
		if onlyList(which, f, slot, later, me, least, most) {
			return ended
		}
	}
	if !decide(pc) {
		return waiting
	}
	before := ld64(lots)
	if flags&mayDecline != 0 && flags&byChance == 0 && below(lots, 2) == 0 {
		setTop(f, f+slot, later, Chosen, 0)
		return ended
	}
	was := keepList(f, slot)
	n := ld(f + slot + 4)
	if again {
		setTop(f, f+slot, later, Chosen, severalAgain(lots, least, most))
		return ended
	}
	for range int32(tries) {
		several(lots, least, most)
		setTop(f, f+slot, later, Chosen, selected())
		declined := flags&mayDecline != 0 && ld(f+slot+4) == 0 // whatever goes together
		if which < 0 || declined || goes(which, f, me) {
			return ended
		}
	}
	setTop(f, f+slot, later, was, n)
	st64(lots, before)
	Left++
	st(atPC, pc)
	return machine
}

// keepList is a copy of a list of a frame.
func keepList(f, slot int32) int32 { return keep(f+ld(f+slot)<<2, ld(f+slot+4)) }

// severalAgain is several where an option can be drawn more than once.
func severalAgain(lots, least, most int32) int32 {
	n := least
	if most > least {
		n += below(lots, most-least+1)
	}
	if n > MaxOptions {
		panic("too many options")
	}
	if options == 0 {
		return 0
	}
	for i := range n {
		o := below(lots, n*options) / n
		st(Chosen+i<<2, ld(OptionValue+o<<2))
	}
	return n
}

// onlyList takes the only list that goes together, if there are not more.
func onlyList(which, f, slot, later, me, least, most int32) bool {
	mark := free
	was := keepList(f, slot)
	n := ld(f + slot + 4)
	found, length := legalLists(which, f, slot, later, me, least, most)
	if found == 0 {
		panic("nothing goes together")
	}
	if found == 1 {
		setTop(f, f+slot, later, First, length)
	} else {
		setTop(f, f+slot, later, was, n)
	}
	free = mark
	return found == 1
}

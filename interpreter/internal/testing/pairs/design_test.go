// Package pairs tests the shipped games under combinations of readings. Scenarios test each reading by itself, and
// most other errors need two readings together. So the tests choose a few sets of readings in which every compatible
// pair occurs in at least one set. Each set is a form of the game: it must load, random matches of it must end, and its
// scenarios must pass or declare another outcome.
//
//	design_test.go      chooses sets so that all pairs of values occur
//	readings_test.go    the readings of a game, and those that exclude each other
//	forms_test.go       a form of the game for a set of readings
//	meet_test.go        whether all pairs are in force together
//	matches_test.go     random matches of a form
//	suite_test.go       the scenarios in a form
//	smallest_test.go    the smallest part of a set with the same error
//	pairs_test.go       the tests of the shipped games
//	coins_test.go       the same for a small game
package pairs

import (
	"cmp"
	"slices"

	"moraine/interpreter/internal/decide"
)

// Space describes the choices of readings: switches, each with several values, of which a set has one. The
// values of all switches are numbered through.
type Space struct {
	switches [][]int  // their values
	apart    [][]bool // by two values: they do not go together
}

// Switch adds a switch, whose first value gets the next free number.
func (s *Space) Switch(values int) {
	n := len(s.apart)
	all := make([]int, values)
	for i := range all {
		all[i] = n + i
	}
	s.switches = append(s.switches, all)
	for a := range s.apart {
		s.apart[a] = append(s.apart[a], make([]bool, values)...)
	}
	for range values {
		s.apart = append(s.apart, make([]bool, n+values))
	}
	for _, a := range all {
		for _, b := range all {
			s.apart[a][b] = true
		}
	}
}

// Part says that two values do not go together.
func (s *Space) Part(a, b int) { s.apart[a][b], s.apart[b][a] = true, true }

// Cover chooses sets so that all pairs of values occur that go together: few, though
// not the fewest, and for a seed always the same. Two that leave no value to some
// other switch do not meet.
//
// It is the greedy construction of Cohen, Dalal, Fredman and Patton (AETG, 1997):
// each set begins with two values that have not met and goes through the switches,
// taking the value which meets the most that are new to it; of several such sets
// the best is kept.
func (s *Space) Cover(seed uint64) (sets [][]int) {
	c := cover{Space: s, lots: decide.NewRNG(seed, 1), wanted: make([][]bool, len(s.apart))}
	for a := range s.apart {
		c.wanted[a] = make([]bool, len(s.apart))
		for b, apart := range s.apart[a] {
			c.wanted[a][b] = !apart
		}
	}
	for first, ok := c.neediest(); ok; first, ok = c.neediest() {
		best, most := []int(nil), 0
		for range tries {
			if set, news := c.try(first); news > most {
				best, most = set, news
			}
		}
		if best == nil {
			c.giveUp(first)
			continue
		}
		c.tick(best)
		slices.Sort(best)
		sets = append(sets, best)
	}
	return sets
}

// tries is how many sets are made for each that is kept.
const tries = 100

type cover struct {
	*Space
	wanted [][]bool // by two values: they still have to meet
	lots   decide.RNG
}

// neediest is the value that still has to meet the most others.
func (c *cover) neediest() (value int, ok bool) {
	most := 0
	for a := range c.wanted {
		n := 0
		for _, w := range c.wanted[a] {
			if w {
				n++
			}
		}
		if n > most {
			value, most = a, n
		}
	}
	return value, most > 0
}

// try makes a set with a value and one that it has not met, and counts the pairs
// that meet for the first time: none if it cannot be completed.
func (c *cover) try(first int) (set []int, news int) {
	var partners []int
	for b, w := range c.wanted[first] {
		if w {
			partners = append(partners, b)
		}
	}
	set, news = []int{first, partners[c.lots.Below(len(partners))]}, 1
	for _, values := range c.order() {
		if slices.Contains(values, set[0]) || slices.Contains(values, set[1]) {
			continue
		}
		value, n := c.best(values, set)
		if n < 0 {
			return nil, 0
		}
		set, news = append(set, value), news+n
	}
	return set, news
}

// order is that in which a set goes through the switches: by lot, but those with
// many values first, where most is to be won.
func (c *cover) order() [][]int {
	all := slices.Clone(c.switches)
	for i := len(all) - 1; i > 0; i-- {
		j := c.lots.Below(i + 1)
		all[i], all[j] = all[j], all[i]
	}
	slices.SortStableFunc(all, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	return all
}

// best is the value that meets the most of a set for the first time, one by lot
// of several; -1 if none goes with all of it.
func (c *cover) best(values, set []int) (value, news int) {
	news, equal := -1, 0
	for _, v := range values {
		n := c.news(v, set)
		if n > news {
			news, equal = n, 0
		}
		if n == news && n >= 0 {
			if equal++; c.lots.Below(equal) == 0 {
				value = v
			}
		}
	}
	return value, news
}

func (c *cover) news(value int, set []int) (n int) {
	wanted, apart := c.wanted[value], c.apart[value]
	for _, v := range set {
		if apart[v] {
			return -1
		}
		if wanted[v] {
			n++
		}
	}
	return n
}

// tick marks the pairs of values in a set.
func (c *cover) tick(set []int) {
	for _, a := range set {
		for _, b := range set {
			c.wanted[a][b] = false
		}
	}
}

// giveUp leaves a value aside that no set could be made with.
func (c *cover) giveUp(value int) {
	for b := range c.wanted {
		c.wanted[value][b], c.wanted[b][value] = false, false
	}
}

package decide

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
)

const (
	// maxLists limits the number of lists that a bot examines. If more are possible, it takes a
	// sample by random walks.
	maxLists = 4096
	walks    = 32
	// hastyLists limits the number of lists that a hasty bot examines.
	hastyLists = 32
	hastyWalks = 4
)

// lists ranks the legal lists of a request, or a sample of them.
func (d *Policy) lists(m *machine.Match, r *machine.Request, f *formula.Expr) {
	rank := func(a []int32) bool {
		worth, ok := Worth(m, f, a)
		if ok {
			d.rank(worth, a...)
		}
		return ok
	}
	most, ends := maxLists, walks
	if d.hasty {
		most, ends = hastyLists, hastyWalks
	}
	if countLists(r) <= most {
		r.EachAnswer(func(a []int32) bool { return len(a) == 0 && r.Optional || rank(a) })
		return
	}
	s := sampler{m: m, r: r, rng: &d.lot.RNG}
	for i := range ends {
		if a := s.walk(i%2 == 0); r.Legal(a) && !rank(a) {
			return
		}
	}
	if d.ties == 0 && m.Err() == nil {
		d.best = append(d.best[:0], d.lot.Decide(m, r)...)
	}
}

// countLists returns an upper bound on the number of lists for a request, at most maxLists+1.
// It ignores conditions on combinations.
func countLists(r *machine.Request) int {
	n := 1
	for _, o := range r.Options {
		most := r.Most
		if !r.Repeats {
			most = min(most, int(o.Count))
		}
		if n *= most + 1; n > maxLists {
			break
		}
	}
	return n
}

// sampler takes a sample of the legal lists. It walks down from the list of all options or up
// from the empty list, one option at a time in random order. It makes a step only if each
// satisfied condition of `together` stays satisfied. The ends of walks down are minimal lists,
// those of walks up are maximal.
type sampler struct {
	m    *machine.Match
	r    *machine.Request
	rng  *RNG
	list []int32
	next []int32
}

func (s *sampler) walk(down bool) []int32 {
	all := s.everything()
	s.list = s.list[:0]
	if down {
		s.list = append(s.list, all...)
		slices.Sort(s.list)
	}
	held := s.r.Holding(s.list)
	for i := len(all) - 1; i >= 0; i-- {
		j := s.rng.Below(i + 1)
		all[i], all[j] = all[j], all[i]
		s.next = append(s.next[:0], s.list...)
		at, found := slices.BinarySearch(s.next, all[i])
		if down {
			if !found || len(s.next) <= s.r.Least {
				continue
			}
			s.next = slices.Delete(s.next, at, at+1)
		} else if len(s.next) < s.r.Most {
			s.next = slices.Insert(s.next, at, all[i])
		}
		if h := s.r.Holding(s.next); h >= held {
			held = h
			s.list, s.next = s.next, s.list
		}
	}
	return s.list
}

// everything returns a list with each option as often as possible, up to the maximum length.
func (s *sampler) everything() []int32 {
	var out []int32
	for i, o := range s.r.Options {
		n := int(o.Count)
		if s.r.Repeats {
			n = s.r.Most
		}
		for range n {
			out = append(out, int32(i))
		}
	}
	for len(out) > s.r.Most { // drop some at random
		i := s.rng.Below(len(out))
		out = slices.Delete(out, i, i+1)
	}
	return out
}

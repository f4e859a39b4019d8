package decide

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
)

const (
	// maxLists is how many lists a bot looks through; where there are more, it
	// looks at the ends of so many walks instead.
	maxLists = 4096
	walks    = 32
	// In haste it is content with fewer.
	hastyLists = 32
	hastyWalks = 4
)

// lists ranks the legal lists of a request, or a sample of them.
func (d *Policy) lists(m *machine.Match, r *machine.Request, f *formula.Value) {
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
		m.EachAnswer(func(a []int32) bool { return len(a) == 0 && r.Optional || rank(a) })
		return
	}
	s := sampler{m: m, r: r, rng: &d.lot.RNG}
	for i := range ends {
		if a := s.walk(i%2 == 0); m.Legal(a) && !rank(a) {
			return
		}
	}
	if d.ties == 0 && m.Err() == nil {
		d.best = append(d.best[:0], d.lot.Decide(m, r)...)
	}
}

// countLists is how many lists a request could have, whatever goes together; no
// more than is asked is counted.
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

// sampler finds legal lists where there are too many to try all: it walks from
// everything downward, or from nothing upward, an option at a time in random
// order, and takes a step if no condition of `together` that held is lost. A
// list that must be enough and have nothing to spare is where a walk downward
// ends; one that may not exceed something, where one upward does.
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
	held := s.m.Holding(s.list)
	for i := len(all) - 1; i >= 0; i-- {
		j := s.rng.Below(i + 1)
		all[i], all[j] = all[j], all[i]
		s.next = append(s.next[:0], s.list...)
		if down {
			at, found := slices.BinarySearch(s.next, all[i])
			if !found || len(s.next) <= s.r.Least {
				continue
			}
			s.next = slices.Delete(s.next, at, at+1)
		} else if at, _ := slices.BinarySearch(s.next, all[i]); len(s.next) < s.r.Most {
			s.next = slices.Insert(s.next, at, all[i])
		}
		if h := s.m.Holding(s.next); h >= held {
			held = h
			s.list, s.next = s.next, s.list
		}
	}
	return s.list
}

// everything is each option as often as it can be chosen, up to the most that
// is asked.
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
	for len(out) > s.r.Most { // more than may be chosen: some stay out, by lot
		i := s.rng.Below(len(out))
		out = slices.Delete(out, i, i+1)
	}
	return out
}

package part

import (
	"slices"

	"moraine/interpreter/match"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/exec"
)

// play is a play in progress on both sides.
type play struct {
	on     [2]*exec.Stand
	began  [2]*exec.Snapshot
	moves  []match.Decision
	parts  [2]course.Fact
	depths [][2]exec.Snapshot // snapshots before each of the decisions
	seen   map[uint64]bool    // positions seen with the current length
	tried  int
	cut    bool
}

// begin sets up a start on both sides. It returns nil if the position does not exist on one of
// them, or the match fails.
func (s *start) begin() *play {
	p := &play{seen: map[uint64]bool{}}
	for i, g := range s.games {
		on, err := g.Stand(s.Scenario)
		if err != nil {
			return nil
		}
		p.on[i], p.began[i] = on, on.Snapshot(nil)
		on.Limit(s.ctx, 0)
	}
	return p
}

// differ reports whether the sides differ at the current position.
func (p *play) differ(in kind) (differ bool) {
	if p.parts, differ = course.Compare(p.on[0].Stands(nil), p.on[1].Stands(nil)); differ {
		return true
	}
	if p.on[0].SameWorld(p.on[1]) {
		return false
	}
	p.parts, differ = course.Compare(p.on[0].Stands(p.began[0]), p.on[1].Stands(p.began[1]))
	if differ || in == inSight {
		return differ
	}
	claims, ofRuns := p.claims()
	if claims = append(claims, ofRuns...); len(claims) == 0 {
		return false
	}
	_, instead := p.on[1].Holds(claims[0])
	p.parts = [2]course.Fact{{Kind: course.Checked, What: claims[0]}, {Kind: course.Checked, What: instead}}
	return true
}

// decide makes a decision of one side on both sides. It reports whether that is possible on the
// other side.
func (p *play) decide(side int, d match.Decision) bool {
	a, b := p.on[side], p.on[1-side]
	if d.Offer != "" {
		p.moves = append(p.moves, d)
		return a.Offer(d.Offer, d.By) == nil && b.Offer(d.Offer, d.By) == nil
	}
	answer, ok := p.translateAnswer(side, d.Answer)
	if !ok || a.Answer(d.Answer...) != nil || b.Answer(answer...) != nil {
		return false
	}
	if side == 1 {
		d.Answer = answer
	}
	p.moves = append(p.moves, d)
	return true
}

// translateAnswer converts an answer on one side to option numbers on the other.
func (p *play) translateAnswer(side int, answer []int32) (out []int32, ok bool) {
	here, there := p.on[side].Options(), p.on[1-side].Options()
	if slices.Equal(here, there) {
		return answer, true
	}
	for _, i := range answer {
		nth := 0 // index among options with the same name
		for _, name := range here[:i] {
			if name == here[i] {
				nth++
			}
		}
		j := slices.IndexFunc(there, func(name string) bool {
			if name == here[i] {
				nth--
			}
			return nth < 0
		})
		if j < 0 {
			return nil, false
		}
		out = append(out, int32(j))
	}
	slices.Sort(out)
	return out, true
}

// search looks for a difference after depth decisions: after the decisions of a script that leads to a difference or,
// if all is set, after any decisions.
func (s *start) search(in kind, depth int, all bool) {
	s.found = nil
	if l := s.leads[in]; l != nil && len(l.moves) <= depth {
		if len(l.moves) == depth {
			s.found = l
		}
		return
	}
	if s.cut || !all {
		return
	}
	p := s.begin()
	if p == nil {
		return
	}
	p.depths = make([][2]exec.Snapshot, depth)
	if p.deeper(in, depth) {
		s.found = &lead{kind: in, moves: p.moves, parts: p.parts}
	}
	s.cut = p.cut
}

func (p *play) deeper(in kind, left int) bool {
	if left == 0 {
		return p.differ(in)
	}
	a, b := p.on[0], p.on[1]
	by, request, asked := a.Asked()
	if _, _, both := b.Asked(); !asked || !both || p.known(left) {
		return false
	}
	var answers []match.Decision
	a.EachAnswer(func(answer []int32) bool {
		answers = append(answers, match.Decision{By: by, Answer: slices.Clone(answer), Name: request})
		return len(answers) <= mostTried
	})
	before := &p.depths[left-1]
	a.Save(&before[0])
	b.Save(&before[1])
	for _, d := range answers {
		if p.tried++; p.tried > mostTried || a.Err() != nil {
			p.cut = true
			return false
		}
		made := len(p.moves)
		if p.decide(0, d) && p.deeper(in, left-1) {
			return true
		}
		p.moves = p.moves[:made]
		a.Restore(&before[0])
		b.Restore(&before[1])
		a.Asked()
		b.Asked()
	}
	return false
}

// known reports whether the current position was searched before with the same number of
// remaining decisions.
func (p *play) known(left int) bool {
	h := p.on[0].Hash()*31 + p.on[1].Hash()*7 + uint64(left)
	known := p.seen[h]
	p.seen[h] = true
	return known
}

package machine

// MaxTries limits the search for the legal answers of a choice.
const MaxTries = 100_000

// onlyAnswer reports whether the choice of a list has exactly one legal answer, and returns it.
func (r *Request) onlyAnswer() ([]int32, bool) {
	if r.choose.Together == nil {
		total := 0
		for _, o := range r.Options {
			total += int(o.Count)
		}
		switch {
		case r.Repeats && len(r.Options) == 1 && r.Least == r.Most:
			r.only = r.only[:0]
			for range r.Least {
				r.only = append(r.only, 0)
			}
			return r.only, true
		case r.Repeats || r.Least != r.Most:
			return nil, false
		case len(r.Options) == 1 || r.Least == total:
			r.only = r.only[:0]
			for i, o := range r.Options {
				for n := int32(0); n < o.Count && len(r.only) < r.Least; n++ {
					r.only = append(r.only, int32(i))
				}
			}
			return r.only, true
		}
		return nil, false
	}
	found := 0
	all := r.answers(func(a []int32) bool {
		if found++; found == 1 {
			r.only = append(r.only[:0], a...)
		}
		return found < 2
	})
	if all && found == 0 && r.m.Env.World.Err == nil {
		r.m.Env.World.Fail(r.op.Step.Pos, r.Name+": no answer satisfies `together`")
	}
	return r.only, all && found == 1 // if the search is incomplete, the question is asked
}

// EachAnswer calls f with each legal answer to the request until f returns false. Answers with
// fewer of the earlier options come first. After MaxTries answers it stops with a fault.
func (r *Request) EachAnswer(f func(a []int32) bool) {
	if !r.answers(f) {
		r.m.Env.World.FailLimit(r.op.Step.Pos,
			r.Name+" has more than "+itoa(MaxTries)+" answers to try, or they take too much work")
	}
}

// answers calls f with each legal answer until f returns false. all reports whether all answers
// were tried, f returned false, or a formula failed. Like an odometer, it counts how often each option is taken;
// the last wheel turns fastest.
func (r *Request) answers(f func(a []int32) bool) (all bool) {
	defer pauseNotes(&r.m.Env)()
	if r.Optional && !f(nil) {
		return true
	}
	if !r.List {
		for i := range r.Options {
			r.trial = append(r.trial[:0], int32(i))
			if r.Legal(r.trial) && !f(r.trial) {
				break
			}
		}
		return true
	}
	r.times = r.times[:0]
	for range r.Options {
		r.times = append(r.times, 0)
	}
	done := r.m.Env.Work
	for taken, tries := 0, 0; tries < MaxTries && r.m.Env.Work-done < DefaultWork; tries++ {
		r.trial = r.trial[:0]
		for i, n := range r.times {
			for range n {
				r.trial = append(r.trial, int32(i))
			}
		}
		legal := taken >= r.Least && (taken > 0 || !r.Optional) && r.together(r.trial) == nil
		if r.m.Env.World.Err != nil || legal && !f(r.trial) {
			return true
		}
		if taken = r.turnWheels(taken); taken < 0 {
			return true
		}
	}
	return false
}

// turnWheels advances to the next answer and returns the answer's length, or -1 after the last
// one.
func (r *Request) turnWheels(taken int) int {
	for i := len(r.times) - 1; i >= 0; i-- {
		if taken < r.Most && (r.Repeats || r.times[i] < r.Options[i].Count) {
			r.times[i]++
			return taken + 1
		}
		taken -= int(r.times[i])
		r.times[i] = 0
	}
	return -1
}

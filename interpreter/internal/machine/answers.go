package machine

// MaxTries bounds the search for the legal answers of one choice.
const MaxTries = 100_000

// onlyAnswer reports whether a list choice has exactly one legal answer, and returns it.
func (m *Match) onlyAnswer(r *Request) ([]int32, bool) {
	if r.choose.Together == nil {
		total := 0
		for _, o := range r.Options {
			total += int(o.Count)
		}
		switch {
		case r.Repeats && len(r.Options) == 1 && r.Least == r.Most:
			m.unasked = m.unasked[:0]
			for range r.Least {
				m.unasked = append(m.unasked, 0)
			}
			return m.unasked, true
		case r.Repeats || r.Least != r.Most:
			return nil, false
		case len(r.Options) == 1 || r.Least == total:
			m.unasked = m.unasked[:0]
			for i, o := range r.Options {
				for n := int32(0); n < o.Count && len(m.unasked) < r.Least; n++ {
					m.unasked = append(m.unasked, int32(i))
				}
			}
			return m.unasked, true
		}
		return nil, false
	}
	found := 0
	all := m.answers(func(a []int32) bool {
		if found++; found == 1 {
			m.unasked = append(m.unasked[:0], a...)
		}
		return found < 2
	})
	if all && found == 0 && m.Env.Err == nil {
		m.fault(r.op.Step, r.Name+": no answer satisfies `together`")
	}
	return m.unasked, all && found == 1 // too many to know: then it is asked
}

// EachAnswer calls f with each legal answer of the request until f returns false, fewer of earlier options
// first. After MaxTries answers it stops with a fault.
func (m *Match) EachAnswer(f func(a []int32) bool) {
	if r := &m.req; !m.answers(f) {
		m.Env.FailLimit(r.op.Step.Pos, r.Name+" has more than "+itoa(MaxTries)+" answers to try, or they take too much work")
	}
}

// answers calls f with each legal answer until f returns false, and reports whether all were tried or f had
// enough. It counts how often each option is taken, like an odometer whose last wheel turns fastest.
func (m *Match) answers(f func(a []int32) bool) (all bool) {
	r := &m.req
	defer m.pauseNotes()()
	if r.Optional && !f(nil) {
		return true
	}
	if !r.List {
		for i := range r.Options {
			m.trial = append(m.trial[:0], int32(i))
			if m.Legal(m.trial) && !f(m.trial) {
				break
			}
		}
		return true
	}
	m.wheels = m.wheels[:0]
	for range r.Options {
		m.wheels = append(m.wheels, 0)
	}
	done := m.Env.Work
	for taken, tries := 0, 0; tries < MaxTries && m.Env.Work-done < DefaultWork; tries++ {
		m.trial = m.trial[:0]
		for i, n := range m.wheels {
			for range n {
				m.trial = append(m.trial, int32(i))
			}
		}
		legal := taken >= r.Least && (taken > 0 || !r.Optional) && m.together(m.trial) == nil
		if m.Env.Err != nil || legal && !f(m.trial) {
			return true
		}
		if taken = m.turnWheels(taken); taken < 0 {
			return true
		}
	}
	return false
}

// turnWheels advances to the next answer and returns its length, or -1 after the last.
func (m *Match) turnWheels(taken int) int {
	r := &m.req
	for i := len(m.wheels) - 1; i >= 0; i-- {
		if taken < r.Most && (r.Repeats || m.wheels[i] < r.Options[i].Count) {
			m.wheels[i]++
			return taken + 1
		}
		taken -= int(m.wheels[i])
		m.wheels[i] = 0
	}
	return -1
}

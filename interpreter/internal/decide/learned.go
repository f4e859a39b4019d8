package decide

import (
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

const (
	// learned is the name of a search with LearnedNodes nodes and learned values.
	learned      = "learned"
	LearnedNodes = 20
	// maxFeature limits the values of features, and maxOdds log-odds in thousandths, so that sums do not overflow.
	maxFeature = 1 << 20
	maxOdds    = 1 << 30
	// Over is the part of a match that is over at its end, in the unit of Weight.Clock.
	Over = 1_000_000
)

// Evaluator computes the values of features.
type Evaluator struct {
	Values []int64
	Failed []bool // the features whose formula has failed in some position so far; it then counts 0
	counts []int64
}

// Evaluate computes the features of a seat. They may read everything, so m must be a world that a search has dealt, or
// a match from which nothing but averages is learned. A fault of a formula does not stop the match.
func (v *Evaluator) Evaluate(m *machine.Match, f *program.Features, seat ref.Seat) {
	e, cards := &m.Env, len(m.P.Cards)
	if len(v.Failed) != len(f.Of) {
		v.Values, v.Failed = make([]int64, len(f.Of)), make([]bool, len(f.Of))
		v.counts = make([]int64, (1+len(f.Lists))*cards)
	}
	e.Refuel()
	work := e.Work
	defer func() { // this work does not count towards the limit on the work of the rules in a match
		e.Refuel()
		e.Work = work
	}()
	clear(v.counts)
	for i, list := range f.Lists {
		e.Begin()
		e.Who = seat
		for _, p := range list.List(e) {
			v.counts[i*cards+int(e.Pieces[p].Card)]++
		}
		if e.Err != nil {
			e.Err = nil
			for j, of := range f.Of {
				v.Failed[j] = v.Failed[j] || of.Is == nil && of.List == i
			}
		}
	}
	for i := range f.Of {
		of := &f.Of[i]
		if of.Is == nil {
			v.Values[i] = v.counts[of.List*cards+int(of.Card)]
			continue
		}
		e.Begin()
		e.Who = seat
		n := int64(of.Is.Num(e))
		if e.Err != nil || n <= schema.Absent {
			v.Failed[i], e.Err, n = true, nil, 0
		}
		v.Values[i] = max(-maxFeature, min(maxFeature, n))
	}
}

// expect computes the shares of a win that learned weights expect for the players, in units of 1/one.
func (d *Search) expect(l *program.Learned) {
	for seat := range d.worth {
		d.values.Evaluate(d.m, &l.Features, ref.Seat(seat))
		d.addUp(l, seat, d.values.Values)
	}
	d.share()
}

// addUp computes the weighted sums of the features of a seat, for the beginning and the end of a match.
func (d *Search) addUp(l *program.Learned, seat int, values []int64) {
	if seat == 0 {
		d.odds, d.clock = d.odds[:0], 0
	}
	var early, late int64
	for i, v := range values {
		w := &l.Weights[i]
		early, late, d.clock = early+w.Early*v, late+w.Late*v, d.clock+w.Clock*v
	}
	d.odds = append(d.odds, [2]int64{limited(early), limited(late)})
}

// share converts the sums of all seats to shares of a win.
func (d *Search) share() {
	clock := max(0, min(Over, d.clock/int64(len(d.odds))))
	for seat, odds := range d.odds {
		d.worth[seat] = (odds[0]*(Over-clock) + odds[1]*clock) / Over * one / 1000
	}
	Shares(d.worth)
}

func limited(odds int64) int64 { return max(-maxOdds, min(maxOdds, odds)) }

// Shares converts log-odds to shares of a win that add up to `one`, both in units of 1/one.
func Shares(odds []int64) {
	best, sum := odds[0], int64(0)
	for _, v := range odds {
		best = max(best, v)
	}
	for i, v := range odds {
		odds[i] = exp(best - v)
		sum += odds[i]
	}
	for i, v := range odds {
		odds[i] = v * one / sum
	}
}

// exps has e to the power of -n/64 for n from 0 to 1024, in units of 1/one.
var exps = func() (out [1025]int64) {
	const step = 4228380000 // e to the power of -1/64, in units of 1/(1<<32)
	v := uint64(1 << 32)
	for n := range out {
		out[n] = int64(v >> 16)
		v = v * step >> 32
	}
	return out
}()

// exp returns e to the power of -x for x ≥ 0, both in units of 1/one.
func exp(x int64) int64 {
	const step = one / 64
	n := x / step
	if n >= int64(len(exps)-1) {
		return 0
	}
	return exps[n] - (exps[n]-exps[n+1])*(x%step)/step
}

// Log returns the natural logarithm of n, from 1 to 1<<32 - 1, in units of 1/one.
func Log(n int64) int64 { return log(int(n)) }

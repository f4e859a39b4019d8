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
		v.counts = make([]int64, len(f.Lists)*cards)
	}
	e.Refuel()
	work := e.Work
	defer func() { // this work does not count towards the limit on the work of the rules in a match
		e.Refuel()
		e.Work = work
	}()
	clear(v.counts)
	for i, list := range f.Lists {
		counts := v.counts[i*cards : (i+1)*cards]
		e.Begin()
		e.Who = seat
		for _, p := range list.List(e) {
			counts[e.World.Pieces[p].Card]++
		}
		if e.World.Err != nil {
			for card := range counts {
				counts[card] = schema.Absent
			}
		}
	}
	for i := range f.Of {
		of, n := &f.Of[i], int64(0)
		e.Begin()
		e.Who = seat
		if of.Is != nil {
			n = int64(of.Is.Num(e))
		} else {
			n = v.counts[of.List*cards+int(of.Card)]
		}
		if e.World.Err != nil || n <= schema.Absent {
			v.Failed[i], n = true, 0
		}
		v.Values[i] = max(-maxFeature, min(maxFeature, n))
	}
	e.World.Err = nil
}

// odds are weighted sums of the features of a player: log-odds at the beginning and at the end of a match, in
// thousandths, and the part of the match that is over.
type odds struct{ early, late, clock int64 }

func weighted(weights []program.Weight, values []int64) (sum odds) {
	for i, v := range values {
		w := &weights[i]
		sum.early, sum.late, sum.clock = sum.early+w.Early*v, sum.late+w.Late*v, sum.clock+w.Clock*v
	}
	return sum
}

// expect computes the shares of a win that learned weights expect for the players, in units of 1/one.
func (d *Search) expect() {
	d.odds = d.odds[:0]
	for seat := range d.worth {
		d.values.Evaluate(d.m, &d.learned.Features, ref.Seat(seat))
		d.odds = append(d.odds, weighted(d.learned.Weights, d.values.Values))
	}
	sharesOf(d.odds, d.worth)
}

// sharesOf converts the sums of all seats to shares of a win.
func sharesOf(sums []odds, shares []int64) {
	clock := int64(0)
	for _, sum := range sums {
		clock += sum.clock
	}
	clock = max(0, min(Over, clock/int64(len(sums))))
	for seat, sum := range sums {
		early, late := max(-maxOdds, min(maxOdds, sum.early)), max(-maxOdds, min(maxOdds, sum.late))
		shares[seat] = (early*(Over-clock) + late*clock) / Over * one / 1000
	}
	Shares(shares)
}

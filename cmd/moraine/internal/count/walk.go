package count

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/scenario/walk"
)

// walker follows courses in its own match and counts them.
type walker struct {
	*walk.Walk
	*counter
	rows  []row                     // by depth
	first map[string]*big.Int       // by first decision: number of courses of the full depth
	start func(entered int64) error // checks the budget before the first decision; nil after it
}

// row counts the courses of one depth. A course is a way in which the match can go: the decisions from the start to
// that depth.
type row struct {
	courses, ended big.Int
	expected       big.Rat // sum of the probabilities of the courses with dice or draws
	sure           big.Int // number of courses without dice and draws
	// positions where a player is asked or the match is over; equal positions count once if they are merged
	positions int64
}

// position is a position where a player is asked or the match is over, with the courses that
// lead to it.
type position struct {
	key     string // "" if the walk continued immediately
	depth   int
	over    bool
	courses *big.Int // nil for 1
	chance  *big.Rat // sum of their probabilities; nil for 1
	first   string   // the first decision, if needed
	decided bool     // a player has decided in the current turn
}

var (
	oneCourse = big.NewInt(1)
	certain   = big.NewRat(1, 1) // must not be changed
)

func (p *position) number() *big.Int {
	if p.courses == nil {
		return oneCourse
	}
	return p.courses
}

func (p *position) probability() *big.Rat {
	if p.chance == nil {
		return certain
	}
	return p.chance
}

// tally counts the courses that lead to a position.
func (w *walker) tally(p *position) {
	if p.depth > w.Depth {
		return
	}
	r := &w.rows[p.depth]
	r.courses.Add(&r.courses, p.number())
	if p.chance == nil {
		r.sure.Add(&r.sure, p.number())
	} else {
		r.expected.Add(&r.expected, p.chance)
	}
	if p.key != "" {
		r.positions++
	}
	if p.over {
		r.ended.Add(&r.ended, p.number())
	}
	if w.Divide && p.depth == w.Depth {
		n := w.first[p.first]
		if n == nil {
			n = new(big.Int)
			w.first[p.first] = n
		}
		n.Add(n, p.number())
	}
}

// all follows all courses from a position to the full depth.
func (w *walker) all(from *position) error {
	if from.over || from.depth >= w.Depth {
		return nil
	}
	return w.follow(from, func(p *position) error {
		w.tally(p)
		return w.all(p)
	})
}

// mergeLayers follows the positions of each depth, and equal positions only once.
func (w *walker) mergeLayers() error {
	layers := make([][]*position, w.Depth+1)
	known := make([]map[string]*position, w.Depth+1)
	meet := func(p *position) error {
		if p.depth > w.Depth {
			return nil
		}
		if known[p.depth] == nil {
			known[p.depth] = map[string]*position{}
		}
		if same := known[p.depth][p.key]; same != nil {
			same.courses = new(big.Int).Add(same.number(), p.number())
			same.chance = new(big.Rat).Add(same.probability(), p.probability())
			return nil
		}
		known[p.depth][p.key] = p
		layers[p.depth] = append(layers[p.depth], p)
		return nil
	}
	if err := w.begin(meet); err != nil {
		return err
	}
	for depth := range layers {
		for _, p := range layers[depth] {
			w.tally(p)
			if p.over || depth == w.Depth {
				continue
			}
			if err := w.follow(p, meet); err != nil {
				return err
			}
		}
		layers[depth], known[depth] = nil, nil
	}
	return nil
}

// begin calls meet with each position in which the first decision can be made. After each hundredth
// of the budget it compares the probability of the positions so far with the part of the budget that
// they used, and fails if the dice and draws before the first decision alone will use all of it.
func (w *walker) begin(meet func(*position) error) error {
	reached := new(big.Rat)
	w.start = func(entered int64) error {
		if entered%max(w.Budget/100, 1) == 0 && reached.Cmp(big.NewRat(entered, w.Budget)) < 0 {
			return fmt.Errorf("%w: the dice and draws before the first decision have too many results; begin after them with --given SCENARIO, or give a larger --budget", ErrBudget)
		}
		return nil
	}
	err := w.settle(&position{}, func(p *position) error {
		reached.Add(reached, p.probability())
		return meet(p)
	})
	w.start = nil
	return err
}

// follow gives every answer in a position where a player is asked, and calls found with each
// position that is one decision, or at least one turn, deeper.
func (w *walker) follow(from *position, found func(*position) error) error {
	w.Go(from.key)
	w.Turns(false)
	seat, _, ok := w.Asked()
	if !ok || seat < 0 {
		return w.Err()
	}
	var answers [][]int32
	w.EachAnswer(func(a []int32) bool {
		answers = append(answers, slices.Clone(a))
		return true
	})
	if err := w.Err(); err != nil {
		return err
	}
	for _, a := range answers {
		w.Go(from.key)
		w.Asked()
		to := *from
		if w.Divide && to.first == "" {
			to.first = w.Line(a).Inline()
		}
		if err := w.answer(a); err != nil {
			return w.after(from, a, err)
		}
		to.decided = true
		if !w.Options.Turns {
			to.depth++
		}
		err := w.settle(&to, func(p *position) error {
			switch {
			case p.depth > from.depth:
				return found(p)
			case p.over: // the match ends in the middle of a turn, so the course has no further turn
				return nil
			}
			return w.follow(p, found)
		})
		if err != nil {
			return w.after(from, a, err)
		}
	}
	return nil
}

func (w *walker) answer(a []int32) error {
	err := w.enter()
	if err == nil && w.start != nil {
		err = w.start(w.entered.Load())
	}
	if err != nil {
		return err
	}
	return w.Answer(a...)
}

// settle continues to the next positions where a player is asked or the match is over, for each
// result of chance, and calls found with each.
func (w *walker) settle(p *position, found func(*position) error) error {
	seat, _, ok := w.Asked()
	if err := w.Err(); err != nil {
		return err
	}
	// the start of the walk is not the end of a turn
	if n := w.Turns(p.decided); n > 0 && w.Options.Turns && p.key != "" {
		p = w.passed(p, n)
	}
	if !ok || seat >= 0 {
		at := *p
		at.key, at.over = w.Position(), !ok
		return found(&at)
	}
	key := w.Position()
	return w.EachOutcome(func(a []int32, probability *big.Rat) error {
		w.Go(key)
		w.Asked()
		w.Turns(false)
		if err := w.answer(a); err != nil {
			return err
		}
		to := *p
		to.chance = new(big.Rat).Mul(p.probability(), probability)
		return w.settle(&to, found)
	})
}

// passed returns a position n turns deeper. It counts the courses that end in the turns
// between, in which no player was asked.
func (w *walker) passed(p *position, n int) *position {
	to := *p
	to.depth, to.decided = p.depth+n, false
	for between := p.depth + 1; between < to.depth; between++ {
		w.tally(&position{depth: between, courses: p.courses, chance: p.chance, first: p.first})
	}
	return &to
}

// Broken is the error of a course on which the rules fail.
type Broken struct {
	Course []string // the decisions of the course
	Err    error
}

func (b *Broken) Error() string { return b.Err.Error() }

func (b *Broken) Unwrap() error { return b.Err }

// after adds the decision in a position to the course of an error.
func (w *walker) after(at *position, answer []int32, err error) error {
	var b *Broken
	if !errors.As(err, &b) {
		var fault *interpreter.Fault
		if !errors.As(err, &fault) || fault.Stop != nil {
			return err
		}
		b = &Broken{Err: err}
	}
	w.Go(at.key)
	w.Asked()
	b.Course = slices.Insert(b.Course, 0, w.Line(answer).Inline())
	return b
}

// add adds the counts of another walker.
func (w *walker) add(o *walker) {
	for i := range w.rows {
		a, b := &w.rows[i], &o.rows[i]
		a.courses.Add(&a.courses, &b.courses)
		a.ended.Add(&a.ended, &b.ended)
		a.expected.Add(&a.expected, &b.expected)
		a.sure.Add(&a.sure, &b.sure)
	}
	for first, n := range o.first {
		if w.first[first] == nil {
			w.first[first] = new(big.Int)
		}
		w.first[first].Add(w.first[first], n)
	}
}

// clear sets all counts to zero.
func (w *walker) clear() {
	w.rows = make([]row, len(w.rows))
	clear(w.first)
}

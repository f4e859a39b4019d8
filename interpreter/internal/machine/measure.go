package machine

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
)

// Meter takes down what statistics over many matches want to know. It is no
// Observer: it is told nothing of who and why, and costs next to nothing.
type Meter struct {
	Taken []Measured // what measures came to, one after the other
	Fresh []int32    // what has come up for the first time: ops, and after them cards
	seen  []bool
	cards int // where in seen they begin
}

// Measured is one value of a measure.
type Measured struct {
	Measure int32
	By      int32 // a number, a word, 0 or 1, a seat, or a card; 0 where nothing splits the measure
	Value   int32 // of a share and a count 1 or 0
}

// NewMeter returns a meter for matches of a program.
func NewMeter(p *program.Program) *Meter {
	return &Meter{seen: make([]bool, p.CountOps()+len(p.Cards)), cards: p.CountOps()}
}

// Clear forgets the last match, but not what has come up in all of them.
func (t *Meter) Clear() { t.Taken, t.Fresh = t.Taken[:0], t.Fresh[:0] }

// Saw notes that op i, or the card behind all ops, has come up.
func (t *Meter) Saw(i int) {
	if !t.seen[i] {
		t.seen[i] = true
		t.Fresh = append(t.Fresh, int32(i))
	}
}

// measure looks at measures of the procedure that runs.
func (m *Match) measure(which []int) {
	for _, i := range which {
		ms, e := m.P.Measures[i], &m.Env
		e.Begin()
		if ms.If.Failing(e) != nil {
			continue
		}
		t := Measured{Measure: int32(i), Value: ms.Value.Num(e)}
		if ms.By != nil {
			t.By = m.groupOf(ms.By)
		}
		if e.Err != nil {
			return
		}
		if t.Value != schema.Nothing { // else there is nothing to add up
			m.Meter.Taken = append(m.Meter.Taken, t)
		}
	}
}

// groupOf is the group of a measure that its value falls into.
func (m *Match) groupOf(by *formula.Value) int32 {
	v := by.Num(&m.Env)
	if by.Type.Base == schema.Piece && v != schema.Nothing {
		return m.Env.Pieces[v].Card
	}
	return v
}

// came notes that a piece was drawn, chosen or played.
func (m *Match) came(p int32) { m.Meter.Saw(m.Meter.cards + int(m.Env.Pieces[p].Card)) }

package machine

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// Meter collects values for statistics over many matches. Unlike an Observer it receives no
// events, and costs almost nothing.
type Meter struct {
	Taken []Measured // values of measures, in order
	Fresh []int32    // ops, and cards numbered after them, that were seen for the first time
	seen  []bool
	cards int // index in seen of the first card
}

// Measured is one value of a measure.
type Measured struct {
	Measure int32
	By      int32 // a number, a word, 0 or 1, a seat, or a card; 0 if the measure is not divided into groups
	Value   int32 // 1 or 0 for a share and a count
}

// NewMeter returns a meter for matches of a program.
func NewMeter(p *program.Program) *Meter {
	return &Meter{seen: make([]bool, p.CountOps()+len(p.Cards)), cards: p.CountOps()}
}

// Clear drops the values of the last match. It keeps the record of ops and cards seen in any
// match.
func (t *Meter) Clear() { t.Taken, t.Fresh = t.Taken[:0], t.Fresh[:0] }

// Saw records that op i ran, or that the card with number i came up. It does nothing for a nil Meter.
func (t *Meter) Saw(i int) {
	if t != nil && !t.seen[i] {
		t.seen[i] = true
		t.Fresh = append(t.Fresh, int32(i))
	}
}

// SawCard records that a piece of a card was moved, chosen or played.
func (t *Meter) SawCard(card ref.Card) { t.Saw(t.cards + int(card)) }

// measure evaluates measures of the running procedure, if the match has a meter.
func (m *Match) measure(which []int) {
	if m.Meter == nil {
		return
	}
	for _, i := range which {
		ms, e := m.P.Measures[i], &m.Env
		e.Begin()
		if ms.If.Failing(e) != nil {
			continue
		}
		t := Measured{Measure: int32(i), Value: ms.Value.Num(e)}
		if ms.By != nil {
			t.By = int32(groupOf(e, ms.By))
		}
		if e.World.Err != nil {
			return
		}
		if t.Value != schema.Nothing { // nothing is not added
			m.Meter.Taken = append(m.Meter.Taken, t)
		}
	}
}

// groupOf returns the key of a measure's group.
func groupOf(e *formula.Env, by *formula.Expr) ref.Card {
	v := by.Num(e)
	if by.Type.Base == schema.Piece && v != schema.Nothing {
		return e.World.Pieces[v].Card
	}
	return ref.Card(v)
}

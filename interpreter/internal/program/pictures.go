package program

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/syntax"
)

// Picture is how the pieces of a card are drawn, line by line; nil: by their
// name.
type Picture [][]Shown

// Shown is a text, or the value of a formula of the piece.
type Shown struct {
	Text string
	Is   *formula.Value // nil: Text
}

// compilePictures makes one picture for each kind, and one for each card that
// has its own.
func (b *builder) compilePictures() {
	b.Pictures = formula.Once(b.Compiler, part{what: "pictures"}, func() []Picture {
		out := make([]Picture, len(b.Cards))
		for i, k := range b.Kinds {
			sc := formula.Of(schema.Type{Base: schema.Piece, Kinds: 1 << uint(i)})
			sc.Unnoted = true
			ofKind := b.picture(k.Draws, sc)
			for _, c := range k.Cards {
				if out[c.Index] = ofKind; c.Draws != nil {
					out[c.Index] = b.picture(c.Draws, sc)
				}
			}
		}
		return out
	})
}

func (b *builder) picture(d *syntax.Picture, sc *formula.Scope) Picture {
	if d == nil {
		return nil
	}
	p := make(Picture, len(d.Lines))
	for i, line := range d.Lines {
		for _, part := range line {
			shown := Shown{Text: part.Text}
			if part.Is != nil {
				shown.Is = b.shown(part.Is, sc)
			}
			p[i] = append(p[i], shown)
		}
	}
	return p
}

// says compiles the sentence of a step. It sees what the step sees, before that
// does anything, and is no part of the rules.
func (b *builder) says(s *syntax.Step) []Shown {
	if s.Says == nil {
		return nil
	}
	sc := *b.scope
	sc.Unnoted = true
	return b.picture(s.Says, &sc)[0]
}

// shown compiles a formula whose value is drawn.
func (b *builder) shown(f *syntax.Formula, sc *formula.Scope) *formula.Value {
	v := b.Compile(f, sc)
	switch v.Type.Base {
	case schema.YesNo:
		b.diags.Hint(f.Node.Pos, `write CONDITION ? "one text" : "another"`, "a yes or no is not shown")
	case schema.Run, schema.Table:
		b.diags.Add(f.Node.Pos, "%s is not shown", b.Describe(v.Type))
	}
	return v
}

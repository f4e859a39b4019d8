package program

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// Picture is the picture of the pieces of a card, line by line. nil stands for their name.
type Picture [][]Shown

// Shown is a literal text, or a formula of the piece.
type Shown struct {
	Text   string
	Is     *formula.Expr // nil for a literal text
	Signed bool          // a signed number
}

// Named is a formula with its name.
type Named struct {
	Name string
	Is   *formula.Expr
}

// compilePictures compiles a picture for each kind, and for each card that has one of its own, and the formulas whose
// values are shown with a piece: those with the name of a look. A look can also have the name of a formula by chance,
// for example the name of a zone. So a formula whose value is neither a number, a word nor yes or no is not an error;
// it is only not shown.
func (b *builder) compilePictures() {
	b.p.Pictures, b.p.Shown = make([]Picture, len(b.p.Cards)), make([][]Named, len(b.p.Kinds))
	for i, k := range b.p.Kinds {
		sc := formula.Of(schema.Type{Base: schema.Piece, Kinds: 1 << uint(i)})
		sc.Unnoted = true
		for _, f := range k.Formulas {
			if f.Params == nil && slices.ContainsFunc(b.p.Game.Looks, func(l *syntax.Look) bool {
				return l.Name == f.Name
			}) {
				is := b.c.Compile(&syntax.Formula{Node: f.Is.Node, IsText: true, Text: f.Name}, sc)
				if !is.OK() || !is.Type.List &&
					(is.Type.Base == schema.Number || is.Type.Base == schema.Word || is.Type.Base == schema.YesNo) {
					b.p.Shown[i] = append(b.p.Shown[i], Named{f.Name, is})
				}
			}
		}
		ofKind := b.picture(k.Draws, sc)
		for _, c := range k.Cards {
			if b.p.Pictures[c.Index] = ofKind; c.Draws != nil {
				b.p.Pictures[c.Index] = b.picture(c.Draws, sc)
			}
		}
	}
}

// picture compiles the drawing of a card: lines of texts and of formulas that are shown as
// numbers or words.
func (b *builder) picture(d *syntax.Picture, sc *formula.Scope) Picture {
	if d == nil {
		return nil
	}
	p := make(Picture, len(d.Lines))
	for i, line := range d.Lines {
		for _, part := range line {
			shown := Shown{Text: part.Text, Signed: part.Signed}
			if part.Is != nil {
				shown.Is = b.shown(part.Is, part.Signed, sc)
			}
			p[i] = append(p[i], shown)
		}
	}
	return p
}

// Sentence is the log line of a step in one language.
type Sentence struct {
	Lang string
	Line []Shown
}

// says compiles the sentences of a step. They are evaluated in the state before the step, and
// rules do not depend on them.
func (uw *unitWriter) says(s *syntax.Step) (out []Sentence) {
	if s.Says == nil {
		return nil
	}
	sc := *uw.scope
	sc.Unnoted = true
	for _, in := range s.Says {
		out = append(out, Sentence{in.Lang, uw.b.picture(in.Picture, &sc)[0]})
	}
	return out
}

// shown compiles a formula whose value is displayed.
func (b *builder) shown(f *syntax.Formula, signed bool, sc *formula.Scope) *formula.Expr {
	v := b.c.Compile(f, sc)
	if signed && v.OK() && (v.Type.Base != schema.Number || v.Type.List) {
		b.diags.Add(f.Node.Pos, "expected a number to add or subtract, found %s", b.p.Describe(v.Type))
		return v
	}
	switch v.Type.Base {
	case schema.YesNo:
		b.diags.Hint(f.Node.Pos, `write CONDITION ? "one text" : "another"`, "a yes or no is not shown")
	case schema.Frame, schema.Table:
		b.diags.Add(f.Node.Pos, "%s is not shown", b.p.Describe(v.Type))
	}
	return v
}

package formula

import (
	"strings"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// frameMember checks a local name or formula of the procedure of a frame.
func (co *comp) frameMember(of *Expr, name string, pos source.Pos, n ast.Node) *Expr {
	parts := []*Expr{of}
	t := schema.Type{}
	for _, i := range of.Type.Procs.All() {
		v := co.nameOfRun(co.c.Procs[i], name, pos, n)
		if v == nil {
			return nil
		}
		j, ok := schema.Union(t, v.Type)
		if !ok {
			return co.fail(n, "", "%s has different types in the procedures that can be pending here", name)
		}
		t = j
		parts = append(parts, v)
	}
	return newValue(InFrame, t, pos, parts...)
}

// nameOfRun returns a name that a procedure has in its own frame, or nil: a local name or formula, or a built-in one.
func (co *comp) nameOfRun(p *Proc, name string, pos source.Pos, n ast.Node) *Expr {
	switch {
	case p.slots[name] != nil:
		co.c.reads(p.slots[name])
		co.mention(pos, syntax.Ident{Name: name, Pos: p.slots[name].Pos})
		return word(pos, co.c.SlotType(p.slots[name]), p.slots[name].At)
	case p.Formulas[name] != nil:
		return co.named(p.Formulas[name], nil, nil, p, schema.Type{}, n)
	case name == "me":
		return newValue(Me, schema.Type{Base: schema.Player}, pos)
	case name == "stopped":
		return newValue(Stopped, yesNoType, pos)
	case name == "card" && p.Card.Base != schema.Unknown:
		return word(pos, p.Card, state.FrameCard)
	case name == "target" && p.Target.Base != schema.Unknown:
		return word(pos, p.Target, state.FrameTarget)
	}
	return nil
}

// opener checks `pending.NAME` in a formula of a window, which is read in the frame of the
// procedure that opened the window. It returns nil for any other node.
func (co *comp) opener(n *ast.MemberNode) *Expr {
	run, _ := n.Node.(*ast.IdentifierNode)
	name, ok := n.Property.(*ast.StringNode)
	if !ok || run == nil || run.Value != "pending" || !co.sc.OfWindow {
		return nil
	}
	if v := co.nameOfRun(co.sc.Proc, name.Value, co.pos(n.Property), n.Property); v != nil {
		return v
	}
	return co.notInFrame(n,
		newValue(FrameWord, schema.Type{Base: schema.Frame, Procs: schema.NewProcSet(co.sc.Proc.Index)}, co.pos(n)),
		name.Value)
}

// notInFrame reports a local name that a procedure, or one of the possible pending procedures,
// does not have.
func (co *comp) notInFrame(n *ast.MemberNode, of *Expr, name string) *Expr {
	var procs []string
	for _, i := range of.Type.Procs.All() {
		procs = append(procs, co.c.Procs[i].Name)
		if p := co.c.Procs[i]; name == "target" && p.Mixed != "" {
			return co.mixedTarget(n.Property, p, "use targets of one type, or split the cards into two kinds")
		}
	}
	own := co.sc.Proc
	switch id, _ := n.Node.(*ast.IdentifierNode); {
	case id != nil && id.Value == "pending" && own != nil && !co.sc.OfWindow &&
		(own.slots[name] != nil || name == "card" && own.Card.Base != schema.Unknown ||
			name == "target" && own.Target.Base != schema.Unknown):
		return co.fail(n.Property, "write "+name+"; names here belong to procedure "+own.Name,
			"procedure %s, which is pending here, has no name %q", strings.Join(procs, " or "), name)
	}
	return co.unknownWord(n.Property, name, func() []string {
		return co.c.memberNames(of.Type)
	}, "procedures have no name %q", name)
}

// mixedTarget reports, once for each procedure, that cards of a kind are played on targets of
// different types.
func (co *comp) mixedTarget(n ast.Node, p *Proc, remedy string) *Expr {
	if p.Faulty {
		return invalid(co.pos(n))
	}
	p.Faulty = co.c.Diags != nil
	return co.fail(n, p.Mixed+"; "+remedy, "`target` has different types for the cards of this kind")
}

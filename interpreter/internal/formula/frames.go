package formula

import (
	"cmp"
	"strings"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// frameMember is a name or formula of the frame of a procedure.
func (co *comp) frameMember(of *Value, name string, pos source.Pos, n ast.Node) *Value {
	parts := []*Value{of}
	t := schema.Type{}
	for _, i := range of.Type.Procs {
		p := co.Procs[i]
		var v *Value
		switch {
		case p.slots[name] != nil:
			co.reads(p.slots[name])
			co.mention(pos, syntax.Ident{Name: name, Pos: p.slots[name].Pos})
			v = word(pos, co.SlotType(p.slots[name]), p.slots[name].At)
		case p.Formulas[name] != nil:
			v = co.named(p.Formulas[name], nil, nil, p, schema.Type{}, n)
		case name == "me":
			v = made(Me, schema.Type{Base: schema.Player}, pos)
		case name == "stopped":
			v = made(Stopped, yesNoType, pos)
		case name == "card" && p.Card.Base != schema.Unknown:
			v = word(pos, p.Card, state.FrameCard)
		case name == "target" && p.Target.Base != schema.Unknown:
			v = word(pos, p.Target, state.FrameTarget)
		default:
			return nil
		}
		j, ok := schema.Join(t, v.Type)
		if !ok {
			return co.fail(n, "", "%s is not the same type in each run that may be pending", name)
		}
		t = j
		parts = append(parts, v)
	}
	return made(InFrame, t, pos, parts...)
}

// notInFrame complains about a name that a run, or one of the runs that may be pending, does not have.
func (co *comp) notInFrame(n *ast.MemberNode, of *Value, name string) *Value {
	var procs []string
	mixed := ""
	for _, i := range of.Type.Procs {
		procs = append(procs, co.Procs[i].Name)
		mixed = cmp.Or(mixed, co.Procs[i].Mixed)
	}
	own := co.sc.Proc
	switch id, _ := n.Node.(*ast.IdentifierNode); {
	case name == "target" && mixed != "":
		return co.fail(n.Property, mixed+"; give them targets of one type, or make two kinds of them", "`target` has no type for all cards of this kind")
	case id != nil && id.Value == "pending" && own != nil && (own.slots[name] != nil || name == "card" && own.Card.Base != schema.Unknown || name == "target" && own.Target.Base != schema.Unknown):
		return co.fail(n.Property, "write "+name+": the names here are those of "+own.Name, "the run of %s that is pending here has no %q", strings.Join(procs, " or "), name)
	}
	return co.unknownWord(n.Property, name, func() []string { return co.memberNames(of.Type) }, "a run of a procedure has no %q", name)
}

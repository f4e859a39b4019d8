package program

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Dump writes the ops of the procedures for which want says so, one a line:
// where it stands in the YAML, what it does, and after a semicolon the step that
// it is part of, by its verb, its id and its clauses. A formula is shown as its
// place. Places are in the file that heads the procedure unless they name another.
//
//	fell  cards/GAME/fell.yaml:3:3
//	    12  3:3       begin       fell                      ; procedure
//	    13  6:9       choose      fell.tree one of 7:13     ; choose [R-A-12]
func (p *Program) Dump(w io.Writer, want func(procedure string) bool) error {
	out := bufio.NewWriter(w)
	first := true
	for _, proc := range p.Procs {
		if !want(proc.Name) {
			continue
		}
		if !first {
			fmt.Fprintln(out)
		}
		first = false
		d, u := dumper{p, proc}, p.Units[proc.Index]
		fmt.Fprintf(out, "%s  %s\n", proc.Name, proc.Pos)
		for i := range u.Ops {
			if i == int(u.AtEnd) {
				fmt.Fprintln(out, "  at_end:")
			}
			fmt.Fprintln(out, d.line(i, u.Ops[i]))
		}
	}
	return out.Flush()
}

// dumper puts the ops of a procedure into words.
type dumper struct {
	*Program
	proc *Proc
}

func (d dumper) line(i int, op Op) string {
	st := op.Step
	step := st.Verb
	if st.ID != "" && st.ID != d.proc.Name {
		step += " " + st.ID
	}
	return fmt.Sprintf("%6d  %-8s  %-10s  %-40s  ; %s%s", d.OpNumber(int32(d.proc.Index), int32(i)), d.at(st.Pos), op.Code, strings.TrimSpace(d.operands(op)), step, cited(st.Cites))
}

// operands is what an op does it to.
func (d dumper) operands(op Op) string {
	switch do := op.Do.(type) {
	case *Cond:
		return d.cond(do) + d.to(op.To)
	case *ChooseOp:
		return d.choose(do)
	case *MayOp:
		return d.may(do) + d.to(op.To)
	case *OpenOp:
		return d.Windows[do.Window].Name
	case *WindowOp:
		return do.Name + d.said(" asks ", do.Asks) + d.where(" who ", do.Who) + d.said(" at most ", do.AtMost)
	case *RollOp:
		return do.Request + d.said(" by ", do.By) + d.said(" dice ", do.Dice) + d.said(" sides ", do.Sides)
	case *formula.Value:
		return d.value(do)
	case *DrawOp:
		return d.draw(do)
	case *MoveOp:
		return d.value(do.Pieces) + d.said(" number ", do.Number) + d.said(" from ", do.From) + " to " + d.value(do.To) + laid(do.Bottom, do.Face)
	case *FlipOp:
		return d.value(do.Pieces) + laid(false, do.Face)
	case *ShowOp:
		return d.value(do.Pieces) + " to " + d.value(do.To)
	case *SetOp:
		return d.set(do)
	case *PickOp:
		return d.pick(do)
	case *SwitchOp:
		return d.branches(do) + d.to(op.To)
	case *Loop:
		return d.each(do, op)
	case *AnewOp:
		return strings.Join(slotNames(do.Names), ", ")
	case *CallOp:
		return d.call(do)
	case *BranchOp:
		return d.byRuling(do)
	case *StopOp:
		return d.stop(do)
	}
	if op.Code == Jump || op.Code == Branch {
		return d.to(op.To)
	}
	return d.proc.Name
}

// cited are the clauses of a step, a condition or a branch.
func cited(ids []syntax.Ident) string {
	if len(ids) == 0 {
		return ""
	}
	return " [" + strings.Join(syntax.NamesOf(ids), " ") + "]"
}

func (d dumper) to(op int32) string {
	if op < 0 {
		return ""
	}
	return fmt.Sprintf(" → %d", d.OpNumber(int32(d.proc.Index), op))
}

// at is a place, without the file if that is the procedure's.
func (d dumper) at(pos source.Pos) string {
	if pos.File == d.proc.Pos.File {
		pos.File = nil
	}
	return pos.String()
}

// value is a formula: what it is always, else where it stands.
func (d dumper) value(v *formula.Value) string {
	switch {
	case v == nil:
		return "-"
	case !v.Const():
		return d.at(v.Pos)
	case v.K == schema.Nothing:
		return "nothing"
	case v.Type.Base == schema.YesNo:
		return strconv.FormatBool(v.K == 1)
	case v.Type.Base == schema.Word:
		return d.Text(v.K)
	case v.Type.Base == schema.Number:
		return strconv.Itoa(int(v.K))
	}
	return d.at(v.Pos)
}

// said is a small word and its value, if there is one.
func (d dumper) said(word string, v *formula.Value) string {
	if v == nil {
		return ""
	}
	return word + d.value(v)
}

func (d dumper) cond(c *Cond) string {
	if c == nil {
		return ""
	}
	var parts []string
	for _, p := range c.Parts {
		parts = append(parts, d.worded(p))
	}
	return strings.Join(parts, " and ")
}

func (d dumper) worded(p CondPart) string {
	out := d.value(p.Is) + cited(p.Cites)
	if p.Words == "" {
		return out
	}
	return p.Words + " " + out
}

func (d dumper) where(word string, c *Cond) string {
	if c == nil {
		return ""
	}
	return word + d.cond(c)
}

func laid(bottom bool, face string) string {
	out := ""
	if bottom {
		out = " at the bottom"
	}
	if face != "" {
		out += " face " + face
	}
	return out
}

func slotNames(slots []*formula.Slot) []string {
	var out []string
	for _, s := range slots {
		out = append(out, slotName(s))
	}
	return out
}

// slotName is a name of the frame, or the word of it that a step has for itself.
func slotName(s *formula.Slot) string {
	if s.Name == "" {
		return "#" + strconv.Itoa(s.At)
	}
	return s.Name
}

// label is a branch of a switch on a value of type t.
func (d dumper) label(t schema.Type, l formula.Label) string {
	switch {
	case l.Any:
		return "else"
	case t.Base == schema.Word:
		return d.Text(l.Lo)
	case t.Base == schema.Piece:
		return d.Cards[d.Pieces[l.Lo].Card].Name
	case t.Base == schema.YesNo:
		return strconv.FormatBool(l.Lo == 1)
	case l.Lo == l.Hi:
		return strconv.Itoa(int(l.Lo))
	}
	return fmt.Sprintf("%d-%d", l.Lo, l.Hi)
}

package program

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
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
		d := dumper{p, proc}
		fmt.Fprintf(out, "%s  %s\n", proc.Name, proc.Pos)
		for i := proc.Entry; i < proc.End; i++ {
			if i == proc.AtEnd {
				fmt.Fprintln(out, "  at_end:")
			}
			fmt.Fprintln(out, d.line(i))
		}
	}
	return out.Flush()
}

// dumper puts the ops of a procedure into words.
type dumper struct {
	*Program
	proc *Proc
}

func (d dumper) line(i int32) string {
	op := d.Ops[i]
	st := d.Steps[op.Step]
	step := st.Verb
	if st.ID != "" && st.ID != d.proc.Name {
		step += " " + st.ID
	}
	return fmt.Sprintf("%6d  %-8s  %-10s  %-40s  ; %s%s", i, d.at(st.Pos), op.Code, strings.TrimSpace(d.operands(op)), step, cited(st.Cites))
}

// operands is what an op does it to.
func (d dumper) operands(op Op) string {
	switch op.Code {
	case Jump:
		return d.to(op.To)
	case Unless:
		return d.cond(d.Conds[op.A]) + d.to(op.To)
	case Choose:
		return d.choose(d.Chooses[op.A])
	case May:
		return d.may(d.Mays[op.A]) + d.to(op.To)
	case Window:
		return d.Windows[op.A].Name
	case Ask:
		w := d.Windows[op.A]
		return w.Name + d.said(" asks ", w.Asks) + d.where(" who ", w.Who) + d.said(" at most ", w.AtMost)
	case Roll:
		r := d.Rolls[op.A]
		return r.Request + d.said(" by ", r.By) + d.said(" dice ", r.Dice) + d.said(" sides ", r.Sides)
	case Shuffle:
		return d.value(d.Shuffles[op.A])
	case DrawBegin, Draw:
		return d.draw(d.Draws[op.A])
	case Move:
		m := d.Moves[op.A]
		return d.value(m.Pieces) + d.said(" number ", m.Number) + d.said(" from ", m.From) + " to " + d.value(m.To) + laid(m.Bottom, m.Face)
	case Discard, Finish:
		return d.value(d.Lists[op.A])
	case Flip:
		return d.value(d.Flips[op.A].Pieces) + laid(false, d.Flips[op.A].Face)
	case Show:
		return d.value(d.Shows[op.A].Pieces) + " to " + d.value(d.Shows[op.A].To)
	case Set:
		return d.set(d.Sets[op.A])
	case Pick:
		return d.pick(d.Picks[op.A])
	case Switch:
		return d.branches(d.Switches[op.A]) + d.to(op.To)
	case EachBegin, EachNext:
		return d.each(d.Loops[op.A], op)
	case Anew:
		return strings.Join(slotNames(d.Anew[op.A]), ", ")
	case Call:
		return d.call(d.Calls[op.A])
	case Stop:
		return d.stop(d.Stops[op.A])
	case Return, Begin:
		return d.Procs[op.A].Name
	}
	return ""
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
	return fmt.Sprintf(" → %d", op)
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

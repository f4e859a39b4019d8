package interpreter

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/printer"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Disassemble prints the ops of all procedures of a game, or of one. Each line has the number
// of the op in its procedure, its position in the YAML, its code, and the ops to which it can
// jump. After the semicolon is the step to which the op belongs, in the notation of explain and
// diff; if the step was printed before, only its verb.
//
//	fell  cards/GAME/fell.yaml:3:3
//	     0  3:3       begin                           ; procedure fell
//	     1  6:9       choose                          ; choose tree, from forest (R-A-12)
//	     2  8:9       unless      → 4                 ; move tree, to me.yard, if ripe(tree)
//	     3  8:9       move                            ; move
func (g *Game) Disassemble(w io.Writer, procedure string) error {
	var names []string
	for _, p := range g.Program.Procs {
		names = append(names, p.Name)
	}
	if procedure != "" && g.Program.Proc(procedure) == nil {
		return fmt.Errorf("%s has no procedure %q; %s", g.ID, procedure, source.Suggest(procedure, "there is", names))
	}
	out := bufio.NewWriter(w)
	d := disassembler{p: g.Program, steps: printer.NewComplete(g.Docs, g.Program.Readings)}
	for i, p := range g.Program.Procs {
		if procedure != "" && procedure != p.Name {
			continue
		}
		if procedure == "" && i > 0 {
			fmt.Fprintln(out)
		}
		d.unit(out, p)
	}
	return out.Flush()
}

type disassembler struct {
	p     *program.Program
	steps *printer.Printer
}

// unit prints the ops of a procedure. The operands of a step are printed at its first op.
func (d *disassembler) unit(out io.Writer, p *program.Proc) {
	fmt.Fprintf(out, "%s  %s\n", p.Name, p.Pos)
	u, printed := d.p.Units[p.Index], map[*program.Step]bool{}
	for i := range u.Ops {
		op := &u.Ops[i]
		if i == int(u.AtEnd) {
			fmt.Fprintln(out, "  at_end:")
		}
		at, step := op.Step.Pos, op.Step.Verb
		if at.File == p.Pos.File {
			at.File = nil
		}
		if !printed[op.Step] {
			printed[op.Step], step = true, d.step(op.Step)
		}
		fmt.Fprintf(out, "%6d  %-8s  %-10s  %-24s  ; %s\n", i, at, op.Name(), d.targets(op), step)
	}
}

func (d *disassembler) step(s *program.Step) string {
	if s.Syntax == nil {
		return s.Verb + " " + s.In
	}
	return d.steps.Head(s.Syntax)
}

// targets lists the ops, other than the next one, to which an op can jump.
func (d *disassembler) targets(op *program.Op) string {
	var all []string
	to := func(label string, op *program.Op, at ref.PC) {
		if at >= 0 {
			all = append(all, strings.TrimSpace(fmt.Sprintf("%s → %d", label, at)))
		}
	}
	other := ""
	switch do := op.Do.(type) {
	case *program.MayOp:
		for _, o := range do.Options {
			to(o.Name, op, o.To)
		}
		other = "declined"
	case *program.SwitchOp:
		for i, l := range op.Step.Syntax.Do.(*syntax.Switch).Branches.Labels() {
			to(l.Name, op, do.To[i])
		}
		other = "none"
	case *program.BranchOp:
		labels := []syntax.Ident{{Name: "no"}, {Name: "yes"}}
		if by, ok := op.Step.Syntax.Do.(*syntax.ByRuling); ok {
			labels = by.Branches.Labels()
		}
		for i, at := range do.To {
			to(labels[i].Name, op, at)
		}
	case *program.StopOp:
		to("", op, do.Resume)
	}
	to(other, op, op.To)
	return strings.Join(all, ", ")
}

package program

import (
	"fmt"
	"strings"

	"moraine/interpreter/internal/formula"
)

// The verbs with more to say than a line of dump.go holds.

func (d dumper) choose(c *ChooseOp) string {
	out := c.Request + d.said(" by ", c.By)
	if c.Chance {
		out += " by chance"
	}
	if c.IsList {
		out += d.said(" at least ", c.Least) + d.said(" at most ", c.Most)
	} else {
		out += " one"
	}
	out += " of " + d.value(c.From) + d.where(" where ", c.Where) + d.where(" together ", c.Together)
	if c.Repeats {
		out += " repeats"
	}
	out += d.flag(" optional", c.Optional)
	if c.IfAny {
		out += " if_any"
	}
	return out
}

func (d dumper) may(m *MayOp) string {
	out := m.Request + d.said(" by ", m.By)
	out += d.flag(" must", m.Must)
	for _, o := range m.Options {
		out += ", " + o.Name + d.where(" if ", o.If) + cited(o.Cites) + d.to(o.To)
	}
	return out + ", declined"
}

func (d dumper) draw(o *DrawOp) string {
	out := d.value(o.Number) + " from " + d.value(o.From) + " to " + d.value(o.To) + laid(o.Bottom, o.Face)
	if o.As != nil {
		out += " as " + slotName(o.As)
	}
	return out
}

func (d dumper) set(s *SetOp) string {
	var list []string
	for _, a := range s.List {
		list = append(list, a.Text+": "+d.value(a.Value))
	}
	out := strings.Join(list, ", ")
	if s.Until >= 0 {
		t := d.Timed[s.Until]
		when := "end"
		if t.Start {
			when = "start"
		}
		out += fmt.Sprintf(" until %s of %s", when, d.Procs[t.Proc].Name) + d.said(" of ", s.Of)
	}
	return out
}

func (d dumper) pick(o *PickOp) string {
	out := slotName(o.Slot) + " from " + d.value(o.From) + d.where(" where ", o.Where)
	for _, c := range o.Prefer {
		out += " prefer " + d.worded(c)
	}
	for _, t := range o.Toward {
		out += " toward " + d.value(t)
	}
	return out
}

func (d dumper) branches(s *SwitchOp) string {
	out := d.value(s.On)
	for i, l := range s.Labels {
		out += ", " + d.label(s.On.Type, l) + cited(s.Cites[i]) + d.to(s.To[i])
	}
	return out + ", none"
}

func (d dumper) each(l *Loop, op Op) string {
	if op.Code == EachNext {
		return l.Name + d.to(op.To)
	}
	out := l.Name + " in " + d.value(l.In)
	return out + d.flag(" sealed", l.Sealed)
}

func (d dumper) call(c *CallOp) string {
	out := d.said("", c.Piece) + "." + c.Has
	if c.Proc >= 0 {
		out = d.Procs[c.Proc].Name
	}
	out += d.said(" me: ", c.Me)
	for _, a := range c.Args {
		out += " " + slotName(a.Slot) + ": " + d.value(a.Value)
	}
	for _, g := range c.Gives {
		out += " gives " + slotName(g.To)
	}
	return out
}

func (d dumper) stop(s *StopOp) string {
	if s.OfStep() {
		to := d.stepOf(s.Name)
		return s.Name + dumper{d.Program, d.Procs[to.Proc]}.to(to.End)
	}
	return s.Name + d.to(s.Resume)
}

// flag is a word where a flag is set; where readings decide, with the place that says so.
func (d dumper) flag(word string, v *formula.Value) string {
	switch {
	case v.Ruled():
		return word + " " + d.at(v.Pos)
	case v != nil && v.K == 1:
		return word
	}
	return ""
}

// byRuling lists the places to which a ruling can go.
func (d dumper) byRuling(b *BranchOp) string {
	out := d.at(b.On.Pos)
	for _, to := range b.To {
		out += d.to(to)
	}
	return out
}

package program

import (
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// link records, for each procedure, the counters, temporary values and measures that depend on
// it.
func link(b *builder) {
	linkCounters(b)
	linkDurations(b)
	linkMeasures(b)
	tune(b)
}

// linkCounters records which counters are incremented by an option, window or procedure, and
// which counters a procedure resets. An option with the name of a procedure is counted by the
// procedure.
func linkCounters(b *builder) {
	for i, s := range b.c.Spans {
		for _, m := range b.p.Mays() {
			for j := range m.Options {
				if m.Options[j].Name == s.Name && b.p.Proc(s.Name) == nil {
					m.Options[j].Counts = append(m.Options[j].Counts, i)
				}
			}
		}
		if w := b.p.window(s.Name); w != nil {
			w.Counts = append(w.Counts, i)
		}
		for _, p := range b.p.Procs {
			if p.Name == s.Name {
				p.Counts = append(p.Counts, i)
			}
			if p.Name == s.Of {
				p.beginsAnew(state.CounterAt(i, b.p.MaxPlayers), b.p.MaxPlayers+1)
			}
		}
	}
}

// beginsAnew adds n words of the state, from word at on, to the words that the procedure resets when it begins.
func (p *Proc) beginsAnew(at, n int) {
	if k := len(p.Restarts) - 1; k >= 0 && p.Restarts[k].To == at {
		p.Restarts[k].To += n
		return
	}
	p.Restarts = append(p.Restarts, Words{at, at + n})
}

// linkDurations records which temporary values end with each procedure.
func linkDurations(b *builder) {
	for i, t := range b.p.Timed {
		if t.Start {
			b.p.Procs[t.Proc].StartsTimed = append(b.p.Procs[t.Proc].StartsTimed, i)
		} else {
			b.p.Procs[t.Proc].EndsTimed = append(b.p.Procs[t.Proc].EndsTimed, i)
		}
	}
	for _, f := range b.p.AllFields() {
		for _, r := range f.Resets {
			if p := b.procOf(r.Proc); p != nil {
				b.p.Procs[p.Index].Resets = append(b.p.Procs[p.Index].Resets, r)
			}
		}
	}
}

// linkMeasures records which measures are taken when a procedure starts or ends.
func linkMeasures(b *builder) {
	for i, inv := range b.p.Invariants {
		if inv.OnEnd >= 0 {
			b.p.Procs[inv.OnEnd].Claims = append(b.p.Procs[inv.OnEnd].Claims, i)
		}
	}
	for i, m := range b.p.Measures {
		measured := &b.p.Procs[m.Proc].OnEnd
		if m.Start {
			measured = &b.p.Procs[m.Proc].OnStart
		}
		*measured = append(*measured, i)
	}
}

// tune precomputes data, so that the machine need not compute it repeatedly.
func tune(b *builder) {
	for i, p := range b.p.Procs {
		p.Blank = blank(p)
		p.Plain = len(p.Restarts)+len(p.Counts)+len(p.Resets)+len(p.StartsTimed) == 0
		p.Light = b.p.Units[i].AtEnd < 0 && len(p.Gives)+len(p.EndsTimed) == 0
	}
	for _, f := range b.p.AllFields() {
		if f.Until && f.Mark {
			b.p.TimedFields = append(b.p.TimedFields, f)
		}
	}
}

// blank returns a new frame of p without arguments.
func blank(p *Proc) []int32 {
	frame := make([]int32, p.Size)
	for i := range frame {
		frame[i] = schema.Nothing
	}
	for _, at := range p.Lists {
		frame[at], frame[at+1] = 0, 0
	}
	frame[state.FrameProc] = int32(p.Index)
	frame[state.FrameFlags], frame[state.FramePending] = 0, 0
	return frame
}

// landing follows jumps from an op and returns the op that runs.
func (u *Unit) landing(to ref.PC) ref.PC {
	for range u.Ops {
		if int(to) >= len(u.Ops) || u.Ops[to].Code != Jump && (u.Ops[to].Code != Branch || u.Ops[to].Do != nil) {
			break
		}
		to = u.Ops[to].To
	}
	return to
}

package program

import (
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// tune makes ready what the machine would else work out again and again. Nobody notices, but by
// a clock or in the disassembly.
func (b *builder) tune() {
	for i, p := range b.Procs {
		p.Blank = blank(p)
		p.Plain = len(p.Restarts)+len(p.Counts)+len(p.Resets)+len(p.StartsTimed) == 0
		p.Light = b.drafts[i].AtEnd < 0 && len(p.Gives)+len(p.EndsTimed) == 0
	}
	for _, list := range [3][]*schema.Field{b.GameFields, b.PlayerFields, b.PieceFields} {
		for _, f := range list {
			if f.Until && f.Mark {
				b.TimedFields = append(b.TimedFields, f)
			}
		}
	}
	for _, k := range b.Kinds {
		k.Simple = len(k.On) == 0 && !slices.ContainsFunc(k.Marks, func(f *schema.Field) bool { return f.Until })
	}
}

// blank is a frame of p as it begins, but for what the call says.
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

// landing is where whoever jumps to an op comes to run something.
func (u *Unit) landing(to int32) int32 {
	for range u.Ops {
		if int(to) >= len(u.Ops) || u.Ops[to].Code != Jump {
			break
		}
		to = u.Ops[to].To
	}
	return to
}

package program

import (
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// makeReady makes ready what the machine would else work out again and again. Nobody
// notices, but by a clock or in the disassembly.
func (b *builder) makeReady() {
	for _, p := range b.Procs {
		p.Blank = blank(p)
		p.Plain = len(p.Restarts)+len(p.Counts)+len(p.Resets)+len(p.StartsTimed) == 0
		p.Light = p.AtEnd < 0 && len(p.Gives)+len(p.EndsTimed) == 0
	}
}

// tune does so once for all configurations.
func (b *builder) tune() {
	for _, list := range [3][]*schema.Field{b.GameFields, b.PlayerFields, b.PieceFields} {
		for _, f := range list {
			if f.Until && f.Mark {
				b.declared.TimedFields = append(b.declared.TimedFields, f)
			}
		}
	}
	for _, k := range b.Kinds {
		k.Simple = len(k.On) == 0 && !slices.ContainsFunc(k.Marks, func(f *schema.Field) bool { return f.Until })
	}
	b.TimedFields = b.declared.TimedFields
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
func (o *Object) landing(to int32) int32 {
	for range o.Ops {
		if int(to) >= len(o.Ops) || o.Ops[to].Code != Jump {
			break
		}
		to = o.Ops[to].To
	}
	return to
}

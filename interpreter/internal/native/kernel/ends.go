package kernel

// How runs of procedures end: stopped, with what was set until they end, and with
// what they hand back.

const (
	loopFirst  = 0 // its ops
	loopEnd    = 4
	loopMe     = 8 // 1 if it goes through players, each for himself
	loopSealed = 12
	loopAt     = 16 // words of the frame, in bytes: the round,
	loopSaved  = 20 // `me` before,
	loopList   = 24 // and the list

	timedWord  = 0 // address of a value that can be set for a time
	timedUntil = 4 // and of how long it lasts: two words
	timedFirst = 8 // what it is else
)

// stop unwinds to the frame at base, which ends, or goes on at op resume.
func stop(base, resume int32) int32 {
	if base == 0 {
		panic("it is not running, so it cannot be stopped")
	}
	st(atUnwind, base)
	st(atResume, resume)
	unwind()
	return unwound
}

// unwind ends frames, innermost first, until the target is reached. Where a frame has
// an at_end that runs first, and leaveStopped goes on unwinding after.
func unwind() {
	for {
		base, target := wordOf(frame), ld(atUnwind)
		if base == 0 {
			return
		}
		f := frame
		p := procInfo(ld(f + frameProc))
		resume := ld(atResume)
		if base == target && resume >= 0 {
			leaveLoops(f, p, ld(atPC), resume)
			st(atPC, resume)
			st(atUnwind, 0)
			return
		}
		leaveLoops(f, p, ld(atPC), -1)
		flags := ld(f+frameFlags) | frameStopped
		st(f+frameFlags, flags)
		if end := ld(p + procAtEnd); end >= 0 && flags&frameEnding == 0 {
			st(f+frameFlags, flags|frameEnding)
			st(atPC, end)
			return
		}
		pop(giveBack(f))
		if base == target {
			st(atUnwind, 0)
			return
		}
	}
}

// leaveStopped ends a run that a stop ends, when its at_end has run.
func leaveStopped(f int32) int32 {
	base, target := wordOf(f), ld(atUnwind)
	pop(giveBack(f))
	if target == base {
		st(atUnwind, 0)
	} else if target != 0 {
		unwind()
	}
	return unwound
}

// pop ends the running frame; the one below goes on.
func pop(f int32) {
	p := procInfo(ld(f + frameProc))
	seat, back := ld(f+frameBy), ld(f+frameReturn)
	measureEnd(ld(f+frameProc), f)
	drop(f)
	st(atPC, back)
	if wordOf(frame) == 0 {
		st(atStatus, atRest)
		st(atPC, 0)
	}
	endTimed(ld(p+procEnds), ld(p+procEndsEnd), seat)
}

// leaveLoops ends the loops that a stop leaves; inner loops come last.
func leaveLoops(f, p, from, to int32) {
	for l := ld(p+procLoopsEnd) - 32; l >= ld(p+procLoops); l -= 32 {
		if inside(l, from) && !inside(l, to) {
			endLoop(f, l)
		}
	}
}

func inside(l, pc int32) bool { return ld(l+loopFirst) < pc && pc < ld(l+loopEnd) }

// endLoop gives back what a loop has bound.
func endLoop(f, l int32) {
	at, saved := f+ld(l+loopAt), f+ld(l+loopSaved)
	if ld(at) == nothing {
		return
	}
	if ld(l+loopMe) != 0 {
		st(f+frameMe, ld(saved))
	}
	if ld(l+loopSealed) != 0 {
		st(atSealed, 0)
	}
	st(at, nothing)
	st(saved, nothing)
	setList(f, ld(l+loopList), 0, 0)
}

// runs is the innermost run of one of some procedures, where it is within a step: from
// op first to op resume, or anywhere, if that is below zero. 0: there is none.
func runs(procs, end, first, resume int32) int32 {
	pc := ld(atPC)
	for base := wordOf(frame); base > 0; base = ld(frameAt(base) + framePrev) {
		f := frameAt(base)
		if resume < 0 || first < pc && pc <= resume {
			for p := procs; p < end; p += 4 {
				if ld(p) == ld(f+frameProc) {
					return base
				}
			}
		}
		pc = ld(f + frameReturn)
	}
	return 0
}

// setTimed has a value last until one of the things in Timed, what, happens to a seat, or
// to anybody, if that is below zero.
func setTimed(word, until, first, what, seat int32) {
	if ld(word) == first {
		st64(until, 0)
		return
	}
	timed |= thing(what, seat)
	st(until, (what+1)<<6+seat+1)
	t := Timed + what<<3
	n := int32(0)
	if ld(t+4) == 0 { // not until it starts, but until it ends: not that of what runs now
		n = underWay(ld(t), seat)
	}
	st(until+4, n)
}

// underWay is how many runs of a procedure there are, begun for a seat or, if that is
// below 0, for anybody.
func underWay(proc, seat int32) int32 {
	n := int32(0)
	for base := wordOf(frame); base > 0; base = ld(frameAt(base) + framePrev) {
		f := frameAt(base)
		if ld(f+frameProc) == proc && (seat < 0 || ld(f+frameBy) == seat) {
			n++
		}
	}
	return n
}

// thing is a bit that stands for one of the things in Timed that happens to a seat, or
// to anybody, if that is below 0. It stands for others, too: who asks may ask in vain.
//
//wasm:inline
func thing(what, seat int32) uint64 { return 1 << (uint64(what<<3|(seat+1)&7) & 63) }

// mayEnd reports whether values may be set until some things happen to a seat, or to
// anybody; the things are told by what they are to anybody.
//
//wasm:inline
func mayEnd(things uint64, seat int32) bool {
	return timed&(things|things<<(uint64(seat+1)&7)) != 0
}

// endTimed ends the values that were set until one of some things happens to a seat, and
// learns which things others last until.
func endTimed(list, end, seat int32) {
	if list == end || timed == 0 {
		return
	}
	left := uint64(0)
	for t := int32(TimedWords); t < TimedWordsEnd; t += 12 {
		until := ld(t + timedUntil)
		if d := ld(until); d != 0 {
			endWord(t, d, list, end, seat)
			if ld(until) != 0 {
				left |= thing(d>>6-1, d&63-1)
			}
		}
	}
	timed = left
}

func endWord(t, d, list, end, seat int32) {
	what, of := d>>6-1, d&63-1
	for list < end && ld(list) != what {
		list += 4
	}
	if list == end || of >= 0 && of != seat {
		return
	}
	until := ld(t + timedUntil)
	if skip := ld(until + 4); skip > 0 {
		if left := underWay(ld(Timed+what<<3), of); left < skip {
			st(until+4, left) // the run that ends was under way
			return
		}
	}
	st(ld(t+timedWord), ld(t+timedFirst))
	if TimedMarks != 0 {
		marked++
	}
	st64(until, 0)
}

// finish ends the match: with it ends all that is under way, innermost first.
func finish() int32 {
	top := frame
	for f := top; wordOf(f) != 0; {
		me := ld(f + frameMe) // loops have changed it
		frame = f
		st(f+frameMe, ld(f+frameBy))
		measureEnd(ld(f+frameProc), f)
		st(f+frameMe, me)
		f = frameAt(ld(f + framePrev))
	}
	frame = top
	st(atStatus, finished)
	return unwound
}

// Package native plays matches by lot as machine code.
//
// Balance takes millions of matches, and most of what they take is one player after
// the other choosing anything. So a program is written out as Go (this package), put
// together with what all programs need (package kernel), made WebAssembly of (package
// wasm), and that machine code, by wazero. It plays a match on the very words that
// package machine has, in the memory of the module, and draws the very lots that
// decide.Random draws: at every decision the two have the same state, word for word,
// and the tests hold them to it.
//
// Package machine stays the one that says what rules mean. What is not written as Go
// is left to it: the match leaves the machine code before such an op and comes back
// after. And where anything goes wrong, be it a fault of the rules, a limit or a match
// without end, the code just stops: then the match is played again, by package
// machine, which says what it was. So nothing is explained here, and nothing watched.
//
//	native.go      a match
//	module.go      the code, and how it is run
//	program.go     a program as Go
//	layout.go      where everything lies in memory
//	procs.go       procedures: how ops follow each other
//	calls.go       how they are called, begin and end
//	steps.go       ops that change something; moves.go those that move pieces
//	asks.go        ops that ask, and the lots that answer; windows.go those of windows
//	choices.go     choices; offered.go what they are from, where that is a word of a set
//	formulas.go    formulas that are a word
//	conditions.go  those that are yes or no
//	branches.go    those that are one of several
//	lists.go       those over lists; answers.go what is asked of lists
//	filters.go     those in a list of which something holds; sets.go what lies where,
//	               and what is known of that beforehand
//	text.go        Go text in the making
package native

import (
	"slices"
	"unsafe"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/state"
)

// Player plays matches of a program, one after the other. It is not safe for use by
// several goroutines; the Code behind it is.
type Player struct {
	M    *machine.Match // the match: its state lies in the memory of the code
	code *Code
	run  *running
	mem  []int32
	lots decide.Random
	left int // decisions that may still be taken
	Ops  int // ops that were left to the machine

	openings map[int]*opening // by the number of players
}

// opening is a match at its first decision. Until then nothing is left to chance, so all
// matches of so many players begin here.
type opening struct {
	state  state.State
	lying  []int32
	made   int32 // 0: the machine has moved pieces since
	heaped int32
	taken  []machine.Measured
	fresh  []int32 // what came up that was left to the machine
}

// Player returns a player. What its matches come to is taken down by the meter, if the
// code is metered.
func (c *Code) Player(meter *machine.Meter) (*Player, error) {
	run, err := c.start()
	if err != nil {
		return nil, err
	}
	p := c.program
	pl := &Player{M: machine.New(p, p.MaxPlayers, nil), code: c, run: run, openings: map[int]*opening{}}
	pl.M.Meter = meter
	pl.mem = unsafe.Slice((*int32)(unsafe.Pointer(&run.memory[0])), len(run.memory)/4)
	copy(pl.mem[c.layout.tables/4:], c.layout.fixed)
	pl.M.Env.State = state.State{W: pl.words("Zones", p.Layout.Size)[:0], S: pl.words("State", stateSize/4)[:0]}
	return pl, nil
}

// words are those of the memory from a name on. They cannot grow beyond.
func (pl *Player) words(name string, n int) []int32 {
	at := int(pl.code.layout.consts[name] / 4)
	return pl.mem[at : at+n : at+n]
}

// Reset begins a match. There are lots for chance and for each player in turn, or one
// for all.
func (pl *Player) Reset(players int, lots ...decide.RNG) {
	pl.run.apart = 0
	if len(lots) > 1 {
		pl.run.apart = 16
	}
	for i, r := range lots {
		pl.setLots(i, r)
	}
	pl.open(players)
}

// open goes to where the match first waits for a decision, or to its very beginning, if
// it does not come to one.
func (pl *Player) open(players int) {
	pl.run.made = 0
	o, known := pl.openings[players]
	if !known {
		o = pl.firstOpening(players)
		pl.openings[players] = o
	}
	if o == nil {
		pl.M.Reset(players)
		pl.run.made = 0
	} else {
		pl.M.Restore(&o.state)
		copy(pl.lying(), o.lying)
		pl.run.made, pl.run.heaped = o.made, o.heaped
		if meter := pl.M.Meter; meter != nil {
			meter.Taken = append(meter.Taken, o.taken...)
			for _, i := range o.fresh {
				meter.Saw(int(i))
			}
		}
	}
}

// lying is what the code keeps of what lies where.
func (pl *Player) lying() []int32 {
	consts := pl.code.layout.consts
	return pl.words("Stacks", int(consts["LyingEnd"]-consts["Stacks"])/4)
}

// firstOpening plays as far as nobody decides anything; nil if there are no decisions.
func (pl *Player) firstOpening(players int) *opening {
	meter := pl.M.Meter
	pl.M.Meter = machine.NewMeter(pl.M.P)
	defer func() { pl.M.Meter = meter }()
	pl.M.Reset(players)
	pl.run.made = 0
	if _, over, ok := pl.Play(0); over || !ok {
		return nil
	}
	o := &opening{lying: slices.Clone(pl.lying()), made: pl.run.made, heaped: pl.run.heaped, taken: pl.M.Meter.Taken, fresh: pl.M.Meter.Fresh}
	pl.M.Snapshot(&o.state)
	return o
}

func (pl *Player) lotsAt(i int) []int32 { return pl.words("Lots", 4*i+4)[4*i:] }

func (pl *Player) setLots(i int, r decide.RNG) {
	s, inc := r.Words()
	w := pl.lotsAt(i)
	w[0], w[1], w[2], w[3] = int32(s), int32(s>>32), int32(inc), int32(inc>>32)
}

func (pl *Player) getLots(i int) (r decide.RNG) {
	w := pl.lotsAt(i)
	r.SetWords(long(w[0], w[1]), long(w[2], w[3]))
	return r
}

func long(low, high int32) uint64 { return uint64(uint32(low)) | uint64(uint32(high))<<32 }

// Play plays on until so many decisions have been taken, and returns how many were. It
// reports whether the match is over. If it is not ok the match is no good any more, and
// package machine is to play it from its beginning.
func (pl *Player) Play(decisions int) (taken int, over, ok bool) {
	pl.left, pl.run.fuel = decisions, fuel
	over, ok = pl.play()
	return decisions - pl.left, over, ok
}

func (pl *Player) play() (over, ok bool) {
	for {
		how, ok := pl.runOn()
		switch {
		case !ok:
			return false, false
		case how == ended:
			pl.seen()
			return true, true
		case how == waiting:
			return false, true
		}
		if waits, ok := pl.step(); waits || !ok {
			return false, ok
		}
	}
}

// runOn runs the code, and takes down what it has measured.
func (pl *Player) runOn() (how int32, ok bool) {
	env, from := &pl.M.Env, pl.code.layout.consts["State"]
	if &env.S[0] != &pl.mem[from/4] {
		panic("native: the state has left the memory of the code") // it would be another match
	}
	r := pl.run
	r.top, r.left, r.taken = from+4*int32(len(env.S)), int32(pl.left), 0
	how, ok = r.call()
	if !ok {
		return 0, false
	}
	env.S = pl.words("State", stateSize/4)[:(r.top-from)/4]
	pl.left = int(r.left)
	if meter := pl.M.Meter; meter != nil {
		all := pl.words("Measured", 3*int(r.taken))
		for ; len(all) > 0; all = all[3:] {
			meter.Taken = append(meter.Taken, machine.Measured{Measure: all[0], By: all[1], Value: all[2]})
		}
	}
	return how, true
}

// seen has the meter know what has come up.
func (pl *Player) seen() {
	if pl.M.Meter == nil {
		return
	}
	for i, w := range pl.words("Seen", len(pl.M.P.Ops)+len(pl.M.P.Cards)) {
		if w != 0 {
			pl.M.Meter.Saw(i)
		}
	}
}

// step leaves an op to the machine. It reports whether the match waits there.
func (pl *Player) step() (waits, ok bool) {
	pl.Ops++
	pl.run.made = 0
	pl.M.Env.Work = 0
	r := pl.M.Step()
	pl.run.fuel -= opFuel * int32(1+pl.M.Env.Work/looks)
	if r != nil {
		if pl.left == 0 {
			return true, true
		}
		pl.left, pl.run.fuel = pl.left-1, fuel
		if pl.answer(r) != nil {
			return false, false
		}
	}
	return false, pl.M.Err() == nil
}

// answer decides by lot.
func (pl *Player) answer(r *machine.Request) error {
	i := 0
	if pl.run.apart != 0 {
		i = int(r.By) + 1
	}
	pl.lots.RNG = pl.getLots(i)
	err := pl.M.Answer(pl.lots.Decide(pl.M, r)...)
	pl.setLots(i, pl.lots.RNG)
	return err
}

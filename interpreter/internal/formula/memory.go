package formula

import (
	"fmt"
	"slices"
	"sync/atomic"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
)

// The evaluator remembers results of named formulas and of the conditions and values of elements, if they call
// functions. A result is valid for the same arguments until something changes that its evaluation has read
// (state/marks.go). It is used together with the work that its evaluation took, so that no limit depends on the memory.
// In random matches of Othello, chess and backgammon this saves 80 to 95 % of the time.
//
// A result may depend only on the state, on the arguments and on `me`. A formula that also depends on frames, counters,
// lots or the knowledge of a seat is not remembered (see nature). A change of the readings or of the printed values
// calls Forget. While coverage is recorded, no result is used; while the use of rulings is recorded, no result that
// depends on a ruling.

// memo describes a value whose results are remembered. In the tree, `run` of this value is `recalled`; to compute a
// result, the evaluator evaluates plain.
type memo struct {
	plain *Expr
	id    int32   // the same for a formula with the same types of arguments wherever it is called
	args  []int32 // the locals on which the result depends; they contain single values
	forMe bool    // it also depends on `me`
	needs recallable
}

// recallable is a level of use of the memory: 0 uses no memos, 1 those that depend on no ruling, 2 all.
type recallable uint8

// recallableIn returns the level for an evaluation. It is 0 for an evaluation on behalf of a seat, which may know less
// than a remembered result tells.
func recallableIn(e *Env) recallable {
	switch {
	case e.viewer >= 0 || e.Record.Notes != nil || e.World.Err != nil:
		return 0
	case e.Record.Rulings != nil:
		return 1
	}
	return 2
}

// nature is a set of properties of a value and its operands.
type nature uint8

const (
	untracked   nature = 1 << iota // depends on something that the memory does not follow
	forMe                          // depends on `me`
	calls                          // calls functions
	recalls                        // contains a value whose results are remembered
	closed                         // an Invoke whose body uses no local below its own: a named formula
	isInherited = untracked | forMe | calls | recalls
)

// tracked are the ops that read only the state, through accessors that mark their reads.
var tracked = [lastOp + 1]bool{
	OfGame: true, OfPlayer: true, OfPiece: true, LiesIn: true, Owner: true, Face: true, Lying: true, LyingAt: true,
	Top: true, OrList: true,
}

// natureOf returns the properties that an op adds to those of its operands.
func natureOf(op Op) (n nature) {
	switch {
	case op == Me || op == Others:
		return forMe
	case op == Call:
		return calls
	case !tracked[op] && !stateless[op]:
		return untracked
	}
	return 0
}

const (
	mostArgs = 8   // including `me`
	leastLen = 8   // operations of a formula, including the formulas that it calls
	mostWalk = 256 // operations among which locals are looked for
)

// remembered returns a value whose results are remembered, or v itself if that is impossible or not worth it. Locals
// below inner are set when it is evaluated, the others by its evaluation.
func (c *Compiler) remembered(v *Expr, k key, inner int32) *Expr {
	if c.typing || c.LaidOut || !v.OK() || v.run != v.Op || v.nature&untracked != 0 || v.nature&calls == 0 ||
		v.size < leastLen {
		return v
	}
	m := &memo{plain: v, forMe: v.nature&forMe != 0}
	if v.ruled {
		m.needs = 1
	}
	if steps := 0; !v.freeLocals(inner, &m.args, &steps) || len(m.args) >= mostArgs {
		return v
	}
	slices.Sort(m.args)
	id, known := c.memos[k]
	if !known || k.decl == nil {
		id = c.made.Add(1)
		c.memos[k] = id
	}
	m.id = id
	return v.withMemo(m)
}

func (v *Expr) withMemo(m *memo) *Expr {
	out := *v
	out.run, out.notes, out.nature = recalled, &notes{plain: v, memo: m}, v.nature|recalls
	return &out
}

// freeLocals adds the locals below inner that v uses to a list. It reports false if one of them contains a list.
func (v *Expr) freeLocals(inner int32, to *[]int32, steps *int) bool {
	if *steps++; *steps > mostWalk {
		return false
	}
	args := v.Args
	switch {
	case v.Op == Local && v.At < inner:
		if !slices.Contains(*to, v.At) {
			*to = append(*to, v.At)
		}
		return !v.Type.List
	case v.nature&closed != 0:
		args = args[1:]
	}
	for _, of := range args {
		if !of.freeLocals(inner, to, steps) {
			return false
		}
	}
	return true // the formulas of a Dispatch are closed
}

// rememberEach lets a list function remember its condition, or its value, for each element.
func (c *call) rememberEach(v *Expr) *Expr {
	if v.OK() && v.search == nil {
		of := v.Args[len(v.Args)-1]
		v.Args[len(v.Args)-1] = c.co.c.remembered(of, c.co.sc.nextPart(), v.At+1)
		v.nature |= v.Args[len(v.Args)-1].nature & recalls
	}
	return v
}

// origin identifies a named formula with the types of its arguments, and numbers its parts.
type origin struct {
	key
	parts int
}

// nextPart returns a key for the next part of the formula whose results are remembered. Parts of a formula without a
// name have a key without a declaration.
func (sc *Scope) nextPart() key {
	if sc.origin == nil {
		return key{}
	}
	sc.origin.parts++
	return key{sc.origin.decl, fmt.Sprintf("%s@%d", sc.origin.sig, sc.origin.parts)}
}

// Testing changes how formulas of all matches are remembered. Only tests set it.
var Testing struct {
	Off, Always bool // remember nothing, or everything from the first evaluation on
	Results     int  // the number of results of a memory, a power of two; 0 for the usual number
	// evaluate each remembered result again, and panic if the value, the work or the reads differ
	Verify   bool
	Verified atomic.Int64 // the number of these evaluations
}

// Verify makes every use of the memory a check until the returned function is called.
func Verify() (end func()) {
	Testing.Always, Testing.Verify = true, true
	Testing.Verified.Store(0)
	return func() { Testing.Always, Testing.Verify = false, false }
}

const (
	usualResults = 1 << 11
	memoWords    = 1 << 15 // elements of remembered lists
	longestList  = memoWords >> 6
	trials       = 1 << 9

	// A memo has a number of lookups left; finding a result adds some. Without any it is not used for some evaluations:
	// twice as many each time. It begins with none, because many matches of scenarios are too short for a memory.
	firstLookups = 256
	mostLookups  = 512
	firstRest    = 4096
	mostRests    = 8
)

// memory has the last results of formulas.
type memory struct {
	results []result
	words   []int32 // the elements of lists
	used    uint64  // the number of words written so far; the oldest are overwritten
}

type result struct {
	id, x int32 // of the memo; the value, or the length of the list
	cost  int32
	args  [mostArgs]int32
	from  uint64 // the number of the first element of a list
	seen  uint64 // the time at which it was last valid
	stamp uint64 // of its reads
	reads state.Reads
}

// trial decides whether a memo is used.
type trial struct {
	lookups, rested int32 // lookups left; evaluations since they were used up
	rests           uint8
}

// tries reports whether to look for a result of a memo.
func (m *memo) tries(e *Env) bool {
	if e.recalls <= m.needs {
		return false
	}
	t := &e.trials[uint(m.id)%trials]
	if t.lookups > 0 {
		t.lookups--
		return e.World.Err == nil
	}
	return t.starts() && e.World.Err == nil
}

func (t *trial) starts() bool {
	if Testing.Off || Testing.Always {
		return Testing.Always
	}
	if t.rested++; t.rested < firstRest<<t.rests {
		return false
	}
	t.rested, t.rests, t.lookups = 0, min(t.rests+1, mostRests), firstLookups
	return true
}

// find returns the place of a result with the current arguments, and whether it is valid.
func (m *memo) find(e *Env, args *[mostArgs]int32) (r *result, known bool) {
	h := uint32(m.id) * 0x85EBCA6B
	for i, at := range m.args {
		a := e.locals[uint(at)%maxLocals]
		args[i%mostArgs] = a
		h = (h ^ uint32(a)) * 0x9E3779B1
		h ^= h >> 15
	}
	if m.forMe {
		args[mostArgs-1] = int32(e.Who)
		h = (h ^ uint32(e.Who)) * 0x9E3779B1
		h ^= h >> 15
	}
	if e.memory == nil {
		e.memory = newMemory()
	}
	all := e.memory.results
	i := int(h) & (len(all) - 1)
	r = &all[i]
	if r.id != m.id || r.args != *args {
		other := &all[i^1]
		if found := other.id == m.id && other.args == *args; found || r.seen > other.seen {
			r = other
		}
		if r.id != m.id || r.args != *args {
			return r, false
		}
	}
	if e.Fuel < int(r.cost) || !e.World.Unchanged(r.seen, r.stamp, &r.reads) {
		return r, false
	}
	r.seen = e.World.Now()
	t := &e.trials[uint(m.id)%trials]
	if t.lookups += r.cost; t.lookups >= mostLookups {
		t.lookups, t.rests = mostLookups, 0
	}
	return r, true
}

func newMemory() *memory {
	n := usualResults
	if Testing.Results > 0 {
		n = Testing.Results
	}
	return &memory{results: make([]result, n), words: make([]int32, memoWords)}
}

// num returns the remembered result of a single value, or evaluates the value and remembers the result.
func (m *memo) num(e *Env) int32 {
	var args [mostArgs]int32
	r, known := m.find(e, &args)
	if known {
		if Testing.Verify {
			return m.verified(e, *r, nil)
		}
		e.Fuel -= int(r.cost)
		e.World.AddReads(&r.reads)
		return r.x
	}
	fuel, before := e.Fuel, e.World.Record()
	x := e.num(m.plain)
	reads := e.World.Recorded(&before)
	if e.World.Err == nil {
		now := e.World.Now()
		*r = result{id: m.id, x: x, cost: int32(fuel - e.Fuel), args: args, seen: now, stamp: e.World.Stamp(&reads),
			reads: reads}
	}
	return x
}

// list returns the remembered elements of a list, or evaluates the list and remembers it. It returns a copy of
// remembered elements, because the caller may overwrite them.
func (m *memo) list(e *Env) []int32 {
	var args [mostArgs]int32
	r, known := m.find(e, &args)
	w := e.memory
	if known && w.used-r.from <= memoWords {
		at, from := len(e.arena), r.from%memoWords
		e.arena = append(e.arena, w.words[from:][:r.x]...)
		if Testing.Verify {
			m.verified(e, *r, e.since(at))
			return e.since(at)
		}
		e.Fuel -= int(r.cost)
		e.World.AddReads(&r.reads)
		return e.since(at)
	}
	fuel, before := e.Fuel, e.World.Record()
	l := e.list(m.plain)
	reads := e.World.Recorded(&before)
	if e.World.Err == nil && len(l) <= longestList {
		now := e.World.Now()
		*r = result{id: m.id, x: int32(len(l)), cost: int32(fuel - e.Fuel), args: args, from: w.add(l), seen: now,
			stamp: e.World.Stamp(&reads), reads: reads}
	}
	return l
}

// add stores the elements of a list and returns the number of the first one.
func (w *memory) add(l []int32) (from uint64) {
	if left := memoWords - w.used%memoWords; left < uint64(len(l)) {
		w.used += left
	}
	from = w.used
	copy(w.words[from%memoWords:], l)
	w.used += uint64(len(l))
	return from
}

// verified evaluates a remembered value again and panics if anything differs.
func (m *memo) verified(e *Env, r result, is []int32) int32 {
	Testing.Verified.Add(1)
	fuel, before, mark := e.Fuel, e.World.Record(), len(e.arena)
	var x int32
	var l []int32
	if m.plain.Type.List {
		l = e.list(m.plain)
		x = int32(len(l))
	} else {
		x = e.num(m.plain)
	}
	if x != r.x || !slices.Equal(l, is) || fuel-e.Fuel != int(r.cost) || e.World.Err != nil {
		panic(fmt.Sprintf("%s: remembered %d %v, work %d; now %d %v, work %d, fault %v; arguments %v, me %d",
			m.plain.Pos, r.x, is, r.cost, x, l, fuel-e.Fuel, e.World.Err, r.args, ref.Seat(r.args[mostArgs-1])))
	}
	e.arena = e.arena[:mark]
	e.World.Recorded(&before)
	e.World.Discard(&before) // the caller depends on the remembered result
	e.World.AddReads(&r.reads)
	return x
}

package native

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/syntax"
)

// layout says where everything lies in the memory of a program, in bytes: first what
// changes, then what is fixed, and at the very end the arena, so that who asks too
// much of it meets the end of the memory.
type layout struct {
	p      *program.Program
	consts map[string]int32
	order  []string // of the consts
	fixed  []int32  // words of what is fixed, from tables on
	tables int32
	known  map[string]int32 // tables, by what stands in them
	top    int32

	group   int // how many tables of pieces there are
	groupAt int32
}

const (
	zonesAt   = 1 << 6  // address 0 is nobody's
	stateSize = 1 << 18 // as the machine has it: maxDepth words
	options   = 1 << 11 // of a choice
	measured  = 1 << 16 // values that measures take in a match
	arena     = 1 << 20
	fuel      = 1 << 16 // for ops and rounds of loops, between two decisions
)

func newLayout(p *program.Program) *layout {
	l := &layout{p: p, consts: map[string]int32{}, known: map[string]int32{}, top: zonesAt}
	l.set("Zones", l.room(int32(p.Layout.Size)))
	l.set("Pieces", l.consts["Zones"]+4*int32(p.Layout.Pieces))
	l.set("State", l.room(stateSize/4))
	l.set("StateEnd", l.consts["State"]+stateSize)
	l.set("Lots", l.room(4*int32(p.MaxPlayers+1)))
	for _, name := range []string{"Candidate", "OptionValue", "OptionCount", "Pool", "Wheel", "Chosen", "First"} {
		l.set(name, l.room(options))
	}
	l.set("Measured", l.room(3*measured))
	l.set("Seen", l.room(int32(len(p.Ops)+len(p.Cards))))
	zones, words := int32(len(p.Schema.Zones)), int32(numWords(p))
	stride := (12*zones + 63) &^ 63 // whatever is said of zones lies as far from each other as they do
	l.set("ZoneStride", stride)
	nodes, blocks := int32(len(p.Pieces)), int32(len(p.Pieces)/2) // there are two pieces in a block at least
	l.set("Stacks", l.room(stride/4))
	l.set("Sets", l.room(words*stride/4))
	l.set("FreeBlock", l.room(1))
	l.set("Nodes", l.room(4*(nodes+blocks)))
	l.set("BlockStride", (16*blocks+63)&^63)
	l.set("Bits", l.room(words*l.consts["BlockStride"]/4)-16*nodes) // by node
	l.set("LyingEnd", l.top)
	l.set("NumBlocks", blocks)
	l.set("NumZones", zones)
	l.set("NumWords", words)
	most := 0
	for _, x := range p.Cards {
		most = max(most, x.N)
	}
	l.set("MostCopies", int32(most))
	owned := slices.ContainsFunc(p.Pieces, func(x schema.PieceInfo) bool { return x.Owner != schema.Nothing })
	l.set("CardsOwned", bit(owned))
	l.set("MaxOptions", options)
	l.set("MaxMeasured", measured)
	l.set("MaxFuel", fuel)
	l.set("NumPieces", int32(len(p.Pieces)))
	l.tables = l.top
	l.set("ZoneInfo", l.table(l.zones()))
	for _, t := range []struct {
		name string
		of   func(p *schema.PieceInfo) int32
	}{
		{"PieceCard", func(p *schema.PieceInfo) int32 { return p.Card }},
		{"PieceKind", func(p *schema.PieceInfo) int32 { return p.Kind }},
		{"PieceOwner", func(p *schema.PieceInfo) int32 { return p.Owner }},
		{"PieceCopy", func(p *schema.PieceInfo) int32 { return p.Copy }},
		{"PieceWord", func(p *schema.PieceInfo) int32 { return l.p.Cards[p.Card].Sym }},
	} {
		l.set(t.name, l.ofPieces(func(i int) int32 { return t.of(&l.p.Pieces[i]) }))
	}
	l.set("PieceOn", l.ofPieces(l.placeOn))
	l.set("Several", l.table(l.several()))
	l.set("BitOfByte", l.table(bitsOfBytes()))
	l.set("KindInfo", l.table(l.kinds()))
	l.set("ProcInfo", l.table(l.procs()))
	l.set("Ways", l.table(l.ways()))
	timed, ends := l.timed()
	l.set("Timed", l.table(timed))
	marks := slices.ContainsFunc(p.TimedFields, func(f *schema.Field) bool { return f.Scope == schema.OfPiece })
	l.set("TimedMarks", bit(marks))
	from, to := l.span(ends)
	l.set("TimedWords", from)
	l.set("TimedWordsEnd", to)
	return l
}

func (l *layout) set(name string, v int32) {
	l.consts[name] = v
	l.order = append(l.order, name)
}

// placeOn is the one place on a piece; 0 if there is none, below 0 if there are more.
func (l *layout) placeOn(p int) int32 {
	k := l.p.Kinds[l.p.Pieces[p].Kind]
	switch {
	case len(k.On) == 0:
		return 0
	case len(k.On) > 1 || k.On[0].Cells > 1:
		return -1
	}
	return int32(k.On[0].First + p - k.First)
}

// room is where some words can lie.
func (l *layout) room(words int32) int32 {
	at := l.top
	l.top += (4*words + 63) &^ 63 // in lines of the cache
	return at
}

// table is where words that are fixed lie; the same words lie there once.
func (l *layout) table(words []int32) int32 {
	return l.once(fmt.Sprint(words), words)
}

// once is where words lie that go by a key.
func (l *layout) once(key string, words []int32) int32 {
	at, ok := l.known[key]
	if !ok {
		at = l.room(int32(len(words)))
		l.fixed = append(l.fixed, make([]int32, int(at-l.tables)/4-len(l.fixed))...)
		l.fixed = append(l.fixed, words...)
		l.known[key] = at
	}
	return at
}

// text is the file of the kernel that says where everything lies.
func (l *layout) text() string {
	l.set("Arena", l.top)
	l.set("Memory", l.top+arena)
	var out strings.Builder
	out.WriteString("package kernel\n\nconst (\n")
	for _, name := range l.order {
		fmt.Fprintf(&out, "\t%s = %d\n", name, l.consts[name])
	}
	out.WriteString(")\n")
	return out.String()
}

// word is where a word of the state's W lies.
func (l *layout) word(i int) int32 { return l.consts["Zones"] + 4*int32(i) }

// several is the set of the pieces of which there are others of the same card.
func (l *layout) several() []int32 {
	out := make([]int32, 2*numWords(l.p))
	for i := range l.p.Pieces {
		if l.p.Cards[l.p.Pieces[i].Card].N > 1 {
			out[i/32] |= 1 << (i % 32)
		}
	}
	return out
}

// bitsOfBytes are eight bytes for each byte there can be: where its first bit that is set
// stands, its second, and so on.
func bitsOfBytes() []int32 {
	out := make([]int32, 512)
	for v := range 256 {
		n := 0
		for i := range 8 {
			if v>>i&1 != 0 {
				out[2*v+n/4] |= int32(i) << (n % 4 * 8)
				n++
			}
		}
	}
	return out
}

// numWords is how many words a set of pieces takes.
func numWords(p *program.Program) int { return (len(p.Pieces) + 63) / 64 }

func (l *layout) zones() []int32 {
	stride := int(l.consts["ZoneStride"] / 4)
	out := make([]int32, 3*stride)
	for i := range l.p.Schema.Zones {
		z := &l.p.Schema.Zones[i]
		refill := int32(0)
		if d := z.Decl; d != nil && d.Refill != nil {
			refill = int32(d.Refill.First)
			if d.Refill.Scope == schema.OfPlayer && z.Seat >= 0 {
				refill += z.Seat * int32(d.Refill.Cells)
			}
		}
		copy(out[3*i:], []int32{bit(z.Stack), bit(z.Down), z.Piece})
		copy(out[stride+3*i:], []int32{int32(uint64(z.Holds)), int32(uint64(z.Holds) >> 32), z.Seat})
		copy(out[2*stride+3*i:], []int32{refill, l.laid(int32(i)), sight(z.Decl)})
	}
	return out
}

// sight says who sees what lies in a zone: 0 all, 1 its holder, 2 who knows.
func sight(d *schema.ZoneDecl) int32 {
	switch by, _ := d.SeenBy.Says(); {
	case by == syntax.ByAll && d.Face != "down":
		return 0
	case by == syntax.ByAll || by == syntax.ByOwner:
		return 1
	}
	return 2
}

// laid is the record of a place, if it is laid out.
func (l *layout) laid(z int32) int32 {
	info := &l.p.Schema.Zones[z]
	d := info.Decl
	if d == nil || d.Layout == "" {
		return 0
	}
	words := make([]int32, 11)
	for k, dir := range schema.Directions {
		words[k] = -1
		if to := d.Next(info.Cell, dir); to >= 0 {
			words[k] = z - info.Cell + to
		}
		if _, ok := d.Step(dir); ok {
			words[8] |= 1 << k
		}
	}
	words[9], words[10] = d.Coords[info.Cell].X, d.Coords[info.Cell].Y
	return l.table(words)
}

// ways is the direction that each word is, from the first.
func (l *layout) ways() []int32 {
	var out []int32
	for k, dir := range schema.Directions {
		w := int(l.p.Symbol(dir))
		for len(out) <= w {
			out = append(out, -1)
		}
		out[w] = int32(k)
	}
	return out
}

func bit(yes bool) int32 {
	if yes {
		return 1
	}
	return 0
}

// ofPieces is a table with a word for each piece. Four such tables lie in each other, so
// that of a piece four words lie together, sixteen bytes from those of the next, as far
// as the words of the state that say where it lies.
func (l *layout) ofPieces(of func(p int) int32) int32 {
	words := make([]int32, len(l.p.Pieces))
	for i := range words {
		words[i] = of(i)
	}
	key := fmt.Sprint("pieces", words)
	if at, ok := l.known[key]; ok {
		return at
	}
	if l.group%4 == 0 {
		l.groupAt = l.once(fmt.Sprint("group ", l.group), make([]int32, 4*len(words)))
	}
	at := l.groupAt + 4*int32(l.group%4)
	for i, w := range words {
		l.fixed[int(at-l.tables)/4+4*i] = w
	}
	l.group++
	l.known[key] = at
	return at
}

func (l *layout) kinds() (out []int32) {
	for i, k := range l.p.Kinds {
		var on []int32
		for _, d := range k.On {
			on = append(on, int32(d.First), int32(d.Cells))
		}
		discards := int32(0)
		if k.Discards != nil {
			discards = int32(k.Discards.First)
		}
		from, to := l.span(on)
		sure := k.Discards != nil && l.sure(1<<uint(i), k.Discards)
		out = append(out, int32(k.First), discards, from, to, bit(sure), 0, 0, 0)
	}
	return out
}

// sure reports whether pieces of some kinds can always be put into a zone.
func (l *layout) sure(kinds schema.KindSet, d *schema.ZoneDecl) bool {
	for _, x := range l.p.Loops {
		if x.Sealed { // which says who puts what where
			return false
		}
	}
	if kinds == 0 {
		kinds = l.p.AllKinds()
	}
	return d != nil && d.Scope != schema.OfPiece && l.fit(kinds, d, 0)
}

// fit reports whether a zone holds some kinds, and if it is a stack what can lie on
// pieces of those kinds.
func (l *layout) fit(kinds schema.KindSet, d *schema.ZoneDecl, depth int) bool {
	if kinds&^d.Holds != 0 || depth > len(l.p.Kinds) {
		return false
	}
	for i, k := range l.p.Kinds {
		if !kinds.Has(i) || !d.Stack {
			continue
		}
		for _, on := range k.On {
			if !l.fit(on.Holds, d, depth+1) {
				return false
			}
		}
	}
	return true
}

func (l *layout) procs() (out []int32) {
	for _, p := range l.p.Procs {
		var lists, loops, ends []int32
		for _, at := range slices.Sorted(slices.Values(p.Lists)) {
			lists = append(lists, 4*int32(at))
		}
		for _, i := range p.Loops {
			x := l.p.Loops[i]
			loops = append(loops, x.First, x.End, bit(x.Me), bit(x.Sealed), 4*int32(x.At.At), 4*int32(x.Saved.At), 4*int32(x.List.At), 0)
		}
		for _, i := range p.EndsTimed {
			ends = append(ends, int32(i))
		}
		out = append(out, 4*int32(p.Size), p.AtEnd)
		for _, words := range [][]int32{lists, loops, ends} {
			from, to := l.span(words)
			out = append(out, from, to)
		}
	}
	return out
}

// span is a table, and where it ends.
func (l *layout) span(words []int32) (from, to int32) {
	from = l.table(words)
	return from, from + 4*int32(len(words))
}

// timed is what ends with what, and which values can be set for a time.
func (l *layout) timed() (timed, words []int32) {
	for _, t := range l.p.Timed {
		timed = append(timed, int32(t.Proc), bit(t.Start))
	}
	for _, f := range l.p.TimedFields {
		for i, first := range f.Firsts {
			words = append(words, l.word(f.Slot+i), l.word(f.Slot+f.UntilAt+2*i), first)
		}
	}
	return timed, words
}

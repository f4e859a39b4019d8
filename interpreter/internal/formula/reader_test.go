package formula_test

import (
	"fmt"
	"math"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// reader works values out from their trees alone: slowly, one construct after the
// other, as tree.go says what they are. It looks at the state and runs no closure.
type reader struct {
	e      *formula.Env
	base   int
	who    int32
	locals []result
	boards map[*schema.ZoneDecl]board
	seen   map[formula.Op]bool // what has been worked out
}

// result is what a value comes to.
type result struct {
	x    int32
	list []int32
}

// fault is why there is no value.
type fault string

const none = int32(schema.Nothing)

func newReader(e *formula.Env) *reader {
	r := &reader{e: e, base: e.Base, who: e.Who, locals: make([]result, len(e.Locals())), boards: map[*schema.ZoneDecl]board{}, seen: map[formula.Op]bool{}}
	for i, x := range e.Locals() {
		r.locals[i].x = x
	}
	for i, list := range e.Lists() {
		r.locals[i].list = list
	}
	return r
}

// read is what v comes to; err, if that is a fault.
func (r *reader) read(v *formula.Value) (out result, err error) {
	defer func() {
		switch why := recover().(type) {
		case nil:
		case fault:
			err = fmt.Errorf("a fault: %s", string(why))
		default:
			panic(why)
		}
	}()
	return r.any(v), nil
}

func (r *reader) num(v *formula.Value) int32    { return r.any(v).x }
func (r *reader) list(v *formula.Value) []int32 { return r.any(v).list }
func (r *reader) yes(v *formula.Value) bool     { return r.num(v) == 1 }

// some is a value that must not be nothing.
func (r *reader) some(v *formula.Value) int32 {
	x := r.num(v)
	if x == none {
		panic(fault("something is asked of nothing"))
	}
	return x
}

// number is what is worked out in more bits, as a number.
func number(x int64) int32 {
	if x > math.MaxInt32 || x < -math.MaxInt32 {
		panic(fault("no number"))
	}
	return int32(x)
}

func one(yes bool) int32 {
	if yes {
		return 1
	}
	return 0
}

// any works out what may be a list or not.
func (r *reader) any(v *formula.Value) result {
	t := v.Tree()
	r.seen[t.Op] = true
	switch t.Op {
	case formula.Local:
		return r.locals[t.At]
	case formula.Word:
		return r.word(int(t.At), v.IsList())
	case formula.Either:
		if r.yes(t.Of[0]) {
			return r.any(t.Of[1])
		}
		return r.any(t.Of[2])
	case formula.Invoke:
		for i, a := range t.Of[1:] {
			r.locals[t.At+int32(i)] = r.any(a)
		}
		return r.any(t.Of[0])
	case formula.InvokeOf:
		r.locals[t.At] = result{x: r.some(t.Of[1])}
		return r.any(t.Of[0])
	case formula.Dispatch:
		p := r.some(t.Of[0])
		r.locals[t.At] = result{x: p}
		body := t.By[r.e.Pieces[p].Card]
		if body == nil {
			panic(fault("a card lacks it"))
		}
		return r.any(body)
	case formula.InRun:
		return r.inRun(t)
	case formula.Switch:
		x := r.num(t.Of[0])
		for i, l := range t.Labels {
			if l.Any || l.Lo <= x && x <= l.Hi {
				return r.any(t.Of[1+i])
			}
		}
		panic(fault("no branch fits"))
	}
	if v.IsList() {
		return result{list: r.listed(t)}
	}
	return result{x: r.single(v, t)}
}

func (r *reader) word(at int, isList bool) result {
	s := r.e.S[r.base:]
	if !isList {
		return result{x: s[at]}
	}
	return result{list: s[s[at]:][:s[at+1]]}
}

func (r *reader) inRun(t *formula.Tree) result {
	run := r.some(t.Of[0])
	if run == 0 {
		panic(fault("it has not run"))
	}
	base, who := r.base, r.who
	r.base, r.who = int(run), r.e.S[run+state.FrameMe]
	i := slices.Index(t.Of[0].Type.Runs, int(r.e.S[run+state.FrameProc]))
	out := r.any(t.Of[1+i])
	r.base, r.who = base, who
	return out
}

// single works out what is no list, of the state; what is made of other values is
// in made.
func (r *reader) single(v *formula.Value, t *formula.Tree) int32 {
	e := r.e
	switch t.Op {
	case formula.Constant:
		return v.K
	case formula.Me:
		return r.who
	case formula.Stopped:
		return one(e.S[r.base+state.FrameFlags]&state.FrameStopped != 0)
	case formula.Times:
		if len(t.Of) == 0 {
			return e.S[t.At]
		}
		return e.S[t.At+1+r.some(t.Of[0])]
	case formula.OfGame:
		return e.W[t.Field.Slot]
	case formula.OfPlayer:
		return e.W[t.Field.Slot+int(r.some(t.Of[0]))]
	case formula.ZoneOfGame:
		return int32(t.Zone.First)
	case formula.ZoneOfPlayer:
		return owned(t.Zone, r.some(t.Of[0])).First
	case formula.OfPiece, formula.Printed, formula.CardWord, formula.Copy, formula.Owner, formula.Face, formula.LiesIn, formula.ZoneOfPiece:
		return r.ofPiece(t, r.some(t.Of[0]))
	case formula.Row:
		return r.row(t.Field, r.some(t.Of[0]), r.some(t.Of[1]))
	}
	return r.made(t)
}

func (r *reader) ofPiece(t *formula.Tree, p int32) int32 {
	e := r.e
	info := e.Pieces[p]
	kind := e.Kinds[info.Kind]
	switch t.Op {
	case formula.OfPiece:
		if kind.Fields[t.Field.Name] != t.Field {
			panic(fault("its kind has no such mark"))
		}
		return e.W[t.Field.At[info.Kind]+int(p)-kind.First]
	case formula.Printed:
		x, ok := e.Value(e.Data, info.Card, t.Field)
		if !ok {
			panic(fault("nothing is printed"))
		}
		return x
	case formula.CardWord:
		return t.Words[info.Card]
	case formula.Copy:
		return info.Copy
	case formula.Owner:
		return r.owner(p)
	case formula.Face:
		return t.Words[one(e.FaceDown(p))]
	case formula.LiesIn:
		if z := e.In(p); z != 0 {
			return z
		}
		return none
	}
	z := t.Zones[info.Kind]
	if z == nil {
		panic(fault("its kind has no such zone"))
	}
	return owned(z, p-int32(kind.First)).First
}

// owner is whose a piece is by its making, or by where it lies.
func (r *reader) owner(p int32) int32 {
	if o := r.e.Pieces[p].Owner; o != none {
		return o
	}
	z := r.e.Zones[r.e.In(p)]
	if z.Seat == none && z.Piece != none {
		return r.owner(z.Piece)
	}
	return z.Seat
}

func (r *reader) row(f *schema.Field, table, key int32) int32 {
	rows := r.e.Data.Tables[table]
	if f.ByKind >= 0 {
		first := r.e.Kinds[f.ByKind].Cards[0].Index
		if key = r.e.Pieces[key].Card - int32(first); key >= int32(len(rows)) {
			key = -1
		}
	}
	if key < 0 || int(key) >= len(rows) {
		panic(fault("there is no such row"))
	}
	return rows[key]
}

// made works out what is made of other values, and is no list.
func (r *reader) made(t *formula.Tree) int32 {
	of := t.Of
	switch t.Op {
	case formula.Opposite:
		return one(!r.yes(of[0]))
	case formula.Both:
		return one(r.yes(of[0]) && r.yes(of[1]))
	case formula.Or:
		return one(r.yes(of[0]) || r.yes(of[1]))
	case formula.Holds:
		return one(r.yes(of[0]))
	case formula.Equal:
		return one(r.num(of[0]) == r.num(of[1]))
	case formula.IsCard:
		return one(r.card(r.num(of[0])) == r.num(of[1]))
	case formula.Negative:
		return r.signed(r.num(of[0]), true)
	case formula.Abs:
		x := r.num(of[0])
		return r.signed(x, x < 0)
	case formula.Less, formula.LessEq, formula.More, formula.MoreEq, formula.Plus, formula.Minus, formula.Multiply, formula.Modulo:
		return reckoned(t.Op, int64(r.some(of[0])), int64(r.some(of[1])))
	case formula.Largest, formula.Smallest:
		var all []int32
		for _, v := range of {
			all = append(all, r.some(v))
		}
		return extreme(t.Op == formula.Largest, all)
	case formula.OrElse:
		if x := r.num(of[0]); x != none {
			return x
		}
		return r.num(of[1])
	case formula.Optional:
		x := r.num(of[0])
		if x == none {
			return none
		}
		r.locals[t.At] = result{x: x}
		return r.num(of[1])
	}
	return r.ofList(t)
}

// card is the word of the card of a piece.
func (r *reader) card(p int32) int32 {
	if p == none {
		return none
	}
	return r.e.Symbol(r.e.Cards[r.e.Pieces[p].Card].Name)
}

func (r *reader) signed(x int32, turned bool) int32 {
	if x == none || !turned {
		return x
	}
	return -x
}

func reckoned(op formula.Op, x, y int64) int32 {
	switch op {
	case formula.Less:
		return one(x < y)
	case formula.LessEq:
		return one(x <= y)
	case formula.More:
		return one(x > y)
	case formula.MoreEq:
		return one(x >= y)
	case formula.Plus:
		return number(x + y)
	case formula.Minus:
		return number(x - y)
	case formula.Multiply:
		return number(x * y)
	}
	if y == 0 {
		panic(fault("a remainder of nothing"))
	}
	return number(x % y)
}

func extreme(largest bool, all []int32) int32 {
	switch {
	case len(all) == 0:
		panic(fault("an extreme of none"))
	case largest:
		return slices.Max(all)
	}
	return slices.Min(all)
}

// ofList works out what is no list, but made of one.
func (r *reader) ofList(t *formula.Tree) int32 {
	of := t.Of
	switch t.Op {
	case formula.Top:
		for _, p := range r.lying(r.num(of[0]), t.At) {
			return r.known(p)
		}
		return none
	case formula.Contains, formula.ContainsCard:
		x, list := r.num(of[0]), r.list(of[1])
		if t.Op == formula.ContainsCard {
			list = r.cards(list)
		}
		return one(slices.Contains(list, x))
	}
	list := r.list(of[0])
	switch t.Op {
	case formula.Length:
		return int32(len(list))
	case formula.Empty:
		return one(len(list) == 0)
	case formula.First, formula.Last:
		i := 0
		if t.Op == formula.Last {
			i = len(list) - 1
		}
		if len(list) == 0 {
			return none
		}
		return r.at(of[0], list, i)
	case formula.Index:
		i := int(r.some(of[1]))
		if i < 0 {
			i += len(list)
		}
		if i < 0 || i >= len(list) {
			panic(fault("the list is too short"))
		}
		return r.at(of[0], list, i)
	case formula.SameBag:
		return one(slices.Equal(slices.Sorted(slices.Values(list)), slices.Sorted(slices.Values(r.list(of[1])))))
	case formula.SameCards:
		return one(slices.Equal(slices.Sorted(slices.Values(r.cards(list))), slices.Sorted(slices.Values(r.list(of[1])))))
	case formula.Max, formula.Min:
		return extreme(t.Op == formula.Max, list)
	case formula.Sum:
		sum := int64(0)
		for _, x := range list {
			if len(of) > 1 {
				r.locals[t.At] = result{x: x}
				x = r.some(of[1])
			}
			sum += int64(x)
		}
		return number(sum)
	}
	return r.sought(t, list)
}

// at is element i of what v has come to: of a zone its place must be known.
func (r *reader) at(v *formula.Value, list []int32, i int) int32 {
	if v.Tree().Op == formula.Lying {
		return r.known(list[i])
	}
	return list[i]
}

// known is a piece whose place in its zone somebody knows.
func (r *reader) known(p int32) int32 {
	if r.e.Glued(p) {
		panic(fault("nobody knows the order"))
	}
	for _, q := range r.lying(r.e.In(p), 1) {
		if r.e.Glued(q) && r.e.Next(q) == p {
			panic(fault("nobody knows the order"))
		}
	}
	return p
}

func (r *reader) cards(pieces []int32) (words []int32) {
	for _, p := range pieces {
		words = append(words, r.card(p))
	}
	return words
}

// sought works out what looks for elements of which a condition holds.
func (r *reader) sought(t *formula.Tree, list []int32) int32 {
	n := int32(0)
	for _, x := range list {
		r.locals[t.At] = result{x: x}
		yes := r.yes(t.Of[1])
		if yes {
			n++
		}
		switch {
		case t.Op == formula.Find && yes:
			return x
		case t.Op == formula.Any && yes:
			return 1
		case t.Op == formula.All && !yes, t.Op == formula.None && yes, t.Op == formula.One && n == 2:
			return 0
		}
	}
	switch t.Op {
	case formula.Find:
		return none
	case formula.Count:
		return n
	case formula.Any:
		return 0
	case formula.All, formula.None:
		return 1
	case formula.One:
		return one(n == 1)
	}
	panic(fmt.Sprintf("no value has op %d here", t.Op))
}

// listed works out a list.
func (r *reader) listed(t *formula.Tree) (out []int32) {
	of, players := t.Of, r.e.Players()
	switch t.Op {
	case formula.Players:
		return clockwise(0, players, players)
	case formula.Others:
		if r.who == none {
			return nil
		}
		return clockwise(r.who+1, players-1, players)
	case formula.Clockwise:
		return clockwise(r.some(of[0]), players, players)
	case formula.AllPieces:
		for p := range r.e.Pieces {
			out = append(out, int32(p))
		}
		return out
	case formula.Listed:
		for _, v := range of {
			if x := r.num(v); x != none {
				out = append(out, x)
			}
		}
		return out
	case formula.Lying:
		return r.lying(r.num(of[0]), t.At)
	case formula.OrList:
		if z := r.num(of[0]); z != none {
			return r.lying(z, t.At)
		}
		return r.list(of[1])
	case formula.LyingAt:
		for _, z := range r.list(of[0]) {
			out = append(out, r.lying(z, 1)...)
		}
		return out
	case formula.Range:
		for x, last := r.some(of[0]), r.some(of[1]); x <= last; x++ {
			out = append(out, x)
		}
		return out
	case formula.Concat:
		for _, v := range of {
			out = append(out, r.list(v)...)
		}
		return out
	case formula.Places, formula.Ring, formula.Neighbours, formula.Line:
		return r.places(t)
	}
	return r.listOf(t, slices.Clone(r.list(of[0])))
}

func clockwise(first, n, of int32) (out []int32) {
	for i := range n {
		out = append(out, (first+i)%of)
	}
	return out
}

// lying is what lies in some places from z on.
func (r *reader) lying(z, places int32) (out []int32) {
	for c := z; z != none && c < z+places; c++ {
		for p := r.e.Head(c); p >= 0; p = r.e.Next(p) {
			out = append(out, p)
		}
	}
	return out
}

// listOf works out a list that is made of another.
func (r *reader) listOf(t *formula.Tree, list []int32) (out []int32) {
	of := t.Of
	switch t.Op {
	case formula.Filter, formula.Map:
		for _, x := range list {
			r.locals[t.At] = result{x: x}
			y := r.num(of[1])
			switch {
			case t.Op == formula.Map && y != none:
				out = append(out, y)
			case t.Op == formula.Filter && y == 1:
				out = append(out, x)
			}
		}
		return out
	case formula.SortBy:
		keys := map[int32]int32{}
		for _, x := range list {
			r.locals[t.At] = result{x: x}
			keys[x] = r.num(of[1])
		}
		slices.SortStableFunc(list, func(a, b int32) int { return int(int64(keys[a]) - int64(keys[b])) })
		return list
	case formula.Reverse:
		slices.Reverse(list)
		return list
	case formula.Unique:
		for _, x := range list {
			if !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
		return out
	case formula.Slice:
		return r.slice(t, list)
	case formula.Cycle:
		i := slices.Index(list, r.num(of[1]))
		if i < 0 {
			panic(fault("the start is not in the list"))
		}
		if len(of) > 2 && slices.Contains(t.Words, r.num(of[2])) {
			slices.Reverse(list)
			i = len(list) - 1 - i
		}
		return slices.Concat(list[i:], list[:i])
	}
	panic(fmt.Sprintf("no list has op %d", t.Op))
}

func (r *reader) slice(t *formula.Tree, list []int32) []int32 {
	ends := [2]int{0, len(list)}
	for i, v := range t.Of[1:] {
		if ends[i] = int(r.some(v)); ends[i] < 0 {
			ends[i] += len(list)
		}
		ends[i] = min(max(ends[i], 0), len(list))
	}
	if ends[0] >= ends[1] {
		return nil
	}
	for _, i := range ends {
		if t.Of[0].Tree().Op == formula.Lying && i > 0 && i < len(list) && r.e.Glued(list[i-1]) {
			panic(fault("a block of unknown order is cut"))
		}
	}
	return list[ends[0]:ends[1]]
}

// places works out lists of places, with the picture of their zone.
func (r *reader) places(t *formula.Tree) (out []int32) {
	x, d, i := r.num(t.Of[0]), t.Zone, 0
	if d == nil {
		x, d, i = r.whereabouts(x, t.Of[0].Type.Base == schema.Piece)
	}
	if x == none {
		return nil
	}
	b, ok := r.boards[d]
	if !ok {
		b = boardOf(d.Zone)
		r.boards[d] = b
	}
	add := func(k int) { out = append(out, x+int32(k)) }
	switch t.Op {
	case formula.Places:
		for k := range b.places {
			add(k)
		}
	case formula.Ring:
		n := r.some(t.Of[1])
		for k, s := range b.places {
			if int32(s.ring) == n {
				add(k)
			}
		}
	case formula.Neighbours:
		for _, k := range b.around(i) {
			add(k)
		}
	case formula.Line:
		w := r.e.Text(r.num(t.Of[1]))
		if _, ok := d.Step(w); !ok {
			panic(fault("no direction"))
		}
		for range r.some(t.Of[2]) {
			if i = b.ahead(i, w); i < 0 {
				break
			}
			add(i)
		}
	}
	return out
}

// whereabouts is the zone that is laid out, its first place and the number of that
// in which something lies, or what it lies on does; nothing, if that is nowhere.
func (r *reader) whereabouts(x int32, isPiece bool) (first int32, d *schema.ZoneDecl, i int) {
	for x != none {
		if isPiece {
			x = r.e.In(x)
		}
		z := r.e.Zones[x]
		if z.Decl.Layout != "" {
			return x - z.Cell, z.Decl, int(z.Cell)
		}
		x, isPiece = z.Piece, true
	}
	return none, nil, 0
}

package formula_test

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// The reader's evaluation of lists, and of trees that are lists.

// ofList evaluates a single value that is computed from a list.
func (r *reader) ofList(t *formula.Expr) int32 {
	of := t.Args
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
	}
	switch name := t.Function.Name; name {
	case "len":
		return int32(len(list))
	case "empty":
		return one(len(list) == 0)
	case "first", "last":
		i := 0
		if name == "last" {
			i = len(list) - 1
		}
		if len(list) == 0 {
			return none
		}
		return r.at(of[0], list, i)
	case "max", "min":
		return extreme(name == "max", list)
	case "sum":
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

// at returns element i of the value of v; the position of a zone's piece must be known.
func (r *reader) at(v *formula.Expr, list []int32, i int) int32 {
	if v.Tree().Op == formula.Lying {
		return r.known(list[i])
	}
	return list[i]
}

// known returns a piece whose place in its zone is known to some seat.
func (r *reader) known(p int32) int32 {
	if r.e.World.Glued(ref.Piece(p)) {
		panic(fault("nobody knows the order"))
	}
	for _, q := range r.lying(int32(r.e.World.In(ref.Piece(p))), 1) {
		if r.e.World.Glued(ref.Piece(q)) && r.e.World.Next(ref.Piece(q)) == ref.Piece(p) {
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

// sought evaluates functions that look for elements that satisfy a condition.
func (r *reader) sought(t *formula.Expr, list []int32) int32 {
	n, name := int32(0), t.Function.Name
	for _, x := range list {
		yes := true // of a count without a condition
		if len(t.Args) > 1 {
			r.locals[t.At] = result{x: x}
			yes = r.yes(t.Args[1])
		}
		if yes {
			n++
		}
		switch {
		case name == "find" && yes:
			return x
		case name == "any" && yes:
			return 1
		case name == "all" && !yes, name == "none" && yes, name == "one" && n == 2:
			return 0
		}
	}
	switch name {
	case "find":
		return none
	case "count":
		return n
	case "any":
		return 0
	case "all", "none":
		return 1
	case "one":
		return one(n == 1)
	}
	panic("evaluate " + name + " in reader.ofList of reader_lists_test.go")
}

// listed works out a list.
func (r *reader) listed(t *formula.Expr) (out []int32) {
	of, players := t.Args, int32(r.e.World.Players())
	switch t.Op {
	case formula.Players:
		return clockwise(0, players, players)
	case formula.Others:
		if r.who == none {
			return nil
		}
		return clockwise(r.who+1, players-1, players)
	case formula.AllPieces:
		for p := range r.e.World.Pieces {
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
	case formula.Call:
		switch t.Function.Name {
		case "clockwise":
			return clockwise(r.some(of[0]), players, players)
		case "concat":
			for _, v := range of {
				out = append(out, r.list(v)...)
			}
			return out
		case "places", "ring", "neighbours", "line", "region":
			return r.places(t)
		}
	}
	return r.listOf(t, slices.Clone(r.list(of[0])))
}

func clockwise(first, n, of int32) (out []int32) {
	for i := range n {
		out = append(out, (first+i)%of)
	}
	return out
}

// lying returns the pieces in the given number of places from z on.
func (r *reader) lying(z, places int32) (out []int32) {
	for c := z; z != none && c < z+places; c++ {
		for p := int32(r.e.World.Head(ref.Place(c))); p >= 0; p = int32(r.e.World.Next(ref.Piece(p))) {
			out = append(out, p)
		}
	}
	return out
}

// listOf works out a list that is made of another.
func (r *reader) listOf(t *formula.Expr, list []int32) (out []int32) {
	of := t.Args
	if t.Op == formula.Slice {
		return r.slice(t, list)
	}
	switch name := t.Function.Name; name {
	case "filter", "map":
		for _, x := range list {
			r.locals[t.At] = result{x: x}
			y := r.num(of[1])
			switch {
			case name == "map" && y != none:
				out = append(out, y)
			case name == "filter" && y == 1:
				out = append(out, x)
			}
		}
		return out
	case "flatten":
		for _, x := range list {
			r.locals[t.At] = result{x: x}
			out = append(out, r.list(of[1])...)
		}
		return out
	case "sortBy":
		keys := map[int32]int32{}
		for _, x := range list {
			r.locals[t.At] = result{x: x}
			keys[x] = r.num(of[1])
		}
		slices.SortStableFunc(list, func(a, b int32) int { return int(int64(keys[a]) - int64(keys[b])) })
		return list
	case "reverse":
		slices.Reverse(list)
		return list
	case "uniq":
		for _, x := range list {
			if !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
		return out
	case "cycle":
		i := slices.Index(list, r.num(of[1]))
		if i < 0 {
			panic(fault("the start is not in the list"))
		}
		if len(of) > 2 {
			way := r.num(of[2])
			if ref.Word(way) == t.Words[0] || ref.Word(way) == t.Words[1] {
				slices.Reverse(list)
				i = len(list) - 1 - i
			}
		}
		return slices.Concat(list[i:], list[:i])
	}
	panic("evaluate " + t.Function.Name + " in reader.listOf of reader_lists_test.go")
}

func (r *reader) slice(t *formula.Expr, list []int32) []int32 {
	ends := [2]int{0, len(list)}
	for i, v := range t.Args[1:] {
		if ends[i] = int(r.some(v)); ends[i] < 0 {
			ends[i] += len(list)
		}
		ends[i] = min(max(ends[i], 0), len(list))
	}
	if ends[0] >= ends[1] {
		return nil
	}
	for _, i := range ends {
		if t.Args[0].Tree().Op == formula.Lying && i > 0 && i < len(list) && r.e.World.Glued(ref.Piece(list[i-1])) {
			panic(fault("a block of unknown order is cut"))
		}
	}
	return list[ends[0]:ends[1]]
}

// places works out lists of places, with the picture of their zone.
func (r *reader) places(t *formula.Expr) (out []int32) {
	x, d, i := r.num(t.Args[0]), t.Zone, 0
	if d == nil {
		x, d, i = r.whereabouts(x, t.Args[0].Type.Base == schema.Piece)
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
	switch t.Function.Name {
	case "places":
		for k := range b.places {
			add(k)
		}
	case "ring":
		n := r.some(t.Args[1])
		if t.Zone == nil {
			for k, far := range b.far()[i] {
				if int32(far) == n {
					add(k)
				}
			}
			break
		}
		for k, s := range b.places {
			if int32(s.ring) == n {
				add(k)
			}
		}
	case "neighbours":
		for _, k := range b.around(i) {
			add(k)
		}
	case "region":
		in := make([]bool, len(b.places))
		for _, p := range r.list(t.Args[1]) {
			if k := int(p - x); k >= 0 && k < len(in) {
				in[k] = true
			}
		}
		for _, k := range b.connected(i, in) {
			add(k)
		}
	case "line":
		w := r.e.World.Symbols.Text(ref.Word(r.num(t.Args[1])))
		if d.Way(w) < 0 {
			panic(fault("no direction"))
		}
		for range r.some(t.Args[2]) {
			if i = b.ahead(i, w); i < 0 {
				break
			}
			add(i)
		}
	}
	return out
}

// whereabouts returns the zone with a layout in which a piece lies, or the piece below it: its first place,
// its declaration and the number of the place; nothing if there is none.
func (r *reader) whereabouts(x int32, isPiece bool) (first int32, d *schema.ZoneDecl, i int) {
	for x != none {
		if isPiece {
			x = int32(r.e.World.In(ref.Piece(x)))
		}
		z := r.e.World.Zones[x]
		if z.Decl.Layout != "" {
			return int32(ref.Cell(x) - z.Cell), z.Decl, int(z.Cell)
		}
		x, isPiece = int32(z.Piece), true
	}
	return none, nil, 0
}

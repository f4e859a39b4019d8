package exec

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// resolver finds the values of a match that scripts name.
type resolver struct{ *namer }

// find returns the options that a value refers to, except those in have. Among equal options it
// returns one.
func (r *resolver) find(s pieceRef, req *machine.Request, have []int32) ([]int32, *failure) {
	n := s.node()
	var fits, all []int32
	full := false
	for i, o := range req.Options {
		if !r.fits(s, req.Type, o.Value) {
			continue
		}
		left := o.Count
		for _, h := range have {
			if h == int32(i) {
				left--
			}
		}
		if req.Repeats {
			left = int32(s.times)
		}
		if left > 0 {
			fits = append(fits, int32(i))
			all = append(all, slices.Repeat([]int32{int32(i)}, int(min(left, maxThings)))...)
		} else {
			full = true
		}
	}
	switch {
	case s.times == 0, s.times == len(all), len(fits) == 1 && s.times < len(all):
		return all[:s.times], nil
	case len(fits) > 1 && s.times < len(all):
		f := fail(ambiguous, n.Pos, s.text())
		for _, i := range fits {
			f.note("say which, as in " + r.distinguish(req, i, fits).Flow())
		}
		return nil, f
	case full || len(fits) > 0:
		return nil, fail(noFurther, n.Pos, s.text())
	}
	if f := r.unknownWord(s.more, req); f != nil {
		return nil, f
	}
	return nil, r.notOffered(s, req)
}

// fits reports whether a value describes v, which is of type t.
func (r *resolver) fits(s pieceRef, t schema.Type, v int32) bool {
	if s.name == nil && len(s.more.Pairs) == 0 || s.name != nil && !r.hasName(s.name.Value, t, v) {
		return false
	}
	if s.more == nil {
		return true
	}
	p := r.pieceOf(t, v)
	return p >= 0 && r.hasValues(p, s)
}

// hasName reports whether v has the given name: the name of the value, card or label, of the
// owner, or of the piece or place on which it lies.
func (r *resolver) hasName(name string, t schema.Type, v int32) bool {
	if l, ok := r.world.labels.named(name); r.valueName(t, v) == name || ok && t.Base == schema.Zone && l.piece == schema.Nothing && l.zone == v {
		return true
	}
	e, z := &r.m.Env, v
	if t.Base != schema.Zone || v < 0 {
		p := r.pieceOf(t, v)
		if p < 0 {
			return false
		}
		if r.cardOf(p) == name || r.owns(name, p) {
			return true
		}
		z = int32(e.In(ref.Piece(p)))
	} else if p := int32(e.Head(ref.Place(z))); p >= 0 && r.cardOf(p) == name {
		return true
	}
	return r.isInZone(name, z)
}

func (r *resolver) owns(seat string, p int32) bool {
	o := int32(r.m.Env.OwnerOf(ref.Piece(p)))
	return o >= 0 && r.seatName(o) == seat
}

// isInZone reports whether zone z has the given name, or lies directly or indirectly on a piece
// with that card or label.
func (r *resolver) isInZone(name string, z int32) bool {
	for z > 0 {
		info := &r.m.P.Schema.Zones[z]
		if info.Decl.Layout != "" {
			if cell, why, _ := info.Decl.CellAt(name); why == "" && ref.Cell(cell) == info.Cell {
				return true
			}
		}
		if info.Piece == schema.Nothing {
			return false
		}
		if r.cardOf(int32(info.Piece)) == name || r.world.labels.of(int32(info.Piece), &r.m.Env.World) == name {
			return true
		}
		z = int32(r.m.Env.In(info.Piece))
	}
	return false
}

// hasValues reports whether piece p has all the given values.
func (r *resolver) hasValues(p int32, s pieceRef) bool {
	e := &r.m.Env
	kind := r.m.P.Kinds[r.m.P.Pieces[p].Kind]
	for i, x := range s.more.Pairs {
		f, z := kind.Fields[x.Key.Value], kind.Zones[x.Key.Value]
		ok := false
		switch {
		case x.Key.Value == "face":
			ok = e.FaceDown(ref.Piece(p)) == (x.Val.Value == "down")
		case x.Key.Value == "owner":
			ok = r.owns(x.Val.Value, p)
		case x.Key.Value == "on":
			ok = r.isInZone(x.Val.Value, int32(e.In(ref.Piece(p)))) || e.Zones[e.In(ref.Piece(p))].Decl.Name == x.Val.Value || r.whereName(int32(e.In(ref.Piece(p)))) == x.Val.Value
		case f != nil:
			have, has := r.fieldOf(p, f)
			want, known := r.constant(x.Val, f.Type)
			ok = has && known && have == want
		case z != nil:
			ok = r.namesAll(s.parts[i], schema.Type{Base: schema.Piece}, r.contents(int32(z.First+(int(p)-kind.First)*z.Cells)))
		}
		if !ok {
			return false
		}
	}
	return true
}

func (r *resolver) constant(n *source.Node, t schema.Type) (int32, bool) {
	if l, ok := r.world.labels.named(n.Value); ok && t.Base == schema.Piece {
		return l.at(&r.m.Env.World), true
	}
	t.Null = true
	v, why := r.world.constant(r.m.P.Schema, n.Value, t)
	return v, why == ""
}

// namesAll reports whether references name exactly the values in left.
func (r *resolver) namesAll(refs []pieceRef, t schema.Type, left []int32) bool {
	for _, s := range single(refs) {
		i := slices.IndexFunc(left, func(v int32) bool { return r.fits(s, t, v) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return len(left) == 0
}

// maxThings limits the number of things that a script can name at once.
const maxThings = 10_000

// single splits references into single things: `3 stick` becomes three.
func single(refs []pieceRef) (out []pieceRef) {
	for _, s := range refs {
		for range s.times {
			if len(out) < maxThings {
				out = append(out, s)
			}
		}
	}
	return out
}

// unknownWord reports a key that no offered piece has.
func (r *resolver) unknownWord(more *source.Node, req *machine.Request) *failure {
	if more == nil {
		return nil
	}
	of := schema.Type{Base: schema.Piece}
	known := []string{"owner", "on"}
	for _, o := range req.Options {
		p := r.pieceOf(req.Type, o.Value)
		if p < 0 || of.Kinds.Has(int(r.m.P.Pieces[p].Kind)) {
			continue
		}
		kind := r.m.P.Kinds[r.m.P.Pieces[p].Kind]
		of.Kinds |= 1 << uint(kind.Index)
		known = append(known, keysOfKind(kind)...)
	}
	for _, x := range more.Pairs {
		if slices.Contains(known, x.Key.Value) {
			continue
		}
		if of.Kinds == 0 {
			of = req.Type
		}
		f := fail(unknownWord, x.Key.Pos, r.m.P.Describe(of), x.Key.Value).note(source.DidYouMean(x.Key.Value, known))
		if times := x.Val.Value + " " + x.Key.Value; several.MatchString(times) {
			f.note("to choose it " + x.Val.Value + " times, write `[" + times + "]`")
		}
		return r.addStanding(f)
	}
	return nil
}

// isOption reports whether a value in a script refers to an option.
func (r *resolver) isOption(s pieceRef, req *machine.Request, o machine.Option) bool {
	if req.Kind == machine.AskOption {
		return s.name != nil && s.name.Value == req.OptionName(int(o.Value))
	}
	return r.fits(s, req.Type, o.Value)
}

// pick finds the options that the value of a choice names. A repeated name, and `2 name`, mean two of them.
func (r *resolver) pick(ch *choice, req *machine.Request) ([]int32, bool, *failure) {
	n, all := ch.val, ch.refs
	if !req.List {
		if n.Kind == source.List && len(n.Items) == 1 {
			n = n.Items[0]
		} else if n.Kind == source.List {
			all = []pieceRef{{times: 1, more: n}} // fits nothing
		}
		if n.Kind == source.Scalar && n.Value == "nothing" && req.Optional {
			ch.used = true
			return nil, true, nil
		}
		if all[0].times == 0 {
			return nil, false, fail(namesNone, n.Pos, n.Value)
		}
	}
	var a, found []int32
	often, left := map[string]int{}, map[string][]int32{}
	for _, s := range all {
		often[s.text()] += s.times
	}
	for _, s := range all {
		text, times := s.text(), s.times
		if _, known := left[text]; !known { // occurrences count together, wherever they are: `a, b, a` is `2 a, b`
			s.times = often[text]
			more, f := r.find(s, req, found)
			if f != nil {
				return nil, false, f
			}
			left[text], found = more, append(found, more...)
		}
		a, left[text] = append(a, left[text][:times]...), left[text][times:]
	}
	if err := req.Check(a); err != nil {
		return nil, false, fail(illegalAnswer, n.Pos, err)
	}
	ch.used = true
	return a, true, nil
}

// offersOnly reports whether a request offers exactly the options in a list. Equal cards may be
// listed once or as often as they occur.
func (r *resolver) offersOnly(want []pieceRef, req *machine.Request) bool {
	if req == nil {
		return len(want) == 0
	}
	often := map[string]int{}
	for _, s := range want {
		often[s.text()] += s.times
	}
	listed := make([]bool, len(req.Options))
	for _, s := range want {
		there := 0
		for i, x := range req.Options {
			if r.isOption(s, req, x) {
				listed[i] = true
				there += max(1, int(x.Count))
			}
		}
		if n := often[s.text()]; there == 0 || n > 1 && n != there {
			return false
		}
	}
	return !slices.Contains(listed, false)
}

// namedThings returns the things that a line names: its option, its choices and their values.
func (r *resolver) namedThings(l *line) (out []pieceRef) {
	named := l.names
	if l.does != nil {
		named = append([]*choice{l.does}, named...)
	}
	for _, ch := range named {
		out = append(out, pieceRef{times: 1, name: source.Text(ch.name)})
		out = append(out, single(ch.refs)...)
	}
	return out
}

// notOffered reports a value that is not among the options.
func (r *resolver) notOffered(s pieceRef, req *machine.Request) *failure {
	n := s.node()
	f := fail(notOffered, n.Pos, req.Name, s.text())
	if req.Kind == machine.AskRoll {
		f = fail(noSuchSide, n.Pos, len(req.Options), s.text())
	}
	f.note(source.DidYouMean(n.Value, append(r.optionNames(req), r.world.labels.names()...)))
	return r.addStanding(f)
}

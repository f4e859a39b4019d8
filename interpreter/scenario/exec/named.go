package exec

import (
	"slices"
	"strconv"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// find returns the options that a value refers to, except those in have. Among equal options it
// returns one.
func (r *runner) find(s pieceRef, req *machine.Request, have []int32) ([]int32, *failure) {
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
			f.note("say which, as in " + written(r.distinguish(req, i, fits)))
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
func (r *runner) fits(s pieceRef, t schema.Type, v int32) bool {
	if s.name == nil && len(s.more.Pairs) == 0 || s.name != nil && !r.hasName(s.name.Value, t, v) {
		return false
	}
	if s.more == nil {
		return true
	}
	p := r.pieceOf(t, v)
	return p >= 0 && r.hasValues(p, s.more)
}

// pieceOf returns piece v, or the piece at place v, or -1.
func (r *runner) pieceOf(t schema.Type, v int32) int32 {
	switch {
	case v < 0:
	case t.Base == schema.Piece:
		return v
	case t.Base == schema.Zone:
		return r.m.Env.Head(v)
	}
	return -1
}

// hasName reports whether v has the given name: the name of the value, card or label, of the
// owner, or of the piece or place on which it lies.
func (r *runner) hasName(name string, t schema.Type, v int32) bool {
	if l, ok := r.script.world.labels.named(name); r.valueName(t, v) == name || ok && t.Base == schema.Zone && l.piece == schema.Nothing && l.zone == v {
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
		z = e.In(p)
	} else if p := e.Head(z); p >= 0 && r.cardOf(p) == name {
		return true
	}
	return r.isInZone(name, z)
}

func (r *runner) cardOf(p int32) string { return r.m.P.Cards[r.m.P.Pieces[p].Card].Name }

func (r *runner) owns(seat string, p int32) bool {
	o := r.m.Env.OwnerOf(p)
	return o >= 0 && r.seatName(o) == seat
}

// isInZone reports whether zone z has the given name, or lies directly or indirectly on a piece
// with that card or label.
func (r *runner) isInZone(name string, z int32) bool {
	for z > 0 {
		info := &r.m.P.Schema.Zones[z]
		if info.Decl.Layout != "" {
			if cell, why, _ := info.Decl.CellAt(name); why == "" && cell == info.Cell {
				return true
			}
		}
		if info.Piece == schema.Nothing {
			return false
		}
		if r.cardOf(info.Piece) == name || r.script.world.labels.of(info.Piece, &r.m.Env.World) == name {
			return true
		}
		z = r.m.Env.In(info.Piece)
	}
	return false
}

// hasValues reports whether piece p has all the given values.
func (r *runner) hasValues(p int32, more *source.Node) bool {
	e := &r.m.Env
	kind := r.m.P.Kinds[r.m.P.Pieces[p].Kind]
	for _, x := range more.Pairs {
		f, z := kind.Fields[x.Key.Value], kind.Zones[x.Key.Value]
		ok := false
		switch {
		case x.Key.Value == "face":
			ok = e.FaceDown(p) == (x.Val.Value == "down")
		case x.Key.Value == "owner":
			ok = r.owns(x.Val.Value, p)
		case x.Key.Value == "on":
			ok = r.isInZone(x.Val.Value, e.In(p)) || e.Zones[e.In(p)].Decl.Name == x.Val.Value || r.whereName(e.In(p)) == x.Val.Value
		case f != nil:
			have, has := r.fieldOf(p, f)
			want, known := r.constant(x.Val, f.Type)
			ok = has && known && have == want
		case z != nil:
			ok = r.hasContent(int32(z.First+(int(p)-kind.First)*z.Cells), x.Val)
		}
		if !ok {
			return false
		}
	}
	return true
}

// fieldOf returns the value of a field of a piece, mark or printed.
func (r *runner) fieldOf(p int32, f *schema.Field) (int32, bool) {
	if f.Mark {
		return r.m.Env.W[r.m.Env.MarkSlot(f, p)], true
	}
	return r.m.P.Value(r.m.Env.Data, r.m.Env.Data.Rows[p], f)
}

func (r *runner) constant(n *source.Node, t schema.Type) (int32, bool) {
	if l, ok := r.script.world.labels.named(n.Value); ok && t.Base == schema.Piece {
		return l.at(&r.m.Env.World), true
	}
	t.Null = true
	v, why := r.script.world.constant(r.m.P.Schema, n.Value, t)
	return v, why == ""
}

// hasContent reports whether a zone contains exactly the pieces of a list.
func (r *runner) hasContent(z int32, n *source.Node) bool {
	return r.namesAll(n, schema.Type{Base: schema.Piece}, r.contents(z))
}

// contents returns the pieces of a zone.
func (r *runner) contents(z int32) (all []int32) {
	for p := r.m.Env.Head(z); p >= 0; p = r.m.Env.Next(p) {
		all = append(all, p)
	}
	return all
}

// namesAll reports whether a list names exactly the values in left.
func (r *runner) namesAll(n *source.Node, t schema.Type, left []int32) bool {
	for _, s := range r.splitValue(n) {
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

// splitValue splits a value into single things: `3 stick` becomes three.
func (r *runner) splitValue(n *source.Node) []pieceRef {
	var out []pieceRef
	for _, s := range pieceRefs(r.m.P.Schema, n) {
		for range s.times {
			if len(out) < maxThings {
				out = append(out, s)
			}
		}
	}
	return out
}

// unknownWord reports a key that no offered piece has.
func (r *runner) unknownWord(more *source.Node, req *machine.Request) *failure {
	if more == nil {
		return nil
	}
	of := schema.Type{Base: schema.Piece}
	known := []string{"face", "owner", "on"}
	for _, o := range req.Options {
		p := r.pieceOf(req.Type, o.Value)
		if p < 0 || of.Kinds.Has(int(r.m.P.Pieces[p].Kind)) {
			continue
		}
		kind := r.m.P.Kinds[r.m.P.Pieces[p].Kind]
		of.Kinds |= 1 << uint(kind.Index)
		for _, f := range kind.Kind.Fields {
			known = append(known, f.Name)
		}
		for _, z := range kind.On {
			known = append(known, z.Name)
		}
	}
	for _, x := range more.Pairs {
		if slices.Contains(known, x.Key.Value) {
			continue
		}
		return fail(unknownWord, x.Key.Pos, r.m.P.Describe(of), x.Key.Value).note(source.DidYouMean(x.Key.Value, known))
	}
	return nil
}

// distinguish returns a value that refers to option i and to no other option in among.
func (r *runner) distinguish(req *machine.Request, i int32, among []int32) *source.Node {
	v := req.Options[i].Value
	name := Text(r.valueName(req.Type, v))
	p := r.pieceOf(req.Type, v)
	if p < 0 {
		return name
	}
	more := &source.Node{Kind: source.Map}
	say := func(word string, of func(p int32) *source.Node) {
		if written(of(p)) == "" {
			return
		}
		for _, j := range among {
			if q := r.pieceOf(req.Type, req.Options[j].Value); q >= 0 && written(of(q)) != written(of(p)) {
				more = Including(more, word, of(p))
				return
			}
		}
	}
	say("owner", func(p int32) *source.Node {
		if owner := r.m.Env.OwnerOf(p); owner >= 0 {
			return Text(r.seatName(owner))
		}
		return Text("")
	})
	say("on", func(p int32) *source.Node {
		at := r.m.Env.In(p)
		name := r.placeName(at)
		for _, j := range among { // a zone with this name may also lie on pieces
			if q := r.pieceOf(req.Type, req.Options[j].Value); q >= 0 && r.m.Env.In(q) != at && r.m.P.Schema.Zones[r.m.Env.In(q)].Decl.Name == name {
				return Text(r.whereName(at))
			}
		}
		return Text(name)
	})
	say("face", func(p int32) *source.Node {
		if r.m.Env.FaceDown(p) {
			return Text("down")
		}
		return Text("up")
	})
	kind := r.m.P.Kinds[r.m.P.Pieces[p].Kind]
	alike := func(q int32, of func() *source.Node) *source.Node {
		if r.m.P.Pieces[q].Kind != r.m.P.Pieces[p].Kind {
			return Text("")
		}
		return of()
	}
	for _, f := range r.m.P.PieceFields {
		if kind.Fields[f.Name] != f {
			continue
		}
		say(f.Name, func(q int32) *source.Node {
			return alike(q, func() *source.Node {
				v, _ := r.fieldOf(q, f)
				return Text(r.valueName(f.Type, v))
			})
		})
	}
	for _, z := range kind.On {
		say(z.Name, func(q int32) *source.Node {
			return alike(q, func() *source.Node { return r.inside(int32(z.First + (int(q)-kind.First)*z.Cells)) })
		})
	}
	if len(more.Pairs) == 0 {
		return name
	}
	return MapOf(name.Value, more)
}

func (r *runner) inside(z int32) *source.Node {
	list := ListOf()
	for p := r.m.Env.Head(z); p >= 0; p = r.m.Env.Next(p) {
		list.Items = append(list.Items, Text(r.valueName(schema.Type{Base: schema.Piece}, p)))
	}
	return list
}

// placeName returns the name of a zone in scripts: the piece on which it lies, its place, or
// its own name.
func (r *runner) placeName(z int32) string {
	info := &r.m.P.Schema.Zones[z]
	switch {
	case info.Piece != schema.Nothing:
		return r.valueName(schema.Type{Base: schema.Piece}, info.Piece)
	case info.Decl.Layout != "":
		return info.Decl.Path(info.Cell)
	}
	return info.Decl.Name
}

// offered lists the options of a request as a script would write them.
func (r *runner) offered(req *machine.Request) (out []*source.Node) {
	name := r.valueNamer(req)
	for i, o := range req.Options {
		n := name(int32(i))
		if o.Count > 1 && req.Kind != machine.AskOption {
			n = withCount(int(o.Count), n)
		}
		out = append(out, n)
	}
	return out
}

// valueNamer returns a function from the index of an option to the value that scripts use for it.
func (r *runner) valueNamer(req *machine.Request) func(i int32) *source.Node {
	same := map[string][]int32{} // options by name
	for i := range req.Options {
		name := r.optionName(req, int32(i))
		same[name] = append(same[name], int32(i))
	}
	return func(i int32) *source.Node {
		name := r.optionName(req, i)
		if all := same[name]; len(all) > 1 && req.Kind != machine.AskOption {
			return r.distinguish(req, i, all)
		}
		return Text(name)
	}
}

// withCount returns the value for several copies of a thing, such as `3 stick`.
func withCount(count int, n *source.Node) *source.Node {
	number := strconv.Itoa(count) + " "
	if n.Kind == source.Map {
		return MapOf(number+n.Pairs[0].Key.Value, n.Pairs[0].Val)
	}
	return Text(number + n.Value)
}

func (r *runner) optionNames(req *machine.Request) (out []string) {
	for _, n := range r.offered(req) {
		out = append(out, written(n))
	}
	return out
}

// isOption reports whether a value in a script refers to an option.
func (r *runner) isOption(s pieceRef, req *machine.Request, o machine.Option) bool {
	if req.Kind == machine.AskOption {
		return s.name != nil && s.name.Value == req.OptionName(int(o.Value))
	}
	return r.fits(s, req.Type, o.Value)
}

// forcedChoice is a choice that was made automatically because it had only one option.
type forcedChoice struct {
	request, name, option string
	by                    int32
	isAct                 bool // an option was taken; set only if the script does not name it
	values                []int32
	typ                   schema.Type
	world                 []int32 // the position at that time
}

// namesForced reports whether the script names exactly the forced choice, in the position at that
// time.
func (r *runner) namesForced(n *source.Node, t *forcedChoice) bool {
	e := &r.m.Env
	if t.world != nil {
		now := e.W
		e.W = t.world
		defer func() { e.W = now }()
	}
	if len(t.values) == 0 && n.Kind == source.Scalar && n.Value == "nothing" {
		return true
	}
	return r.namesAll(n, t.typ, slices.Clone(t.values))
}

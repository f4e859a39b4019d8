package naming

import (
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// Offered lists the options of a request as a script would write them.
func (n *Namer) Offered(req *machine.Request) (out []*source.Node) {
	name := n.ValueNamer(req)
	for i, o := range req.Options {
		out = append(out, withCount(int(o.Count), name(int32(i))))
	}
	return out
}

func (n *Namer) OptionNames(req *machine.Request) (out []string) {
	for _, is := range n.Offered(req) {
		out = append(out, is.Flow())
	}
	return out
}

// ValueNamer returns a function from the index of an option to the value that scripts use for it.
func (n *Namer) ValueNamer(req *machine.Request) func(i int32) *source.Node {
	same := map[string][]int32{} // options by name
	for i := range req.Options {
		name := n.OptionName(req, int32(i))
		same[name] = append(same[name], int32(i))
	}
	return func(i int32) *source.Node {
		name := n.OptionName(req, i)
		if all := same[name]; len(all) > 1 && req.Kind != machine.AskOption {
			return n.Distinguish(req, i, all)
		}
		return source.Text(name)
	}
}

// withCount returns the value for several copies of a thing, such as `3 stick`.
func withCount(count int, n *source.Node) *source.Node {
	if count <= 1 {
		return n
	}
	number := strconv.Itoa(count) + " "
	if n.Kind == source.Map {
		return source.MapOf(number+n.Pairs[0].Key.Value, n.Pairs[0].Val)
	}
	return source.Text(number + n.Value)
}

// Distinguish returns a value that refers to option i and to no other option in among.
func (n *Namer) Distinguish(req *machine.Request, i int32, among []int32) *source.Node {
	v := req.Options[i].Value
	name, p := source.Text(n.ValueName(req.Type, v)), n.PieceOf(req.Type, v)
	if p < 0 {
		return name
	}
	var pieces []int32
	var others []*source.Node
	for _, j := range among {
		if q := n.PieceOf(req.Type, req.Options[j].Value); q >= 0 {
			pieces = append(pieces, q)
		}
	}
	for _, q := range pieces {
		others = append(others, n.described(q, pieces))
	}
	more := n.described(p, pieces)
	more.Pairs = slices.DeleteFunc(more.Pairs, func(x source.Pair) bool {
		return !slices.ContainsFunc(others, func(o *source.Node) bool {
			is := o.Get(x.Key.Value)
			return is == nil || is.Flow() != x.Val.Flow()
		})
	})
	if len(more.Pairs) == 0 {
		return name
	}
	return source.MapOf(name.Value, more)
}

// described returns all words with which scripts describe a piece, to tell it from other ones.
func (n *Namer) described(p int32, others []int32) *source.Node {
	out, e, kind := source.NewMap(), &n.M.Env, n.M.P.Kinds[n.M.P.Pieces[p].Kind]
	if owner := e.World.OwnerOf(ref.Piece(p)); owner >= 0 {
		out.Put("owner", source.Text(n.SeatName(owner)))
	}
	at := int32(e.World.In(ref.Piece(p)))
	on := n.placeName(at)
	if slices.ContainsFunc(others, func(q int32) bool {
		return e.World.In(ref.Piece(q)) != ref.Place(at) && e.World.Zones[e.World.In(ref.Piece(q))].Decl.Name == on
	}) {
		on = n.WhereName(at) // a zone with this name may also lie on pieces
	}
	out.Put("on", source.Text(on))
	out.Put("face", source.Text(map[bool]string{false: "up", true: "down"}[e.World.FaceDown(ref.Piece(p))]))
	for _, f := range n.M.P.PieceFields {
		if kind.Fields[f.Name] == f {
			v, _ := n.fieldOf(p, f)
			out.Put(f.Name, source.Text(n.ValueName(f.Type, v)))
		}
	}
	for _, z := range kind.On {
		out.Put(z.Name, n.inside(int32(z.First+(int(p)-kind.First)*z.Cells)))
	}
	return out
}

func (n *Namer) inside(z int32) *source.Node {
	list := source.ListOf()
	for p := int32(n.M.Env.World.Head(ref.Place(z))); p >= 0; p = int32(n.M.Env.World.Next(ref.Piece(p))) {
		list.Items = append(list.Items, source.Text(n.ValueName(schema.Type{Base: schema.Piece}, p)))
	}
	return list
}

// placeName returns the name of a zone in scripts: the piece on which it lies, its place, or
// its own name.
func (n *Namer) placeName(z int32) string {
	info := &n.M.P.Schema.Zones[z]
	switch {
	case info.Piece != schema.Nothing:
		return n.ValueName(schema.Type{Base: schema.Piece}, int32(info.Piece))
	case info.Decl.Layout != "":
		return info.Decl.Path(info.Cell)
	}
	return info.Decl.Name
}

// fieldOf returns the value of a field of a piece, mark or printed.
func (n *Namer) fieldOf(p int32, f *schema.Field) (int32, bool) {
	if f.Mark {
		return n.M.Env.World.Word(n.M.Env.World.MarkSlot(f, ref.Piece(p))), true
	}
	return n.M.P.Value(n.M.Env.World.Data, ref.Card(n.M.Env.World.Data.Rows[p]), f)
}

// OptionName returns the name of an option, without distinguishing it from equal options.
func (n *Namer) OptionName(req *machine.Request, i int32) string {
	v := req.Options[i].Value
	if req.Kind == machine.AskOption {
		return req.OptionName(int(v))
	}
	return n.ValueName(req.Type, v)
}

func (n *Namer) AnswerName(ev *machine.Event) string {
	if len(ev.Answer) == 0 {
		if ev.Request.List && !ev.Request.Optional {
			return "none"
		}
		return Pass
	}
	var out []string
	for _, a := range ev.Answer {
		out = append(out, n.OptionName(ev.Request, a))
	}
	return strings.Join(out, ", ")
}

// Counted joins equal neighbours of a list, such as `3 stick`.
func Counted(list []*source.Node) (out []*source.Node) {
	for len(list) > 0 {
		n := 1
		for n < min(len(list), maxTimes) && list[n].Flow() == list[0].Flow() {
			n++
		}
		out, list = append(out, withCount(n, list[0])), list[n:]
	}
	return out
}

package exec

import (
	"strconv"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// offered lists the options of a request as a script would write them.
func (n *namer) offered(req *machine.Request) (out []*source.Node) {
	name := n.valueNamer(req)
	for i, o := range req.Options {
		out = append(out, withCount(int(o.Count), name(int32(i))))
	}
	return out
}

func (n *namer) optionNames(req *machine.Request) (out []string) {
	for _, is := range n.offered(req) {
		out = append(out, written(is))
	}
	return out
}

// valueNamer returns a function from the index of an option to the value that scripts use for it.
func (n *namer) valueNamer(req *machine.Request) func(i int32) *source.Node {
	same := map[string][]int32{} // options by name
	for i := range req.Options {
		name := n.optionName(req, int32(i))
		same[name] = append(same[name], int32(i))
	}
	return func(i int32) *source.Node {
		name := n.optionName(req, i)
		if all := same[name]; len(all) > 1 && req.Kind != machine.AskOption {
			return n.distinguish(req, i, all)
		}
		return Text(name)
	}
}

// withCount returns the value for several copies of a thing, such as `3 stick`.
func withCount(count int, n *source.Node) *source.Node {
	if count <= 1 {
		return n
	}
	number := strconv.Itoa(count) + " "
	if n.Kind == source.Map {
		return MapOf(number+n.Pairs[0].Key.Value, n.Pairs[0].Val)
	}
	return Text(number + n.Value)
}

// distinguish returns a value that refers to option i and to no other option in among.
func (n *namer) distinguish(req *machine.Request, i int32, among []int32) *source.Node {
	v := req.Options[i].Value
	name := Text(n.valueName(req.Type, v))
	p := n.pieceOf(req.Type, v)
	if p < 0 {
		return name
	}
	more := &source.Node{Kind: source.Map}
	say := func(word string, of func(p int32) *source.Node) {
		if written(of(p)) == "" {
			return
		}
		for _, j := range among {
			if q := n.pieceOf(req.Type, req.Options[j].Value); q >= 0 && written(of(q)) != written(of(p)) {
				more = Including(more, word, of(p))
				return
			}
		}
	}
	say("owner", func(p int32) *source.Node {
		if owner := n.m.Env.OwnerOf(p); owner >= 0 {
			return Text(n.seatName(owner))
		}
		return Text("")
	})
	say("on", func(p int32) *source.Node {
		at := n.m.Env.In(p)
		name := n.placeName(at)
		for _, j := range among { // a zone with this name may also lie on pieces
			if q := n.pieceOf(req.Type, req.Options[j].Value); q >= 0 && n.m.Env.In(q) != at && n.m.P.Schema.Zones[n.m.Env.In(q)].Decl.Name == name {
				return Text(n.whereName(at))
			}
		}
		return Text(name)
	})
	say("face", func(p int32) *source.Node {
		if n.m.Env.FaceDown(p) {
			return Text("down")
		}
		return Text("up")
	})
	kind := n.m.P.Kinds[n.m.P.Pieces[p].Kind]
	alike := func(q int32, of func() *source.Node) *source.Node {
		if n.m.P.Pieces[q].Kind != n.m.P.Pieces[p].Kind {
			return Text("")
		}
		return of()
	}
	for _, f := range n.m.P.PieceFields {
		if kind.Fields[f.Name] != f {
			continue
		}
		say(f.Name, func(q int32) *source.Node {
			return alike(q, func() *source.Node {
				v, _ := n.fieldOf(q, f)
				return Text(n.valueName(f.Type, v))
			})
		})
	}
	for _, z := range kind.On {
		say(z.Name, func(q int32) *source.Node {
			return alike(q, func() *source.Node { return n.inside(int32(z.First + (int(q)-kind.First)*z.Cells)) })
		})
	}
	if len(more.Pairs) == 0 {
		return name
	}
	return MapOf(name.Value, more)
}

func (n *namer) inside(z int32) *source.Node {
	list := ListOf()
	for p := n.m.Env.Head(z); p >= 0; p = n.m.Env.Next(p) {
		list.Items = append(list.Items, Text(n.valueName(schema.Type{Base: schema.Piece}, p)))
	}
	return list
}

// placeName returns the name of a zone in scripts: the piece on which it lies, its place, or
// its own name.
func (n *namer) placeName(z int32) string {
	info := &n.m.P.Schema.Zones[z]
	switch {
	case info.Piece != schema.Nothing:
		return n.valueName(schema.Type{Base: schema.Piece}, info.Piece)
	case info.Decl.Layout != "":
		return info.Decl.Path(info.Cell)
	}
	return info.Decl.Name
}

// fieldOf returns the value of a field of a piece, mark or printed.
func (n *namer) fieldOf(p int32, f *schema.Field) (int32, bool) {
	if f.Mark {
		return n.m.Env.W[n.m.Env.MarkSlot(f, p)], true
	}
	return n.m.P.Value(n.m.Env.Data, n.m.Env.Data.Rows[p], f)
}

// optionName returns the name of an option, without distinguishing it from equal options.
func (n *namer) optionName(req *machine.Request, i int32) string {
	v := req.Options[i].Value
	if req.Kind == machine.AskOption {
		return req.OptionName(int(v))
	}
	return n.valueName(req.Type, v)
}

func (n *namer) answerName(ev *machine.Event) string {
	if len(ev.Answer) == 0 {
		if ev.Request.List && !ev.Request.Optional {
			return "none"
		}
		return wordPass
	}
	var out []string
	for _, a := range ev.Answer {
		out = append(out, n.optionName(ev.Request, a))
	}
	return strings.Join(out, ", ")
}

package exec

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/scenario/given"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/source"
)

// picker finds the options that lines name.
type picker struct {
	*naming.Namer
	begin *given.Position // the position in which the scenario begins
}

// find returns the options that a value refers to, except those in have. Among equal options it
// returns one.
func (p *picker) find(s naming.Ref, req *machine.Request, have []int32) ([]int32, *failure) {
	n := s.Node()
	var fits, all []int32
	full := false
	for i, o := range req.Options {
		if !p.Fits(s, req.Type, o.Value) {
			continue
		}
		left := o.Count
		for _, h := range have {
			if h == int32(i) {
				left--
			}
		}
		if req.Repeats {
			left = int32(s.Times)
		}
		if left > 0 {
			fits = append(fits, int32(i))
			all = append(all, slices.Repeat([]int32{int32(i)}, int(min(left, naming.MaxThings)))...)
		} else {
			full = true
		}
	}
	switch {
	case s.Times == 0, s.Times == len(all), len(fits) == 1 && s.Times < len(all):
		return all[:s.Times], nil
	case len(fits) > 1 && s.Times < len(all):
		f := fail(ambiguous, n.Pos, s.Text())
		for _, i := range fits {
			f.note("say which, as in " + p.Distinguish(req, i, fits).Flow())
		}
		return nil, f
	case full || len(fits) > 0:
		return nil, fail(noFurther, n.Pos, s.Text())
	}
	if f := p.unknownWord(s.More, req); f != nil {
		return nil, f
	}
	return nil, p.notOffered(s, req)
}

// unknownWord reports a key that no offered piece has.
func (p *picker) unknownWord(more *source.Node, req *machine.Request) *failure {
	if more == nil {
		return nil
	}
	of := schema.Type{Base: schema.Piece}
	known := []string{"owner", "on"}
	for _, o := range req.Options {
		piece := p.PieceOf(req.Type, o.Value)
		if piece < 0 || of.Kinds.Has(int(p.M.P.Pieces[piece].Kind)) {
			continue
		}
		kind := p.M.P.Kinds[p.M.P.Pieces[piece].Kind]
		of.Kinds |= 1 << uint(kind.Index)
		known = append(known, naming.KeysOfKind(kind)...)
	}
	for _, x := range more.Pairs {
		if slices.Contains(known, x.Key.Value) {
			continue
		}
		if of.Kinds == 0 {
			of = req.Type
		}
		f := fail(unknownWord, x.Key.Pos, p.M.P.Describe(of), x.Key.Value).note(source.DidYouMean(x.Key.Value, known))
		if times := x.Val.Value + " " + x.Key.Value; naming.Several.MatchString(times) {
			f.note("to choose it " + x.Val.Value + " times, write `[" + times + "]`")
		}
		return p.addStanding(f)
	}
	return nil
}

// pick finds the options that the value of a choice names. A repeated name, and `2 name`, mean two of them.
func (p *picker) pick(ch *choice, req *machine.Request) ([]int32, bool, *failure) {
	n, all := ch.val, ch.refs
	if !req.List {
		if n.Kind == source.List && len(n.Items) == 1 {
			n = n.Items[0]
		} else if n.Kind == source.List {
			all = []naming.Ref{{Times: 1, More: n}} // fits nothing
		}
		if n.Kind == source.Scalar && n.Value == "nothing" && req.Optional {
			ch.used = true
			return nil, true, nil
		}
		if all[0].Times == 0 {
			return nil, false, fail(namesNone, n.Pos, n.Value)
		}
	}
	var a, found []int32
	often, left := map[string]int{}, map[string][]int32{}
	for _, s := range all {
		often[s.Text()] += s.Times
	}
	for _, s := range all {
		text, times := s.Text(), s.Times
		if _, known := left[text]; !known { // occurrences count together, wherever they are: `a, b, a` is `2 a, b`
			s.Times = often[text]
			more, f := p.find(s, req, found)
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

// things returns the things that a line names: its option, its choices and their values.
func (l *line) things() (out []naming.Ref) {
	named := l.names
	if l.does != nil {
		named = append([]*choice{l.does}, named...)
	}
	for _, ch := range named {
		out = append(out, naming.Ref{Times: 1, Name: source.Text(ch.name)})
		out = append(out, naming.Single(ch.refs)...)
	}
	return out
}

// notOffered reports a value that is not among the options.
func (p *picker) notOffered(s naming.Ref, req *machine.Request) *failure {
	n := s.Node()
	f := fail(notOffered, n.Pos, req.Name, s.Text())
	if req.Kind == machine.AskRoll {
		f = fail(noSuchSide, n.Pos, len(req.Options), s.Text())
	}
	f.note(source.DidYouMean(n.Value, append(p.OptionNames(req), p.Labels.Names()...)))
	return p.addStanding(f)
}

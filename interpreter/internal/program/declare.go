package program

import (
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// declareProcs makes every procedure known before any formula is compiled.
func (b *builder) declareProcs() {
	g := b.Game
	for _, k := range b.Kinds {
		for _, h := range k.Has {
			if h.Steps && b.CardProcs[h.Name] == nil {
				b.CardProcs[h.Name] = make([]int, len(b.Cards))
				for i := range b.CardProcs[h.Name] {
					b.CardProcs[h.Name][i] = -1
				}
			}
		}
	}
	for _, d := range syntax.AllProcedures(g) {
		if b.Proc(d.Name) != nil {
			continue // the decoder has reported the second of a name
		}
		p := b.addProc(d.Ident, d.Name)
		p.Decl = d
		for _, f := range d.Formulas {
			b.clash(f.Name, f.Pos, p)
			p.Formulas[f.Name] = f
		}
		if owner, has, ok := strings.Cut(d.Name, "."); ok {
			b.declareOwned(p, owner, has)
		}
	}
	if g.Start.Name != "" {
		if p := b.procOf(g.Start); p != nil {
			b.Start = p.Index
		}
	} else if g.Header != nil {
		b.diags.Add(g.Header.Pos, "`start` must name the procedure that is the whole match")
	}
}

func (b *builder) addProc(id syntax.Ident, request string) *Proc {
	p := &Proc{Proc: b.AddProc(id), Request: request}
	b.Procs = append(b.Procs, p)
	b.procs[id.Name] = p.Index
	return p
}

// declareOwned declares a procedure of a kind ("fate.playing") or of a card ("great_storm.effect"), which
// knows its card.
func (b *builder) declareOwned(p *Proc, owner, has string) {
	if k := b.Kind(owner); k != nil {
		p.Card = schema.Type{Base: schema.Piece, Kinds: 1 << uint(k.Index)}
		return
	}
	if c := b.Card(owner); c != nil {
		p.Card = schema.Type{Base: schema.Piece, Kinds: 1 << uint(c.Kind.Index)}
		p.Request = owner
		if procs := b.CardProcs[has]; procs != nil {
			procs[c.Index] = p.Index
		}
	}
}

// procOf returns the procedure of a name, or reports that there is none and returns nil.
func (b *builder) procOf(id syntax.Ident) *Proc {
	p := b.Proc(id.Name)
	if p == nil {
		b.diags.Unknown(id.Pos, id.Name, syntax.NamesOf(b.Procs), "there is no procedure %q", id.Name)
	}
	return p
}

// declareNames finds, for every procedure, the names that its steps make. Each
// name gets a slot whose type is inferred on demand from all its makers.
func (b *builder) declareNames() {
	for _, p := range b.Procs {
		if p.Decl != nil {
			p.Decl.Walk(func(s *syntax.Step) {
				if call, ok := s.Do.(*syntax.Call); ok {
					b.callers[call.Target.Name] = append(b.callers[call.Target.Name], caller{call, p.Proc})
				}
			})
		}
	}
	for _, p := range b.Procs {
		if p.Decl != nil {
			b.declareSlots(p)
		}
	}
}

// makers collects the steps that give a name its value.
type makers struct {
	pos  source.Pos
	step *syntax.Step // the first; nil: the procedure itself
	list []func() schema.Type
}

func (b *builder) declareSlots(p *Proc) {
	names := map[string]*makers{}
	var order []string
	var step *syntax.Step
	add := func(id syntax.Ident, f func() schema.Type) {
		if id.Name == "" || id.Name == "me" {
			return
		}
		if names[id.Name] == nil {
			names[id.Name] = &makers{pos: id.Pos, step: step}
			order = append(order, id.Name)
		}
		names[id.Name].list = append(names[id.Name].list, f)
	}
	sc := &formula.Scope{Proc: p.Proc}
	for _, t := range p.Decl.Takes {
		add(t.Ident, func() schema.Type { return b.paramType(p, t) })
	}
	for _, n := range p.Decl.Names {
		add(n.Ident, func() schema.Type { return b.TypeOf(n.Value, sc).Kept() })
	}
	p.Decl.Walk(func(s *syntax.Step) {
		step = s
		b.makesNames(s, sc, add)
		b.hide(p, s, sc)
	})
	for _, name := range order {
		m := names[name]
		if b.clash(name, m.pos, p) {
			m.list = nil // of no type, and what reads it is not reported too
		}
		slot := p.AddSlot(name, func() schema.Type { return b.join(m) })
		slot.Pos, slot.Makers = m.pos, len(m.list)
		if m.step != nil {
			b.makes[m.step] = append(b.makes[m.step], slot)
		}
	}
	for _, g := range p.Decl.Gives {
		if s := p.Slot(g.Name); s != nil {
			p.Gives = append(p.Gives, s)
		} else {
			b.diags.Unknown(g.Pos, g.Name, order, "procedure %s makes no name %q to hand back", p.Name, g.Name)
		}
	}
}

func (b *builder) join(m *makers) schema.Type {
	t := schema.Type{}
	for _, f := range m.list {
		if j, ok := schema.Join(t, f()); ok {
			t = j
		}
	}
	return t
}

// makesNames notes the names that one step makes.
func (b *builder) makesNames(s *syntax.Step, sc *formula.Scope, add func(syntax.Ident, func() schema.Type)) {
	num := schema.Type{Base: schema.Number}
	switch do := s.Do.(type) {
	case *syntax.Choose:
		add(do.Name, func() schema.Type {
			t := b.elem(do.From, sc)
			switch {
			case do.IsList():
				return schema.ListOf(t)
			case do.Optional != nil || do.IfAny || s.If != nil:
				return schema.OrNothing(t)
			}
			return t
		})
	case *syntax.Roll:
		add(do.Name, func() schema.Type {
			if do.Dice != nil {
				return schema.ListOf(num)
			}
			return num
		})
	case *syntax.Draw:
		add(do.As, func() schema.Type {
			t := b.elem(do.From, sc)
			return schema.OrNothing(t)
		})
	case *syntax.Pick:
		add(do.Name, func() schema.Type { return schema.OrNothing(b.elem(do.From, sc)) })
	case *syntax.Each:
		add(do.Name, func() schema.Type { return b.elem(do.In, sc) })
	case *syntax.Set:
		for _, to := range do.Sets {
			if strings.Contains(to.Target.Text, ".") || b.GameField(to.Target.Text) != nil {
				continue
			}
			add(syntax.Ident{Name: to.Target.Text, Pos: to.Target.Node.Pos}, func() schema.Type {
				return b.TypeOf(to.Value, sc).Kept()
			})
		}
	case *syntax.Call:
		if target := b.Proc(do.Target.Name); target != nil {
			decl := b.Procs[target.Index].Decl
			for _, g := range decl.Gives {
				add(syntax.Ident{Name: g.Name, Pos: do.Target.Pos}, func() schema.Type {
					if s := target.Slot(g.Name); s != nil {
						return b.SlotType(s)
					}
					return schema.Type{}
				})
			}
		}
	}
}

// hide gives a step the words that it needs for itself while it runs.
func (b *builder) hide(p *Proc, s *syntax.Step, sc *formula.Scope) {
	num := func() schema.Type { return schema.Type{Base: schema.Number} }
	switch do := s.Do.(type) {
	case *syntax.Each:
		list := p.AddSlot("", func() schema.Type { return schema.ListOf(b.elem(do.In, sc)) })
		b.slots[s] = hiddenSlots{list, p.AddSlot("", num), p.AddSlot("", num)}
	case *syntax.Draw, *syntax.Roll:
		b.slots[s] = hiddenSlots{p.AddSlot("", num)}
	}
}

// elem returns the element type of the list that a step goes through.
func (b *builder) elem(f *syntax.Formula, sc *formula.Scope) schema.Type {
	if f == nil {
		return schema.Type{}
	}
	t := b.TypeOf(f, sc)
	if t.List || t.Base == schema.Zone {
		return t.Elem()
	}
	t.Null = false // a single thing is the list of itself
	return t
}

// paramType returns the type of a parameter: as declared under `takes`, else as the calls pass it.
func (b *builder) paramType(p *Proc, t syntax.Param) schema.Type {
	if t.Type.Name != "" && t.Type.Name != "word" {
		if out, ok := b.TypeNamed(t.Type.Name); ok {
			return out
		}
		b.Schema.TypeOf(t.Type)
		return schema.Type{}
	}
	out := schema.Type{}
	if t.Type.Name == "" {
		if named, ok := b.TypeNamed(t.Name); ok {
			out = named
		}
	}
	wantsZone := out.Base == schema.Zone || b.takesZone(p.Decl, t.Name)
	for _, c := range b.callers[p.Name] {
		for _, a := range c.call.With {
			if a.Name != t.Name {
				continue
			}
			at := b.TypeOf(a.Value, &formula.Scope{Proc: c.from})
			if !wantsZone || out.List {
				at = at.Kept()
			}
			if j, ok := schema.Join(out, at); ok {
				out = j
			}
		}
	}
	return out
}

// taken is a name under which a procedure takes something.
type taken struct {
	proc *syntax.Procedure
	name string
}

// takesZone reports whether a procedure needs the zone passed under a name itself and not its pieces: it
// shuffles it, draws from it, moves pieces to it, or passes it to such a procedure.
func (b *builder) takesZone(p *syntax.Procedure, name string) bool {
	seen := map[taken]bool{}
	if b.zoneNeeded(taken{p, name}, seen) {
		return true
	}
	for t := range seen { // none of those that it reaches needs a zone either
		b.zones[t] = false
	}
	return false
}

// zoneNeeded answers takesZone for t. It looks at each procedure once a search, so that work stays linear where
// procedures call each other often, and at each once in all where no zone is needed.
func (b *builder) zoneNeeded(t taken, seen map[taken]bool) (yes bool) {
	if known, ok := b.zones[t]; ok {
		return known
	}
	if t.proc == nil || seen[t] {
		return false
	}
	seen[t] = true
	is := func(all ...*syntax.Formula) {
		for _, f := range all {
			yes = yes || f != nil && f.IsText && f.Text == t.name
		}
	}
	t.proc.Walk(func(s *syntax.Step) {
		switch do := s.Do.(type) {
		case *syntax.Shuffle:
			is(do.Zone)
		case *syntax.Draw:
			is(do.From, do.To)
		case *syntax.Move:
			is(do.To, do.From)
		case *syntax.Call:
			target := b.Proc(do.Target.Name)
			for _, a := range do.With {
				if target != nil && !yes && a.Value.IsText && a.Value.Text == t.name {
					yes = b.zoneNeeded(taken{b.Procs[target.Index].Decl, a.Name}, seen)
				}
			}
		}
	})
	if yes {
		b.zones[t] = true
	}
	return yes
}

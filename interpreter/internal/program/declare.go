package program

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// declarations makes procedures, windows and their names known before any formula is compiled.
type declarations struct {
	b       *builder
	callers map[string][]caller              // by procedure; by ".NAME" for the steps NAME of a card
	makes   map[*syntax.Step][]*formula.Slot // for each step, the names that no earlier step makes
	faulty  map[*schema.Card]bool            // cards whose `play` is wrong, as reported
	zones   map[taken]bool                   // names that procedures take, and whether they need the zone itself
}

func newDeclarations(b *builder) *declarations {
	return &declarations{b: b, callers: map[string][]caller{}, makes: map[*syntax.Step][]*formula.Slot{},
		faulty: map[*schema.Card]bool{}, zones: map[taken]bool{}}
}

// caller is a place where a procedure is called.
type caller struct {
	call *syntax.Call
	from *formula.Proc
}

// procs makes every procedure known before any formula is compiled.
func (ds *declarations) procs() {
	g := ds.b.p.Game
	for _, k := range ds.b.p.Kinds {
		for _, h := range k.Has {
			if h.Steps && ds.b.p.CardProcs[h.Name] == nil {
				ds.b.p.CardProcs[h.Name] = make([]ref.Proc, len(ds.b.p.Cards))
				for i := range ds.b.p.CardProcs[h.Name] {
					ds.b.p.CardProcs[h.Name][i] = ref.NoProc
				}
			}
		}
	}
	for _, d := range syntax.AllProcedures(g) {
		if ds.b.p.Proc(d.Name) != nil {
			continue // the decoder has reported the duplicate name
		}
		p := ds.addProc(d.Ident, d.Name)
		p.Decl = d
		for _, f := range d.Formulas {
			ds.clash(f.Name, f.Pos, p)
			p.Formulas[f.Name] = f
		}
		if owner, has, ok := strings.Cut(d.Name, "."); ok {
			ds.declareOwned(p, owner, has)
		}
	}
	if g.Start.Name != "" {
		if p := ds.b.procOf(g.Start); p != nil {
			ds.b.p.Start = p.Index
		}
	} else if g.Header != nil {
		ds.b.diags.Add(g.Header.Pos, "`start` must name the main procedure of the match")
	}
}

func (ds *declarations) addProc(id syntax.Ident, request string) *Proc {
	p := &Proc{Proc: ds.b.c.AddProc(id), Request: request}
	ds.b.p.Procs = append(ds.b.p.Procs, p)
	ds.b.p.procs[id.Name] = p.Index
	return p
}

// declareOwned declares a procedure of a kind ("fate.playing") or of a card
// ("great_storm.effect"). It can refer to its card.
func (ds *declarations) declareOwned(p *Proc, owner, has string) {
	if k := ds.b.p.Kind(owner); k != nil {
		p.Card = schema.Type{Base: schema.Piece, Kinds: 1 << uint(k.Index)}
		return
	}
	if c := ds.b.p.Card(owner); c != nil {
		p.Card = schema.Type{Base: schema.Piece, Kinds: 1 << uint(c.Kind.Index)}
		p.Request = owner
		if procs := ds.b.p.CardProcs[has]; procs != nil {
			procs[c.Index] = p.Index
		}
	}
}

// procOf returns the procedure with a name, or reports that it does not exist and returns nil.
func (b *builder) procOf(id syntax.Ident) *Proc {
	p := b.p.Proc(id.Name)
	if p == nil {
		b.diags.Unknown(id.Pos, id.Name, syntax.NamesOf(b.p.Procs), "there is no procedure %q", id.Name)
	}
	return p
}

// names finds, for every procedure, the names that its steps make. Each
// name gets a slot whose type is inferred on demand from all its makers.
func (ds *declarations) names() {
	for _, p := range ds.b.p.Procs {
		if p.Decl != nil {
			p.Decl.Walk(func(s *syntax.Step) {
				if call, ok := s.Do.(*syntax.Call); ok {
					name := call.Target.Name
					if _, last := splitPath(name); ds.b.p.Proc(name) == nil && ds.b.p.CardProcs[last] != nil {
						name = "." + last
					}
					ds.callers[name] = append(ds.callers[name], caller{call, p.Proc})
				}
			})
		}
	}
	for _, p := range ds.b.p.Procs {
		if p.Decl != nil {
			ds.declareSlots(p)
		}
	}
}

// makers collects the steps that assign a local name.
type makers struct {
	pos  source.Pos
	step *syntax.Step // the first step; nil for the procedure itself
	list []func() schema.Type
}

// declareSlots gives a slot to each name of a procedure: parameters, `names`, and names that
// steps make. The type of a slot is computed when it is first needed, because it can depend on
// slots of procedures that are declared later.
func (ds *declarations) declareSlots(p *Proc) {
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
		add(t.Ident, func() schema.Type { return ds.paramType(p, t) })
	}
	for _, n := range p.Decl.Names {
		add(n.Ident, func() schema.Type { return ds.b.c.TypeOf(n.Value, sc).Kept() })
	}
	p.Decl.Walk(func(s *syntax.Step) {
		step = s
		ds.makesNames(s, sc, add)
	})
	for _, name := range order {
		m := names[name]
		if ds.clash(name, m.pos, p) {
			m.list = nil // it then has no type, and uses of it are not reported
		}
		slot := p.AddSlot(name, func() schema.Type { return joinTypes(m) })
		slot.Pos, slot.Makers = m.pos, len(m.list)
		if m.step != nil {
			ds.makes[m.step] = append(ds.makes[m.step], slot)
		}
	}
	for _, g := range p.Decl.Gives {
		if s := p.Slot(g.Name); s != nil {
			p.Gives = append(p.Gives, s)
		} else {
			ds.b.diags.Unknown(g.Pos, g.Name, order, "procedure %s has no name %q to return", p.Name, g.Name)
		}
	}
}

func joinTypes(m *makers) schema.Type {
	t := schema.Type{}
	for _, f := range m.list {
		if j, ok := schema.Union(t, f()); ok {
			t = j
		}
	}
	return t
}

// makesNames calls add for each name that a step declares.
func (ds *declarations) makesNames(s *syntax.Step, sc *formula.Scope, add func(syntax.Ident, func() schema.Type)) {
	num := schema.Type{Base: schema.Number}
	switch do := s.Do.(type) {
	case *syntax.Choose:
		add(do.Name, func() schema.Type {
			t := ds.elem(do.From, sc)
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
			t := ds.elem(do.From, sc)
			return schema.OrNothing(t)
		})
	case *syntax.Pick:
		add(do.Name, func() schema.Type { return schema.OrNothing(ds.elem(do.From, sc)) })
	case *syntax.Each:
		add(do.Name, func() schema.Type { return ds.elem(do.In, sc) })
	case *syntax.Set:
		for _, to := range do.Sets {
			if t, _, _ := ds.b.tableNamed(to.Target.Text); t != nil || strings.ContainsAny(to.Target.Text, ".[") ||
				ds.b.p.GameField(to.Target.Text) != nil {
				continue
			}
			add(syntax.Ident{Name: to.Target.Text, Pos: to.Target.Node.Pos}, func() schema.Type {
				return ds.b.c.TypeOf(to.Value, sc).Kept()
			})
		}
	case *syntax.Call:
		if target := ds.b.p.Proc(do.Target.Name); target != nil {
			decl := ds.b.p.Procs[target.Index].Decl
			for _, g := range decl.Gives {
				add(syntax.Ident{Name: g.Name, Pos: do.Target.Pos}, func() schema.Type {
					if s := target.Slot(g.Name); s != nil {
						return ds.b.c.SlotType(s)
					}
					return schema.Type{}
				})
			}
		}
	}
}

// elem returns the type of the elements over which a step iterates.
func (ds *declarations) elem(f *syntax.Formula, sc *formula.Scope) schema.Type {
	if f == nil {
		return schema.Type{}
	}
	t := ds.b.c.TypeOf(f, sc)
	if t.List || t.Base == schema.Zone {
		return t.Elem()
	}
	t.Null = false // a single value is a list with one element
	return t
}

// paramType returns the type of a parameter: the one declared under `takes`, or the type that
// calls pass.
func (ds *declarations) paramType(p *Proc, t syntax.Param) schema.Type {
	if t.Type.Name != "" && t.Type.Name != "word" {
		if out, ok := ds.b.p.TypeNamed(t.Type.Name); ok {
			return out
		}
		ds.b.p.Schema.TypeOf(t.Type, ds.b.c.Diags)
		return schema.Type{}
	}
	out := schema.Type{}
	if t.Type.Name == "" {
		if named, ok := ds.b.p.TypeNamed(t.Name); ok {
			out = named
		}
	}
	callers, wantsZone := ds.callers[p.Name], out.Base == schema.Zone
	if _, last := splitPath(p.Name); ds.b.p.CardProcs[last] != nil {
		callers = slices.Concat(callers, ds.callers["."+last])
	} else if !wantsZone {
		wantsZone = ds.takesZone(p.Decl, t.Name)
	}
	for _, c := range callers {
		for _, a := range c.call.With {
			if a.Name != t.Name {
				continue
			}
			at := ds.b.c.TypeOf(a.Value, &formula.Scope{Proc: c.from})
			if !wantsZone || out.List {
				at = at.Kept()
			}
			if j, ok := schema.Union(out, at); ok {
				out = j
			}
		}
	}
	return out
}

// taken identifies a parameter of a procedure.
type taken struct {
	proc *syntax.Procedure
	name string
}

// takesZone reports whether a procedure needs the zone that is passed as a parameter, and not
// only its pieces: it shuffles the zone, draws from it, moves pieces to it, or passes it to a
// procedure that does.
func (ds *declarations) takesZone(p *syntax.Procedure, name string) bool {
	seen := map[taken]bool{}
	if ds.zoneNeeded(taken{p, name}, seen) {
		return true
	}
	for t := range seen { // none of the procedures called needs a zone either
		ds.zones[t] = false
	}
	return false
}

// zoneNeeded implements takesZone for t. It visits each procedure at most once per search, so
// that the work is linear in the number of calls, and caches results of searches that found no
// need.
func (ds *declarations) zoneNeeded(t taken, seen map[taken]bool) (yes bool) {
	if known, ok := ds.zones[t]; ok {
		return known
	}
	if t.proc == nil || seen[t] {
		return false
	}
	seen[t] = true
	t.proc.Walk(func(s *syntax.Step) {
		for _, f := range syntax.ZonesOf(s.Do) {
			yes = yes || f.IsText && f.Text == t.name
		}
		if do, ok := s.Do.(*syntax.Call); ok {
			target := ds.b.p.Proc(do.Target.Name)
			for _, a := range do.With {
				if target != nil && !yes && a.Value.IsText && a.Value.Text == t.name {
					yes = ds.zoneNeeded(taken{ds.b.p.Procs[target.Index].Decl, a.Name}, seen)
				}
			}
		}
	})
	if yes {
		ds.zones[t] = true
	}
	return yes
}

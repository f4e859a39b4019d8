package program

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// An open window has its own frame, so that a match can be saved and restored while the window
// is open. Its `pending` is the frame that opened it. Frames of played cards are pushed above
// it, with the same `pending`.

// window returns the window with a name, or nil.
func (p *Program) window(name string) *WindowOp {
	if i := slices.IndexFunc(p.Windows, func(w *WindowOp) bool { return w.Name == name }); i >= 0 {
		return p.Windows[i]
	}
	return nil
}

// mayChange reports whether a card played in the window may set a local name of the procedure that opened the window.
func (w *WindowOp) mayChange(name string) bool {
	return slices.ContainsFunc(w.Changes, func(id syntax.Ident) bool { return id.Name == name })
}

// TargetType returns the type of the target of a card played in a window; Unknown if there is none.
func (p *Program) TargetType(card ref.Card, window string) schema.Type {
	w := p.window(window)
	if w == nil || w.Cards[card] == nil || w.Cards[card].Target == nil {
		return schema.Type{}
	}
	target := w.Cards[card].Target
	if target.IsList() {
		return target.Type.Elem()
	}
	return target.Type
}

// windows declares the frames of windows, and the type of `pending` for cards.
func (ds *declarations) windows() {
	for _, d := range ds.b.p.Game.Windows {
		if ds.b.p.window(d.Name) != nil {
			continue
		}
		w := &WindowOp{Window: d, TargetName: d.Name + ".target", Opener: ref.NoProc,
			Cards: make([]*PlayCard, len(ds.b.p.Schema.Cards))}
		p := ds.addProc(syntax.Ident{Name: "window " + d.Name, Pos: d.Pos}, d.Name)
		w.Proc = p.Index
		w.Order = p.hidden(schema.ListOf(playerType))
		w.Turn, w.Plays, w.Passes = p.hidden(numberType), p.hidden(numberType), p.hidden(numberType)
		w.Card = p.hidden(schema.Type{Base: schema.Piece, Null: true})
		if o := ds.b.p.Proc(d.Pending.Name); o != nil {
			w.Opener = o.Index
			p.Pending = []ref.Proc{o.Index}
		} else {
			ds.b.diags.Unknown(d.Pending.Pos, d.Pending.Name, syntax.NamesOf(ds.b.p.Procs),
				"the procedure %q, which opens the window, does not exist", d.Pending.Name)
		}
		ds.b.p.Windows = append(ds.b.p.Windows, w)
	}
	for _, c := range ds.b.p.Cards {
		if c.Play != nil {
			ds.declarePlay(c)
		}
	}
	for _, k := range ds.b.p.Kinds {
		ds.playingTypes(k)
	}
}

// declarePlay declares `pending` and `target` for the steps of a card.
func (ds *declarations) declarePlay(c *schema.Card) {
	for _, in := range c.Play.In {
		if ds.b.p.window(in.Name) == nil {
			ds.b.diags.Unknown(in.Pos, in.Name, syntax.NamesOf(ds.b.p.Game.Windows), "there is no window %q", in.Name)
			ds.faulty[c] = true
		}
	}
	ds.b.checkOrigins(c.Play.From, 1<<uint(c.Kind.Index), "cards of kind "+c.Kind.Name)
	runs := ds.openers(c, nil)
	for _, h := range c.Kind.Has {
		if p := ds.b.p.Proc(c.Name + "." + h.Name); p != nil && h.Steps {
			p.Pending = runs
			p.Target = ds.targetType(c, runs)
			p.Faulty = ds.faulty[c]
		}
	}
}

// openers adds the procedures that open the windows of a card.
func (ds *declarations) openers(c *schema.Card, to []ref.Proc) []ref.Proc {
	for _, in := range c.Play.In {
		if w := ds.b.p.window(in.Name); w != nil && w.Opener >= 0 && !slices.Contains(to, w.Opener) {
			to = append(to, w.Opener)
		}
	}
	return to
}

// targetType returns the type of a card's target: a player, a piece, or an element of a list of
// these. For any other target it returns the unknown type and marks the card as faulty.
func (ds *declarations) targetType(c *schema.Card, runs []ref.Proc) schema.Type {
	if c.Play.Target == nil {
		return schema.Type{}
	}
	sc := &formula.Scope{Proc: playProc(c, runs)}
	t := ds.b.c.TypeOf(c.Play.Target, sc)
	switch t.Base {
	case schema.Unknown:
		return playerType // its names have no types yet; checked when it is compiled
	case schema.Player, schema.Piece, schema.Empty:
	default:
		ds.faulty[c] = true
		return schema.Type{}
	}
	if t.List {
		return t.Elem()
	}
	return t
}

// playProc returns the scope for a card's target and needs. They are evaluated in the window's
// frame, which has no local names: only `me`, the card and `pending`.
func playProc(c *schema.Card, runs []ref.Proc) *formula.Proc {
	return &formula.Proc{Pending: runs, Card: schema.Type{Base: schema.Piece, Kinds: 1 << uint(c.Kind.Index)}}
}

// playingTypes joins the targets and pending procedures of all cards of a kind, for `playing`
// of the kind.
func (ds *declarations) playingTypes(k *schema.Kind) {
	p := ds.b.p.Proc(k.Name + ".playing")
	if p == nil {
		return
	}
	t, first := schema.Type{}, "" // the joined type so far, and a card with that type
	for _, c := range k.Cards {
		if c.Play == nil {
			continue
		}
		p.Pending = ds.openers(c, p.Pending)
		own := ds.targetType(c, ds.openers(c, nil))
		p.Faulty = p.Faulty || ds.faulty[c]
		next, ok := schema.Union(t, own)
		if !ok && p.Mixed == "" {
			p.Mixed = fmt.Sprintf("card %s has %s as its target, but card %s has %s", first, ds.b.p.Describe(t), c.Name,
				ds.b.p.Describe(own))
		}
		if first == "" && own.Base != schema.Unknown {
			first = c.Name
		}
		t = next
	}
	if t.Base != schema.Unknown && p.Mixed == "" {
		p.Target = schema.OrNothing(t)
	}
}

func (uw *unitWriter) verbWindow(do *syntax.OpenWindow) {
	w := uw.b.p.window(do.Name.Name)
	if w == nil {
		uw.b.diags.Unknown(do.Name.Pos, do.Name.Name, syntax.NamesOf(uw.b.p.Game.Windows), "there is no window %q",
			do.Name.Name)
		return
	}
	if w.Opener != uw.proc.Index {
		uw.b.diags.Add(do.Name.Pos,
			"only procedure %[2]s can open window %[1]s, according to its `pending`, but not %[3]s", w.Name,
			uw.b.p.Procs[max(w.Opener, 0)].Name, uw.proc.Name)
	}
	uw.emit(Window, &OpenOp{slices.Index(uw.b.p.Windows, w)})
}

// window compiles the two ops of a window's frame, and the rules for cards played in it.
func (uw *unitWriter) window(p *Proc) {
	w := uw.b.p.Windows[slices.IndexFunc(uw.b.p.Windows, func(w *WindowOp) bool { return w.Proc == p.Index })]
	uw.b.c.Within = w.Name
	played := schema.KindSet(0)
	uw.step = uw.newStep(Step{Verb: "window", ID: w.Name, Pos: w.Pos, Cites: w.Cites})
	uw.emit(Ask, w)
	uw.emit(Return, nil)
	uw.step.End = uw.here()
	if w.Opener < 0 { // already reported
		return
	}
	if w.Window.Asks != nil {
		uw.b.asksIn(w)
	}
	for _, c := range uw.b.p.Cards {
		if c.Play == nil || !slices.ContainsFunc(c.Play.In, func(in syntax.Ident) bool { return in.Name == w.Name }) {
			continue
		}
		played |= 1 << uint(c.Kind.Index)
		play := uw.b.playIn(w, c)
		play.From = uw.b.playedFrom(w.Window, c)
		w.Cards[c.Index] = play
		for _, z := range play.From {
			if !slices.Contains(w.Zones, z) {
				w.Zones = append(w.Zones, z)
			}
		}
	}
	uw.b.checkOrigins(w.From, played, "the card that is played in this window")
}

// playedFrom returns the zones from which a card is played in a window: those under `from` of
// the card, or else of the window. By default they are the zones that can hold its kind and
// have neither order nor places, or the only zone that can hold it.
func (b *builder) playedFrom(w *syntax.Window, c *schema.Card) []*schema.ZoneDecl {
	var listed, unordered, all []*schema.ZoneDecl
	ids := c.Play.From
	if len(ids) == 0 {
		ids = w.From
	}
	for _, z := range b.p.Decls {
		if z.Scope != schema.OfPlayer || !z.Holds.Has(c.Kind.Index) {
			continue
		}
		all = append(all, z)
		if !z.Stack && z.Layout == "" {
			unordered = append(unordered, z)
		}
		if slices.ContainsFunc(ids, func(id syntax.Ident) bool { return id.Name == z.Name }) {
			listed = append(listed, z)
		}
	}
	switch {
	case len(ids) > 0:
		return listed
	case len(all) == 1:
		return all
	case len(unordered) == 0 && len(all) > 0:
		b.diags.Hint(c.Play.Pos, "add `from` here or to the window: "+strings.Join(syntax.NamesOf(all), ", "),
			"no zone of a player can serve as the hand for %s, because each has an order or places", c.Name)
	}
	return unordered
}

// checkOrigins checks the zones under `from` of a window or of a card's `play`.
func (b *builder) checkOrigins(from []syntax.Ident, kinds schema.KindSet, what string) {
	for _, id := range from {
		i := slices.IndexFunc(b.p.Decls, func(z *schema.ZoneDecl) bool {
			return z.Scope == schema.OfPlayer && z.Name == id.Name
		})
		switch {
		case i < 0:
			b.diags.Unknown(id.Pos, id.Name, syntax.NamesOf(b.p.Game.Player.Zones),
				"players have no zone %q from which cards could be played", id.Name)
		case b.p.Decls[i].Holds&kinds == 0:
			b.diags.Add(id.Pos, "%s cannot hold %s", id.Name, what)
		}
	}
}

// asksIn compiles the players that a window asks, and how often.
func (b *builder) asksIn(w *WindowOp) {
	d, opener := w.Window, &formula.Scope{Proc: b.p.Procs[w.Opener].Proc, OfWindow: true}
	w.Asks = b.listIn(d.Asks, opener, "`asks`")
	b.requireType(w.Asks, schema.Player, d.Asks.Node.Pos, "a window asks players")
	who := *opener
	who.It = playerType
	w.Who = b.makeCond(d.Who, &who)
	w.Again, w.Must = b.flag(d.Again, "again", nil), b.flag(d.Must, "must", nil)
	if d.AtMost != nil {
		w.AtMost = b.c.Want(d.AtMost, opener, numberType, "`at_most`")
	}
	for _, c := range d.Changes {
		if o := b.p.Procs[w.Opener]; o.pending(c.Name) == nil && (c.Name != "target" || o.Mixed == "") {
			b.diags.Add(c.Pos, "procedure %s has no name %q to change", b.p.Procs[w.Opener].Name, c.Name)
		}
	}
}

// playIn compiles how a card is played in a window.
func (b *builder) playIn(w *WindowOp, c *schema.Card) *PlayCard {
	b.c.Within = c.Name
	sc := &formula.Scope{Proc: playProc(c, []ref.Proc{w.Opener})}
	pc := &PlayCard{Card: c, Pos: c.Play.Pos, Nobody: CondPart{Words: "there is nobody to play it on", Pos: c.Play.Pos},
		Playing: ref.NoProc, Needs: b.makeCond(c.Play.Needs, sc)}
	if c.Play.Target != nil {
		pc.Target = b.c.Compile(c.Play.Target, sc)
		if t := pc.Target.Type; pc.Target.OK() && t.Base != schema.Player && t.Base != schema.Piece &&
			t.Base != schema.Empty {
			b.diags.Add(c.Play.Target.Node.Pos,
				"a target must be a player or a piece, or a list to choose from, not %s", b.p.Describe(t))
		}
	}
	if p := b.p.Proc(c.Kind.Name + ".playing"); p != nil {
		pc.Playing = p.Index
	} else {
		b.diags.Hint(c.Play.Pos, "add the steps of playing such a card under `playing`",
			"kind %s has cards that are played in windows, but no `playing`", c.Kind.Name)
	}
	return pc
}

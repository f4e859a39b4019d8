package program

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// compileBots compiles the formulas of bots.
func (b *builder) compileBots() {
	for _, bot := range b.p.Game.Bots {
		b.p.Bots[bot.Name] = b.preferences(bot)
	}
}

// preferences compiles the formulas of a bot.
func (b *builder) preferences(bot *syntax.Bot) map[string]*formula.Expr {
	prefs := map[string]*formula.Expr{}
	for _, p := range bot.Prefers {
		if s := b.botScope(p); s != nil {
			s.Unnoted = true
			if p.Name != Standing { // Standing is not a decision
				s.Given, s.Known = formula.Lot, func() []string { return []string{"lot"} }
			}
			prefs[p.Name] = b.c.Want(p.Worth, s, numberType, "the worth of an option")
		}
	}
	return prefs
}

// Standing is the key of a bot's formula for the value of a position to a player.
const Standing = "standing"

// Likely is the key of a bot's formula for the relative probability that a hidden piece is in a
// place. Search bots use it.
const Likely = "likely"

// OfBots returns the formula of searches with a key: that of the bot that plays their trials, or else of the first bot;
// nil if neither has it.
func (p *Program) OfBots(key string) *formula.Expr {
	if len(p.Game.Bots) == 0 {
		return nil
	}
	return cmp.Or(p.Bots[p.SearchBot][key], p.Bots[p.Game.Bots[0].Name][key])
}

// botScope returns the scope of a bot's formula: the local names of the procedure that asks, or
// the card and `pending` of a window; and `it`, the option, unless the answer is a list, which
// has its own name. A formula for a side offer can use only names of the game.
func (b *builder) botScope(p syntax.Preference) *formula.Scope {
	if p.Name == Standing {
		return &formula.Scope{}
	}
	if p.Name == Likely {
		return &formula.Scope{It: schema.Type{Base: schema.Piece, Kinds: b.p.AllKinds()}, Dealt: true}
	}
	among := []string{Standing, Likely}
	for _, o := range b.p.Game.SideOffers {
		among = append(among, o.Name)
		if o.Name == p.Name {
			return &formula.Scope{}
		}
	}
	owner, what, _ := strings.Cut(p.Name, ".")
	if w := b.p.window(owner); w != nil {
		return b.botWindow(p, w, what)
	}
	for _, m := range b.p.Mays() {
		for _, o := range m.Options {
			name := strings.SplitN(m.Request, ".", 2)[0] + "." + o.Name
			among = append(among, name)
			if name == p.Name {
				return &formula.Scope{Proc: b.procOfRequest(owner)}
			}
		}
	}
	for _, c := range b.p.Chooses() {
		among = append(among, c.Request)
		if c.Request == p.Name {
			sc := &formula.Scope{Proc: b.procOfRequest(owner), OfOption: true}
			sc.It = c.Elem
			if c.IsList() {
				sc.It, sc.Answer = schema.Type{}, c.Name.Name
			}
			return sc
		}
	}
	hint := source.Suggest(p.Name, "the names are", among)
	if same := slices.IndexFunc(among, func(name string) bool { return strings.HasSuffix(name, "."+what) }); same >= 0 {
		hint = fmt.Sprintf("did you mean %q?", among[same])
	}
	b.diags.UnknownHint(p.Pos, p.Name, among, hint, "no request or option has the name %q", p.Name)
	return nil
}

// botWindow returns the scope of a formula for a card in a window, or for the target of any
// card in it.
func (b *builder) botWindow(p syntax.Preference, w *WindowOp, what string) *formula.Scope {
	pending := b.p.Procs[w.Proc].Pending
	if c := b.p.Card(what); c != nil && w.Cards[c.Index] != nil {
		return &formula.Scope{Proc: playProc(c, pending)}
	}
	among := []string{"target"}
	sc := &formula.Scope{OfOption: true, Proc: &formula.Proc{Pending: pending, Card: schema.Type{Base: schema.Piece}}}
	for _, c := range b.p.Cards {
		play := w.Cards[c.Index]
		if play == nil {
			continue
		}
		among = append(among, c.Name)
		sc.Proc.Card.Kinds |= 1 << uint(c.Kind.Index)
		if play.Target != nil && play.Target.IsList() {
			sc.It, _ = schema.Union(sc.It, play.Target.Type.Elem())
		}
	}
	if what == "target" {
		return sc
	}
	if c := b.p.Card(what); c == nil || !b.decls.faulty[c] {
		b.diags.Unknown(p.Pos, what, among, "window %s has no card %q", w.Name, what)
	}
	return nil
}

func (b *builder) procOfRequest(request string) *formula.Proc {
	for _, p := range b.p.Procs {
		if p.Request == request {
			return p.Proc
		}
	}
	return nil
}

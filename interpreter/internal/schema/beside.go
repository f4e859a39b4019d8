package schema

import "slices"

// Beside is the schema of a game that declares the same as that of another schema does, but
// for what its cards print: it shares the declarations of that one, so that what has been
// compiled for the other fits this one, too. It is nil if they differ in more.
func (s *Schema) Beside(old *Schema) *Schema {
	if !s.alike(old) {
		return nil
	}
	out := *old
	out.Game, out.Base, out.Kinds, out.Cards, out.bySymbol, out.diags = s.Game, s.Base, s.Kinds, s.Cards, s.bySymbol, s.diags
	for i, k := range out.Kinds {
		was := old.Kinds[i]
		k.Zones, k.On, k.Marks, k.Fields, k.Discards = was.Zones, was.On, was.Marks, was.Fields, was.Discards
	}
	out.Zones = slices.Clone(old.Zones) // in which is marked which are open
	out.symbols = old.symbols
	return &out
}

func (s *Schema) alike(old *Schema) bool {
	words := old.Words()
	return s.MinPlayers == old.MinPlayers && s.MaxPlayers == old.MaxPlayers && s.Remembers == old.Remembers && s.Layout == old.Layout &&
		s.columns == old.columns && s.cells == old.cells && nameOf(s.Turn) == nameOf(old.Turn) &&
		slices.Equal(s.Seats, old.Seats) && len(s.words) <= len(words) && slices.Equal(s.words, words[:len(s.words)]) &&
		slices.Equal(s.Pieces, old.Pieces) &&
		slices.EqualFunc(s.Kinds, old.Kinds, (*Kind).alike) &&
		slices.EqualFunc(s.Cards, old.Cards, (*Card).alike) &&
		slices.EqualFunc(s.Decls, old.Decls, (*ZoneDecl).alike) &&
		slices.EqualFunc(s.GameFields, old.GameFields, (*Field).alike) &&
		slices.EqualFunc(s.PlayerFields, old.PlayerFields, (*Field).alike) &&
		slices.EqualFunc(s.PieceFields, old.PieceFields, (*Field).alike)
}

func nameOf(f *Field) string {
	if f == nil {
		return ""
	}
	return f.Name
}

func (k *Kind) alike(old *Kind) bool {
	return k.Kind.Ident == old.Kind.Ident && k.Plural == old.Plural && k.Sym == old.Sym && k.First == old.First && k.N == old.N && k.Backs == old.Backs &&
		k.Kind.Discards == old.Kind.Discards && slices.Equal(k.MarkAt, old.MarkAt) && slices.Equal(k.Kind.Fields, old.Kind.Fields) && slices.Equal(k.Has, old.Has)
}

func (c *Card) alike(old *Card) bool {
	return c.Ident == old.Ident && c.Sym == old.Sym && c.First == old.First && c.N == old.N && c.Data == old.Data &&
		(c.Play == nil) == (old.Play == nil) && (c.Play == nil || slices.Equal(c.Play.In, old.Play.In))
}

func (d *ZoneDecl) alike(old *ZoneDecl) bool {
	return (d.sameAs(old) || d.First == 0) && d.Name == old.Name && d.Scope == old.Scope && d.Kind == old.Kind && d.First == old.First && d.Cells == old.Cells
}

// sameAs reports whether it is the same zone, of which a ruling says the same.
func (d *ZoneDecl) sameAs(old *ZoneDecl) bool {
	ruled := d.SeenRuled != nil || d.WhenRuled != nil
	return d.Zone == old.Zone || ruled && d.SeenRuled == old.SeenRuled && d.WhenRuled == old.WhenRuled && d.SeenBy == old.SeenBy && d.WhenEmpty == old.WhenEmpty
}

func (f *Field) alike(old *Field) bool {
	return slices.Equal(f.Decls, old.Decls) && f.Scope == old.Scope && f.Default == old.Default && f.Mark == old.Mark && f.Slot == old.Slot && f.Col == old.Col &&
		f.Kinds == old.Kinds && f.Until == old.Until && f.UntilAt == old.UntilAt && f.ByKind == old.ByKind &&
		slices.Equal(f.At, old.At) && slices.Equal(f.Firsts, old.Firsts) && slices.Equal(f.defaults, old.defaults)
}

package program

import (
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// tableNamed finds the table that a target of `set` names, as a whole (key "") or at a key: `has`, `me.has`,
// `me.has[word]`. path is the text before the name of the table.
func (b *builder) tableNamed(text string) (t *schema.FieldTable, path, key string) {
	if strings.HasSuffix(text, "]") {
		if i := strings.LastIndexByte(text, '['); i >= 0 {
			text, key = text[:i], text[i+1:len(text)-1]
		}
	}
	path, last := splitPath(text)
	if path == "" {
		return b.p.Table(schema.OfGame, last), path, key
	}
	if t = b.p.Table(schema.OfPlayer, last); t == nil { // me.has.wood
		if head, name := splitPath(path); key == "" && name != "" {
			t = b.p.Table(schema.OfPlayer, name)
			if head == "" {
				t = b.p.Table(schema.OfGame, name)
			}
			path, key = head, last
		}
	}
	return t, path, key
}

// assignTable compiles the assignment of a whole table, or of one of its values, as assignments to the fields of the
// table that it can change. It returns nil if the target is not a table.
func (uw *unitWriter) assignTable(to syntax.SetTo) (list []Assign) {
	b := uw.b
	t, path, key := b.tableNamed(to.Target.Text)
	if t == nil {
		return nil
	}
	pos := to.Target.Node.Pos
	of := (*formula.Expr)(nil)
	if path != "" {
		if of = b.c.Compile(&syntax.Formula{Node: to.Target.Node, IsText: true, Text: path}, uw.scope); of.OK() &&
			of.Type.Base != schema.Player {
			b.diags.Add(pos, "%s has no table to set", b.p.Describe(of.Type))
		}
	}
	v := b.c.Compile(to.Value, uw.scope)
	if !v.OK() {
		return []Assign{{Text: to.Target.Text, Pos: pos, Value: v}}
	}
	set := func(f *schema.Field, is *formula.Expr) {
		list = append(list, Assign{Text: strings.TrimPrefix(path+"."+f.Name, "."), Pos: pos, Field: f, Of: of,
			Value: is})
	}
	var items []*formula.Expr
	if key != "" {
		items = b.c.SetAt(t, of, to.Target, key, b.fit(v, t.Fields[0].Type, to.Value, to.Target.Text), uw.scope)
	} else if items = b.c.Items(v, t.Keys); items == nil {
		b.diags.Hint(to.Value.Node.Pos, "write a table with these keys: "+strings.Join(t.Keys.Names, ", "),
			"%s is a table, so it cannot be set to %s", to.Target.Text, b.p.Describe(v.Type))
	}
	for i, is := range items {
		if is != nil {
			set(t.Fields[i], is)
		}
	}
	if list == nil { // reported
		list = []Assign{{Text: to.Target.Text, Pos: pos, Value: &formula.Expr{}}}
	}
	return list
}

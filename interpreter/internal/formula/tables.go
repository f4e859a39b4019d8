package formula

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// A table of the game or of a player is the list of its values, in the order of its keys: `sum(me.has)` adds them up.
// Its type knows the keys, so `me.has.wood`, `me.has[word]`, `me.has >= card.cost` and `me.has - card.cost` go by key.
// A map, {wood: 1}, is a table, too; keys that it leaves out have 0.

// table returns a table as the list of its values, which has the keys in its type.
func (co *comp) table(t *schema.FieldTable, op Op, pos source.Pos, of ...*Expr) *Expr {
	var items []*Expr
	for _, f := range t.Fields {
		items = append(items, co.coverField(field(op, f, pos, of...)))
	}
	return keyed(co.c.listOfValues(pos, items), t.Keys)
}

func keyed(v *Expr, keys *schema.Keys) *Expr {
	v.Type.Keys = keys
	return v
}

// byKey returns a table, or a printed table, as the list of its values. It returns nil if v is no table.
func (co *comp) byKey(v *Expr) *Expr {
	switch {
	case v.Type.Keys != nil:
		return v
	case v.Type.Base != schema.Table || v.Type.Field.Keys == nil:
		return nil
	}
	f := v.Type.Field
	var items []*Expr
	for i, word := range f.Keys.Words {
		key := constant(v.Pos, schema.Type{Base: schema.Word, Words: schema.NewWordSet(word)}, int32(word))
		if f.ByKind >= 0 {
			card := co.c.Schema.Kinds[f.ByKind].Cards[i]
			key = constant(v.Pos, schema.Type{Base: schema.Piece, Kinds: 1 << uint(f.ByKind)}, int32(card.First))
		}
		row := newValue(Row, f.Value, v.Pos, v, key)
		row.Field = f
		items = append(items, row)
	}
	return keyed(co.c.listOfValues(v.Pos, items), f.Keys)
}

// Items returns the values of a table, or nil if v is none with these keys.
func (c *Compiler) Items(v *Expr, keys *schema.Keys) (items []*Expr) {
	v = (&comp{c: c}).byKey(v)
	if v == nil || v.Type.Keys != keys {
		return nil
	}
	for i := range keys.Names {
		items = append(items, item(v, constant(v.Pos, numberType, int32(i))))
	}
	return items
}

// item returns the value of a table at a position.
func item(v, position *Expr) *Expr {
	if v.Op == Listed && position.Op == Constant {
		return v.Args[position.K]
	}
	plain := v.Type
	plain.Keys = nil
	return newValue(Index, plain.Elem(), v.Pos, v, position)
}

// position compiles a key to its position; the word of a key may stand without quotes, if it means nothing else.
func (co *comp) position(n ast.Node, keys *schema.Keys) *Expr {
	name := ""
	switch n := n.(type) {
	case *ast.StringNode:
		name = n.Value
	case *ast.IdentifierNode:
		if !co.c.means(n.Value, co.sc) {
			name = n.Value
		}
	}
	if name != "" {
		i := slices.Index(keys.Names, name)
		if i < 0 {
			return co.unknownWord(n, name, func() []string { return keys.Names }, "this table has no key %q", name)
		}
		return constant(co.pos(n), numberType, int32(i))
	}
	key := co.node(n)
	if !key.OK() {
		return key
	}
	if key = co.wordOfKey(key); key == nil {
		return co.fail(n, "", "the key of this table must be a word")
	}
	return positionOf(key, keys)
}

// positionOf returns the position of a word among keys.
func positionOf(word *Expr, keys *schema.Keys) *Expr {
	v := newValue(Switch, numberType, word.Pos, word)
	v.Tables = &Tables{}
	for i, word := range keys.Words {
		v.Labels = append(v.Labels, Label{Lo: int32(word), Hi: int32(word)})
		v.Args = append(v.Args, constant(v.Pos, numberType, int32(i)))
	}
	return v
}

// wordOfKey converts a key of a table to a word: a piece to the name of its card. It returns nil if the key is neither
// a word nor a piece.
func (co *comp) wordOfKey(key *Expr) *Expr {
	if key.Type.One(schema.Piece) {
		key = co.builtinMember(key, "card", key.Pos)
	}
	if !key.Type.One(schema.Word) {
		return nil
	}
	return key
}

// SetAt compiles `set: {TABLE[key]: is}`. It returns the new value of each field of the table, or nil for a field that
// stays as it is. of is the player who has the table, nil for a table of the game. A key that the table does not have
// is an error.
func (c *Compiler) SetAt(t *schema.FieldTable, of *Expr, f *syntax.Formula, key string, is *Expr, sc *Scope) []*Expr {
	out := make([]*Expr, len(t.Fields))
	name, at := strings.Trim(key, `"'`), f.Node.Pos
	if isWord(name) && (name != key || !c.means(name, sc)) {
		i := slices.Index(t.Keys.Names, name)
		if i < 0 {
			c.Diags.Unknown(at, name, t.Keys.Names, "this table has no key %q", name)
			return nil
		}
		out[i] = is
		return out
	}
	v := c.Compile(&syntax.Formula{Node: f.Node, IsText: true, Text: key}, sc)
	if !v.OK() {
		return nil
	}
	co := &comp{c: c, sc: sc}
	if v = co.wordOfKey(v); v == nil || of != nil && of.Type.List {
		c.Diags.Hint(at, "loop over the players with `each`",
			"the table needs a word as its key and a single player as its owner")
		return nil
	}
	for i, word := range t.Keys.Words {
		was := field(OfGame, t.Fields[i], at)
		if of != nil {
			was = field(OfPlayer, t.Fields[i], at, of)
		}
		same := newValue(Equal, yesNoType, at, v, constant(at, v.Type, int32(word)))
		out[i] = newValue(Either, is.Type, at, same, is, was)
	}
	return out
}

// tableOf checks a map, `{wood: 1}`. Its keys are the first keys of the game that include all names in the map. A key
// in parentheses is a formula: `{(sold): 1}` has 1 at the word to which `sold` evaluates. If several entries have the
// same key, their values are added up.
func (co *comp) tableOf(n *ast.MapNode) *Expr {
	pos := co.pos(n)
	var pairs []mapPair
	for _, node := range n.Pairs {
		node := node.(*ast.PairNode)
		p := mapPair{}
		if name, ok := node.Key.(*ast.StringNode); ok {
			p.name = name.Value
		} else if key := co.node(node.Key); !key.OK() {
			return key
		} else if p.key = co.wordOfKey(key); p.key == nil {
			return co.fail(node.Key, "", "the key of a table must be a word")
		}
		if p.value = co.number(node.Value); !p.value.OK() {
			return p.value
		}
		pairs = append(pairs, p)
	}
	for _, keys := range co.c.Schema.AllKeys {
		if slices.ContainsFunc(pairs, func(p mapPair) bool { return !p.fits(keys) }) {
			continue
		}
		zero := constant(pos, numberType, 0)
		items := make([]*Expr, len(keys.Names))
		for i, name := range keys.Names {
			items[i] = zero
			for _, p := range pairs {
				if p.key == nil && p.name == name {
					items[i] = p.value
				}
			}
			for _, p := range pairs {
				if p.key != nil {
					here := newValue(Equal, yesNoType, pos, positionOf(p.key, keys),
						constant(pos, numberType, int32(i)))
					items[i] = newValue(Plus, numberType, pos, items[i],
						newValue(Either, numberType, pos, here, p.value, zero))
				}
			}
		}
		return keyed(co.c.listOfValues(pos, items), keys)
	}
	return co.fail(n, "write the keys of one table; put a key that is a formula in parentheses: `{(sold): 1}`",
		"no table of this game has these keys")
}

// mapPair is an entry of a map: a value with its key, which is a name or a formula.
type mapPair struct {
	name       string
	key, value *Expr
}

// fits reports whether every value of the key is among keys.
func (p mapPair) fits(keys *schema.Keys) bool {
	if p.key == nil {
		return slices.Contains(keys.Names, p.name)
	}
	w := p.key.Type.Words
	return w == nil || !slices.ContainsFunc(w.Syms, func(sym ref.Word) bool {
		return !slices.Contains(keys.Words, sym)
	})
}

// tables checks an operator between two tables, which is applied key by key. A comparison is true if it is true for
// every key. It returns nil if neither operand is a table.
func (o operation) tables(a, b *Expr, op Op, t schema.Type) *Expr {
	x, y := o.co.byKey(a), o.co.byKey(b)
	switch {
	case x == nil && y == nil:
		return nil
	case !a.OK() || !b.OK():
		return invalidOf(t, o.co.pos(o.n))
	case x == nil || y == nil || x.Type.Keys != y.Type.Keys:
		return o.co.fail(o.n, "", "both tables must have the same keys; found %s and %s",
			o.co.c.Schema.Describe(a.Type), o.co.c.Schema.Describe(b.Type))
	}
	var all *Expr
	var items []*Expr
	for i := range x.Type.Keys.Names {
		at := constant(x.Pos, numberType, int32(i))
		v := newValue(op, t, o.co.pos(o.n), item(x, at), item(y, at))
		items = append(items, v)
		if all == nil {
			all = v
		} else {
			all = newValue(Both, t, v.Pos, all, v)
		}
	}
	if t.Base == schema.YesNo {
		return all
	}
	return keyed(o.co.c.listOfValues(o.co.pos(o.n), items), x.Type.Keys)
}

// words lists the words that a field can have, the keys of a table, or the directions of a board. A key that is a card
// without copies is its piece.
func (c *call) words() *Expr {
	of := c.co.node(c.args[0])
	if !of.OK() {
		return invalid(c.pos)
	}
	var items []*Expr
	if t := c.co.byKey(of); t != nil {
		for i, word := range t.Type.Keys.Words {
			key := WordOf(word)
			if card := c.co.c.Schema.Card(t.Type.Keys.Names[i]); card != nil && card.Data {
				key = constant(c.pos, schema.Type{Base: schema.Piece, Kinds: 1 << uint(card.Kind.Index)},
					int32(card.First))
			}
			items = append(items, key)
		}
	} else if d := of.Type.Decl; of.Type.One(schema.Zone) && d != nil && len(d.Ways) > 0 {
		for _, word := range d.WayWords() {
			items = append(items, WordOf(word))
		}
	} else if f := of.Field; f != nil && f.Type.Base == schema.Word && len(f.Decls) > 0 {
		names := syntax.NamesOf(f.Decls[0].Type.Words)
		syms := slices.SortedFunc(slices.Values(f.Type.Words.Syms), func(x, y ref.Word) int {
			return slices.Index(names, c.co.c.Schema.Symbols.Text(x)) - slices.Index(names,
				c.co.c.Schema.Symbols.Text(y))
		})
		for _, word := range syms {
			items = append(items, WordOf(word))
		}
	} else {
		return c.co.fail(c.args[0], "write "+c.Usage,
			"only a field with `one_of`, a table and a board have words, not %s", c.co.c.Schema.Describe(of.Type))
	}
	return c.co.c.listOfValues(c.pos, items)
}

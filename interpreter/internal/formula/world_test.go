package formula_test

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/syntax"
)

// These types represent the world of a match as plain values: numbers are int, yes_no is bool, words are
// strings, nothing is nil, lists are slices, and tables are maps from their keys. A place is a zone of one
// cell.
type (
	player struct{ Seat int32 }
	piece  struct{ ID int32 }
	zone   struct{ First, Cells int32 }
	run    struct{ Base int }
)

// plain is a value of the state as a plain value.
func (x *context) plain(t schema.Type, v int32) any {
	if v == schema.Nothing {
		return nil
	}
	switch t.Base {
	case schema.YesNo:
		return v == 1
	case schema.Word:
		return x.e.World.Symbols.Text(ref.Word(v))
	case schema.Player:
		return player{v}
	case schema.Piece:
		return piece{v}
	case schema.Frame:
		return run{int(v)}
	case schema.Zone:
		if t.Decl == nil {
			return zone{v, 1}
		}
		return zone{v, int32(t.Decl.Cells)}
	}
	return int(v)
}

func (x *context) plains(t schema.Type, list []int32) []any {
	out := []any{}
	for _, v := range list {
		out = append(out, x.plain(t.Elem(), v))
	}
	return out
}

// owned is the zone of a declaration that belongs to owner i.
func owned(d *schema.ZoneDecl, i int32) zone {
	return zone{int32(d.First) + i*int32(d.Cells), int32(d.Cells)}
}

// lying returns the pieces in a zone; any other value is returned unchanged.
func (x *context) lying(v any) any {
	z, ok := v.(zone)
	if !ok {
		return v
	}
	out := []any{}
	for c := range z.Cells {
		for p := int32(x.e.World.Head(ref.Place(z.First + c))); p >= 0; p = int32(x.e.World.Next(ref.Piece(p))) {
			out = append(out, piece{p})
		}
	}
	return out
}

// top returns the first piece in a zone, or nothing; any other value is returned unchanged.
func (x *context) top(v any) any {
	if _, ok := v.(zone); !ok {
		return v
	}
	if all := x.lying(v).([]any); len(all) > 0 {
		return all[0]
	}
	return nil
}

// meant converts a value to type t: where pieces are expected, a zone becomes the list of its pieces.
func (x *context) meant(t schema.Type, v any) any {
	list, isList := v.([]any)
	switch {
	case t.Base == schema.Piece && !t.List:
		return x.top(v)
	case t.Base == schema.Piece && isList:
		out := []any{}
		for _, el := range list {
			if _, ok := el.(zone); ok {
				out = append(out, x.lying(el).([]any)...)
			} else {
				out = append(out, el)
			}
		}
		return out
	case t.List:
		return x.lying(v)
	}
	return v
}

// beside converts v for a comparison with another value or list: compared with pieces, a place becomes its
// piece.
func (x *context) beside(v, other any) any {
	z, ok := v.(zone)
	if !ok {
		return v
	}
	if list, ok := x.lying(other).([]any); ok && len(list) > 0 {
		other = list[0]
	}
	if _, ok := other.(piece); ok {
		return x.top(z)
	}
	return v
}

func (x *context) seats(first, n int32) []any {
	out := []any{}
	for i := range n {
		out = append(out, player{int32(ref.Seat((first + i)) % x.e.World.Players())})
	}
	return out
}

// name returns the value of a bare name.
func (x *context) name(name string) (any, error) {
	if v, ok := x.params[name]; ok {
		return v, nil
	}
	if name == "it" {
		return x.it, nil
	}
	if x.self != nil {
		if v, err, ok := x.own(x.self, name); ok {
			return v, err
		}
	}
	if x.proc != nil {
		if v, err, ok := x.ofRun(name); ok {
			return v, err
		}
	}
	if v, ok := x.word(name); ok {
		return v, nil
	}
	if f := x.c.Schema.GameField(name); f != nil {
		return x.plain(f.Type, x.e.World.Word(f.Slot)), nil
	}
	if z := x.c.Schema.GameZone(name); z != nil {
		return owned(z, 0), nil
	}
	if d := find(x.game.Formulas, name); d != nil {
		return x.named(d, nil, nil, nil)
	}
	if c := x.c.Schema.Card(name); c != nil && c.Data {
		return piece{int32(c.First)}, nil
	} else if c != nil {
		return name, nil // tokens are moved by the name of their card
	}
	return nil, fmt.Errorf("unknown name %s", name)
}

// word returns the value of a word of the language.
func (x *context) word(name string) (v any, ok bool) {
	switch name {
	case "me":
		return player{x.who}, true
	case "nothing":
		return nil, true
	case "players":
		return x.seats(0, int32(x.e.World.Players())), true
	case "others":
		return x.seats(x.who+1, int32(x.e.World.Players()-1)), true
	case "pieces":
		out := []any{}
		for p := range x.e.World.Pieces {
			out = append(out, piece{int32(p)})
		}
		return out, true
	}
	return nil, false
}

// ofRun is a name, formula or word of the run whose names are seen.
func (x *context) ofRun(name string) (v any, err error, ok bool) {
	s := x.e.World.Stack
	if slot := x.proc.Slot(name); slot != nil {
		return x.slot(slot), nil, true
	}
	if d := x.proc.Formulas[name]; d != nil {
		v, err = x.named(d, x.proc, nil, nil)
		return v, err, true
	}
	switch name {
	case "stopped":
		return s[x.base+state.FrameFlags]&state.FrameStopped != 0, nil, true
	case "card":
		return x.plain(schema.Type{Base: schema.Piece}, s[x.base+state.FrameCard]), nil, true
	case "target":
		return x.plain(x.proc.Target, s[x.base+state.FrameTarget]), nil, true
	case "pending":
		return run{int(s[x.base+state.FramePending])}, nil, true
	}
	return nil, nil, false
}

func (x *context) member(of any, name string) (any, error) {
	if of = x.top(of); of == nil {
		return nil, fmt.Errorf("%s of nothing", name)
	}
	v, err, ok := x.own(of, name)
	if !ok {
		return nil, fmt.Errorf("%v has no %s", of, name)
	}
	return v, err
}

func (x *context) memberOrNil(of any, name string) (any, error) {
	if of = x.top(of); of == nil {
		return nil, nil
	}
	return x.member(of, name)
}

// own is a member of a player, piece or run.
func (x *context) own(of any, name string) (v any, err error, ok bool) {
	switch of := of.(type) {
	case player:
		return x.ofPlayer(of, name)
	case piece:
		return x.ofPiece(of, name)
	case run:
		in := x.run(of.Base)
		if name == "me" {
			return player{in.who}, nil, true
		}
		return in.ofRun(name)
	}
	return nil, nil, false
}

func (x *context) ofPlayer(p player, name string) (v any, err error, ok bool) {
	if f := x.c.Schema.PlayerField(name); f != nil {
		return x.plain(f.Type, x.e.World.Word(f.Slot+int(p.Seat))), nil, true
	}
	if z := x.c.Schema.PlayerZone(name); z != nil {
		return owned(z, p.Seat), nil, true
	}
	if d := find(x.game.Player.Formulas, name); d != nil {
		v, err = x.named(d, nil, p, nil)
		return v, err, true
	}
	return nil, nil, false
}

func (x *context) ofPiece(p piece, name string) (v any, err error, ok bool) {
	info := x.e.World.Pieces[p.ID]
	kind, card := x.c.Schema.Kinds[info.Kind], x.c.Schema.Cards[info.Card]
	switch name {
	case "kind":
		return kind.Name, nil, true
	case "card":
		return card.Name, nil, true
	case "copy":
		return int(info.Copy), nil, true
	case "face":
		return map[bool]string{true: "down", false: "up"}[x.e.World.FaceDown(ref.Piece(p.ID))], nil, true
	case "owner":
		return x.plain(schema.Type{Base: schema.Player}, int32(x.e.World.OwnerOf(ref.Piece(p.ID)))), nil, true
	case "on":
		if z := int32(x.e.World.In(ref.Piece(p.ID))); z != 0 {
			return zone{z, 1}, nil, true
		}
		return nil, nil, true // it lies nowhere, because its owner's seat is empty
	}
	if f := kind.Fields[name]; f != nil {
		if f.Mark {
			return x.plain(f.Type, x.e.World.Word(x.c.Schema.MarkSlot(f, ref.Piece(p.ID)))), nil, true
		}
		if f.Type.Base == schema.Table {
			return x.table(card, f), nil, true
		}
		printed, _ := x.c.Schema.Value(x.e.World.Data, info.Card, f)
		return x.plain(f.Type, printed), nil, true
	}
	if z := kind.Zones[name]; z != nil {
		return owned(z, p.ID-int32(kind.First)), nil, true
	}
	d := find(kind.Formulas, name)
	if own := x.c.CardFormula(name, card.Index); d == nil && own != nil {
		d = own
	}
	if d != nil {
		v, err = x.named(d, nil, p, nil)
		return v, err, true
	}
	for _, h := range kind.Has {
		if h.Name == name && h.Default != nil {
			v, err = x.named(&syntax.FormulaDecl{Ident: h.Ident, Is: h.Default}, nil, p, nil)
			return v, err, true
		}
	}
	return nil, nil, false
}

// table returns a table field of a card from its file, row by row: by the card of a piece, or by number.
func (x *context) table(c *schema.Card, f *schema.Field) map[any]any {
	out := map[any]any{}
	var none any // the default value of a row
	switch f.Value.Base {
	case schema.Number:
		none = 0
	case schema.YesNo:
		none = false
	}
	if f.ByKind < 0 {
		for n := range 64 {
			out[n] = none
		}
	} else {
		for _, key := range x.c.Schema.Kinds[f.ByKind].Cards {
			out[key.Name] = none
		}
	}
	for _, v := range c.Values {
		for _, row := range v.Rows {
			if v.Name != f.Name {
				continue
			}
			if n, err := strconv.Atoi(row.Key.Name); err == nil {
				out[n] = x.written(f.Value, row.Value.Text)
			} else {
				out[row.Key.Name] = x.written(f.Value, row.Value.Text)
			}
		}
	}
	return out
}

// written is a printed value.
func (x *context) written(t schema.Type, text string) any {
	n, err := strconv.Atoi(text)
	switch {
	case text == "nothing":
		return nil
	case t.Base == schema.Number && err == nil:
		return n
	case t.Base == schema.YesNo:
		return text == "true"
	case t.Base == schema.Piece:
		return piece{int32(x.c.Schema.Card(text).First)}
	}
	return text
}

// row returns the key of a table: the card of a piece, or a number, which also indexes lists.
func (x *context) row(key any) any {
	if p, ok := x.top(key).(piece); ok {
		return x.c.Schema.Cards[x.e.World.Pieces[p.ID].Card].Name
	}
	return key
}

// call is a function of the language, or a formula with parameters.
func (x *context) call(name string, args ...any) (any, error) {
	switch name {
	case "ruled":
		return x.readings[args[0].(string)] == args[1], nil
	case "empty":
		return len(listOf(x.lying(args[0]))) == 0, nil
	case "places", "neighbours", "line", "ring", "cycle", "place", "distance", "number", "region":
		return x.places(name, args)
	case "words":
		for _, f := range x.game.Fields {
			if names := syntax.NamesOf(f.Type.Words); slices.Contains(names, fmt.Sprint(args[0])) {
				return names, nil
			}
		}
		return nil, fmt.Errorf("no field has the word %v", args[0])
	case "clockwise":
		p, ok := args[0].(player)
		if !ok {
			return nil, fmt.Errorf("clockwise from %v", args[0])
		}
		return x.seats(p.Seat, int32(x.e.World.Players())), nil
	case "times":
		at := state.HeaderLen + slices.Index(x.c.Spans, formula.Span{Name: args[0].(string), Of: args[1].(string)})*(x.c.Schema.MaxPlayers+1)
		if len(args) == 2 {
			return int(x.e.World.Stack[at]), nil
		}
		return int(x.e.World.Stack[at+1+int(args[2].(player).Seat)]), nil
	}
	if d := find(x.game.Formulas, name); d != nil {
		return x.named(d, nil, nil, args)
	}
	if x.proc != nil && x.proc.Formulas[name] != nil {
		return x.named(x.proc.Formulas[name], x.proc, nil, args)
	}
	return nil, fmt.Errorf("there is no formula %s; if it is a function that expr lacks, evaluate it in context.call of world_test.go", name)
}

func find(list []*syntax.FormulaDecl, name string) *syntax.FormulaDecl {
	for _, d := range list {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// listOf is any slice as one of anything.
func listOf(v any) []any {
	if l, ok := v.([]any); ok {
		return l
	}
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Slice {
		return nil
	}
	out := make([]any, r.Len())
	for i := range out {
		out[i] = r.Index(i).Interface()
	}
	return out
}

// show writes a plain value down, so that values can be compared.
func show(v any) string {
	l := listOf(v)
	if reflect.ValueOf(v).Kind() == reflect.Slice {
		var parts []string
		for _, el := range l {
			parts = append(parts, show(el))
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	return fmt.Sprintf("%T %v", v, v)
}

package syntax

import (
	"reflect"

	"moraine/interpreter/source"
)

// checker is implemented by structs with conditions on several fields, or with values that they
// decode themselves.
type checker interface{ check(m *Fields) }

// fill decodes the keys of a map that belong to a tagged struct, except keys that also belong
// to the shape except.
func (m *Fields) fill(to any, except *shape) {
	v := reflect.ValueOf(to).Elem()
	for _, f := range shapeFor(v.Type()).fields {
		if f.read != nil && m.shape.has(f.keys[0]) && !except.has(f.keys[0]) {
			f.fill(m, v)
		}
	}
	if c, ok := to.(checker); ok {
		c.check(m)
	}
}

func (f *field) fill(m *Fields, v reflect.Value) {
	key := f.keys[0]
	if f.chosen != nil {
		key = m.One(f.keys...)
		switch chosen := v.FieldByIndex(f.chosen); chosen.Kind() {
		case reflect.Bool:
			chosen.SetBool(key == f.keys[1])
		default:
			chosen.SetString(key)
		}
	}
	if n := m.Take(key); n != nil && (!f.once || m.isFirst(key, n)) {
		f.read(m, n, v.FieldByIndex(f.index))
	}
}

// isFirst reports whether this file is the first one with a key that only one file of a game
// may have.
func (m *Fields) isFirst(key string, n *source.Node) bool {
	if first, found := m.seen[key]; found {
		m.Diags.Hint(n.Pos, "the first is at "+first.String(), "a game has one %q", key)
		return false
	}
	m.seen[key] = n.Pos
	return true
}

// readAll decodes a list of structs, or a map of named structs. If names must be unique, only
// the first of two structs with the same name is kept.
func (f *field) readAll(m *Fields, n *source.Node, list reflect.Value) {
	entry := func(key, n *source.Node) {
		x := reflect.New(list.Type().Elem()).Elem()
		if key != nil {
			structIn(x).FieldByIndex(f.of.key.index).Set(reflect.ValueOf(f.keySpelling()(key, m.Diags)))
		}
		f.of.readEntry(m, key, n, structIn(x))
		if f.isNew(m, structIn(x).Addr().Interface()) {
			list.Set(reflect.Append(list, x))
		}
	}
	if f.of.key == nil {
		items := Items(n, m.Diags, f.what)
		list.Grow(len(items))
		for _, item := range items {
			entry(nil, item)
		}
		return
	}
	pairs := Pairs(n, m.Diags, f.what)
	list.Grow(len(pairs))
	for _, p := range pairs {
		entry(p.Key, p.Val)
	}
}

func (f *field) isNew(m *Fields, entry any) bool {
	if f.unique == "" && f.within == "" {
		return true
	}
	id := entry.(interface{ ident() Ident }).ident()
	if f.unique != "" {
		return m.seen.first(f.unique, id, m.Diags)
	}
	return m.register().first(f.within, id, m.Diags)
}

// structIn returns the struct in a field. If the field is a nil pointer, it allocates the struct.
func structIn(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Pointer {
		return v
	}
	if v.IsNil() {
		v.Set(reflect.New(v.Type().Elem()))
	}
	return v.Elem()
}

// readEntry decodes a struct from the value n under a key; key is nil in a list.
func (s *shape) readEntry(m *Fields, key, n *source.Node, v reflect.Value) {
	if s.pos != nil {
		v.FieldByIndex(s.pos).Set(reflect.ValueOf(n.Pos))
	}
	to := v.Addr().Interface()
	x, isIrregular := to.(customDecoder)
	switch {
	case isIrregular:
		x.decode(m, key, n)
	case s.value != nil:
		s.value.read(m, n, v.FieldByIndex(s.value.index))
	case s.short != nil && isShort(n, s.short):
		s.short.read(m, n, v.FieldByIndex(s.short.index))
	default:
		m.readMap(n, to)
	}
}

// readMap decodes a map within this map as a tagged struct.
func (m *Fields) readMap(n *source.Node, to any) {
	in := OpenMap(n, m.Diags, shapeFor(reflect.TypeOf(to).Elem()).name)
	in.seen = m.seen
	in.fill(to, nil)
	in.Close()
}

// isShort reports whether a value is the short form of a map with a single key.
func isShort(n *source.Node, f *field) bool {
	return n.Kind != source.Map || f.is == "formula" && isFormulaMap(n) && n.Get(f.keys[0]) == nil
}

// Read decodes a map as a tagged struct of this package.
func Read[T any](n *source.Node, d *source.Diagnostics) (to T) {
	(&Fields{Diags: d}).readMap(n, &to)
	return to
}

// readInto decodes a map into a tagged struct.
func readInto[T any](n *source.Node, d *source.Diagnostics, to *T) {
	shapeFor(reflect.TypeFor[T]()).readEntry(&Fields{Diags: d}, nil, n, reflect.ValueOf(to).Elem())
}

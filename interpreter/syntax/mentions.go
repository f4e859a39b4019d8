package syntax

import (
	"reflect"
	"strings"

	"moraine/interpreter/source"
)

// Names in the tree declare things or refer to them. The tag `decl` of a field gives the sort
// of declaration that its name makes. The tag `ref` gives the sorts of declarations to which
// its name may refer; the first sort that has the name applies. SORT@OF is a sort that belongs
// to something; "asked" is any sort in which exactly one declaration has the name. Names of
// clauses need no tag.

// behindDot lists the sorts of the name after a dot: PROCEDURE.OPTION, CARD.STEPS.
const behindDot = "has option@ name@ step@ option card"

// Mentioned adds to `to` all names in a tree (a *Game or *Variant) that refer to declarations.
// It calls declared for each declaration with its sort and owner: a kind or a procedure.
func Mentioned(tree any, to *source.Mentions, declared func(sort, of string, id Ident)) {
	v := &mentioner{to: to, declared: declared}
	v.value(reflect.ValueOf(tree), "")
}

type mentioner struct {
	to       *source.Mentions
	declared func(sort, of string, id Ident)
}

// value visits a part of the tree; of is the kind, card or procedure to which it belongs.
func (m *mentioner) value(v reflect.Value, of string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && v.Type() != reflect.TypeFor[*source.Node]() {
			m.value(v.Elem(), of)
		}
	case reflect.Slice:
		for i := range v.Len() {
			m.value(v.Index(i), of)
		}
	case reflect.Struct:
		if v.Type() != reflect.TypeFor[source.Pos]() {
			m.structure(v, of)
		}
	}
}

func (m *mentioner) structure(v reflect.Value, of string) {
	t, within := v.Type(), of
	if t == reflect.TypeFor[PlayerDecl]() {
		within = "player"
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		decl, ref := f.Tag.Get("decl"), f.Tag.Get("ref")
		if ref == "reading" {
			ref += " " + within
		}
		switch x := v.Field(i).Interface().(type) {
		case Ident:
			m.name(x, decl, ref, of)
			if decl != "" && f.Anonymous {
				within = x.Name
			}
		case []Ident:
			for _, id := range x {
				m.name(id, decl, ref, of)
			}
		case Clauses:
			for _, id := range x {
				m.mention(id, "clause")
			}
		case []Labelled:
			for _, l := range x {
				m.name(l.Ident, decl, ref, within)
			}
		default:
			m.value(v.Field(i), within)
		}
	}
	m.irregular(v.Addr().Interface(), of)
}

// name records a name that makes a declaration or refers to one.
func (m *mentioner) name(id Ident, decl, ref, of string) {
	switch {
	case decl == "":
		m.mention(id, ref)
	case id.Name == "":
	case (decl == "field" || decl == "zone") && of != "" && of != "player":
		m.declared(decl, "kinds", id) // kinds share the names of their members
	default:
		m.declared(decl, of, id)
	}
}

// irregular records names that are not in a tagged field.
func (m *mentioner) irregular(tree any, of string) {
	switch x := tree.(type) {
	case *SetTo:
		if !strings.Contains(x.Target.Text, ".") {
			m.declared("name", of, Ident{x.Target.Text, x.Target.Node.Pos})
		}
	case *Branches:
		for _, b := range x.List {
			m.reading(x.Key.Name, b.Label)
		}
	case *Exclusion:
		key, reading, _ := strings.Cut(x.With.Name, "=")
		m.add(x.With.Pos, key, "ruling")
		at := x.With.Pos
		at.Col += len(key) + 1
		m.reading(key, Ident{reading, at})
	case *ReadingPick:
		m.reading(x.Ruling.Name, x.Reading)
	case *CardChange: // its kind is not known
		for _, p := range x.Node.Pairs {
			m.add(p.Key.Pos, p.Key.Value, "field@kinds has")
		}
	case *Patch:
		section, rest, _ := strings.Cut(x.At.Name, ".")
		name, step, _ := strings.Cut(rest, "/")
		at := x.At.Pos
		at.Col += len(section) + 1
		m.add(at, name, strings.TrimSuffix(section, "s"))
		at.Col += len(name) + 1
		m.add(at, step, "step")
	}
}

func (m *mentioner) reading(ruling string, id Ident) {
	if ruling != "" {
		m.add(id.Pos, id.Name, "reading "+ruling)
	}
}

func (m *mentioner) mention(id Ident, sorts string) {
	if sorts == "" {
		return
	}
	head, rest, dotted := strings.Cut(id.Name, ".")
	if !dotted || strings.HasPrefix(sorts, "ruling") {
		m.add(id.Pos, id.Name, sorts)
		return
	}
	m.add(id.Pos, head, sorts+" kind card")
	id.Pos.Col += len(head) + 1
	m.add(id.Pos, rest, strings.ReplaceAll(behindDot, "@", "@"+head))
}

func (m *mentioner) add(at source.Pos, name, sorts string) {
	if name != "" {
		m.to.Add(source.Mention{At: at, Name: name, Sort: sorts})
	}
}

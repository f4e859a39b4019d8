package syntax

import (
	"reflect"
	"strings"

	"moraine/interpreter/source"
)

// roles say what the names in each part of the tree stand for: STRUCT.FIELD, or
// the name of a field wherever it stands → sorts of declarations, of which the first that
// has the name counts. SORT@OF is one that belongs to something. "asked" stands for any sort, if only
// one thing has the name.
var roles = map[string]string{
	"Cites": "clause", "TextReading.Clauses": "clause",
	"Game.Start": "procedure", "Window.Pending": "procedure", "Until.Proc": "procedure", "Measure.Of": "procedure",
	"Claim.AtEnd": "procedure", "Field.Resets": "procedure", "Call.Target": "call procedure", "Stop.Name": "procedure step",
	"SideOffer.ClosedIn": "procedure step", "Impossible.In": "procedure formula window card",
	"Zone.Holds": "kind", "Type.Ident": "kind", "Type.By": "kind", "CardChange.Kind": "kind",
	"Zone.WhenEmpty": "zone", "Kind.Discards": "zone", "Start.Ident": "zone",
	"Players.Turn": "field", "Value.Ident": "field@kinds", "Row.Key": "card", "CardChange.Ident": "card",
	"Play.In": "window", "Play.From": "zone", "Window.From": "zone", "OpenWindow.Name": "window",
	"Branches.Key": "ruling", "Ruled.Key": "ruling", "ReadingPick.Ruling": "ruling", "NewReading.Ruling": "ruling",
	"TextReading.Ident": "text", "Clause.Text": "text", "Clause.Section": "section", "Variant.Text": "text",
	"Variant.BuildsOn": "variant", "NamedBlock.Ident": "has", "Preference.Ident": "window procedure", "Question.Ident": "window procedure asked", "Context.Ident": "procedure window", "Look.Ident": "card kind zone field",
}

// behindDot are the sorts of what stands behind a dot: PROCEDURE.OPTION, CARD.STEPS.
const behindDot = "has option@ name@ step@ option card"

// declares says what sort of thing a part of the tree declares.
var declares = map[string]string{
	"Card": "card", "Kind": "kind", "Field": "field", "Zone": "zone", "FormulaDecl": "formula", "Procedure": "procedure", "Window": "window",
	"SideOffer": "procedure", "Ruling": "ruling", "Clause": "clause", "Bot": "bot", "Measure": "measure", "Claim": "invariant", "Variant": "variant",
	"Has": "has", "MayOption": "option", "Param": "name", "FirstValue": "name",
}

// Mentioned takes down all names of a tree (a *Game or a *Variant) that stand for something,
// and tells of each declaration what sort it is of and of what: a kind, a procedure.
func Mentioned(tree any, to *source.Mentions, declared func(sort, of string, id Ident)) {
	v := &mentioner{to: to, declared: declared}
	v.value(reflect.ValueOf(tree), "")
}

type mentioner struct {
	to       *source.Mentions
	declared func(sort, of string, id Ident)
}

var identType = reflect.TypeFor[Ident]()

// value walks a part of the tree that belongs to a kind, card or procedure.
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
	t := v.Type()
	within, ruling := of, ""
	name, _, _ := strings.Cut(t.Name(), "[") // of a generic one
	if name == "PlayerDecl" {
		within = "player"
	}
	for i := range t.NumField() {
		f, part := t.Field(i), v.Field(i)
		if !f.IsExported() {
			continue
		}
		switch {
		case f.Type == identType && f.Anonymous && declares[name] != "":
			id, owner := part.Interface().(Ident), of
			if (name == "Field" || name == "Zone") && of != "" && of != "player" {
				owner = "kinds" // which share what they call alike
			}
			m.declared(declares[name], owner, id)
			within = id.Name
		case f.Type == identType:
			m.mention(part.Interface().(Ident), name+"."+f.Name, f.Name)
		case f.Type == reflect.SliceOf(identType):
			for _, id := range part.Interface().([]Ident) {
				m.mention(id, name+"."+f.Name, f.Name)
			}
		default:
			m.value(part, within)
		}
	}
	switch x := v.Addr().Interface().(type) {
	case *Branches:
		ruling = x.Key.Name
		for _, b := range x.List {
			m.reading(ruling, b.Label)
		}
	case *Ruling:
		for _, r := range x.Readings {
			m.declared("reading", x.Name, r.Ident)
		}
		m.reading(x.Name, x.Default)
		for _, e := range x.Excludes {
			m.reading(x.Name, e.Ident)
		}
	case *ReadingPick:
		m.reading(x.Ruling.Name, x.Reading)
	case *Game:
		for _, l := range x.Texts {
			m.declared("text", "", l.Ident)
		}
		for _, l := range x.Sections {
			m.declared("section", "", l.Ident)
		}
		for _, s := range x.Players.Seats {
			m.declared("seat", "", s)
		}
	case *CardChange: // which is read once its kind is known
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
	case *Step:
		if x.ID.Name != "" {
			m.declared("step", of, x.ID)
		}
		m.made(x.Do, of)
	}
}

// made tells of the names that a step makes.
func (m *mentioner) made(do Do, of string) {
	switch do := do.(type) {
	case *Choose:
		m.declared("name", of, do.Name)
	case *Roll:
		m.declared("name", of, do.Name)
	case *Draw:
		m.declared("name", of, do.As)
	case *Pick:
		m.declared("name", of, do.Name)
	case *Each:
		m.declared("name", of, do.Name)
	case *Set:
		for _, s := range do.Sets {
			if !strings.Contains(s.Target.Text, ".") {
				m.declared("name", of, Ident{s.Target.Text, s.Target.Node.Pos})
			}
		}
	}
}

func (m *mentioner) reading(ruling string, id Ident) {
	if ruling != "" {
		m.add(id.Pos, id.Name, "reading "+ruling)
	}
}

func (m *mentioner) mention(id Ident, part, field string) {
	if part == "Patch.At" { // its parts are mentioned with the patch
		return
	}
	sorts := roles[part]
	if sorts == "" {
		sorts = roles[field]
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
	if sorts != "" && name != "" {
		m.to.Add(source.Mention{At: at, Name: name, Sort: sorts})
	}
}

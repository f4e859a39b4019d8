package interpreter

import (
	"slices"
	"strings"

	"moraine/interpreter/syntax"
)

// Schema returns the grammar of the files in a folder (cards, scenarios or variants) as a JSON
// Schema for general editors. The schema does not cover formulas and names in other files, so a
// file that is valid by it can still have errors.
func Schema(folder string) map[string]any {
	b := schemaBuilder{defs: map[string]any{}}
	root := b.ref(map[string]string{"cards": "a file of a game", "scenarios": "a scenario",
		"variants": "a variant"}[folder])
	switch folder {
	case "scenarios":
		for _, key := range []string{"of", "background"} {
			root = object{"if": object{"required": list{key}}, "then": b.ref("an item with `" + key + "`"),
				"else": root}
		}
		root = object{"type": "array", "items": root}
	case "cards":
		none := object{}
		for _, key := range syntax.KindKeys() {
			none[key] = false
		}
		root = object{"allOf": list{root,
			object{"if": object{"not": object{"required": list{"kind"}}}, "then": object{"properties": none}}}}
	}
	root["$schema"], root["title"], root["$defs"] = "https://json-schema.org/draft/2020-12/schema", "Moraine: "+folder,
		b.defs
	return root
}

type (
	object = map[string]any
	list   = []any
)

// schemaBuilder collects the definitions that a schema needs.
type schemaBuilder struct{ defs map[string]any }

// ref returns a reference to the definition of a map.
func (b *schemaBuilder) ref(what string) object {
	m := syntax.MapNamed(what)
	if _, made := b.defs[m.ID]; !made {
		b.defs[m.ID] = nil // ends the recursion for maps that contain themselves
		b.defs[m.ID] = b.shape(m)
	}
	return object{"$ref": "#/$defs/" + m.ID}
}

// shape returns the JSON Schema of a map.
func (b *schemaBuilder) shape(m syntax.MapInfo) object {
	keys, needed := object{}, list{}
	for _, k := range m.Keys {
		keys[k.Name] = b.is(k.Is)
		if k.Needed {
			needed = append(needed, k.Name)
		}
	}
	out := object{"type": "object", "properties": keys, "additionalProperties": false}
	if m.Rest != "" {
		out["additionalProperties"] = b.is(m.Rest)
	}
	if len(needed) > 0 {
		out["required"] = needed
	}
	return out
}

// is returns the schema for a description of values (see syntax.Key).
func (b *schemaBuilder) is(what string) any {
	within := func() string { return what[1 : len(what)-1] }
	switch what {
	case "any":
		return true
	case "text":
		return object{"type": list{"string", "number", "boolean"}}
	case "number":
		return object{"type": "integer"}
	case "bool":
		return object{"type": "boolean"}
	case "name":
		return object{"type": "string"}
	case "clauses":
		return object{"type": "array", "items": object{"type": "string", "pattern": "^[A-Z0-9]+-[A-Z0-9]+-[0-9]+$"}}
	case "formula":
		ref := object{"$ref": "#/$defs/formula"}
		if _, made := b.defs["formula"]; made {
			return ref
		}
		b.defs["formula"] = nil
		chosen := object{"allOf": list{b.ref("a formula that is chosen"),
			object{"anyOf": list{requires("ruling"), requires("switch")}}}}
		b.defs["formula"] = object{"not": object{"type": "null"}, "if": object{"type": "object"},
			"then": object{"if": requires("is"), "then": b.ref("a formula"), "else": chosen}}
		return ref
	case "patch":
		of := func(section string) object {
			return object{"properties": object{"at": object{"pattern": "^" + section + "[.]"}}, "required": list{"at"}}
		}
		other := object{"if": of("bots"), "then": b.ref("a patch of a bot"), "else": b.ref("a patch")}
		return object{"if": of("rulings"), "then": b.ref("a patch of a ruling"), "else": other}
	case "condition":
		return object{"type": list{"string", "number", "boolean", "object"}}
	case "steps":
		return object{"type": "array", "items": b.step()}
	}
	switch what[0] {
	case '=':
		words := list{}
		for w := range strings.SplitSeq(what[1:], "|") {
			words = append(words, w)
		}
		return object{"enum": words}
	case '[':
		return object{"type": "array", "items": b.is(within())}
	case '{':
		return object{"type": "object", "additionalProperties": b.is(within())}
	}
	if short, long, ok := strings.Cut(what, "("); ok { // a part without a short form may depend on a ruling
		out := object{"if": object{"type": "object"}, "then": object{
			"if":   object{"not": object{"anyOf": list{requires("ruling"), requires("variant")}}},
			"then": b.is(strings.TrimSuffix(long, ")")),
		}}
		if short != "" {
			out["else"] = b.is(strings.TrimSuffix(short, "/"))
		}
		return out
	}
	return b.ref(what)
}

func requires(key string) object { return object{"required": list{key}} }

// step returns the schema of a step, whose keys depend on its verb. `if` is a verb only in a
// step without another verb. In a step `switch` or `ruling`, a key that looks like a verb is a
// branch.
func (b *schemaBuilder) step() object {
	ref := object{"$ref": "#/$defs/a_step"}
	if _, made := b.defs["a_step"]; made {
		return ref
	}
	b.defs["a_step"] = nil
	var any, cases list
	branching := object{"anyOf": list{requires("switch"), requires("ruling")}}
	for _, v := range syntax.Verbs() {
		when := object{"allOf": list{requires(v), object{"not": branching}}}
		switch v {
		case "if":
			others := slices.DeleteFunc(syntax.Verbs(), func(w string) bool { return w == "if" })
			var all list
			for _, w := range others {
				all = append(all, requires(w))
			}
			when = object{"allOf": list{requires("if"), object{"not": object{"anyOf": all}}}}
		case "switch", "ruling":
			when = requires(v)
		}
		any = append(any, requires(v))
		cases = append(cases, object{"if": when, "then": b.ref("`" + v + "`")})
	}
	b.defs["a_step"] = object{"type": "object", "anyOf": any, "allOf": cases}
	return ref
}

package syntax

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter/source"
)

// The tagged structs of this package are the grammar of the language. Each struct is a kind of
// map in the files, with a field for each key; the type of the field determines the value. The
// tags are used by the decoder, the errors about keys, the JSON Schema, completion and hover:
//
//	yaml:"KEY,OPTION,…"    the key, with options:
//	    required               the key must be present
//	    once                   the key may occur in only one file of a game
//	    path, local, new, …    the spelling of the name (see spellings)
//	    short                  a value that is no map stands for a map with only this key
//	    verb, says             the key is a verb; its step may have `says`
//	    zone                   the formula is a zone, and not the pieces in it
//	yaml:"A|B,in=F"        exactly one of these keys; the field F gets its name, or whether it is B
//	yaml:",key"            the key of the map itself in the enclosing map
//	yaml:",value"          the whole value under that key, which is no map
//	yaml:",inline"         the fields of that struct are keys of this map
//	what:"a zone"          the name of the map in messages; ' stands for `
//	is:"…"                 the value under the key (see Key), decoded by a method
//	rest:"…"               the values under keys that the author chooses
//	words:"a|b"            the allowed words
//	unique:"a procedure"   names are unique within a game
//	within:"a parameter"   names are unique within the map
//	decl:"…", ref:"…"      the sort of declaration that a name makes or refers to (see mentions.go)

// Key is a key of a map. Is describes the values under it:
//
//	text number bool name any     a scalar; any scalar is a text
//	formula condition steps       a formula; a formula or several with reasons; a list of steps
//	clauses                       a list of names of clauses
//	=a|b                          one of these words
//	[X]                           a list of X
//	{X}                           a map from keys that the author chooses to X
//	(X), W/(X)                    an X, or a shorter form: anything, or a W
//	patch                         a patch, whose keys depend on its target
//	a_zone                        the map "a zone"
type Key struct {
	Name, Is string
	Needed   bool
}

// shape describes the keys of a kind of map in the grammar.
type shape struct {
	name   string // its name in messages: "a zone"
	keys   []Key
	rest   string // the values under keys that the author chooses; "" if such keys are not allowed
	at     map[string]int
	fields []*field
	zones  []*field // the fields with the option `zone`

	key, value, short *field
	pos               []int // index of the field for the position of the map
}

// field is a field of a tagged struct.
type field struct {
	index          []int
	keys           []string // several keys if exactly one of them must be present
	chosen         []int    // index of the field for the name of the key that is present; nil if there is only one key
	is             string
	what           string
	once           bool
	unique, within string
	options        []string
	of             *shape // the shape of the struct, or of the structs in the list
	read           func(m *Fields, n *source.Node, v reflect.Value)
}

func (f *field) has(option string) bool { return slices.Contains(f.options, option) }

var structs sync.Map // reflect.Type → *shape

// shapeFor returns the shape of a tagged struct.
func shapeFor(t reflect.Type) *shape {
	if known, ok := structs.Load(t); ok {
		return known.(*shape)
	}
	s := &shape{at: map[string]int{}}
	s.addStruct(t, nil, "")
	known, _ := structs.LoadOrStore(t, s)
	return known.(*shape)
}

// addStruct adds the fields of a struct, which is at index within the shape's struct.
func (s *shape) addStruct(t reflect.Type, index []int, outer reflect.StructTag) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clip(index), i)
		tag, tagged := f.Tag.Lookup("yaml")
		switch {
		case f.Type == posType && index == nil:
			s.pos = at
		case !tagged && f.Anonymous && f.Type.Kind() == reflect.Struct, tag == ",inline":
			s.addStruct(f.Type, at, f.Tag)
		case tagged:
			s.addField(t, f, at, outer)
		}
		if name := f.Tag.Get("what"); name != "" && index == nil && tag != ",value" {
			s.name = strings.ReplaceAll(name, "'", "`")
		}
		if rest := f.Tag.Get("rest"); rest != "" && index == nil {
			s.rest = rest
		}
	}
}

func (s *shape) addField(t reflect.Type, sf reflect.StructField, index []int, outer reflect.StructTag) {
	keys, options, _ := strings.Cut(sf.Tag.Get("yaml"), ",")
	f := &field{
		index: index, is: sf.Tag.Get("is"), what: sf.Tag.Get("what"), options: strings.Split(options, ","),
		unique: sf.Tag.Get("unique") + outer.Get("unique"), within: sf.Tag.Get("within") + outer.Get("within"),
	}
	f.once = f.has("once")
	f.setReader(sf.Type, sf.Tag)
	switch {
	case f.has("key") && len(index) > 1: // the struct has no key of its own here
		return
	case f.has("key"):
		s.key = f
		return
	case f.has("value"):
		s.value = f
		return
	case f.has("short"):
		s.short = f
	}
	f.keys = strings.Split(keys, "|")
	for _, o := range f.options {
		if name, ok := strings.CutPrefix(o, "in="); ok {
			chosen, _ := t.FieldByName(name)
			f.chosen = append(slices.Clip(index[:len(index)-1]), chosen.Index...)
		}
	}
	f.what = "`" + f.keys[0] + "`"
	s.fields = append(s.fields, f)
	if f.has("zone") {
		s.zones = append(s.zones, f)
	}
	for _, key := range f.keys {
		s.addKey(Key{Name: key, Is: f.is, Needed: f.has("required") || f.has("verb")})
	}
	if f.has("verb") {
		s.name = "`" + f.keys[0] + "`"
	}
}

func (s *shape) addKey(k Key) {
	if !s.has(k.Name) {
		s.at[k.Name] = len(s.keys)
		s.keys = append(s.keys, k)
	}
}

var posType = reflect.TypeFor[source.Pos]()

// setReader sets the function that decodes a field and, unless the field's tag does, the
// description of its values.
func (f *field) setReader(t reflect.Type, tag reflect.StructTag) {
	is := ""
	spell := f.spelling()
	switch reflect.New(t).Interface().(type) {
	case *Ident:
		is, f.read = "name", leaf(spell)
		if f.has("text") || f.has("any") {
			is = "text"
		}
	case *[]Ident:
		is, f.read = "[name]", leaf(identsOf[[]Ident](spell))
	case *Clauses:
		is, f.read = "clauses", leaf(identsOf[Clauses](spellings["clause"]))
	case *string:
		is, f.read = "text", leaf(text)
		if f.has("path") || f.has("plain") {
			is, f.read = "name", leaf(func(n *source.Node, d *source.Diagnostics) string { return spell(n, d).Name })
		}
	case *int:
		is, f.read = "number", leaf(func(n *source.Node, d *source.Diagnostics) int { i, _ := number(n, d); return i })
	case *bool:
		is, f.read = "bool", leaf(truth)
	case *Names:
		is, f.read = "{text}", leaf(names)
	case **Formula:
		is, f.read = "formula", leaf(DecodeFormula)
	case **Cond:
		is, f.read = "condition", leaf(DecodeCond)
	case **SeenBy:
		is, f.read = "formula", leaf(decodeSeenBy)
	case **Block:
		is, f.read = "steps", leaf(DecodeBlock)
	case **Picture:
		is, f.read = "text", leaf(decodePicture)
	case *[]Param:
		is, f.read = "any", func(m *Fields, n *source.Node, v reflect.Value) {
			params := decodeTakes(n, m.Diags)
			for _, p := range params {
				m.register().first(f.within, p.Ident, m.Diags)
			}
			v.Set(reflect.ValueOf(params))
		}
	case *[]Sentence:
		is, f.read = "any", leaf(decodeSays)
	case *[]Worded:
		is, f.read = "condition", leaf(func(n *source.Node, d *source.Diagnostics) []Worded {
			return DecodeCond(n, d).Worded
		})
	case *[]*Formula:
		is, f.read = "formula", leaf(oneOrMore)
	case **source.Node:
		is, f.read = "any", leaf(func(n *source.Node, _ *source.Diagnostics) *source.Node { return n })
	default:
		if f.is == "" {
			is = f.setStructs(t)
		}
	}
	if words := tag.Get("words"); words != "" {
		is, f.read = "="+words, func(m *Fields, _ *source.Node, v reflect.Value) {
			word := m.OneOf(f.keys[0])
			if v.Kind() == reflect.Bool {
				v.SetBool(word != "")
			} else {
				v.SetString(word)
			}
		}
	}
	switch {
	case f.is == "":
		f.is = is
	case t != reflect.TypeFor[*source.Node]():
		f.read = nil
	}
}

func leaf[T any](read func(*source.Node, *source.Diagnostics) T) func(*Fields, *source.Node, reflect.Value) {
	return func(m *Fields, n *source.Node, v reflect.Value) { *v.Addr().Interface().(*T) = read(n, m.Diags) }
}

// setStructs sets the function that decodes a struct, list of structs or map of structs, and
// returns the description of the values.
func (f *field) setStructs(t reflect.Type) string {
	if t.Kind() != reflect.Slice {
		f.of = shapeFor(structType(t))
		f.read = func(m *Fields, n *source.Node, v reflect.Value) { f.of.readEntry(m, nil, n, structIn(v)) }
		return f.of.entry(t)
	}
	f.of = shapeFor(structType(t.Elem()))
	f.read = f.readAll
	if f.of.key != nil {
		return "{" + f.of.entry(t.Elem()) + "}"
	}
	return "[" + f.of.entry(t.Elem()) + "]"
}

func structType(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// customDecoder is implemented by structs that can be written in more ways than their tags
// describe.
type customDecoder interface {
	decode(m *Fields, key, n *source.Node)
}

func isIrregular(t reflect.Type) bool {
	return reflect.PointerTo(structType(t)).Implements(reflect.TypeFor[customDecoder]())
}

// entry returns the description of the values for one struct.
func (s *shape) entry(t reflect.Type) string {
	id := idOf(s.name)
	switch {
	case s.value != nil:
		return s.value.is
	case s.short != nil:
		return s.short.is + "/(" + id + ")"
	case isIrregular(t):
		return "(" + id + ")"
	default:
		return id
	}
}

// combineShapes returns a shape with the keys of several shapes.
func combineShapes(name string, all ...*shape) *shape {
	out := &shape{name: name, at: map[string]int{}}
	for _, s := range all {
		for _, k := range s.keys {
			out.addKey(k)
		}
		if s.rest != "" {
			out.rest = s.rest
		}
	}
	return out
}

// roots are the structs from which all maps of the grammar can be reached, except those of
// steps.
var roots = []any{
	Game{}, Kind{}, Variant{}, Card{}, copyCount{}, valueSource{}, reshuffle{}, Ruled[Ident]{}, Step{}, Body{},
	formulaMap{}, Branch{}, variantBranch{}, StepsPatch{}, stepAddition{}, OptionAddition{}, rulingPatch{}, botPatch{},
	Additions{},
	Scenario{}, ScenarioEntry{}, Checks{}, Background{}, ForeignEntries{}, Given{}, Chance{}, Stack{}, Mark{},
	Counter{},
}

var (
	shapesOnce   sync.Once
	shapeTable   map[string]*shape
	shapeIDs     map[string]*shape
	structOfVerb map[string]reflect.Type
)

// shapes returns all maps of the grammar by their names in messages.
func shapes() map[string]*shape {
	shapesOnce.Do(func() {
		shapeTable = map[string]*shape{}
		for _, root := range roots {
			collectShapes(shapeFor(reflect.TypeOf(root)))
		}
		file := combineShapes("a file of a game", shapeFor(reflect.TypeFor[Game]()), shapeFor(reflect.TypeFor[Kind]()))
		variant := combineShapes("a variant", shapeFor(reflect.TypeFor[Variant]()),
			shapeFor(reflect.TypeFor[Additions]()))
		chosen := combineShapes("a formula that is chosen", shapeTable["a formula"].without("is"))
		chosen.rest = "any"
		for _, s := range []*shape{file, variant, chosen} {
			shapeTable[s.name] = s
		}
		structOfVerb = map[string]reflect.Type{}
		for _, do := range verbStructs {
			collectShapes(shapeFor(reflect.TypeOf(do)))
			s := verbShape(shapeFor(reflect.TypeOf(do)))
			shapeTable[s.name] = s
			structOfVerb[s.keys[0].Name] = reflect.TypeOf(do)
		}
		shapeIDs = maps.Clone(shapeTable)
		for name, s := range shapeTable {
			shapeIDs[idOf(name)] = s
		}
	})
	return shapeTable
}

// shapeNamed returns the map of the grammar with a name or an identifier, or nil.
func shapeNamed(is string) *shape {
	shapes()
	return shapeIDs[is]
}

// MapInfo describes a kind of map: its keys, and the values under keys that the author chooses ("" if there are none).
type MapInfo struct {
	ID   string // its name as an identifier: "a_zone"
	Keys []Key
	Rest string
}

// MapNamed returns the map with a name or an identifier.
func MapNamed(is string) MapInfo {
	s := shapeNamed(is)
	return MapInfo{ID: idOf(s.name), Keys: s.keys, Rest: s.rest}
}

// idOf returns the identifier of a map in the grammar.
func idOf(what string) string {
	return strings.ReplaceAll(strings.ReplaceAll(what, "`", ""), " ", "_")
}

func collectShapes(s *shape) {
	if s.name != "" {
		shapeTable[s.name] = s
	}
	for _, f := range s.fields {
		if f.of != nil {
			collectShapes(f.of)
		}
	}
	if s.value != nil && s.value.of != nil {
		collectShapes(s.value.of)
	}
}

// verbShape returns the shape of a step with a given verb: the verb, its operands, and the keys
// that every step may have.
func verbShape(verb *shape) *shape {
	step := shapeFor(reflect.TypeFor[Step]())
	if !verb.fields[0].has("says") {
		step = step.without("says")
	}
	all := combineShapes(verb.name, &shape{keys: verb.keys[:1]}, step, verb)
	all.rest = verb.rest
	return all
}

func (s *shape) without(key string) *shape {
	return &shape{keys: slices.DeleteFunc(slices.Clone(s.keys), func(k Key) bool { return k.Name == key })}
}

func shapeOf(name string) *shape {
	if strings.HasPrefix(name, "a card of kind ") {
		name = "a card"
	}
	s := shapes()[name]
	if s == nil {
		panic(fmt.Sprintf("the grammar has no %s", name))
	}
	return s
}

func (s *shape) has(key string) bool {
	if s == nil {
		return false
	}
	_, ok := s.at[key]
	return ok
}

// words returns the words allowed under a key.
func (s *shape) words(key string) []string {
	return strings.Split(strings.TrimPrefix(s.keys[s.at[key]].Is, "="), "|")
}

func (s *shape) names() []string {
	out := make([]string, 0, len(s.keys))
	for _, k := range s.keys {
		out = append(out, k.Name)
	}
	return out
}

// Operands returns the description of the value under a verb, and the keys of its step except
// those that every step may have. ok is false if the verb does not exist.
func Operands(verb string) (object string, keys []Key, ok bool) {
	if !slices.Contains(Verbs(), verb) {
		return "", nil, false
	}
	s, step := shapeOf("`"+verb+"`"), shapeFor(reflect.TypeFor[Step]())
	for _, k := range s.keys[1:] {
		if !step.has(k.Name) || k.Name == "says" {
			keys = append(keys, k)
		}
	}
	return s.keys[0].Is, keys, true
}

// IsGiven reports whether a key of `given` exists in every game.
func IsGiven(key string) bool { return shapeOf("`given`").has(key) }

// PlacedKey is a key with the name of the map that has it.
type PlacedKey struct {
	In string
	Key
}

// KeysNamed returns the keys of a name in all maps, sorted by the names of the maps.
func KeysNamed(name string) (out []PlacedKey) {
	for in, s := range shapes() {
		if i, known := s.at[name]; known {
			out = append(out, PlacedKey{in, s.keys[i]})
		}
	}
	slices.SortFunc(out, func(a, b PlacedKey) int { return strings.Compare(a.In, b.In) })
	return out
}

// KeysFor returns all keys whose values have the given description, in any map.
func KeysFor(is string) map[string]bool {
	keys := map[string]bool{}
	for _, s := range shapes() {
		for _, k := range s.keys {
			keys[k.Name] = keys[k.Name] || k.Is == is
		}
	}
	return keys
}

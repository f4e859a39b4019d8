package syntax

import (
	"reflect"
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter/source"
)

// nameRule is a rule for the spelling of names.
type nameRule struct {
	spelt interface{ MatchString(string) bool }
	says  string
}

// ids matches lower-case letters, digits and _, where each part begins with a letter. Most
// names are of this form, so it is written without a regular expression.
type ids struct{ dots bool }

func (r ids) MatchString(s string) bool {
	begins := true // at the beginning of a part
	for _, c := range []byte(s) {
		switch {
		case 'a' <= c && c <= 'z':
			begins = false
		case begins:
			return false
		case c == '.' && r.dots:
			begins = true
		case c != '_' && (c < '0' || '9' < c):
			return false
		}
	}
	return !begins
}

var (
	plainName  = nameRule{ids{}, "an id has lower-case letters a to z, digits and _, and begins with a letter"}
	dottedName = nameRule{ids{dots: true},
		"an id has lower-case letters a to z, digits and _, and begins with a letter; join several ids with dots here"}
	clauseName = nameRule{regexp.MustCompile(`^[A-Z0-9]+-[A-Z0-9]+-[0-9]+$`),
		"the id of a clause has the form TEXT-SECTION-NUMBER, such as E-C1-02"}
	languageName = nameRule{regexp.MustCompile(`^[a-z]{2,3}$`), "a language is a code such as en, de or fr"}
	sectionName  = nameRule{regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`),
		"the id of a section has letters, digits, _ and -"}
	verdictName = nameRule{regexp.MustCompile(`^[a-z][a-z0-9_.]*=[a-z][a-z0-9_]*$`), "write ruling=reading"}
	freeName    = nameRule{regexp.MustCompile(`^[^\n\t]*[^\s][^\n\t]*$`), "expected text on a single line"}
)

// IsID reports whether a text is spelt like the id of a game or card.
func IsID(text string) bool { return ids{}.MatchString(text) }

// ident decodes a name and checks its spelling. A nil node gives the zero Ident.
func ident(n *source.Node, d *source.Diagnostics, rule nameRule) Ident {
	if n == nil {
		return Ident{}
	}
	if n.Kind != source.Scalar || n.Tag == source.Null {
		d.Hint(n.Pos, rule.says, "expected a name, found %s", n.Describe())
		return Ident{Pos: n.Pos}
	}
	if !rule.spelt.MatchString(n.Value) {
		hint := rule.says
		if name, _, called := strings.Cut(n.Value, "("); called && rule == dottedName && rule.spelt.MatchString(name) {
			hint = "write `" + name + "`; a call passes values as `with: {NAME: VALUE}`"
		}
		if strings.Contains(n.Value, "-") && (rule == plainName || rule == dottedName) {
			hint += "; in formulas - means subtraction"
		}
		d.Hint(n.Pos, hint, "%q is not a name", n.Value)
	}
	return Ident{n.Value, n.Pos}
}

func idents(n *source.Node, d *source.Diagnostics, rule nameRule) []Ident {
	return identsOf[[]Ident](spelt(rule))(n, d)
}

// identsOf returns a function that decodes a list of names.
func identsOf[T ~[]Ident](spell func(*source.Node, *source.Diagnostics) Ident) func(*source.Node,
	*source.Diagnostics) T {
	return func(n *source.Node, d *source.Diagnostics) (all T) {
		for _, item := range Items(n, d, "names") {
			all = append(all, spell(item, d))
		}
		return all
	}
}

// spellings are the functions that decode names, by option of the tag.
var spellings = map[string]func(*source.Node, *source.Diagnostics) Ident{
	"new":     DecodeNew,
	"local":   localName,
	"element": elementName,
	"option": func(n *source.Node, d *source.Diagnostics) Ident {
		return checkScenarioWord(ident(n, d, plainName), d)
	},
	"text":    func(n *source.Node, d *source.Diagnostics) Ident { return Ident{text(n, d), n.At(0)} },
	"any":     func(n *source.Node, d *source.Diagnostics) Ident { return Ident{n.Value, n.Pos} },
	"plain":   spelt(plainName),
	"path":    spelt(dottedName),
	"clause":  spelt(clauseName),
	"section": spelt(sectionName),
	"verdict": spelt(verdictName),
	"words":   spelt(freeName),
}

func spelt(rule nameRule) func(*source.Node, *source.Diagnostics) Ident {
	return func(n *source.Node, d *source.Diagnostics) Ident { return ident(n, d, rule) }
}

// spelling returns the function that decodes the name in a field, or the keys of the structs in
// it.
func (f *field) spelling() func(*source.Node, *source.Diagnostics) Ident {
	for _, o := range f.options {
		if read := spellings[o]; read != nil {
			return read
		}
	}
	return spellings["plain"]
}

// keySpelling returns the function that decodes the keys of a map of structs. An option in the tag of the field
// decides; by default it is the spelling of the structs.
func (f *field) keySpelling() func(*source.Node, *source.Diagnostics) Ident {
	for _, o := range f.options {
		if spellings[o] != nil {
			return f.spelling()
		}
	}
	return f.of.key.spelling()
}

// ident is a method of all named declarations.
func (i Ident) ident() Ident { return i }

// NamesOf returns the names of declarations, in order.
func NamesOf[T interface{ ident() Ident }](all []T) []string {
	out := make([]string, 0, len(all))
	for _, x := range all {
		out = append(out, x.ident().Name)
	}
	return out
}

func idsOf[T interface{ ident() Ident }](all []T) (out []Ident) {
	for _, x := range all {
		out = append(out, x.ident())
	}
	return out
}

// Merged returns list with each declaration of more replacing the one with the same name, or
// appended.
func Merged[T interface{ ident() Ident }](list, more []T) []T {
	merge(reflect.ValueOf(&list).Elem(), reflect.ValueOf(more))
	return list
}

// Merge adds the declarations of more. Each replaces the one with the same name, or is
// appended.
func (a *Additions) Merge(more *Additions) {
	merge(reflect.ValueOf(a).Elem(), reflect.ValueOf(more).Elem())
}

// merge adds the declarations of more to a list and replaces those with the same name. For structs it does so with each
// list in them.
func merge(to, more reflect.Value) {
	if to.Kind() == reflect.Struct {
		for i := range to.NumField() {
			merge(to.Field(i), more.Field(i))
		}
		return
	}
	if more.Len() == 0 {
		return
	}
	out, at := reflect.MakeSlice(to.Type(), 0, to.Len()+more.Len()), map[string]int{}
	for _, part := range []reflect.Value{to, more} {
		for n := range part.Len() {
			x := part.Index(n)
			if named, ok := x.Interface().(interface{ ident() Ident }); ok {
				name := named.ident().Name
				if k, found := at[name]; found {
					out.Index(k).Set(x)
					continue
				}
				at[name] = out.Len()
			}
			out = reflect.Append(out, x)
		}
	}
	to.Set(out)
}

// DecodeNew decodes the name of a new declaration that formulas or steps will use.
func DecodeNew(n *source.Node, d *source.Diagnostics) Ident {
	id := ident(n, d, plainName)
	checkReserved(id, d)
	return id
}

// IsTaken reports whether a name has a built-in meaning in formulas or steps.
func IsTaken(name string) bool { return reserved[name] != "" && reserved[name] != function }

// checkReserved reports a name that has a built-in meaning in formulas or steps.
func checkReserved(id Ident, d *source.Diagnostics) {
	if IsTaken(id.Name) {
		refuseReserved(id, "nothing", d)
	}
}

func refuseReserved(id Ident, what string, d *source.Diagnostics) {
	d.Hint(id.Pos, "choose another name", "%s can be called %q, which is %s", what, id.Name, reserved[id.Name])
}

// ScenarioWords are the keywords in lines of scenarios. Options and seats cannot have such a
// name.
var ScenarioWords = strings.Fields(
	"play target pass rolls draws then wins offers refuses allows sees hides stands chance")

// checkScenarioWord reports a name that scenarios could not use.
func checkScenarioWord(id Ident, d *source.Diagnostics) Ident {
	if slices.Contains(ScenarioWords, id.Name) {
		d.Hint(id.Pos, "choose another name", "%q is a reserved word of scenarios", id.Name)
	}
	return id
}

// localName decodes a local name of a procedure. `card` and `target` are allowed, because they have
// a built-in meaning only in the steps of cards.
func localName(n *source.Node, d *source.Diagnostics) Ident {
	if n != nil && n.Kind == source.Scalar && (n.Value == "card" || n.Value == "target") {
		return Ident{n.Value, n.Pos}
	}
	return DecodeNew(n, d)
}

// elementName decodes the name for the element of a loop; `me` is allowed.
func elementName(n *source.Node, d *source.Diagnostics) Ident {
	if n.Value == "me" {
		return Ident{"me", n.Pos}
	}
	return localName(n, d)
}

// reserved maps names with a built-in meaning in formulas or steps to that meaning. A
// declaration with such a name would silently replace the built-in.
var reserved = map[string]string{}

// function is the meaning of a reserved name that only formulas cannot have: the name of a function. Fields and zones
// may have it, because a call has brackets. Package formula adds its functions (ReserveFunction).
const function = "a function of formulas"

func init() {
	// the parser of expr requires their operands
	ReserveFunction("findIndex", "findLast", "findLastIndex", "groupBy", "reduce")
	reserve("an operator of formulas", "and", "or", "not", "in", "matches", "contains", "startsWith", "endsWith", "let",
		"if", "else")
	reserve("a value of formulas", "nil", "true", "false")
	reserve("a word of the language", "me", "it", "players", "others", "nothing", "chance", "pending", "stopped",
		"pieces", "card", "target")
}

// ReserveFunction adds names that formulas cannot have. Packages that define functions call it
// in init.
func ReserveFunction(names ...string) { reserve(function, names...) }

func reserve(why string, names ...string) {
	for _, name := range names {
		reserved[name] = why
	}
}

// register maps each name of a namespace to the position of its first declaration.
type register map[string]source.Pos

// first reports whether id is the first declaration with its name. Otherwise it adds an error
// with the position of the first one.
func (r register) first(what string, id Ident, d *source.Diagnostics) bool {
	if id.Name == "" {
		return true // reported already
	}
	key := what + " " + id.Name
	if other, found := r[key]; found {
		d.Hint(id.Pos, "the first is at "+other.String(), "the name %[2]q is already used for %[1]s", what, id.Name)
		return false
	}
	r[key] = id.Pos
	return true
}

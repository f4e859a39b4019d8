// Package schema writes the JSON Schemas of cmd/moraine/schema from the Go types of the messages.
//
// A field has its description in a tag `jsonschema:"…"`. A string type that has constants is an
// enumeration of them. An int or int64 is a count, from 0. A member that omitempty leaves out is never
// 0 or an empty list. Only a member with the tag null can be null. The tag `schema:"…"` has, separated by commas:
//
//	null         it can be null
//	min=1        its least number
//	const=test   its only value; a member with an only text is always there
//	enum=a|b     its values
//	if=KEY:VALUE the object has it if, and only if, the member KEY has this value
//	ref=NAME     it is as $defs describes NAME, whatever its Go type
package schema

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("schemas", false, "write the files of the schemas")

// Types has a value of each type that a schema describes, by the name in $defs. A description can follow: "name:
// description".
type Types map[string]any

// As says that a type has the JSON of another type, because it writes its own, or a schema, because it contains itself.
type As struct{ Type, JSON any }

// Results requires that the file NAME.json describes the output of a command with --format json: one of the named
// types.
func Results(t *testing.T, name, description string, oneOf []string, types Types, as ...As) {
	t.Helper()
	root := struct {
		Schema      string                        `json:"$schema"`
		Title       string                        `json:"title"`
		Description string                        `json:"description"`
		Ref         string                        `json:"$ref,omitempty"`
		OneOf       []jsonschema.Schema           `json:"oneOf,omitempty"`
		Defs        map[string]*jsonschema.Schema `json:"$defs"`
	}{Schema: "https://json-schema.org/draft/2020-12/schema", Title: "moraine " + name + " --format json",
		Description: description, Defs: defs(t, types, as)}
	for _, one := range oneOf {
		root.OneOf = append(root.OneOf, jsonschema.Schema{Ref: ref + one})
	}
	if len(oneOf) == 1 {
		root.Ref, root.OneOf = ref+oneOf[0], nil
	}
	text, err := json.Marshal(root)
	require.NoError(t, err)
	golden(t, name, text)
}

// Framed requires that the file NAME.json is frame/NAME.json with the types in place of its member "types".
func Framed(t *testing.T, name string, types Types, as ...As) {
	t.Helper()
	frame, err := os.ReadFile(file(t, "frame/"+name+".json"))
	require.NoError(t, err)
	all := defs(t, types, as)
	var members []string
	for _, key := range slices.Sorted(maps.Keys(all)) {
		text, err := json.Marshal(all[key])
		require.NoError(t, err)
		members = append(members, strconv.Quote(key)+":"+string(text))
	}
	golden(t, name, bytes.Replace(frame, []byte(`"types": "of Go"`), []byte(strings.Join(members, ",")), 1))
}

// golden compares a schema with its file.
func golden(t *testing.T, name string, text []byte) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, json.Indent(&b, text, "", "  "))
	b.WriteByte('\n')
	path := file(t, name+".json")
	if *update {
		require.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
	}
	is, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(is), b.String(),
		"the Go types differ from schema/%s.json; if this is intended, run this test with -schemas", name)
}

const ref = "#/$defs/"

// top returns the top folder of the module.
func top(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for range strings.Count(dir, "/") {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		dir = filepath.Dir(dir)
	}
	t.Fatal("no go.mod in the folders above")
	return ""
}

// file returns the path of a file in the folder of the schemas.
func file(t *testing.T, name string) string {
	t.Helper()
	return filepath.Join(top(t), "cmd/moraine/schema", name)
}

// generator converts types to schemas.
type generator struct {
	t     *testing.T
	known map[reflect.Type]*jsonschema.Schema
}

// defs returns the schemas of types. Where one occurs in another it is a reference.
func defs(t *testing.T, types Types, as []As) map[string]*jsonschema.Schema {
	t.Helper()
	g := &generator{t, map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[big.Int]():         {Type: "integer"},
		reflect.TypeFor[big.Rat]():         {Type: "string", Pattern: "^[0-9]+(/[0-9]+)?$"},
		reflect.TypeFor[json.RawMessage](): {},
	}}
	for _, x := range as {
		if of, is := x.JSON.(*jsonschema.Schema); is {
			g.known[reflect.TypeOf(x.Type)] = of
			continue
		}
		g.known[reflect.TypeOf(x.Type)] = g.of(reflect.TypeOf(x.JSON))
	}
	for key, v := range types {
		name, _, _ := strings.Cut(key, ": ")
		g.known[reflect.TypeOf(v)] = &jsonschema.Schema{Ref: ref + name}
	}
	out := map[string]*jsonschema.Schema{}
	for key, v := range types {
		name, description, _ := strings.Cut(key, ": ")
		out[name] = g.of(reflect.TypeOf(v))
		out[name].Description = description
	}
	return out
}

// of returns the schema of a type itself. The members of structs that it embeds are its own.
func (g *generator) of(t reflect.Type) *jsonschema.Schema {
	others := maps.Clone(g.known)
	delete(others, t)
	if t.Kind() == reflect.Struct {
		for _, f := range reflect.VisibleFields(t) {
			if f.Anonymous {
				delete(others, f.Type)
			}
		}
	}
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: others})
	require.NoError(g.t, err)
	(&generator{g.t, others}).refine(s, t, "", false)
	return s
}

// refine completes the schema of a type with its tags and constants.
func (g *generator) refine(s *jsonschema.Schema, t reflect.Type, tag reflect.StructTag, optional bool) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if s.Types != nil { // the library lets each pointer and list be null
		if s.Type, s.Types = s.Types[len(s.Types)-1], nil; s.Ref != "" {
			s.Type = ""
		}
	}
	if g.known[t] == nil {
		g.refineKind(s, t)
	}
	if optional && s.Minimum != nil {
		s.Minimum = jsonschema.Ptr(1.0)
	}
	if optional && s.Type == "array" {
		s.MinItems = jsonschema.Ptr(1)
	}
	for option := range strings.SplitSeq(tag.Get("schema"), ",") {
		switch key, value, _ := strings.Cut(option, "="); key {
		case "null":
			if s.Ref != "" {
				s.AnyOf, s.Ref = []*jsonschema.Schema{{Ref: s.Ref}, {Type: "null"}}, ""
			} else {
				s.Types, s.Type = []string{s.Type, "null"}, ""
			}
		case "min":
			n, err := strconv.ParseFloat(value, 64)
			require.NoError(g.t, err)
			s.Minimum = &n
		case "const":
			var is any = value
			if t.Kind() != reflect.String {
				require.NoError(g.t, json.Unmarshal([]byte(value), &is))
			}
			*s = jsonschema.Schema{Description: s.Description, Const: &is}
		case "enum":
			s.Type, s.Enum = "", nil
			for one := range strings.SplitSeq(value, "|") {
				s.Enum = append(s.Enum, one)
			}
		case "ref":
			*s = jsonschema.Schema{Description: s.Description, Ref: value}
			if !strings.Contains(value, "#") {
				s.Ref = ref + value
			}
		}
	}
}

func (g *generator) refineKind(s *jsonschema.Schema, t reflect.Type) {
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		s.Minimum = jsonschema.Ptr(0.0)
	case reflect.Int32:
		s.Minimum, s.Maximum = nil, nil
	case reflect.String:
		if s.Enum = g.constants(t); s.Enum != nil {
			s.Type = ""
		}
	case reflect.Slice, reflect.Array:
		g.refine(s.Items, t.Elem(), "", false)
	case reflect.Map:
		g.refine(s.AdditionalProperties, t.Elem(), "", false)
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(t) {
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if of := s.Properties[name]; of != nil && !f.Anonymous {
				g.refine(of, f.Type, f.Tag, options != "")
				// files of earlier versions may lack it
				if of.Const != nil && options != "" && f.Type.Kind() == reflect.String {
					s.Required = slices.Insert(s.Required, 0, name)
				}
				if _, condition, _ := strings.Cut(f.Tag.Get("schema"), "if="); condition != "" {
					key, value, _ := strings.Cut(condition, ":")
					has := &jsonschema.Schema{Required: []string{name}}
					s.If = &jsonschema.Schema{
						Properties: map[string]*jsonschema.Schema{key: {Const: jsonschema.Ptr[any](value)}}}
					s.Then, s.Else = has, &jsonschema.Schema{Not: has.CloneSchemas()}
				}
			}
		}
	}
}

// constants returns the values of the constants of a string type, in the order of their declarations.
func (g *generator) constants(t reflect.Type) (out []any) {
	path, own := strings.CutPrefix(t.PkgPath(), "moraine/")
	if !own {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(top(g.t), path, "*.go"))
	require.NoError(g.t, err)
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(g.t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			spec, is := n.(*ast.ValueSpec)
			if !is {
				return true
			}
			of, is := spec.Type.(*ast.Ident)
			if !is || of.Name != t.Name() {
				return true
			}
			for _, v := range spec.Values {
				if lit, is := v.(*ast.BasicLit); is {
					text, err := strconv.Unquote(lit.Value)
					require.NoError(g.t, err)
					out = append(out, text)
				}
			}
			return true
		})
	}
	return out
}

package tables_test

import (
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/tables"
)

// The kinds of the shipped games whose cards are plain values can live in tables: the rules are the same, and a table
// of the table is that table.
func TestShippedKindsInTables(t *testing.T) {
	shipped := os.DirFS("../..")
	moved := 0
	for _, game := range []string{"glacier", "tusk", "nomads"} {
		was, err := interpreter.Load(interpreter.Sources{{FS: shipped}}, game, interpreter.Options{})
		require.NoError(t, err)
		laid, written := fstest.MapFS{}, map[string]string{}
		for _, k := range was.Syntax.Kinds {
			if file, csv, yaml := inTable(t, shipped, k); file != "" {
				laid[strings.TrimSuffix(file, ".yaml")+".csv"] = &fstest.MapFile{Data: []byte(csv)}
				laid[file] = &fstest.MapFile{Data: []byte(yaml)}
				written[k.Name] = csv
				moved++
			}
		}
		now, err := interpreter.Load(interpreter.Sources{{FS: shipped}, {FS: laid}}, game, interpreter.Options{})
		require.NoError(t, err)
		require.Equal(t, dumped(was.Syntax), dumped(now.Syntax), game)
		var a, b strings.Builder
		require.NoError(t, was.Disassemble(&a, ""))
		require.NoError(t, now.Disassemble(&b, ""))
		require.Equal(t, a.String(), b.String())
		for _, k := range now.Syntax.Kinds {
			if csv := written[k.Name]; csv != "" {
				var again strings.Builder
				require.NoError(t, tables.Write(&again, k, tables.Format{Marks: true, Delimiter: ','}))
				assert.Equal(t, csv, again.String(), k.Name)
			}
		}
	}
	assert.Greater(t, moved, 20)
}

// inTable returns the file of a kind with its cards in a table. file is "" if its cards are more than plain values.
func inTable(t *testing.T, from fs.FS, k *syntax.Kind) (file, csv, yaml string) {
	for _, c := range k.Cards {
		if c.Play != nil || c.Steps != nil || c.Draws != nil {
			return "", "", ""
		}
	}
	var b strings.Builder
	if tables.Write(&b, k, tables.Format{Marks: true, Delimiter: ','}) != nil || len(k.Cards) == 0 {
		return "", "", ""
	}
	file = k.Pos.File.Path
	text, err := fs.ReadFile(from, file)
	require.NoError(t, err)
	doc, found := source.Parse(&source.File{Name: file, Text: text}, source.DefaultLimits())
	require.NoError(t, found.Err())
	lines := strings.SplitAfter(string(text), "\n")
	for i, p := range doc.Pairs {
		if p.Key.Value != "cards" {
			continue
		}
		end := len(lines)
		if i+1 < len(doc.Pairs) {
			end = doc.Pairs[i+1].Key.Pos.Line - 1
		}
		name := strings.TrimSuffix(file[strings.LastIndex(file, "/")+1:], ".yaml")
		return file, b.String(), strings.Join(lines[:p.Key.Pos.Line-1], "") + "table: " + name + ".csv\n" + strings.Join(lines[end:], "")
	}
	return "", "", ""
}

// dumped returns a tree without positions and without the mapping of tables.
func dumped(tree any) string {
	var b strings.Builder
	var dump func(v reflect.Value)
	dump = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if _, skip := v.Interface().(*syntax.Table); !v.IsNil() && !skip && v.Type() != reflect.TypeFor[*source.Node]() {
				dump(v.Elem())
			}
		case reflect.Slice:
			if rows, ok := v.Interface().([]syntax.Row); ok { // their order means nothing
				rows = slices.Clone(rows)
				slices.SortFunc(rows, func(a, b syntax.Row) int { return strings.Compare(a.Key.Name, b.Key.Name) })
				v = reflect.ValueOf(rows)
			}
			b.WriteString("[")
			for i := range v.Len() {
				dump(v.Index(i))
			}
			b.WriteString("]")
		case reflect.Struct:
			if v.Type() == reflect.TypeFor[source.Pos]() {
				return
			}
			b.WriteString("{")
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					b.WriteString(v.Type().Field(i).Name + ":")
					dump(v.Field(i))
				}
			}
			b.WriteString("}\n")
		default:
			fmt.Fprint(&b, v)
		}
	}
	dump(reflect.ValueOf(tree))
	return b.String()
}

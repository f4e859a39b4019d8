package tables

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/escape"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Format says how Write writes a table.
type Format struct {
	Lang      string // the only language of the names; "" for all
	EachCopy  bool   // a row for each copy, instead of a column with their number
	Marks     bool   // columns for the provenance of values
	Delimiter rune
	Rename    map[string]string // header → the header to write instead
}

// writer is a table that is made column by column. Columns without values are left out.
type writer struct {
	cards   []*syntax.Card
	headers []string
	columns [][]string
}

func (w *writer) add(header string, value func(c *syntax.Card) string) {
	var column []string
	for _, c := range w.cards {
		column = append(column, value(c))
	}
	if slices.ContainsFunc(column, func(v string) bool { return v != "" }) {
		w.headers, w.columns = append(w.headers, header), append(w.columns, column)
	}
}

// Write writes the cards of a kind as a table that Expand can read. It returns an error if a value is no single value,
// because a cell has no place for a choice or a list.
func Write(to io.Writer, k *syntax.Kind, f Format) error {
	w := &writer{cards: k.Cards}
	w.add("id", func(c *syntax.Card) string { return c.Name })
	var langs []string
	for _, c := range k.Cards {
		for lang := range c.Names {
			langs = append(langs, lang)
		}
	}
	slices.Sort(langs)
	for _, lang := range slices.Compact(langs) {
		if f.Lang == "" || f.Lang == lang {
			w.add("names."+lang, func(c *syntax.Card) string { return c.Names[lang] })
		}
	}
	if !f.EachCopy {
		w.add("copies", copiesOf)
		w.provenance(f, "copies", func(c *syntax.Card) (p syntax.Provenance, mark string) {
			switch p = c.CopiesAre; {
			case c.EachPlayer:
				mark = "each_player"
			case p.Assumed:
				mark = "assumed"
			}
			return p, mark
		})
	}
	for _, field := range k.Fields {
		if err := w.field(field); err != nil {
			return err
		}
		w.provenance(f, field.Name, func(c *syntax.Card) (p syntax.Provenance, mark string) {
			switch v := c.Value(field.Name); {
			case v == nil:
			case v.Assumed != field.Assumed && v.Assumed:
				return v.Provenance, "assumed"
			case v.Assumed != field.Assumed || v.Given:
				return v.Provenance, "given"
			default:
				p = v.Provenance
			}
			return p, ""
		})
	}
	for _, h := range k.Has {
		w.add(h.Name, func(c *syntax.Card) string {
			for _, own := range c.Formulas {
				if own.Name == h.Name {
					return own.Is.Text
				}
			}
			return ""
		})
	}
	w.add("starts", func(c *syntax.Card) string {
		switch {
		case c.Starts.Place != "":
			return c.Starts.Name + ": " + c.Starts.Place
		case c.Starts.Name != k.Starts.Name:
			return c.Starts.Name
		}
		return ""
	})
	if f.Marks {
		w.add("cites", func(c *syntax.Card) string { return strings.Join(syntax.NamesOf(c.Cites), " ") })
	}
	return w.write(to, f)
}

func copiesOf(c *syntax.Card) string {
	if c.Data {
		return ""
	}
	return strconv.Itoa(c.Copies)
}

// field adds a column for a field, or one for each key of a table.
func (w *writer) field(f *syntax.Field) (err error) {
	single := func(c *syntax.Card, is *syntax.Formula) string {
		if is != nil && is.IsText {
			return is.Text
		}
		if is != nil && err == nil {
			err = fmt.Errorf("%s: the %s of card %s is %s, which no cell can hold", is.Node.Pos, f.Name, c.Name,
				is.Node.Describe())
		}
		return ""
	}
	if !f.Type.IsTable() {
		w.add(f.Name, func(c *syntax.Card) string {
			if v := c.Value(f.Name); v != nil {
				return single(c, v.Formula)
			}
			return ""
		})
		return err
	}
	var keys []string
	for _, c := range w.cards {
		for _, row := range rowsOf(c, f) {
			if !slices.Contains(keys, row.Key.Name) {
				keys = append(keys, row.Key.Name)
			}
		}
	}
	for _, key := range keys {
		w.add(f.Name+"."+key, func(c *syntax.Card) string {
			for _, row := range rowsOf(c, f) {
				if row.Key.Name == key {
					return single(c, row.Value)
				}
			}
			return ""
		})
	}
	return err
}

func rowsOf(c *syntax.Card, f *syntax.Field) []syntax.Row {
	if v := c.Value(f.Name); v != nil {
		return v.Rows
	}
	return nil
}

// provenance adds the columns KEY.mark and KEY.cites. of returns the mark of a value, or "" if it is the usual one of
// the field.
func (w *writer) provenance(f Format, key string, of func(c *syntax.Card) (p syntax.Provenance, mark string)) {
	if !f.Marks {
		return
	}
	w.add(key+".mark", func(c *syntax.Card) string {
		_, mark := of(c)
		return mark
	})
	w.add(key+".cites", func(c *syntax.Card) string {
		p, _ := of(c)
		return strings.Join(syntax.NamesOf(p.Cites), " ")
	})
}

func (w *writer) write(to io.Writer, f Format) error {
	for _, header := range slices.Sorted(maps.Keys(f.Rename)) {
		if !slices.Contains(w.headers, header) {
			return fmt.Errorf("there is no column %q to rename; %s", header,
				source.Suggest(header, "there is", w.headers))
		}
	}
	out := csv.NewWriter(to)
	out.Comma = f.Delimiter
	var headers []string
	for _, header := range w.headers {
		if other, ok := f.Rename[header]; ok {
			header = other
		}
		if slices.Contains(headers, escape.Cell(header)) {
			return fmt.Errorf("two columns would have the header %q", header)
		}
		headers = append(headers, escape.Cell(header))
	}
	_ = out.Write(headers) // Flush returns the error
	for i, c := range w.cards {
		var row []string
		for _, column := range w.columns {
			row = append(row, escape.Cell(column[i]))
		}
		for range max(1, c.Copies) {
			_ = out.Write(row)
			if !f.EachCopy {
				break
			}
		}
	}
	out.Flush()
	return out.Error()
}

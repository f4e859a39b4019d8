package source

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits of a table. Its size in bytes is limited like that of other files.
const (
	maxTableRows    = 10_000
	maxTableColumns = 256
)

// Table is a file in CSV, as spreadsheets write it: a line of headers, then rows of cells.
type Table struct {
	File    *File
	Headers []*Node // nil for a column without a header, whose cells are all empty
	in      *index
	rows    []tableRow
}

// tableRow has the cells of a row and their byte offsets in the file.
type tableRow struct {
	cells []string
	at    []int
}

// ParseTable parses a file in CSV (RFC 4180). The delimiter is the most frequent of tab, semicolon and comma in the
// headers, or the one in a first line such as `sep=;`. Blank rows are left out, and cells are trimmed.
func ParseTable(f *File) (*Table, Diagnostics) {
	t, found := &Table{File: f, in: newIndex(f)}, Diagnostics{}
	checkTable(t.in, &found)
	if len(found) > 0 {
		return nil, found
	}
	text, lines := body(f.Text), 0
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	delimiter, told := strings.CutPrefix(strings.TrimRight(string(line), "\r"), "sep=")
	if told = told && len(delimiter) == 1 && strings.Contains(",;\t|", delimiter); told {
		text, lines = rest, 1
	} else {
		delimiter = delimiterOf(f, text)
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = rune(delimiter[0]), -1, delimiter != "\t"
	for {
		cells, err := r.Read()
		var broken *csv.ParseError
		switch {
		case errors.Is(err, io.EOF) && t.Headers == nil:
			found.Hint(Pos{File: f}, "the first line has the names of the columns", "the table is empty")
			return nil, found
		case errors.Is(err, io.EOF):
			return t, nil
		case errors.As(err, &broken):
			at := t.in.pos(t.offset(lines+broken.Line, broken.Column))
			text := `a " within a cell that does not begin with one`
			if errors.Is(broken.Err, csv.ErrQuote) {
				text = `the " at the beginning of a cell is closed too early or not at all`
				at = t.in.pos(t.offset(lines+broken.StartLine, 1))
			}
			found.Hint(at, `put the cell in quotes and write each " in it twice`, "%s", text)
			return nil, found
		case err != nil:
			found.Add(Pos{File: f}, "%v", err)
			return nil, found
		}
		row := tableRow{cells: cells}
		for i := range cells {
			line, col := r.FieldPos(i)
			row.at = append(row.at, t.offset(lines+line, col))
		}
		if !t.add(row, &found) {
			return nil, found
		}
	}
}

// add adds a row, or the headers. It reports whether the table is within its limits.
func (t *Table) add(row tableRow, found *Diagnostics) bool {
	last := len(row.cells)
	for last > 0 && strings.TrimSpace(row.cells[last-1]) == "" {
		last--
	}
	row.cells, row.at = row.cells[:last], row.at[:last]
	switch {
	case last == 0:
		return true
	case last > maxTableColumns:
		found.Add(t.in.pos(row.at[maxTableColumns]), "more than %d columns", maxTableColumns)
		return false
	case len(t.rows) == maxTableRows:
		found.Add(t.in.pos(row.at[0]), "more than %d rows", maxTableRows)
		return false
	case t.Headers == nil:
		for col := range row.cells {
			t.Headers = append(t.Headers, t.cell(row, col))
		}
		return true
	}
	t.rows = append(t.rows, row)
	for col := range row.cells {
		if cell := t.cell(row, col); cell != nil && (col >= len(t.Headers) || t.Headers[col] == nil) {
			found.Hint(cell.Pos, "name the column in the first line, or empty the cell",
				"there is no header above this cell")
			return false
		}
	}
	return true
}

// Rows returns the number of rows below the headers.
func (t *Table) Rows() int { return len(t.rows) }

// Cell returns a cell of a row as a scalar, or nil for an empty cell and for column -1.
func (t *Table) Cell(row, col int) *Node { return t.cell(t.rows[row], col) }

// Begin returns the position of the first cell of a row that is not empty.
func (t *Table) Begin(row int) Pos {
	for col := range t.rows[row].cells {
		if cell := t.Cell(row, col); cell != nil {
			return cell.Pos
		}
	}
	return Pos{}
}

// cell returns a cell. An apostrophe that keeps a spreadsheet from evaluating the text (escape.Cell) is left out.
func (t *Table) cell(row tableRow, col int) *Node {
	if col < 0 || col >= len(row.cells) || strings.TrimSpace(row.cells[col]) == "" {
		return nil
	}
	value, start := row.cells[col], row.at[col]
	n := &Node{Pos: t.in.pos(start), style: cell, in: t.in}
	if t.File.Text[start] == '"' {
		start++
	}
	trimmed := strings.TrimSpace(value)
	start += strings.Index(value, trimmed)
	if len(trimmed) > 1 && trimmed[0] == '\'' && strings.IndexByte("=+-@'\t\r", trimmed[1]) >= 0 {
		trimmed, start, n.style = trimmed[1:], start+1, sparedCell
	}
	n.Value, n.start = trimmed, int32(start)
	return n
}

// Uncomputed returns the text of a cell for which a spreadsheet has written no value: an error such as "#REF!", or a
// formula. It returns "" for a value.
func (n *Node) Uncomputed() string {
	word, _, _ := strings.Cut(n.Value, " ")
	switch {
	case n.style == cell && word != "" && word[0] == '=':
		return "a formula"
	case slices.Contains([]string{"#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#ERROR!"}, word),
		strings.HasPrefix(word, "Err:") && IsNumber(word[4:]):
		return word
	}
	return ""
}

// offset returns the byte offset of a line and a column, which counts bytes.
func (t *Table) offset(line, col int) int {
	line = min(max(line, 1), len(t.in.lines))
	return min(t.in.offset(min(t.in.lines[line-1], t.in.runes))+max(col-1, 0), max(len(t.File.Text)-1, 0))
}

// delimiterOf returns the most frequent delimiter of the headers.
func delimiterOf(f *File, text []byte) string {
	if strings.EqualFold(path.Ext(f.Name), ".tsv") {
		return "\t"
	}
	counts, quoted := [256]int{}, false
	for _, c := range text {
		if c == '"' {
			quoted = !quoted
		}
		if !quoted && c == '\n' {
			break
		}
		if !quoted {
			counts[c]++
		}
	}
	most := byte(',')
	for _, c := range []byte("\t;") {
		if counts[c] > counts[most] {
			most = c
		}
	}
	return string(most)
}

// windows1252 has the characters that the bytes from 0x80 to 0x9f stand for in Windows-1252.
var windows1252 = []rune("€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ")

// checkTable reports bytes that are not UTF-8, and control characters.
func checkTable(in *index, found *Diagnostics) {
	text := in.file.Text
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		found.Hint(Pos{File: in.file}, saveAsUTF8, "the table is UTF-16, not UTF-8")
		return
	}
	if utf8.Valid(text) {
		checkText(in, found)
		return
	}
	i := 0
	for r, size := utf8.DecodeRune(text); r != utf8.RuneError || size != 1; r, size = utf8.DecodeRune(text[i:]) {
		i += size
	}
	meant := rune(text[i])
	if meant < 0xa0 {
		meant = windows1252[meant-0x80]
	}
	found.Hint(in.pos(i), saveAsUTF8, "the byte %#02x is not UTF-8; in Windows-1252 it is %c", text[i], meant)
}

const saveAsUTF8 = `save the sheet as "CSV UTF-8"`

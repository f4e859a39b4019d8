package tables

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// guess is the file of a kind for a table.
type guess struct {
	*source.Table
	mapping, fields, ignored, questions []string
	taken                               map[string]bool // names of fields
}

// Guess returns the file of a kind for a table. Comments in it ask the author about facts that the table does not tell.
// A column is taken for the number of copies only if its header says so.
func Guess(t *source.Table, name string) string {
	g := &guess{Table: t, taken: map[string]bool{}}
	names, id := -1, -1
	for col, header := range t.Headers {
		if header == nil {
			continue
		}
		switch plain(header.Value) {
		case "id":
			id = col
		case "name", "names", "nameen", "namesen":
			names = col
		}
	}
	g.ids(id, names)
	for col, header := range t.Headers {
		if header == nil || col == id || col == names {
			continue
		}
		folded := plain(header.Value)
		lang := strings.TrimPrefix(strings.TrimPrefix(folded, "name"), "s")
		switch {
		case slices.Contains([]string{"copies", "count", "qty", "quantity"}, folded):
		case strings.HasPrefix(folded, "name") && (len(lang) == 2 || len(lang) == 3):
		default:
			g.field(col)
		}
	}
	var b strings.Builder
	for _, q := range g.questions {
		b.WriteString("# " + q + "\n")
	}
	fmt.Fprintf(&b, "kind: %s\ntable:\n  file: %s\n", name, source.Quoted(path.Base(t.File.Name)))
	list := func(head, indent string, lines []string) {
		if len(lines) > 0 {
			b.WriteString(head + "\n" + indent + strings.Join(lines, "\n"+indent) + "\n")
		}
	}
	columns := slices.DeleteFunc(slices.Clone(g.mapping), func(line string) bool {
		return !strings.HasPrefix(line, "  ")
	})
	for _, line := range g.mapping {
		if !strings.HasPrefix(line, "  ") {
			b.WriteString("  " + line + "\n")
		}
	}
	list("  columns:", "  ", columns)
	list("  ignore:", "    - ", g.ignored)
	list("fields:", "  ", g.fields)
	return b.String()
}

// column returns the cells of a column that are not empty, of the rows that have a cell in column with, unless that
// is -1.
func (g *guess) column(col, with int) (cells []*source.Node) {
	for row := range g.Rows() {
		if cell := g.Cell(row, col); cell != nil && (with < 0 || g.Cell(row, with) != nil) {
			cells = append(cells, cell)
		}
	}
	return cells
}

// ids decides from which column the ids of the cards are made.
func (g *guess) ids(id, names int) {
	from := id
	if from < 0 {
		from = names
	}
	if from < 0 {
		g.mapping = append(g.mapping, "id: card_{row}")
		g.questions = append(g.questions,
			"Which column has the names of the cards? Write `columns: {names: HEADER}` and remove `id`; card_{row} changes when rows move.")
		return
	}
	header, pattern := g.Headers[from].Value, "{"+g.Headers[from].Value+"}"
	cells := g.column(from, -1)
	if slices.ContainsFunc(cells, func(c *source.Node) bool { return !isID.MatchString(Fold(c.Value)) }) {
		pattern = "card_" + pattern
		if slices.ContainsFunc(cells, func(c *source.Node) bool { return Fold(c.Value) == "" }) {
			pattern = "card_{row}"
			g.questions = append(g.questions,
				fmt.Sprintf("Some cells under %q have no letter a to z, so ids count the rows; a column `id` would be better.", header))
		}
		g.mapping = append(g.mapping, "id: '"+pattern+"'")
	}
	if missing := g.Rows() - len(cells); missing > 0 {
		g.mapping = append(g.mapping,
			fmt.Sprintf("skip: {%s: ''}  # rows without a %[1]s: %d", source.Quoted(header), missing))
	}
	first, equal := map[string]int{}, 0
	for row := range g.Rows() {
		cell := g.Cell(row, from)
		if cell == nil || strings.Contains(pattern, "{row}") {
			continue
		}
		was, twice := first[Fold(cell.Value)]
		switch {
		case !twice:
			first[Fold(cell.Value)] = row
		case g.equal(was, row):
			equal++
		default:
			g.mapping = slices.DeleteFunc(g.mapping, func(line string) bool { return strings.HasPrefix(line, "id:") })
			g.mapping = append(g.mapping, "id: card_{row}")
			g.questions = append(g.questions,
				fmt.Sprintf("%s stands in lines %d and %d with other values. Is it one card? A column `id` would tell them apart; card_{row} changes when rows move.", source.Shown(cell.Value), g.Begin(was).Line, g.Begin(row).Line))
			return
		}
	}
	if equal > 0 {
		g.mapping = append(g.mapping, "equal_rows: copies")
		g.questions = append(g.questions,
			fmt.Sprintf("Are equal rows copies of one card? There are %d; if not, remove them and `equal_rows`.",
				equal))
	}
}

func (g *guess) equal(a, b int) bool {
	for col := range g.Headers {
		if x, y := g.Cell(a, col), g.Cell(b, col); (x == nil) != (y == nil) || x != nil && x.Value != y.Value {
			return false
		}
	}
	return true
}

// mostWords is the largest number of words of a field; a column with more is a text.
const mostWords = 12

// camel matches a place where a name continues with a capital.
var camel = regexp.MustCompile(`([a-z])([A-Z])`)

// field declares a field for a column, or ignores the column.
func (g *guess) field(col int) {
	header, cells := g.Headers[col].Value, g.column(col, -1)
	ignore := func(why string) { g.ignored = append(g.ignored, source.Quoted(header)+"  # "+why) }
	name := Fold(camel.ReplaceAllString(header, "$1 $2"))
	for !isID.MatchString(name) || g.taken[name] || syntax.IsReservedField(name) {
		name = strings.TrimPrefix(fmt.Sprintf("%s_%d", name, col+1), "_")
		if !isID.MatchString(name) {
			name = "field_" + name
		}
	}
	var words []string
	numbers, truths, low, high, longest := true, true, 0, 0, 0
	for i, cell := range cells {
		n, isNumber := source.Number(numeral(cell.Value))
		numbers = numbers && isNumber
		if i == 0 || n < low {
			low = n
		}
		high, longest = max(high, n), max(longest, len(cell.Value))
		lower := strings.ToLower(cell.Value)
		truths = truths && (slices.Contains(yes, lower) || slices.Contains(no, lower))
		if word := Fold(cell.Value); !slices.Contains(words, word) {
			words = append(words, word)
		}
		if cell.Uncomputed() != "" {
			ignore(fmt.Sprintf("line %d has %s", cell.Pos.Line, cell.Uncomputed()))
			return
		}
	}
	is := ""
	switch {
	case len(cells) == 0:
		ignore("all cells are empty")
		return
	case numbers:
		if len(cells) < g.Rows() {
			low, high = min(low, 0), max(high, 0)
		}
		is = fmt.Sprintf("{type: number, range: %d..%d}", low, high)
		if strings.Contains(plain(header), "num") || strings.Contains(plain(header), "count") ||
			strings.Contains(plain(header), "anzahl") {
			g.questions = append(g.questions,
				fmt.Sprintf("Is %q the number of copies? Then write it as `copies: %s` under `columns`.", header,
					source.Quoted(header)))
		}
	case truths:
		is = "yes_no"
	case len(words) <= mostWords && len(words)*2 <= len(cells)+2 && longest <= 24 &&
		!slices.ContainsFunc(words, func(w string) bool {
			return !isID.MatchString(w)
		}):
		is = "{one_of: [" + strings.Join(words, ", ") + "]}"
		if len(cells) < g.Rows() {
			is = strings.TrimSuffix(is, "}") + ", optional: true}"
		}
	case longest > 24:
		ignore("a text; `clauses: {text: TEXT, section: K, columns: [" + source.Quoted(header) +
			"]}` under `table` would make clauses of it")
		return
	default:
		ignore("for example " + source.Shown(cells[0].Value) + "; a list of symbols needs `symbols` under `columns`")
		return
	}
	g.taken[name] = true
	g.fields = append(g.fields, name+": "+is)
	if plain(name) != plain(header) {
		g.mapping = append(g.mapping, "  "+name+": "+source.Quoted(header))
	}
}

package formula

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/parser/lexer"

	"moraine/interpreter/source"
)

// Limits on a formula. expr's parser recurses on brackets and prefix operators before it counts
// nodes, so the text is measured before parsing.
const (
	MaxBytes   = 4096
	MaxNesting = 64
)

// text is the text of a formula with its node.
type text struct {
	node *source.Node
	s    string
	look *runePlaces
}

func newText(n *source.Node, s string) text { return text{node: n, s: s, look: &runePlaces{}} }

// runePlaces has the positions of the runes of a text, computed on demand.
type runePlaces struct {
	of  func(off int) source.Pos
	off []int // byte offset of each rune; nil if all runes are single bytes
}

// at returns the position of a rune, counted as expr does.
func (t text) at(runes int) source.Pos {
	p := t.look
	if p.of == nil {
		p.of = t.node.Places()
		if utf8.RuneCountInString(t.s) < len(t.s) {
			for i := range t.s {
				p.off = append(p.off, i)
			}
		}
	}
	switch {
	case p.off == nil:
		return p.of(min(runes, len(t.s)))
	case runes < len(p.off):
		return p.of(p.off[runes])
	}
	return p.of(len(t.s))
}

// Trees caches parsed formulas for all configurations of a game, because most of their formulas
// are equal. Trees are never changed.
type Trees struct {
	mu sync.Mutex
	of map[string]ast.Node
}

func (t *Trees) get(text string) ast.Node {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.of[text]
}

func (t *Trees) keep(text string, n ast.Node) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of == nil || len(t.of) == mostTrees {
		t.of = map[string]ast.Node{}
	}
	t.of[text] = n
}

// mostTrees limits the cache while a game is edited, because every intermediate state of a
// formula is a new text.
const mostTrees = 50_000

// tree parses a text, using the cache. It returns nil after an error, which is reported.
func (c *Compiler) tree(t text, d *source.Diagnostics) ast.Node {
	if n := c.Trees.get(t.s); n != nil {
		return n
	}
	n, p := parse(t.s)
	if p == nil {
		c.Trees.keep(t.s, n)
		return n
	}
	at := t.node.Pos
	if p.at >= 0 {
		at = t.at(p.at)
	}
	if p.fromParser {
		p.hint = t.parseHint()
	}
	d.Hint(at, p.hint, "%s", p.why)
	return nil
}

// problem is the reason why a formula cannot be parsed.
type problem struct {
	at         int // the rune, or -1 for the whole formula
	why, hint  string
	fromParser bool // expr's parser found it
}

// parse calls expr's parser, within limits.
func parse(formula string) (ast.Node, *problem) {
	if strings.TrimSpace(formula) == "" {
		return nil, &problem{at: -1, why: "there is no formula here"}
	}
	if len(formula) > MaxBytes {
		return nil, &problem{at: -1,
			why: fmt.Sprintf("the formula has %d bytes; the limit is %d", len(formula), MaxBytes)}
	}
	if p := survey(formula); p != nil {
		return nil, p
	}
	tree, err := parser.Parse(formula)
	if err == nil {
		return tree.Node, nil
	}
	p := &problem{at: -1, why: err.Error(), fromParser: true}
	var fe *file.Error
	if errors.As(err, &fe) {
		p.at, p.why = fe.From, fe.Message
	}
	p.why = "syntax error in formula: " + plain(p.why)
	return nil, p
}

// Read parses the text of a formula, or returns nil.
func Read(text string) ast.Node {
	n, _ := parse(text)
	return n
}

// cutByComment reports whether a YAML comment follows the text on its last line. The comment
// may be the rest of the formula.
func (t text) cutByComment() bool {
	end := t.node.At(len(t.s))
	if end.File == nil {
		return false
	}
	lines := strings.Split(string(end.File.Text), "\n")
	if end.Line > len(lines) || end.Col > utf8.RuneCountInString(lines[end.Line-1]) {
		return false
	}
	rest := strings.TrimLeft(string([]rune(lines[end.Line-1])[end.Col-1:]), " ")
	return strings.HasPrefix(rest, "#") && !strings.HasPrefix(rest, "##")
}

// plain replaces expr's names of tokens by words.
func plain(msg string) string {
	msg = strings.ReplaceAll(msg, "token EOF", "end")
	for _, kind := range []string{"Operator", "Bracket", "Identifier", "Number", "String"} {
		msg = strings.ReplaceAll(msg, "token "+kind+"(", "token (")
	}
	return msg
}

// unexpected returns the token at which expr's parser stops, whose position the parser's error
// contains, and the token before it. A token has no kind if the text cannot be tokenised.
func unexpected(formula string) (before, stop lexer.Token) {
	// expr gives the end the position of the last character, so that character must not be part of a token
	formula += " "
	_, err := parser.Parse(formula)
	tokens, _ := lexer.Lex(file.NewSource(formula))
	var fe *file.Error
	if errors.As(err, &fe) {
		for i, t := range tokens {
			if t.Location == fe.Location {
				stop = t
				if i > 0 {
					before = tokens[i-1]
				}
			}
		}
	}
	return before, stop
}

// parseHint suggests a correction of a formula that cannot be parsed.
func (t text) parseHint() string {
	switch before, stop := unexpected(t.s); {
	case stop.Is(lexer.EOF) && t.cutByComment():
		return noPointer
	case stop.Is(lexer.Operator, ","):
		return aList
	case t.inWords(stop) != "":
		return "write the comparison as `" + t.inWords(stop) + "`"
	case before.Is(lexer.Number) && stop.Is(lexer.Identifier) && !t.inList(stop):
		return "a number has no unit; remove `" + stop.Value + "`"
	case before.Is(lexer.Number) && stop.Is(lexer.Identifier):
		return "a formula lists each element: write `" + stop.Value + ", " + stop.Value + "` for `2 " + stop.Value + "`"
	case stop.Is(lexer.Operator, "="):
		return "compare with `" + comparisonWith(t.from(stop)) + "`"
	case stop.Is(lexer.Operator, "."):
		if hint := t.misspelt(); hint != "" {
			return hint
		}
		if hint := mapped(t.s, stop.From); hint != "" {
			return hint
		}
		return "`.field` is short for `it.field` only in list functions; write `it.field`"
	}
	return ""
}

// from returns the rest of a formula, beginning with a token.
func (t text) from(token lexer.Token) string {
	runes := []rune(t.s)
	return string(runes[min(token.From, len(runes)):])
}

// inList reports whether a token stands in a list.
func (t text) inList(token lexer.Token) bool {
	before := strings.TrimSuffix(t.s, t.from(token))
	return strings.Count(before, "[") > strings.Count(before, "]")
}

// comparisonWith returns the comparison that is meant by a text that begins with `=`.
func comparisonWith(text string) string {
	switch {
	case strings.HasPrefix(text, "=<"):
		return "<="
	case strings.HasPrefix(text, "=>"):
		return ">="
	}
	return "=="
}

// wordings are comparisons in English, before those that are a part of them.
var wordings = []struct{ words, operator string }{
	{"is not", "!="}, {"is less than or equal to", "<="}, {"is greater than or equal to", ">="},
	{"is less than", "<"}, {"is fewer than", "<"}, {"is greater than", ">"}, {"is more than", ">"},
	{"is at least", ">="}, {"is at most", "<="}, {"is equal to", "=="}, {"equals", "=="}, {"is", "=="},
}

// inWords returns the operator for a comparison in English that begins with a token, or "".
func (t text) inWords(token lexer.Token) string {
	rest := strings.Join(strings.Fields(t.from(token)), " ") + " "
	for _, w := range wordings {
		if strings.HasPrefix(rest, w.words+" ") {
			return w.operator
		}
	}
	return ""
}

const aList = "write a list as `[a, b]`, and test membership with `x in …`"

// called matches the calls in a formula.
var called = regexp.MustCompile(`\b([a-zA-Z_]+)\(`)

// misspelt suggests the list function that was probably meant by a misspelt name. expr parses
// `.field` only inside list functions, so it stops there and not at the name.
func (t text) misspelt() string {
	for _, call := range called.FindAllStringSubmatch(t.s, -1) {
		if name := call[1]; functions[name] == nil {
			if hint := source.DidYouMean(name, builtins()); hint != "" {
				return hint
			}
		}
	}
	return ""
}

// ofEach matches a call up to its second operand.
var ofEach = regexp.MustCompile(`\b([a-zA-Z_]+)\(((?:[^(),]|\([^()]*\))*),\s*$`)

// shortField matches the short form of a field of each element.
var shortField = regexp.MustCompile(`^\.[a-zA-Z_]\w*`)

// mapped suggests `max(map(list, .field))` for `max(list, .field)`, if the short form begins at a rune of the formula
// and the function takes no condition.
func mapped(formula string, at int) string {
	runes := []rune(formula)
	call := ofEach.FindStringSubmatch(string(runes[:at]))
	if call == nil || functions[call[1]] == nil {
		return ""
	}
	return fmt.Sprintf("write `%s(map(%s, %s))`", call[1], call[2], shortField.FindString(string(runes[at:])))
}

// show returns a short form of a formula for messages.
func show(n ast.Node) string {
	return fmt.Sprintf("`%s`", source.Clip(n.String(), 50))
}

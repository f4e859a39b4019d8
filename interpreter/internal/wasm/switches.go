package wasm

import (
	"cmp"
	"go/ast"
	"go/token"
	"math/bits"
	"slices"
)

const (
	fewCases = 4 // that many are compared one after the other
	gaps     = 3 // a table may have that many places for each case
)

func (f *frame) switchStmt(s *ast.SwitchStmt, name string) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	var tag func()
	var k kind
	if s.Tag != nil {
		k = f.kind(s.Tag)
		tag = f.hold(term{s.Tag, f.names})
	}
	end := f.open(opBlock)
	f.exits = append(f.exits, exit{name: name, brk: end})
	switch cases, ok := f.constants(s); {
	case !ok || s.Tag == nil:
		f.chain(s, tag, k, end)
	case f.knownClause(s, cases):
	default:
		f.choose(s, tag, k, cases, end)
	}
	f.exits = f.exits[:len(f.exits)-1]
	f.close(end)
}

// oneCase is a constant of a switch and the clause it leads to.
type oneCase struct {
	word   uint64
	clause int
}

// constants are the cases of a switch if all of them are constant.
func (f *frame) constants(s *ast.SwitchStmt) ([]oneCase, bool) {
	var out []oneCase
	for i, c := range s.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			n, ok := f.known(term{e, f.names})
			if !ok {
				return nil, false
			}
			out = append(out, oneCase{n, i})
		}
	}
	return out, true
}

// knownClause writes the one clause that a constant leads to, if the tag is one.
func (f *frame) knownClause(s *ast.SwitchStmt, cases []oneCase) bool {
	n, ok := f.known(term{s.Tag, f.names})
	if !ok {
		return false
	}
	i := slices.IndexFunc(cases, func(c oneCase) bool { return c.word == n })
	for j, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if i >= 0 && cases[i].clause == j || i < 0 && c.List == nil {
			f.block(c.Body)
		}
	}
	return true
}

// chain tries clause after clause.
func (f *frame) chain(s *ast.SwitchStmt, tag func(), k kind, end *label) {
	var otherwise *ast.CaseClause
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			otherwise = c
			continue
		}
		opened := f.clause(c, tag, k)
		f.block(c.Body)
		f.br(end)
		f.closeAll(opened)
	}
	if otherwise != nil {
		f.block(otherwise.Body)
	}
}

// clause opens blocks that are entered if one of a clause's cases is the one.
func (f *frame) clause(c *ast.CaseClause, tag func(), k kind) []*label {
	if tag == nil && len(c.List) == 1 {
		return f.guardOf(c.List[0])
	}
	past := f.open(opBlock)
	here := f.open(opBlock)
	for _, e := range c.List {
		f.try(e, tag, k, here)
	}
	f.br(past)
	f.close(here)
	return []*label{past}
}

// try goes to a clause if its case is the one.
func (f *frame) try(e ast.Expr, tag func(), k kind, here *label) {
	if tag == nil {
		f.when(e, true, here)
		return
	}
	if f.dead {
		return
	}
	mark := f.locals.mark()
	tag()
	f.value(term{e, f.names})
	f.emit(opEq.of(k))
	f.brIf(here)
	f.locals.release(mark)
}

// choose goes to the clause of a constant.
func (f *frame) choose(s *ast.SwitchStmt, tag func(), k kind, cases []oneCase, end *label) {
	list := s.Body.List
	otherwise := end
	labels := make([]*label, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		labels[i] = f.open(opBlock)
		if list[i].(*ast.CaseClause).List == nil {
			otherwise = labels[i]
		}
	}
	slices.SortFunc(cases, func(a, b oneCase) int {
		if signed(k) {
			return cmp.Compare(int64(a.word), int64(b.word))
		}
		return cmp.Compare(a.word, b.word)
	})
	d := finder{frame: f, tag: tag, kind: k, labels: labels, otherwise: otherwise, ways: make([]int, len(list))}
	for _, c := range cases {
		d.ways[c.clause]++
	}
	d.find(cases)
	rare := bits.Len(uint(len(list)))
	f.rare += rare
	for i, c := range list {
		f.close(labels[i])
		f.block(c.(*ast.CaseClause).Body)
		if i < len(list)-1 {
			f.br(end)
		}
	}
	f.rare -= rare
}

// finder finds the clause of a tag among constant cases in their order.
type finder struct {
	*frame
	tag       func()
	kind      kind
	labels    []*label
	otherwise *label
	ways      []int // how many cases lead to each clause
}

func (c *finder) find(cases []oneCase) {
	n := len(cases)
	switch {
	case n <= fewCases:
		for _, one := range cases {
			c.tag()
			c.number(c.kind, one.word)
			c.emit(opEq.of(c.kind))
			if to := c.labels[one.clause]; c.ways[one.clause] == 1 {
				c.brOnly(to)
			} else {
				c.brIf(to)
			}
		}
		c.br(c.otherwise)
	case cases[n-1].word-cases[0].word < gaps*uint64(n):
		c.table(cases)
	default:
		upper := c.open(opBlock)
		c.tag()
		c.number(c.kind, cases[n/2].word)
		c.emit(comparison(token.GEQ, c.kind))
		c.brOnly(upper)
		c.find(cases[:n/2])
		c.close(upper)
		c.find(cases[n/2:])
	}
}

// table is one branch for cases that lie close together.
func (c *finder) table(cases []oneCase) {
	first, last := cases[0].word, cases[len(cases)-1].word
	if first < gaps {
		first = 0
	}
	labels := make([]*label, last-first+2)
	for i := range labels {
		labels[i] = c.otherwise
	}
	for _, one := range cases {
		labels[one.word-first] = c.labels[one.clause]
	}
	c.tag()
	if first != 0 {
		c.number(c.kind, first)
		c.emit(opSub.of(c.kind))
	}
	if wide(c.kind) { // the table is asked by 32 bits
		mark := c.locals.mark()
		at := c.locals.take(typeI64)
		c.set(at)
		c.get(at)
		c.number(c.kind, last-first)
		c.emit(opGtU.of(c.kind))
		c.brIf(c.otherwise)
		c.get(at)
		c.emit(opWrap)
		c.locals.release(mark)
	}
	c.brTable(labels)
}

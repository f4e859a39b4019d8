package wasm

import (
	"go/ast"
	"go/token"
	"go/types"
)

// piece is a part of the body of a function, from a label that a goto names to the
// next such label.
type piece struct {
	name   string
	stmts  []ast.Stmt
	start  *label // the end of a block, right before the piece
	number uint64 // in the table of the dispatcher
	back   bool   // a goto further down leads here
}

// dispatcher is where a goto goes that leads back.
type dispatcher struct {
	next uint32 // the local that says where to
	top  *label
}

// goTo writes statements with labels that gotos name.
func (f *frame) goTo(list []ast.Stmt) {
	pieces := f.cut(list)
	var backs []*piece
	for _, p := range pieces[1:] {
		if p.back {
			backs = append(backs, p)
			p.number = uint64(len(backs))
		}
	}
	if backs != nil {
		f.dispatcher = &dispatcher{next: f.locals.take(typeI32), top: f.open(opLoop)}
	}
	for i := len(pieces) - 1; i > 0; i-- {
		pieces[i].start = f.open(opBlock)
	}
	if backs != nil {
		first := f.open(opBlock)
		labels := []*label{first}
		for _, p := range backs {
			labels = append(labels, p.start)
		}
		f.get(f.dispatcher.next)
		f.brTable(labels)
		f.close(first)
	}
	for i, p := range pieces {
		if i > 0 {
			f.close(p.start)
		}
		f.stmts(p.stmts)
	}
	if backs != nil {
		f.close(f.dispatcher.top)
	}
}

// cut cuts statements into pieces; the first has no label.
func (f *frame) cut(list []ast.Stmt) []*piece {
	pieces := []*piece{{}}
	f.pieces = map[string]*piece{}
	for _, s := range list {
		for l, ok := s.(*ast.LabeledStmt); ok; l, ok = l.Stmt.(*ast.LabeledStmt) {
			if f.fun.targets[l.Label.Name] {
				p := &piece{name: l.Label.Name}
				pieces = append(pieces, p)
				f.pieces[p.name] = p
			}
		}
		last := pieces[len(pieces)-1]
		last.stmts = append(last.stmts, s)
	}
	defined := map[string]bool{}
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.LabeledStmt:
				defined[n.Label.Name] = true
			case *ast.BranchStmt:
				if n.Tok == token.GOTO && defined[n.Label.Name] {
					f.pieces[n.Label.Name].back = true
				}
			}
			return true
		})
	}
	return pieces
}

// ahead is the start of a piece that is still to come, nil of one that has been.
func (f *frame) ahead(name string) *label {
	if l := f.pieces[name].start; !l.closed {
		return l
	}
	return nil
}

// back goes to a piece that has been.
func (f *frame) back(name string) {
	f.number(types.Int32, f.pieces[name].number)
	f.set(f.dispatcher.next)
	f.br(f.dispatcher.top)
}

package wasm

import (
	"go/ast"
	"go/token"
	"go/types"
)

// piece is a part of the body of a function, from a label that a goto names to the
// next such label. The first part has no label.
type piece struct {
	stmts  []ast.Stmt
	back   bool   // a goto in it or further down leads to its start
	far    int    // the last piece that a goto in it leads to
	start  *label // the end of a block, right before the piece
	number uint64 // in the table of the dispatcher
}

// dispatcher is where a goto goes that leads back: the start of a loop of pieces.
type dispatcher struct {
	top  *label
	next uint32 // the local that says with which piece to go on …
	asks bool   // … if it may be another than the first
}

// goTo writes statements with labels that gotos name.
func (f *frame) goTo(list []ast.Stmt) {
	pieces := f.cut(list)
	first := loopStart(pieces)
	straight, loop := pieces[:first], pieces[first:]
	f.dispatcher = &dispatcher{next: f.locals.take(typeI32)} // 0, as nobody had the place before
	if len(straight) > 0 {
		f.begin()
	}
	f.openStarts(pieces[1:min(first+1, len(pieces))])
	for _, p := range straight {
		f.piece(p)
	}
	if len(loop) > 0 {
		f.dispatch(loop)
	}
}

// loopStart is the piece where the loop starts that all gotos back lead to: the
// first to which one does, or, if something before that leads into the middle of
// the loop, the very first. There is no loop if it is past all pieces.
func loopStart(pieces []*piece) int {
	far := 0
	for i, p := range pieces {
		switch {
		case p.back && far > i:
			return 0
		case p.back:
			return i
		}
		far = max(far, p.far)
	}
	return len(pieces)
}

// dispatch writes pieces as a loop whose rounds may start with any piece that a
// goto leads back to.
func (f *frame) dispatch(loop []*piece) {
	if loop[0].start != nil {
		f.close(loop[0].start)
	}
	d := f.dispatcher
	var others []*piece
	for _, p := range loop[1:] {
		if p.back {
			others = append(others, p)
			p.number = uint64(len(others))
		}
	}
	d.asks = len(others) > 0
	before, parted := f.bases, f.parted
	d.top = f.open(opLoop)
	f.begin()
	f.again(before)
	f.openStarts(loop[1:])
	f.startWith(others)
	f.parted = parted // all who have come from where the function begins are here
	f.stmts(loop[0].stmts)
	for _, p := range loop[1:] {
		f.piece(p)
	}
	f.close(d.top)
}

// startWith goes to the piece that a round starts with. It does so step by step, since
// by br_table wazero would forget whose bounds it has checked.
func (f *frame) startWith(others []*piece) {
	if len(others) == 0 {
		return
	}
	first := f.open(opBlock)
	f.get(f.dispatcher.next)
	f.emit(opEqz.of(types.Int32))
	f.brIf(first)
	for _, p := range others[1:] {
		f.get(f.dispatcher.next)
		f.number(types.Int32, p.number)
		f.emit(opEq.of(types.Int32))
		f.brIf(p.start)
	}
	f.br(others[0].start)
	f.close(first)
}

// openStarts opens the blocks whose ends are the starts of pieces.
func (f *frame) openStarts(pieces []*piece) {
	for i := len(pieces) - 1; i >= 0; i-- {
		pieces[i].start = f.open(opBlock)
	}
}

func (f *frame) piece(p *piece) {
	if p.start != nil {
		f.close(p.start)
	}
	f.stmts(p.stmts)
}

// cut cuts statements into pieces.
func (f *frame) cut(list []ast.Stmt) []*piece {
	pieces := []*piece{{}}
	f.pieces = map[string]*piece{}
	at := map[string]int{}
	for _, s := range list {
		for l, ok := s.(*ast.LabeledStmt); ok; l, ok = l.Stmt.(*ast.LabeledStmt) {
			if name := l.Label.Name; f.fun.targets[name] {
				at[name] = len(pieces)
				f.pieces[name] = &piece{}
				pieces = append(pieces, f.pieces[name])
			}
		}
		last := pieces[len(pieces)-1]
		last.stmts = append(last.stmts, s)
	}
	for i, p := range pieces {
		for _, s := range p.stmts {
			ast.Inspect(s, func(n ast.Node) bool {
				if br, ok := n.(*ast.BranchStmt); ok && br.Tok == token.GOTO {
					to := at[br.Label.Name]
					p.far = max(p.far, to)
					pieces[to].back = pieces[to].back || to <= i
				}
				return true
			})
		}
	}
	return pieces
}

// straightTo is the label of a goto that takes nothing but to go there: the start
// of a piece that is still to come, or of the loop, if all its rounds start there.
func (f *frame) straightTo(name string) *label {
	p := f.pieces[name]
	switch {
	case p.start != nil && !p.start.closed:
		return p.start
	case f.dispatcher.asks:
		return nil
	}
	return f.dispatcher.top
}

// back goes to a piece that has been.
func (f *frame) back(name string) {
	f.number(types.Int32, f.pieces[name].number)
	f.set(f.dispatcher.next)
	f.br(f.dispatcher.top)
}

package wasm

import (
	"go/ast"
	"go/token"
)

// stem is what a base is made of: a local times a number, and maybe another times a
// number. The base 0 is made of none: then times is 0, too.
type stem struct {
	of    uint32
	times int32
	and   uint32
	more  int32
}

// alone tells whether a stem is a local itself.
func (s stem) alone() bool { return s.times == 1 && s.more == 0 }

func (s stem) uses(local uint32) bool {
	return s.times != 0 && s.of == local || s.more != 0 && s.and == local
}

// by is a stem a number of times.
func (s stem) by(n int32) stem {
	s.times *= n
	s.more *= n
	if s.times == 0 {
		s = stem{of: s.and, times: s.more}
	}
	if s.more == 0 {
		s.and = 0
	}
	if s.times == 0 {
		s.of = 0
	}
	return s
}

// plus is the sum of two stems, if it is one.
func (s stem) plus(t stem) (stem, bool) {
	switch {
	case s.times == 0:
		return t, true
	case t.times == 0:
		return s, true
	case s.more != 0 || t.more != 0:
		return stem{}, false
	case s.of == t.of:
		s.times += t.times
		return s.by(1), true
	case s.of > t.of:
		s, t = t, s
	}
	return stem{s.of, s.times, t.of, t.times}, true
}

// linear is a term that is a stem and a constant.
func (b *body) linear(t term) (s stem, rest int32, ok bool) {
	t = b.plain(t)
	if n, ok := b.known(t); ok {
		return stem{}, int32(n), true
	}
	switch e := t.expr.(type) {
	case *ast.Ident:
		m := b.meaning(e, t.names)
		return stem{of: m.local, times: 1}, 0, m.is == isLocal
	case *ast.BinaryExpr:
		u, m, ok := b.linear(t.part(e.X))
		v, n, ok2 := b.linear(t.part(e.Y))
		if !ok || !ok2 {
			return stem{}, 0, false
		}
		switch e.Op {
		case token.ADD:
			s, ok := u.plus(v)
			return s, m + n, ok
		case token.SUB:
			return u, m - n, v.times == 0
		case token.MUL:
			if u.times == 0 {
				return v.by(m), m * n, true
			}
			return u.by(n), m * n, v.times == 0
		case token.SHL:
			return u.by(1 << n), m << n, v.times == 0
		}
	}
	return stem{}, 0, false
}

package formula

import (
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
)

// emitter makes closures of checked formulas. Most of their time goes into the steps from
// one closure to the next; so where that pays, a closure does what those of its operands
// would: `me.store` is one and not two, and `filter(row, .kind == "tool")` looks each card
// up in a table (fuse.go). What notes are taken of is never passed by so.
type emitter struct{ *schema.Schema }

var emitters [lastOp + 1]func(emitter, *Value)

func init() {
	for _, family := range []map[Op]func(emitter, *Value){emitsNames, emitsConditions, emitsNumbers, emitsEach, emitsLists, emitsPlaces, emitsBodies, emitsRulings} {
		for op, emit := range family {
			emitters[op] = emit
		}
	}
}

// emit gives v, and all that it is made of, its closures.
func (em emitter) emit(v *Value) *Value {
	if !v.OK() || v.ready {
		return v
	}
	v.ready = true
	if v.num == nil && v.list == nil {
		for _, of := range v.Of {
			em.emit(of)
		}
		if v.Tables != nil {
			for _, of := range v.By {
				em.emit(of)
			}
		}
		if t := v.bareTest(); t != nil {
			v.num, v.seldom = t.num, &seldom{v.notes(), t} // so that a condition of many is not gone through for each
		} else {
			emitters[v.Op](em, v)
		}
	}
	for notes := v.notes(); int(v.noted) < len(notes); v.noted++ {
		em.note(v, notes[v.noted])
	}
	return v
}

// is reports whether v is nothing but an op, which who emits closures may look through.
func (v *Value) is(op Op) bool { return v.Op == op && v.notes() == nil }

// local is where a value lies that is the element of a predicate, or a parameter.
func (v *Value) local() (at uint, ok bool) {
	return uint(v.At), v.is(Local) && !v.Type.List && v.how != asked
}

// emitsNames are names, fields and zones.
var emitsNames = map[Op]func(emitter, *Value){
	Constant: func(_ emitter, v *Value) {
		k := v.K
		v.num = func(*Env) int32 { return k }
	},
	Me:    func(_ emitter, v *Value) { v.num = func(e *Env) int32 { return e.Who } },
	Local: emitter.localValue,
	Word:  emitter.word,
	Stopped: func(_ emitter, v *Value) {
		v.num = func(e *Env) int32 { return truth(e.S[e.Base+state.FrameFlags]&state.FrameStopped != 0) }
	},
	Times: func(_ emitter, v *Value) {
		at, pos := int(v.At), v.Pos
		if len(v.Of) == 0 {
			v.num = func(e *Env) int32 { return e.S[at] }
			return
		}
		player := v.Of[0].num
		v.num = func(e *Env) int32 {
			p := player(e)
			if p < 0 {
				return e.nothing(pos, "count")
			}
			return e.S[at+1+int(p)]
		}
	},
	OfGame: func(_ emitter, v *Value) {
		f, slot, pos := v.Field, v.Field.Slot, v.Pos
		v.num = held(pos, f.Type, func(e *Env) int32 {
			if e.Eyes != 0 && !e.mayRead(pos, f, schema.Nothing) {
				return f.Default
			}
			return e.W[slot]
		})
	},
	OfPlayer: emitter.ofPlayer,
	OfPiece:  emitter.mark,
	Printed:  emitter.printed,
	Row:      emitter.row,
	CardWord: emitter.cardWord,
	Copy: func(_ emitter, v *Value) {
		of, pos := v.Of[0].num, v.Pos
		v.num = func(e *Env) int32 {
			if p := of(e); p >= 0 {
				return e.Pieces[p].Copy
			}
			return e.nothing(pos, "copy")
		}
	},
	Owner: emitter.owner,
	Face: func(_ emitter, v *Value) {
		of, pos, up, down := v.Of[0].num, v.Pos, v.Words[0], v.Words[1]
		v.num = func(e *Env) int32 {
			switch p := of(e); {
			case p < 0:
				return e.nothing(pos, "face")
			case !e.mayKnow(pos, p) || !e.FaceDown(p):
				return up
			}
			return down
		}
	},
	LiesIn: func(_ emitter, v *Value) {
		piece, known, pos := v.Of[0].outside(), v.Of[0].how != 0, v.Pos
		v.num = func(e *Env) int32 {
			p := piece(e)
			if p < 0 {
				return e.nothing(pos, "on")
			}
			if z := e.In(p); z != 0 && (known || e.mayKnow(pos, p)) {
				return z
			}
			return schema.Nothing
		}
	},
	ZoneOfGame: func(_ emitter, v *Value) {
		first := int32(v.Zone.First)
		v.num = func(*Env) int32 { return first }
	},
	ZoneOfPlayer: func(_ emitter, v *Value) {
		of, pos, name := v.Of[0].num, v.Pos, v.Zone.Name
		first, cells := int32(v.Zone.First), int32(v.Zone.Cells)
		v.num = func(e *Env) int32 {
			if p := of(e); p >= 0 {
				return first + p*cells
			}
			return e.nothing(pos, name)
		}
	},
	ZoneOfPiece: func(_ emitter, v *Value) {
		of, pos, name, byKind := v.Of[0].num, v.Pos, v.name, v.Zones
		v.num = func(e *Env) int32 {
			p := of(e)
			if p < 0 {
				return e.nothing(pos, name)
			}
			z := byKind[e.Pieces[p].Kind]
			if z == nil {
				return e.lacks(pos, p, name)
			}
			return int32(z.First + (int(p)-e.Kinds[z.Kind].First)*z.Cells)
		}
	},
}

func (emitter) localValue(v *Value) {
	i, pos := uint(v.At), v.Pos
	switch {
	case v.Type.List:
		v.list = func(e *Env) []int32 { return e.lists[i] }
	case v.how == asked:
		v.num = func(e *Env) int32 {
			if p := e.locals[i%maxLocals]; p < 0 || e.mayKnow(pos, p) {
				return p
			}
			return schema.Nothing
		}
	default:
		v.num = func(e *Env) int32 { return e.locals[i%maxLocals] }
	}
}

// outside is a piece for whoever reads of it no more than what lies open.
func (v *Value) outside() numFn {
	if i := uint(v.At); v.how != 0 && v.Op == Local {
		return func(e *Env) int32 { return e.locals[i%maxLocals] }
	}
	return v.num
}

func (emitter) word(v *Value) {
	at, pos, pieces := int(v.At), v.Pos, v.Type.Base == schema.Piece
	if !v.Type.List {
		v.num = held(pos, v.Type, func(e *Env) int32 { return e.S[e.Base+at] })
		return
	}
	v.list = func(e *Env) []int32 {
		b := e.Base
		off, n := int(e.S[b+at]), int(e.S[b+at+1])
		if n == 0 {
			return nil
		}
		l := e.S[b+off : b+off+n : b+off+n]
		if e.Eyes != 0 && pieces && !e.mayKnowAll(pos, l) {
			return nil
		}
		return l
	}
}

// held is a value that a name or field has: if it is a piece, the eyes must know that.
func held(pos source.Pos, t schema.Type, num numFn) numFn {
	if t.Base != schema.Piece {
		return num
	}
	return func(e *Env) int32 {
		p := num(e)
		if e.Eyes != 0 && p >= 0 && !e.mayKnow(pos, p) {
			return schema.Nothing
		}
		return p
	}
}

func (emitter) ofPlayer(v *Value) {
	f, player, slot, pos := v.Field, v.Of[0].num, v.Field.Slot, v.Pos
	v.num = held(pos, f.Type, func(e *Env) int32 {
		p := player(e)
		if p < 0 {
			return e.nothing(pos, f.Name)
		}
		if e.Eyes != 0 && !e.mayRead(pos, f, p) {
			return f.Default
		}
		return e.W[slot+int(p)]
	})
}

// mark reads a field of a piece that changes.
func (emitter) mark(v *Value) {
	f, piece, pos := v.Field, v.Of[0].outside(), v.Pos
	v.num = held(pos, f.Type, func(e *Env) int32 {
		p := piece(e)
		if p < 0 {
			return e.nothing(pos, f.Name)
		}
		at := e.MarkSlot(f, p)
		if at < 0 {
			if e.Eyes != 0 && !e.Knows(e.Eyes-1, p) {
				return f.Default // that its kind has none would tell the kind
			}
			return e.lacks(pos, p, f.Name)
		}
		if e.Eyes != 0 && !e.mayRead(pos, f, p) {
			return f.Default
		}
		return e.W[at]
	})
}

// printed reads a column of what is printed on a piece.
func (em emitter) printed(v *Value) {
	f, of, pos, cols := v.Field, v.Of[0].num, v.Pos, em.Columns()
	v.num = func(e *Env) int32 {
		p := of(e)
		if p < 0 {
			return e.nothing(pos, f.Name)
		}
		x := e.Data.Static[int(e.Data.Rows[p])*cols+f.Col]
		if x == schema.Absent {
			return e.lacks(pos, p, f.Name)
		}
		if f.Hidden() && e.Eyes != 0 && !e.mayRead(pos, f, p) {
			return f.Default
		}
		return x
	}
}

func (emitter) row(v *Value) {
	f, table, key, pos := v.Field, v.Of[0].num, v.Of[1].num, v.Pos
	v.num = func(e *Env) int32 {
		t, k := table(e), key(e)
		if e.Err != nil {
			return 0
		}
		if k == schema.Nothing {
			return e.nothing(pos, "row in "+f.Name)
		}
		row := e.TableRow(f, k)
		if row < 0 {
			e.Fail(pos, "table "+f.Name+" has no row for this")
			return 0
		}
		return e.Data.Tables[t][row]
	}
}

func (emitter) owner(v *Value) {
	piece, known, pos := v.Of[0].outside(), v.Of[0].how != 0, v.Pos
	v.num = func(e *Env) int32 {
		p := piece(e)
		switch {
		case p < 0:
			return e.nothing(pos, "owner")
		case known && e.Eyes != 0 && !e.Knows(e.Eyes-1, p):
			return e.Holder(e.In(p))
		}
		if made := e.Pieces[p].Owner; made != schema.Nothing || !e.mayKnow(pos, p) {
			return made
		}
		return e.OwnerOf(p)
	}
}

// nothing records that a member of nothing was asked for.
func (e *Env) nothing(pos source.Pos, name string) int32 {
	e.Fail(pos, "there is nothing here to have "+schema.Article(name)+"; test it first, or read it with `?.`")
	return 0
}

// lacks records that a piece's kind has no such member.
func (e *Env) lacks(pos source.Pos, p int32, name string) int32 {
	c := e.Cards[e.Pieces[p].Card]
	e.Fail(pos, c.Kind.Name+" "+c.Name+" has no "+name+"; test .kind first")
	return 0
}

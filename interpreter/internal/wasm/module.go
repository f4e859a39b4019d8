package wasm

import (
	"go/ast"
	"go/token"
	"go/types"
)

// module is what becomes of a package. Of the functions there are those that can
// be reached from outside without being expanded everywhere.
type module struct {
	*unit
	types    list
	typeAt   map[string]uint32
	globals  map[*types.Var]uint32
	imports  []*function
	kept     []*function
	indexes  map[*function]uint32
	code     list
	exported list
}

func newModule(p *unit) *module {
	m := &module{unit: p, typeAt: map[string]uint32{}, globals: map[*types.Var]uint32{}, indexes: map[*function]uint32{}}
	for _, f := range p.functions {
		if f.imported() {
			m.indexes[f] = uint32(len(m.imports))
			m.imports = append(m.imports, f)
		}
	}
	return m
}

// index is the number of a function, which is kept for it.
func (m *module) index(f *function) uint32 {
	n, ok := m.indexes[f]
	if !ok {
		n = uint32(len(m.imports) + len(m.kept))
		m.indexes[f] = n
		m.kept = append(m.kept, f)
	}
	return n
}

// typeIndex is the number of a type of functions, or of blocks.
func (m *module) typeIndex(params, results []byte) uint32 {
	t := appendSized(appendSized([]byte{typeFunc}, params), results)
	n, ok := m.typeAt[string(t)]
	if !ok {
		n = uint32(m.types.n)
		m.typeAt[string(t)] = n
		m.types.add(t...)
	}
	return n
}

func (m *module) typeOf(f *function) uint32 {
	var params []byte
	for v := range f.sig.Params().Variables() {
		params = append(params, valueType(kindOf(v.Type())))
	}
	return m.typeIndex(params, resultTypes(f.sig))
}

const (
	exportFunc   = 0
	exportMemory = 2
	exportGlobal = 3
)

func (m *module) export(name string, what byte, index uint32) {
	m.exported.add(appendUint(append(appendName(nil, name), what), uint64(index))...)
}

// bytes is the module in the binary format.
func (m *module) bytes() []byte {
	globals := m.globalSection()
	for _, f := range m.functions {
		if !f.imported() && ast.IsExported(f.name()) {
			m.export(f.name(), exportFunc, m.index(f))
		}
	}
	var functions list
	for i := 0; i < len(m.kept); i++ { // whoever is called is kept too
		functions.add(appendUint(nil, uint64(m.typeOf(m.kept[i])))...)
		m.code.add(appendSized(nil, m.function(m.kept[i]))...)
	}
	var memory list
	if m.memory() != nil {
		pages := m.pages()
		const hasMost = 1
		memory.add(appendUint(appendUint([]byte{hasMost}, pages), pages)...)
		m.export("memory", exportMemory, 0)
	}
	imports := m.importSection()
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range []struct {
		id   byte
		data list
	}{{1, m.types}, {2, imports}, {3, functions}, {5, memory}, {6, globals}, {7, m.exported}, {10, m.code}} {
		if s.data.n > 0 {
			out = appendSized(append(out, s.id), s.data.bytes())
		}
	}
	return appendSized(append(out, 0), m.names())
}

// pages is how much memory there is.
func (m *module) pages() uint64 { return (word(m.memory()) + pageSize - 1) / pageSize }

func (m *module) importSection() list {
	var out list
	for _, f := range m.imports {
		entry := append(appendName(appendName(nil, "env"), f.name()), exportFunc)
		out.add(appendUint(entry, uint64(m.typeOf(f)))...)
	}
	return out
}

// globalSection are the variables of the package.
func (m *module) globalSection() list {
	const mutable = 1
	var out list
	for _, file := range m.files {
		for _, d := range file.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok || d.Tok != token.VAR {
				continue
			}
			for _, s := range d.Specs {
				s := s.(*ast.ValueSpec)
				for i, id := range s.Names {
					v := m.variable(id)
					if blank(v) {
						continue
					}
					b := body{}
					var first uint64
					if s.Values != nil {
						first = word(m.constant(s.Values[i]))
					}
					k := kindOf(v.Type())
					b.emit(valueType(k), mutable)
					b.number(k, first)
					b.emit(opEnd)
					m.globals[v] = uint32(out.n)
					if v.Exported() {
						m.export(v.Name(), exportGlobal, uint32(out.n))
					}
					out.add(b.code...)
				}
			}
		}
	}
	return out
}

// names is the section that tells what functions are called, for traces.
func (m *module) names() []byte {
	const ofFunctions = 1
	var all list
	for i, f := range append(m.imports, m.kept...) {
		all.add(appendName(appendUint(nil, uint64(i)), f.name())...)
	}
	return appendSized(append(appendName(nil, "name"), ofFunctions), all.bytes())
}

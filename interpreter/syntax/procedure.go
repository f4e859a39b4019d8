package syntax

import (
	"regexp"
	"strings"

	"moraine/interpreter/source"
)

// Procedure is a named list of steps. Kind.Playing, the steps of cards, and side offers are
// procedures, too.
type Procedure struct {
	Ident `yaml:",key,new" what:"a procedure" decl:"procedure"`
	Takes []Param `yaml:"takes" within:"a name of this procedure"`
	Gives []Ident `yaml:"gives"`
	Body
}

// Body is the part of a procedure that `playing` of a kind also has.
type Body struct {
	Names    []FirstValue   `yaml:"names" within:"a name of this procedure" what:"'playing'"`
	Formulas []*FormulaDecl `yaml:"formulas" within:"a name of this procedure"`
	Do       *Block         `yaml:"do,required"`
	AtEnd    *Block         `yaml:"at_end"` // may be nil
}

// Param is a parameter. If Type.Name is empty, the type is inferred from uses.
type Param struct {
	Ident `decl:"name"`
	Type  Type
}

// FirstValue is an entry of `names:`, a local name with its initial value.
type FirstValue struct {
	Ident `yaml:",key,local" decl:"name"`
	Value *Formula `yaml:",value"`
}

// decodeTakes decodes parameters: {name: type}, or a list of names whose types are inferred.
func decodeTakes(n *source.Node, d *source.Diagnostics) (params []Param) {
	if n != nil && n.Kind == source.List {
		for _, item := range n.Items {
			params = append(params, Param{Ident: localName(item, d)})
		}
		return params
	}
	for _, p := range Pairs(n, d, "the parameters under `takes`") {
		params = append(params, Param{localName(p.Key, d), Type{Ident: ident(p.Val, d, plainName)}})
	}
	return params
}

// FormulaDecl is a named formula. Params is nil for a formula without brackets.
type FormulaDecl struct {
	Ident  `yaml:",key,any" decl:"formula"`
	Params []Param
	Is     *Formula `yaml:",value"`
}

var signature = regexp.MustCompile(`^([^()]*)\(([^()]*)\)$`)

// decode decodes a formula whose name may have parameters, as in `tips(weapon, prey)`.
func (f *FormulaDecl) decode(m *Fields, key, n *source.Node) {
	d := m.Diags
	f.Is = DecodeFormula(n, d)
	part := signature.FindStringSubmatchIndex(key.Value)
	name := key
	if part != nil {
		name = trimmedPart(key, part[2], part[3])
	}
	f.Ident = DecodeNew(name, d)
	if reserved[f.Name] == function {
		refuseReserved(f.Ident, "no formula", d)
	}
	if part == nil {
		return
	}
	f.Params = []Param{}
	names := register{}
	for from := part[4]; from < part[5]; {
		to := part[5]
		if comma := strings.IndexByte(key.Value[from:to], ','); comma >= 0 {
			to = from + comma
		}
		param := Param{Ident: localName(trimmedPart(key, from, to), d)}
		names.first("a parameter", param.Ident, d)
		f.Params = append(f.Params, param)
		from = to + 1
	}
}

// trimmedPart returns a part of a scalar without surrounding blanks, with its own position.
func trimmedPart(n *source.Node, from, to int) *source.Node {
	part := n.Value[from:to]
	from += len(part) - len(strings.TrimLeft(part, " "))
	return &source.Node{Pos: n.At(from), Value: strings.TrimSpace(part)}
}

// Window declares a moment in which players may react.
type Window struct {
	Ident `yaml:",key,new" what:"a window" decl:"window"`
	Names Names `yaml:"names"`
	// the procedure that opens the window ("fate.playing" for that of a kind)
	Pending Ident    `yaml:"pending,required,path" ref:"procedure"`
	Asks    *Formula `yaml:"asks,required"`
	Who     *Cond    `yaml:"who"`
	Again   *Formula `yaml:"again"` // nil for no; evaluated at load, so that a ruling can decide it
	AtMost  *Formula `yaml:"at_most"`
	Must    *Formula `yaml:"must"` // evaluated at load
	// zones of a player from which cards are played; nil for all zones without order
	From    []Ident `yaml:"from" ref:"zone"`
	Changes []Ident `yaml:"changes"` // local names of the pending procedure that a card may set
	Cites   Clauses `yaml:"cites"`
}

// SideOffer is an act that a player may propose while any request is open.
type SideOffer struct {
	Ident `yaml:",key,option" what:"a side offer" decl:"procedure"`
	If    *Cond `yaml:"if"` // `me` is the player who makes the offer
	// whether it may be made repeatedly during one request; evaluated at load; nil for no
	Again       *Formula        `yaml:"again"`
	Do          *Block          `yaml:"do,required"`
	Cites       Clauses         `yaml:"cites"`
	ClosedIn    []Ident         `yaml:"closed_in" is:"any" ref:"procedure step"`
	ClosedRuled *Ruled[[]Ident] // nil if ClosedIn applies under all readings
}

func (s *SideOffer) check(m *Fields) {
	checkReserved(s.Ident, m.Diags)
	s.ClosedIn, s.ClosedRuled = decodeRuled(m.Take("closed_in"), m.Diags, plainNames)
}

func plainNames(n *source.Node, d *source.Diagnostics) []Ident { return idents(n, d, plainName) }

package syntax

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter/source"
)

// Claim is an invariant. It is checked after every step or, with AtEnd, at every end of that
// procedure.
type Claim struct {
	Ident  `yaml:",key,words" what:"an invariant" decl:"invariant"` // the text of the invariant
	That   *Formula                                                 `yaml:"that,required"`
	Cites  Clauses                                                  `yaml:"cites"`
	Ending `yaml:"at"`
}

// Ending names the procedure at whose end an invariant is checked.
type Ending struct {
	AtEnd Ident `yaml:"end,required,path" what:"'at' of an invariant" ref:"procedure"`
}

// Impossible declares that a condition, or part of one, always has the same value, so that no
// scenario can test the other value.
type Impossible struct {
	// the declaration with the condition
	In     Ident    `yaml:"in,required,path" what:"what is impossible" ref:"procedure formula window card"`
	Why    string   `yaml:"why,required"`
	Is     *Formula `yaml:"never|always,in=Always"`
	Always bool     // the constant value: true or false
	Pos    source.Pos
}

func (x *Impossible) check(m *Fields) {
	if x.Is != nil && !x.Is.IsText {
		m.Diags.Add(x.Is.Node.Pos, "expected a formula as it is written in the rule; found %s", x.Is.Node.Describe())
	}
}

// Survivor declares a mutant that scenarios need not detect: a replacement of one text in a
// declaration.
type Survivor struct {
	In      Ident  `yaml:"in,required,words" what:"what survives"`
	Was     string `yaml:"was,required"`
	Becomes string `yaml:"becomes"`
	Why     string `yaml:"why,required"`
	Any     bool   // `becomes` is missing: any replacement
	Pos     source.Pos
}

func (x *Survivor) check(m *Fields) { x.Any = !m.Has("becomes") }

// Measure is a number collected over many matches.
type Measure struct {
	Ident  `yaml:",key,words" what:"a measure" decl:"measure"`
	By     *Formula `yaml:"by"` // group results by this value; may be nil
	If     *Cond    `yaml:"if"`
	Value  *Formula `yaml:"share|mean|sum|count,in=How"`
	Moment `yaml:"at,required"`
	How    string // "share", "mean", "sum" or "count"
}

// Moment is the start or the end of a procedure.
type Moment struct {
	Of Ident  `yaml:"end|start,path,in=At" what:"'at'" ref:"procedure"`
	At string // "end" or "start"
}

// Bot is a named set of preferences.
type Bot struct {
	Ident   `yaml:",key" decl:"bot"`
	Prefers []Preference `yaml:",value" what:"the preferences of a bot"`
}

// Preference is a formula for the value of an option: of each option `it` of a request
// ("hunt.prey"), or of one option itself ("turn.hunt", "before_roll.great_storm").
type Preference struct {
	Ident `yaml:",key,path" ref:"window procedure"`
	Worth *Formula `yaml:",value"`
}

// Question is the text of a request or an option. It has the same name as in preferences of
// bots; a `may` has the name of its procedure, and its id if it has one.
type Question struct {
	Ident `yaml:",key,words" what:"a question" rest:"text" ref:"window procedure asked"`
	Names
	About   Names `yaml:"about"`   // the meaning, in a sentence
	Decline Names `yaml:"decline"` // the label for declining, if the request can be declined
	// the short name that a request, window or roll has among the stages of its procedure
	Stage     Names `yaml:"stage"`
	Then      Names `yaml:"then"`  // the consequence of choosing an option, in a sentence
	Value     Names `yaml:"value"` // a printed value in words, with {} for the value
	Inherited bool  // declared by the game, so that a variant may have removed the request
}

func (q *Question) check(m *Fields) {
	if m.Node != nil {
		said := *m.Node
		said.Pairs = m.rest()
		q.Names = names(&said, m.Diags)
	}
	for _, lang := range slices.Sorted(maps.Keys(q.Value)) {
		if !strings.Contains(q.Value[lang], "{}") {
			m.Diags.Add(q.Pos, "the `value` of %s in %q does not say where the value stands; write {} in its place",
				q.Name, lang)
		}
	}
}

// Context is a list of values shown to players when they are asked something during a procedure
// or window.
type Context struct {
	Ident `yaml:",key,path" ref:"procedure window"`
	Cells []*Cell `yaml:",value" what:"a context"`
}

// Cell is a labelled value of a context.
type Cell struct {
	Ident `yaml:",key,words" what:"a cell"`
	Is    *Formula `yaml:"is,required,short"`
	If    *Cond    `yaml:"if"`         // when to show the cell; nil for always
	First []Ident  `yaml:"first,path"` // options that come first if Is is true; the cell is not shown
	At    Ident    `yaml:"at,path"`    // if set, the request whose answers show the cell
	// if set, the name of a roll to come: Is is then a condition, shown for each side of the die
	Roll  Ident   `yaml:"roll"`
	Sum   string  `yaml:"sum" words:"start|plus|minus|of"` // see cards/LOOKS.md
	Cites Clauses `yaml:"cites"`
}

// Finale is a list of results, shown for each player when a procedure finishes the match.
type Finale struct {
	Ident `yaml:",key,path" ref:"procedure window"`
	Rows  []*Result `yaml:",value" what:"an ending"`
}

// Result is a labelled value of each player at the end.
type Result struct {
	Ident `yaml:",key,words" what:"a row"`
	Is    *Formula `yaml:"is,required,short"`
	If    *Cond    `yaml:"if"` // when to show the result; nil for always
	Parts []*Part  `yaml:"parts"`
	Now   *Formula `yaml:"now"` // the number at which a forecast is full; pages show a row with it during the match
	Cites Clauses  `yaml:"cites"`
}

// Part is a summand of a result.
type Part struct {
	Ident `yaml:",key,words"`
	Is    *Formula `yaml:",value"`
}

// Look is the appearance of everything with a given name: a zone, kind, card, field, seat, or
// word of a field.
type Look struct {
	Ident     `yaml:",key,words" what:"a look" ref:"card kind zone field formula"`
	Colour    string `yaml:"colour" words:"red|orange|yellow|green|teal|blue|purple|brown|grey|black|white"`
	Symbol    string `yaml:"symbol"` // an SVG path in a square of 24 units, or a letter or two
	Size      string `yaml:"size" words:"large|small|key|level"`
	Picture   string `yaml:"picture"` // an SVG path in a square of 24 units, for a card or a figure on a map
	Back      string `yaml:"back" words:"hills|peaks|meadow|water|night|hearth|stone|cave"`
	Place     string `yaml:"place" words:"piece|zone"` // how a place of a zone is named: by its piece, or as the zone
	Inherited bool   // declared by the game, so that a variant may have removed the thing
}

// IsPath reports whether the symbol is an SVG path, as opposed to letters.
func (l *Look) IsPath() bool { return len(l.Symbol) > mostLetters }

// A symbol is a few letters or an SVG path. The length of the path is limited.
const (
	mostLetters = 4 // bytes
	mostPath    = 2_000
)

var isPath = regexp.MustCompile(`^M *[-.0-9][-., 0-9]*([MLHVCSQTAZ] *[-., 0-9]*)*$`)

func (l *Look) check(m *Fields) {
	const hint = "write an SVG path for a square of 24 by 24, such as M4 4H20V20Z"
	if len(l.Symbol) > mostPath || l.IsPath() && !isPath.MatchString(strings.ToUpper(l.Symbol)) {
		m.Diags.Hint(m.Take("symbol").Pos, hint,
			"a symbol must be an SVG path of at most %d bytes, or one or two letters", mostPath)
	}
	if len(l.Picture) > mostPath || l.Picture != "" && !isPath.MatchString(strings.ToUpper(l.Picture)) {
		m.Diags.Hint(m.Take("picture").Pos, hint, "a picture must be an SVG path of at most %d bytes", mostPath)
	}
}

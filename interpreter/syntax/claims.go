package syntax

import (
	"regexp"
	"strings"

	"moraine/interpreter/source"
)

// Claim is an invariant: it holds after every step or, with AtEnd, whenever that procedure ends.
type Claim struct {
	Ident  `yaml:",key,words" what:"an invariant" decl:"invariant"` // its words
	That   *Formula                                                 `yaml:"that,required"`
	Cites  []Ident                                                  `yaml:"cites,clause"`
	Ending `yaml:"at"`
}

// Ending is the end of a procedure.
type Ending struct {
	AtEnd Ident `yaml:"end,required,path" what:"'at' of an invariant" ref:"procedure"`
}

// Impossible is a condition, or a part of one, that only ever has one value, so that no scenario can
// test the other.
type Impossible struct {
	In     Ident    `yaml:"in,required,path" what:"what is impossible" ref:"procedure formula window card"` // where the condition stands
	Why    string   `yaml:"why,required"`
	Is     *Formula `yaml:"never|always,in=Always"`
	Always bool     // it always holds; else it never does
	Pos    source.Pos
}

func (x *Impossible) check(m *Fields) {
	if x.Is != nil && !x.Is.IsText {
		m.Diags.Add(x.Is.Node.Pos, "a formula is written here as it stands in the rule; found %s", x.Is.Node.Describe())
	}
}

// Survivor is a mutant that no scenario has to notice: in a declaration, a text is replaced by another one.
type Survivor struct {
	In      Ident  `yaml:"in,required,words" what:"what survives"`
	Was     string `yaml:"was,required"`
	Becomes string `yaml:"becomes"`
	Why     string `yaml:"why,required"`
	Any     bool   // no `becomes` is written: it may become anything
	Pos     source.Pos
}

func (x *Survivor) check(m *Fields) { x.Any = !m.Has("becomes") }

// Measure is a number collected over many matches.
type Measure struct {
	Ident  `yaml:",key,words" what:"a measure" decl:"measure"`
	By     *Formula `yaml:"by"` // optional: split by this
	If     *Cond    `yaml:"if"`
	Value  *Formula `yaml:"share|mean|sum|count,in=How"`
	Moment `yaml:"at,required"`
	How    string // "share", "mean", "sum" or "count"
}

// Moment is the end or the start of a procedure.
type Moment struct {
	Of Ident  `yaml:"end|start,path,in=At" what:"'at'" ref:"procedure"`
	At string // "end" or "start"
}

// Bot is a set of preferences.
type Bot struct {
	Ident   `yaml:",key" decl:"bot"`
	Prefers []Preference `yaml:",value" what:"the preferences of a bot"`
}

// Preference is the worth of the option `it` of a request ("hunt.prey"), or of an option itself
// ("turn.hunt", "before_roll.great_storm").
type Preference struct {
	Ident `yaml:",key,path" ref:"window procedure"`
	Worth *Formula `yaml:",value"`
}

// Question words a request, or an option, of the game. It has the name that bots use; a `may` has that
// of its procedure, and its id if there is one.
type Question struct {
	Ident `yaml:",key,words" what:"a question" rest:"text" ref:"window procedure asked"`
	Names
	About     Names `yaml:"about"`   // its meaning in a sentence
	Decline   Names `yaml:"decline"` // the name of declining it, if it can be declined
	Stage     Names `yaml:"stage"`   // the short name of a request, window or roll among the stages of its procedure
	Then      Names `yaml:"then"`    // the consequence of an option, in a sentence
	Inherited bool  // from the game: a variant over it may have removed the request
}

func (q *Question) check(m *Fields) {
	if m.Node != nil {
		said := *m.Node
		said.Pairs = m.takeRest()
		q.Names = names(&said, m.Diags)
	}
}

// Context is a list of values that players see when they are asked something during a procedure or window.
type Context struct {
	Ident `yaml:",key,path" ref:"procedure window"`
	Cells []*Cell `yaml:",value" what:"a context"`
}

// Cell is a value with a label.
type Cell struct {
	Ident `yaml:",key,words" what:"a cell"`
	Is    *Formula `yaml:"is,required,short"`
	If    *Cond    `yaml:"if"`   // nil: always
	Roll  Ident    `yaml:"roll"` // the name of a roll to come: Is is a condition, shown for each side of the die
	Cites []Ident  `yaml:"cites,clause"`
}

// Finale is a list of values that players see of each of them when a procedure finishes the match.
type Finale struct {
	Ident `yaml:",key,path" ref:"procedure window"`
	Rows  []*Result `yaml:",value" what:"an ending"`
}

// Result is a value of each player at the end, with a label.
type Result struct {
	Ident `yaml:",key,words" what:"a row"`
	Is    *Formula `yaml:"is,required,short"`
	If    *Cond    `yaml:"if"` // nil: always
	Parts []*Part  `yaml:"parts"`
	Cites []Ident  `yaml:"cites,clause"`
}

// Part is a number that the value of a result adds up.
type Part struct {
	Ident `yaml:",key,words"`
	Is    *Formula `yaml:",value"`
}

// Look is the appearance of things with a name: a zone, kind, card, field, seat, or a word of a field.
type Look struct {
	Ident     `yaml:",key,words" what:"a look" ref:"card kind zone field"`
	Colour    string `yaml:"colour" words:"red|orange|yellow|green|teal|blue|purple|brown|grey|black|white"`
	Symbol    string `yaml:"symbol"` // a path of SVG in a square of 24, or a letter or two
	Size      string `yaml:"size" words:"large|small|key"`
	Inherited bool   // from the game: a variant over it may have removed the thing
}

// IsPath reports whether the symbol is drawn and not written.
func (l *Look) IsPath() bool { return len(l.Symbol) > mostLetters }

// A symbol is a few letters or a path, whose length is limited.
const (
	mostLetters = 4 // bytes
	mostPath    = 2_000
)

var isPath = regexp.MustCompile(`^M *[-.0-9][-., 0-9]*([MLHVCSQTAZ] *[-., 0-9]*)*$`)

func (l *Look) check(m *Fields) {
	if len(l.Symbol) > mostPath || l.IsPath() && !isPath.MatchString(strings.ToUpper(l.Symbol)) {
		m.Diags.Hint(m.Take("symbol").Pos, "a path is as in SVG, in a square of 24 by 24: M4 4H20V20Z", "a symbol is a path of at most %d bytes, or a letter or two", mostPath)
	}
}

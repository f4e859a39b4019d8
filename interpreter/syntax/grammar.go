package syntax

import (
	"slices"
	"strings"
	"sync"
)

// The grammar is every map that a file can hold: which keys it has, in the order in which
// messages list them, and what stands under each. The decoder takes keys from here and
// refuses all others; `moraine schema` prints it. KEY! has to be there.
//
// What stands under a key:
//
//	text number bool name any     a scalar; a text is any
//	formula condition steps       a formula; with reasons, maybe; a list of steps
//	=a|b                          one of these words
//	[X]                           a list of X
//	{X}                           a map from the author's keys to X
//	(X), W/(X)                    an X, or something shorter: anything, or a W
//	patch                         a patch, of which there are several
//	a_zone                        a map of that name, below
//
// …:X is what stands under all other keys.

const (
	stepKeys = "if:condition cites:clauses note:text id:name "
	checks   = "then:any refuses:any allows:any wins:any offers:any sees:any hides:any chance:any stands:any "
	labels   = "texts:{text} sections:{text} "
	declared = "player:player procedures:{a_procedure} windows:{a_window} side_offers:{a_side_offer} invariants:{an_invariant} " +
		"impossible:[what_is_impossible] measures:{a_measure} bots:{formulas} asks:{a_question} context:{{formula/(a_cell)}} looks:{a_look} rulings:{a_ruling} clauses:{a_clause} "
	tabled = "fields:{(a_field)} zones:{a_zone} formulas:{formula} "
)

// verbTable are the verbs, in the order of the language's table: what each is about, and its
// operands.
var verbTable = []struct{ verb, object, operands string }{
	{"choose", "name", "from!:formula by:formula where:condition at_least:formula at_most:formula exactly:formula together:condition repeats:bool optional:formula if_any:bool"},
	{"may", "{steps/(an_option)}", "by:formula again:formula must:formula otherwise:steps"},
	{"window", "name", ""},
	{"roll", "name", "by:formula dice:formula sides:formula"},
	{"shuffle", "formula", "says:any"},
	{"draw", "formula", "from!:formula to!:formula as:name place:=top|bottom face:=up|down"},
	{"move", "formula", "says:any to!:formula number:formula from:formula place:=top|bottom face:=up|down"},
	{"discard", "formula", "says:any"},
	{"flip", "formula", "says:any face:=up|down"},
	{"show", "formula", "to!:formula"},
	{"set", "{formula}", "says:any until:until"},
	{"pick", "name", "says:any from!:formula where:condition prefer:condition toward:formula"},
	{"if", "condition", "do!:steps else:steps"},
	{"switch", "formula", "…:steps/(a_branch)"},
	{"ruling", "name", "…:steps/(a_branch)"},
	{"each", "name", "in!:formula do!:steps sealed:formula"},
	{"while", "condition", "do!:steps"},
	{"call", "name", "says:any with:{formula}"},
	{"stop", "name", ""},
	{"finish", "formula", ""},
}

var grammar = map[string]string{
	"a file of a game": "language:number game:name about:text players:players remember:bool start:name " + labels +
		"kind:name names:{text} plural:name " + tabled + "each_has:{(what_each_card_has)} discards:name playing:playing draws:text starts:name cards:{a_card} survives:[what_survives] " + declared,
	"a variant": "variant!:name names:{text} about:text builds_on:[name] follows:name readings:{name} cards:{any} patch:[patch] " + labels + tabled + declared,
	"`player`":  tabled,
	"`players`": "seats!:[name] turn:name cites:clauses from!:number to!:number",

	"a field":                  "type:name one_of:[name] by:name default:formula optional:bool resets:name range:text assumed:bool seen_by:formula cites:clauses note:text",
	"a zone":                   "names:{text} order:=stack layout:=row|grid|hex face:=up|down holds:[name] starts:bool cites:clauses note:text size:any seen_by:formula when_empty:(when_empty)",
	"`when_empty`":             "reshuffle!:name",
	"a choice by ruling":       "ruling!:name …:any",
	"a formula":                "cites:clauses is:formula ruling:name switch:formula",
	"a formula that is chosen": "cites:clauses ruling:name switch:formula …:any",
	"what each card has":       "formula!:name default:formula",
	"a card":                   "names:{text} play:play starts:any draws:text cites:clauses copies:number/(copies) …:any",
	"`copies`":                 "cites:clauses given:number assumed:number each_player:number",
	"`play`":                   "in!:[name] from:[name] target:formula needs:condition",
	"a value":                  "given:any assumed:any cites:clauses",

	"a procedure":                        "takes:any gives:[name] names:{formula} formulas:{formula} do!:steps at_end:steps",
	"`playing`":                          "names:{formula} formulas:{formula} do!:steps at_end:steps",
	"a window":                           "names:{text} pending!:name asks!:formula who:condition again:formula at_most:formula must:formula from:[name] changes:[name] cites:clauses",
	"a side offer":                       "if:condition again:formula do!:steps cites:clauses closed_in:any",
	"a step":                             "…:any",
	"an option":                          "if:condition do!:steps cites:clauses",
	"a branch":                           "do!:steps cites:clauses",
	"a branch left to a variant":         "variant:name",
	"`until`":                            "of:formula end:name start:name",
	"an invariant":                       "that!:formula cites:clauses at:at",
	"`at`":                               "end:name start:name",
	"`at` of an invariant":               "end!:name",
	"what is impossible":                 "in!:name why!:text never:formula always:formula",
	"what survives":                      "in!:name was!:text becomes:text why!:text",
	"a measure":                          "by:formula if:condition share:formula mean:formula sum:formula count:formula at!:at",
	"a question":                         "about:{text} decline:{text} …:text",
	"a cell":                             "is!:formula if:condition roll:name cites:clauses",
	"a look":                             "colour:=red|orange|yellow|green|teal|blue|purple|brown|grey|black|white symbol:text size:=large|small|key",
	"a ruling":                           "kind!:=rule|data|wording|settled question!:text default!:name why:text readings!:{text} texts:{what_a_text_says} excludes:[an_exclusion]",
	"what a text says":                   "reading!:name clauses:clauses note:text",
	"an exclusion":                       "reading:name with!:text why!:text",
	"a clause":                           "text!:name section:text topic:text says!:text normative:bool",
	"a patch":                            "at!:text add:{steps/(an_option)} before:steps after:steps instead:steps remove:bool",
	"a patch of a ruling":                "at!:text add!:{a_new_reading}",
	"a patch of a bot":                   "at!:text add:{formula} remove:bool",
	"a new reading":                      "says!:text as:name do:steps is:formula in:{what_a_new_reading_says_in_a_place}",
	"what a new reading says in a place": "do:steps is:formula",

	"a scenario":          "scenario!:text variant:name pins:clauses skip:text only:text tags:[name] given:given examples:[{any}] when:any " + checks + "under:{(an_entry_of_under)}",
	"an entry of `under`": "pins:clauses when:any fails:text " + checks,
	"a line of checks":    checks,
	"`given`":             "players:any turn:name cards:any at:name goes_on:any times:any …:any",
	"`chance`":            "of!:formula is!:any",
	"a stack":             "top:any block:any bottom:any",
	"a mark":              "is:any until!:until",
	"a counter":           "in:text …:any",
	"an item with `of`":   "scenario!:text under!:{(an_entry_of_under)} of:text",
}

// Shape is a map of the grammar.
type Shape struct {
	Keys []Key
	Rest string // what stands under keys of the author's; "": there are none
	at   map[string]int
}

// Key is a key of a shape.
type Key struct {
	Name, Is string
	Needed   bool
}

// shapes are those of the grammar, by what messages call them.
var shapes = sync.OnceValue(func() map[string]*Shape {
	all := map[string]*Shape{}
	for what, keys := range grammar {
		all[what] = newShape(keys)
	}
	for _, v := range verbTable {
		head := v.verb + "!:" + v.object + " "
		if v.verb == "if" {
			head += strings.TrimPrefix(stepKeys, "if:condition ")
		} else {
			head += stepKeys
		}
		all["`"+v.verb+"`"] = newShape(head + v.operands)
	}
	return all
})

func newShape(keys string) *Shape {
	s := &Shape{at: map[string]int{}}
	for text := range strings.FieldsSeq(keys) {
		name, is, _ := strings.Cut(text, ":")
		if name == "…" {
			s.Rest = is
			continue
		}
		key, needed := strings.CutSuffix(name, "!")
		s.at[key] = len(s.Keys)
		s.Keys = append(s.Keys, Key{key, is, needed})
	}
	return s
}

// shapeOf is the shape of what messages call so.
func shapeOf(what string) *Shape {
	if strings.HasPrefix(what, "a card of kind ") {
		what = "a card"
	}
	s := shapes()[what]
	if s == nil {
		panic("the grammar has no " + what)
	}
	return s
}

func (s *Shape) has(key string) bool {
	_, ok := s.at[key]
	return ok
}

// words are those of which one stands under a key.
func (s *Shape) words(key string) []string {
	return strings.Split(strings.TrimPrefix(s.Keys[s.at[key]].Is, "="), "|")
}

func (s *Shape) names() []string {
	out := make([]string, 0, len(s.Keys))
	for _, k := range s.Keys {
		out = append(out, k.Name)
	}
	return out
}

// verbs are all there are.
var verbs = func() (out []string) {
	for _, v := range verbTable {
		out = append(out, v.verb)
	}
	return slices.Clip(out)
}()

// Operands are what a step with a verb is about, and the other keys that it has; ok: there is such a
// verb.
func Operands(verb string) (object string, keys []Key, ok bool) {
	i := slices.Index(verbs, verb)
	if i < 0 {
		return "", nil, false
	}
	return verbTable[i].object, newShape(verbTable[i].operands).Keys, true
}

// IsGiven tells the keys of `given` that have a meaning in every game.
func IsGiven(key string) bool { return shapeOf("`given`").has(key) }

// Under are the keys under which something stands.
func Under(what string) map[string]bool {
	keys := map[string]bool{}
	for _, s := range shapes() {
		for _, k := range s.Keys {
			keys[k.Name] = keys[k.Name] || k.Is == what
		}
	}
	return keys
}

package debug

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// A lamp loses oil where it should gain: the planted mistake is in line 23.
const lamps = `language: 1
game: lamps
players: {from: 1, to: 1, seats: [ann]}
start: match
fields: {oil: 3, lit: false, rounds: 0}
rulings:
  wick:
    kind: rule
    question: How long does it burn?
    readings: {short: one, long: two}
    default: short
    why: It is cheap.
clauses: {L-OIL-01: {text: book, says: Oil is poured in.}}
texts: {book: The book}
procedures:
  match:
    do:
      - {call: evening, id: evening}
      - {finish: '[]'}
  pour:
    takes: [much]
    do:
      - {set: {oil: oil - much}, cites: [L-OIL-01]}
  evening:
    do:
      - may:
          light: {if: {there is oil: oil > 9}, do: [{set: {lit: true}}]}
          fill: [{choose: much, from: '[1, 2]'}, {call: pour, with: {much: much}}]
        id: acts
      - set: {rounds: rounds + 1}
      - {ruling: wick, short: [{set: {rounds: rounds + 1}}], long: [{set: {rounds: rounds + 2}}]}
`

const evening = `
- scenario: Oil is poured in
  given: {at: evening, goes_on: match}
  when:
    - ann: {fill: {much: 2}}
  then: oil == 5
`

func cachedRecording(t *testing.T, text string, opt interpreter.Options) *Recording {
	t.Helper()
	return recordedUpTo(t, mostSteps, text, opt)
}

func recordedUpTo(t *testing.T, most int, text string, opt interpreter.Options) *Recording {
	t.Helper()
	files := fstest.MapFS{"cards/lamps/lamps.yaml": &fstest.MapFile{Data: []byte(lamps)}}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "lamps", opt)
	require.NoError(t, err)
	doc, found := source.Parse(&source.File{Name: "scenarios/lamps/x.yaml", Text: []byte(text)}, source.DefaultLimits())
	list := spec.Decode(doc, &found)
	require.Empty(t, found)
	r, err := record(t.Context(), exec.In(g), list[0], most)
	require.NoError(t, err)
	return r
}

func TestStepsGoForwardAndBack(t *testing.T) {
	r := cachedRecording(t, evening, interpreter.Options{})
	var told []string
	for _, s := range r.Steps {
		told = append(told, fmt.Sprintf("%d %s %d %v", s.Depth, s.Verb, s.Pos.Line, s.Said))
	}
	assert.Equal(t, []string{
		"2 procedure 24 [evening begins]", "2 may 26 []", "2 answer 26 []", "2 choose 28 []", "2 answer 28 []", "2 call 28 []",
		"3 procedure 20 [pour begins]", "3 set 23 [oil: 3 → 1]", "2 set 30 [rounds: 0 → 1]", "2 set 31 [rounds: 1 → 2]", "1 finish 19 [the match is over: ann loses]", "0 end 0 []",
	}, told)
	assert.Equal(t, 8, r.Over(5, 1), "over the call")
	assert.Equal(t, 5, r.Over(8, -1))
	assert.Equal(t, 8, r.Out(6, 1))
	assert.Equal(t, 10, r.Out(8, 1))
	assert.Equal(t, -1, r.Out(11, 1))
	for text, want := range map[string]int{"L-OIL-01": 7, "lamps.yaml:30": 8, "pour": 6, "evening.acts": 2, "set": 7, "oil < 3": 8, "oil == 99": -1} {
		t.Run(text, func(t *testing.T) {
			is, err := r.Find(0, 1, text)
			require.NoError(t, err, text)
			assert.Equal(t, want, is, text)
		})
	}
	_, err := r.Find(0, 1, "oik == 3")
	require.EqualError(t, err, `"oik == 3" is neither a step, clause, window or procedure that ran in this scenario nor a formula of the game`)
}

// A ruling stands at the step that asks it first.
func TestStepsTellTheRulingsThatTheyAsk(t *testing.T) {
	r := cachedRecording(t, evening, interpreter.Options{})
	assert.Equal(t, []string{"wick"}, r.Rulings)
	var at []string
	for _, s := range r.Steps {
		for _, ruling := range s.Rulings {
			at = append(at, fmt.Sprintf("%s %d %s=%s", s.Verb, s.Pos.Line, ruling, r.InForce(ruling)))
		}
	}
	assert.Equal(t, []string{"set 30 wick=short"}, at, "the step before the branch that is taken")
}

func TestAFailedCheckLeadsToTheStepThatSetItsValue(t *testing.T) {
	r := cachedRecording(t, evening, interpreter.Options{})
	require.Contains(t, r.Failed.String(), "this does not hold: oil == 5")
	assert.Equal(t, 23, r.Steps[r.Culprit()].Pos.Line)
	at, err := r.Set(10, "rounds")
	require.NoError(t, err)
	assert.Equal(t, 31, r.Steps[at].Pos.Line)
	before, err := r.Set(at, "rounds")
	require.NoError(t, err)
	assert.Equal(t, 30, r.Steps[before].Pos.Line)
	is, parts, err := r.Value(8, "oil == 5 or rounds > 1")
	require.NoError(t, err)
	assert.Equal(t, "false", is)
	assert.Equal(t, []exec.Value{{Text: "oil == 5", Is: "false"}, {Text: "oil", Is: "1"}, {Text: "rounds > 1", Is: "false"}, {Text: "rounds", Is: "0"}}, parts)
}

func TestAStepShowsItsFormulasWithTheirValues(t *testing.T) {
	r := cachedRecording(t, evening, interpreter.Options{})
	assert.Equal(t, []FormulaValue{{"oil > 9", "false", []exec.Value{{Text: "oil", Is: "3"}}}}, r.Formulas(1))
	assert.Equal(t, []FormulaValue{{"much", "2", nil}}, r.Formulas(5))
	assert.Equal(t, []FormulaValue{{"oil - much", "1", []exec.Value{{Text: "oil", Is: "3"}, {Text: "pour.much", Is: "2"}}}}, r.Formulas(7), "by the names of the procedure")
	assert.Equal(t, []FormulaValue{{"rounds + 1", "2", []exec.Value{{Text: "rounds", Is: "1"}}}}, r.Formulas(9), "within a ruling")
}

func TestAQuestionGivesOptionsAndRefusals(t *testing.T) {
	q := cachedRecording(t, evening, interpreter.Options{}).Question(2)
	assert.Equal(t, "ann", q.By)
	assert.Equal(t, []string{"fill"}, q.Options)
	require.Len(t, q.Turned, 1)
	assert.Equal(t, "light", q.Turned[0].Option)
	assert.Equal(t, "there is oil", q.Turned[0].Words)
}

func TestTwoReadingsPartWhereTheyDoSomethingElse(t *testing.T) {
	a := cachedRecording(t, evening, interpreter.Options{})
	b := cachedRecording(t, evening, interpreter.Options{Readings: map[string]string{"wick": "long"}})
	i, j := Part(a, b)
	assert.Equal(t, "rounds: 1 → 2", a.Steps[i].Said[0])
	assert.Equal(t, "rounds: 1 → 3", b.Steps[j].Said[0])
}

func TestARecordingIsBounded(t *testing.T) {
	r := recordedUpTo(t, 4, evening, interpreter.Options{})
	assert.True(t, r.Cut)
	assert.Len(t, r.Steps, 4)
	assert.Empty(t, r.Steps[3].Said, "what happens later is no part of it")
}

func TestEntriesCountInTheirConfiguration(t *testing.T) {
	f := &source.File{Name: "scenarios/lamps/x.yaml", Text: []byte(evening + "  under: {wick=long: {then: oil == 1}}\n")}
	for in, then := range map[string]string{"": "oil == 5", "wick=long": "oil == 1", "wick=short": "oil == 5"} {
		t.Run(in, func(t *testing.T) {
			of, rows, err := Around(f, 2, 0, in)
			require.NoError(t, err)
			assert.Len(t, rows, 1)
			assert.Equal(t, then, of.Checks.Get("then").AsList()[0].Value, in)
		})
	}
}

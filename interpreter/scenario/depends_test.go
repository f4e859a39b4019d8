package scenario

import (
	"context"
	"os"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// Of the rulings that a run asks, those that decide are listed with the outcome under each reading; a run
// asks each that decides.
func TestDependsListsTheRulingsThatDecide(t *testing.T) {
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../..")}}
	opt := Options{Depends: true, Run: regexp.MustCompile("^A Weapon may be left, and an Artefact")}
	res, err := Run(context.Background(), src, []string{"glacier"}, opt)
	require.NoError(t, err)
	require.Len(t, res.Cases, 1)
	c := res.Cases[0]
	require.Len(t, c.Depends, 1)
	d := c.Depends[0]
	assert.Equal(t, "a.take_optional", d.Ruling)
	assert.Contains(t, c.UsedRulings, d.Ruling)
	require.Len(t, d.Readings, 2)
	assert.Equal(t, Decided{"may", Passed, ""}, d.Readings[0])
	assert.Equal(t, Failed, d.Readings[1].Status)
	assert.Contains(t, d.Readings[1].Message, "ann is not asked")

	// It passes under every reading that it does not ask.
	opt.Depends, opt.EachReading = false, true
	res, err = Run(context.Background(), src, []string{"glacier"}, opt)
	require.NoError(t, err)
	assert.Zero(t, res.Failed)
}

// A failure lists the rulings that decide it, also if Options.Depends does not ask for all.
func TestExplainFindsTheRulingsThatDecideAFailure(t *testing.T) {
	mine := fstest.MapFS{"scenarios/glacier/mine.yaml": {Data: []byte(`- scenario: A Weapon is taken unasked
  given: {players: 2, turn: ann, at: take_gear, market: [net], ann: {hand: [clan_1]}}
  when: []
  then: ['ann.weapons == [net]']
- scenario: A Weapon is refused
  given: {players: 2, turn: ann, at: take_gear, market: [net], ann: {hand: [clan_1]}}
  when: [{ann: {gear: [net]}}]
  then: ['ann.weapons == []']
`)}}
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../..")}, {Name: "mine", FS: mine}}
	res, err := Run(context.Background(), src, []string{"scenarios/glacier/mine.yaml"}, Options{Explain: true})
	require.NoError(t, err)
	require.Equal(t, 2, res.Failed)
	require.Len(t, res.Cases[0].Depends, 1)
	assert.Equal(t, "a.take_optional", res.Cases[0].Depends[0].Ruling)
	assert.Equal(t, []string{"must"}, res.Cases[0].Depends[0].Under(Passed))
	assert.NotEmpty(t, res.Cases[1].UsedRulings)
	assert.Empty(t, res.Cases[1].Depends, "it fails under every reading")
}

package scenario

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The scenarios of a file share its background. A wrong background is reported once.
func TestBackground(t *testing.T) {
	const (
		shared = "- background: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}\n"
		first  = "- scenario: a\n  offers: {ann: [stake]}\n"
		second = "- scenario: b\n  given: {ann: {hand: [glare]}}\n  offers: {ann: []}\n"
	)
	for name, c := range map[string]struct {
		text   string
		passed int
		says   string
	}{
		"shared":          {shared + first + second, 2, ""},
		"replaced":        {shared + second, 0, "x.yaml:1:52: no scenario of this file uses \"ann\" of the `background`"},
		"examples":        {strings.Replace(shared, "white", "<stone>", 1) + first + "  examples: [{stone: white}, {stone: black}]\n", 2, ""},
		"a wrong name":    {strings.Replace(shared, "white", "whit", 1) + first + first[:12] + "c\n  offers: {ann: [stake]}\n", 0, "x.yaml:1:65: there is no card \"whit\""},
		"without use":     {shared, 0, "x.yaml:1:15: no scenario of this file follows the `background`"},
		"later":           {first + shared, 0, "x.yaml:3:3: a `background` must be the first item of its file"},
		"with checks":     {strings.Replace(shared, "turn", "then: true, turn", 1) + first, 0, "x.yaml:1:28: a `background` has only keys of `given`; found \"then\""},
		"with other keys": {shared + "  pins: [P-TURN-01]\n" + first, 0, "x.yaml:2:3: "},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := Run(t.Context(), with(t, c.text), []string{"pebbles"}, Options{})
			if err != nil {
				require.Contains(t, err.Error(), c.says)
				require.Equal(t, 1, strings.Count(err.Error(), "x.yaml:"+strings.SplitN(c.says+":::", ":", 4)[1]+":"), err)
				return
			}
			require.Equal(t, c.passed, res.Passed)
			failed := 0
			for _, one := range res.Cases {
				if one.Status == Failed {
					failed++
					at, says, _ := strings.Cut(c.says, ": ")
					require.Equal(t, at, fmt.Sprintf("x.yaml:%d:%d", one.At.Line, one.At.Col))
					require.Contains(t, one.Message.String(), says)
				}
			}
			require.Equal(t, c.says != "", failed == 1, "%d failed", failed)
		})
	}
}

// Expressions select scenarios by tags.
func TestTagsAreJoined(t *testing.T) {
	const text = "- scenario: a\n  tags: [x]\n  then: empty(heap)\n- scenario: b\n  tags: [x, y]\n  then: empty(heap)\n"
	for expr, want := range map[string]string{"x": "a b", "x and y": "b", "x and not y": "a", "not x": "", "not y": "a", "y and x": "b"} {
		t.Run(expr, func(t *testing.T) {
			items, err := List(t.Context(), with(t, text), []string{"scenarios/pebbles/x.yaml"}, Options{Tags: []string{expr}})
			var names []string
			for _, it := range items {
				names = append(names, it.Name)
			}
			require.Equal(t, want, strings.Join(names, " "), "%s: %v", expr, err)
		})
	}
	_, err := List(t.Context(), with(t, text), []string{"scenarios/pebbles/x.yaml"}, Options{Tags: []string{"x and not z"}})
	require.ErrorContains(t, err, `no scenario has the tag "z"`)
	_, err = List(t.Context(), with(t, text), []string{"scenarios/pebbles/x.yaml"}, Options{Tags: []string{"x or y"}})
	require.ErrorContains(t, err, "write --tag once for each")
}

package overlay

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

const walk = `
language: 1
game: g
players: {from: 1, to: 1, seats: [ann]}
start: walk
procedures:
  walk:
    do:
      - choose: prey
        from: pack
      - if: 'a > 1 ? b : c # d'
        do:
          - draw: 1
            from: deck
            to: a
      - draw: 1
        from: deck
        to: a
      - finish: b
        id: end
`

// applied returns the verbs and words of the steps of a procedure with variants, and the errors.
func applied(t *testing.T, game string, variants ...string) (string, source.Diagnostics) {
	t.Helper()
	g, d := syntax.Decode([]*source.Node{parsed(t, game)})
	require.Empty(t, d)
	var chain []*syntax.Variant
	for i, v := range variants {
		n, bad := source.Parse(&source.File{Name: fmt.Sprintf("v%d.yaml", i), Text: []byte(v)}, source.DefaultLimits())
		require.Empty(t, bad)
		chain = append(chain, syntax.DecodeVariant(n, &d))
	}
	require.Empty(t, d)
	chain = Locate(g, chain, &d)
	d.Append(Conflicts(chain))
	var words []string
	for _, p := range Apply(g, chain, &d).Procedures {
		p.Walk(func(s *syntax.Step) { words = append(words, s.Words) })
	}
	return strings.Join(words, "; "), d
}

// A patch names a step in the words of scenarios. They are those of the game without variants.
func TestPatchInWords(t *testing.T) {
	const all = "choose prey; if a > 1 ? b : c # d; draw 1; draw 1; finish b"
	patch := func(name, at string, more string) string {
		return "variant: " + name + "\npatch:\n  - at: '" + at + "'\n    before: [{shuffle: " + name + "}]\n" + more
	}
	two := patch("v", "procedures.walk/choose prey", "") + "  - at: procedures.walk/choose prey\n    after: [{flip: a}]\n"
	for name, x := range map[string]struct {
		variants        []string
		does, complains string
		hint            string
	}{
		"verb and object":    {[]string{patch("v", "procedures.walk/choose prey", "")}, "shuffle v; " + all, "", ""},
		"spaces":             {[]string{patch("v", "procedures.walk/ choose   prey ", "")}, "shuffle v; " + all, "", ""},
		"special characters": {[]string{patch("v", "procedures.walk/if a > 1 ? b : c # d", "")}, strings.Replace(all, "if", "shuffle v; if", 1), "", ""},
		"a step with an id":  {[]string{patch("v", "procedures.walk/finish b", "")}, strings.Replace(all, "finish", "shuffle v; finish", 1), "", ""},
		"its id":             {[]string{patch("v", "procedures.walk/end", "")}, strings.Replace(all, "finish", "shuffle v; finish", 1), "", ""},
		"two patches":        {[]string{two}, "shuffle v; choose prey; flip a; " + strings.TrimPrefix(all, "choose prey; "), "", ""},
		"after a variant that moves it": {[]string{patch("v", "procedures.walk", ""), patch("w", "procedures.walk/choose prey", "")},
			"shuffle v; shuffle w; " + all, "", ""},
		"a step with the words of one that another patch adds": {[]string{
			"variant: v\npatch: [{at: procedures.walk, before: [{choose: prey, from: a}]}]", patch("w", "procedures.walk/choose prey", "")},
			"choose prey; shuffle w; " + all, "", ""},
		"two steps":    {[]string{patch("v", "procedures.walk/draw 1", "")}, all, "procedure walk has 2 steps `draw 1`: t.yaml:13:13, t.yaml:16:9", "patch another step"},
		"a number":     {[]string{patch("v", "procedures.walk/draw 1 2", "")}, all, `procedure walk has no step "draw 1 2"`, "it has choose prey"},
		"no step":      {[]string{patch("v", "procedures.walk/choose prye", "")}, all, `procedure walk has no step "choose prye"`, `did you mean "choose prey"?`},
		"another verb": {[]string{patch("v", "procedures.walk/roll die", "")}, all, `procedure walk has no step "roll die"`, "it has choose prey, end, if a > 1 ? b : c # d"},
		"no words":     {[]string{patch("v", "procedures.walk/", "")}, all, `procedure walk has no step ""`, "it has choose prey"},
		"a step that a patch adds": {[]string{patch("v", "procedures.walk", ""), patch("w", "procedures.walk/shuffle v", "")}, "shuffle v; " + all,
			`procedure walk has no step "shuffle v"`, "a variant adds this step at v0.yaml:4:15; give it an `id` there"},
		"a step that is gone": {[]string{"variant: v\npatch: [{at: procedures.walk/choose prey, remove: true}]", "variant: w\nbuilds_on: [v]\npatch: [{at: procedures.walk/choose prey, after: [{flip: a}]}]"},
			strings.TrimPrefix(all, "choose prey; "), `procedure walk has no step "choose prey"`, "variant v has replaced it at v0.yaml:2:14"},
		"a procedure that is gone": {[]string{"variant: v\nprocedures: {walk: {do: [{choose: prey, from: a}]}}", "variant: w\nbuilds_on: [v]\npatch: [{at: procedures.walk/choose prey, after: [{flip: a}]}]"},
			"choose prey", `procedure walk has no step "choose prey"`, "variant v has replaced it at v0.yaml:2:14"},
		"the same step by id and in words": {[]string{"variant: v\npatch: [{at: procedures.walk/end, remove: true}]", patch("w", "procedures.walk/finish b", "")},
			strings.TrimSuffix(all, "; finish b"), "variants v and w both change procedures.walk/end", "the other does at v0.yaml:2:14"},
		"conditions of two variants": {[]string{"variant: v\npatch: [{at: procedures.walk/choose prey, add: {where: {x: a}}}]", "variant: w\npatch: [{at: procedures.walk/choose prey, add: {where: {y: a}}}]"},
			all, "", ""},
		"the same words in two variants": {[]string{"variant: v\npatch: [{at: procedures.walk/choose prey, add: {where: {x: a}}}]", "variant: w\npatch: [{at: procedures.walk/choose prey, add: {where: {x: b}}}]"},
			all, "variants v and w both change procedures.walk/choose prey, where, x", "the other does at v0.yaml:2:57"},
	} {
		t.Run(name, func(t *testing.T) {
			does, d := applied(t, walk, x.variants...)
			assert.Equal(t, x.does, does)
			if x.complains == "" {
				assert.Empty(t, d)
				return
			}
			require.NotEmpty(t, d)
			assert.Equal(t, x.complains, d[0].Text)
			assert.Contains(t, d[0].Hint, x.hint)
		})
	}
}

// Two variants that patch the same place are reported with both places, unless one builds on the other or the order has no
// effect.
func TestMeetings(t *testing.T) {
	for name, x := range map[string]struct{ first, second, want string }{
		"the same step":      {"at: procedures.walk/finish b, before: [{flip: a}]", "at: walk/end, after: [{flip: a}]", "variants v0 and v1 both patch walk/end"},
		"a procedure":        {"at: procedures.walk, before: [{flip: a}]", "at: procedures.walk, before: [{flip: a}]", "variants v0 and v1 both patch walk"},
		"other steps":        {"at: procedures.walk/end, before: [{flip: a}]", "at: procedures.walk/choose prey, before: [{flip: a}]", ""},
		"two conditions":     {"at: procedures.walk/end, add: {if: {x: a}}", "at: procedures.walk/end, add: {if: {y: a}}", ""},
		"a condition, steps": {"at: procedures.walk/end, add: {if: {x: a}}", "at: procedures.walk/end, before: [{flip: a}]", "variants v0 and v1 both patch walk/end"},
	} {
		t.Run(name, func(t *testing.T) {
			g, d := syntax.Decode([]*source.Node{parsed(t, walk)})
			var chain []*syntax.Variant
			for i, p := range []string{x.first, x.second} {
				n, _ := source.Parse(&source.File{Name: fmt.Sprintf("v%d.yaml", i), Text: []byte(fmt.Sprintf("variant: v%d\npatch: [{%s}]", i, p))}, source.DefaultLimits())
				chain = append(chain, syntax.DecodeVariant(n, &d))
			}
			chain = Locate(g, chain, &d)
			require.Empty(t, d)
			found := Meetings(chain)
			if x.want == "" {
				require.Empty(t, found)
				return
			}
			require.Len(t, found, 1)
			assert.Equal(t, x.want, found[0].Text)
			assert.Contains(t, found[0].Hint, "the other patch is at v0.yaml:2:14, and is applied first")
			assert.Equal(t, "v1.yaml:2:14", found[0].Pos.String())
			chain[1].BuildsOn = []syntax.Ident{{Name: "v0"}}
			require.Empty(t, Meetings(chain), "one builds on the other")
		})
	}
}

package words

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWrap(t *testing.T) {
	long := "aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee fffffffff ggggggggg hhhhhhhhh iiiiiiiii jjj"
	assert.Equal(t, "short\n", Wrap("", 2, "short"))
	assert.Equal(t, "- one\n  two\n", Wrap("- ", 2, "one\ntwo\n"), "a break stays")
	assert.Equal(t,
		"* aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee fffffffff ggggggggg\n    hhhhhhhhh iiiiiiiii jjj\n",
		Wrap("* ", 4, long))
	for _, head := range []string{"", "12345678901234567890"} {
		for i := range long {
			for _, line := range splitLines(Wrap(head, 3, long[:i])) {
				assert.LessOrEqual(t, len(line), Width)
			}
		}
	}
}

func splitLines(s string) (out []string) {
	for at := 0; at < len(s); {
		end := at
		for s[end] != '\n' {
			end++
		}
		out = append(out, s[at:end])
		at = end + 1
	}
	return out
}

func TestLists(t *testing.T) {
	assert.Equal(t, "Hare ×2, Net", Join([]string{"Hare", "Net", "Hare"}))
	assert.Equal(t, "Ann, Bob and Cid", Names{}.And([]string{"Ann", "Bob", "Cid"}))
	assert.Equal(t, "Ann", Names{}.And([]string{"Ann"}))
	assert.Equal(t, "Élan", Title("élan"))
}

func TestSigns(t *testing.T) {
	for _, c := range []struct{ names, want []string }{
		{[]string{"ann", "bob"}, []string{"a", "b"}},
		{[]string{"blue", "yellow", "green", "grey"}, []string{"b", "y", "ge", "gy"}},
		{[]string{"gab", "gac", "gbb"}, []string{"gab", "gc", "gb"}},
		{[]string{"gxa", "gxb", "gay"}, []string{"gxa", "gb", "gay"}}, // ga would be two of them
		{[]string{"a", "ab"}, []string{"a", "ab"}},
		{[]string{"élan", "été"}, []string{"él", "ét"}},
		{nil, nil},
	} {
		assert.Equal(t, c.want, Signs(c.names))
	}
}

package simulate_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/simulate"
)

// part plays a part of a run of thirty matches and reads it back.
func part(t *testing.T, name string, change func(*simulate.Options)) simulate.Part {
	t.Helper()
	o := simulate.Options{Players: 2, Games: 30, Seed: 9, Version: "v1", Hash: "12ab"}
	change(&o)
	r, err := simulate.Read([]byte(bytesOf(t, run(t, game(t, coins), o))))
	require.NoError(t, err)
	return simulate.Part{Name: name, Results: r}
}

func TestMergeRefuses(t *testing.T) {
	shard := func(i, n int64) func(*simulate.Options) {
		return func(o *simulate.Options) { o.Shard, o.Shards = i, n }
	}
	with := func(change func(*simulate.Options)) func(*simulate.Options) {
		return func(o *simulate.Options) { shard(2, 2)(o); change(o) }
	}
	first := part(t, "a", shard(1, 2))
	for _, c := range []struct {
		name, want string
		second     func(*simulate.Options)
	}{
		{"nothing more", "matches 16 to 30 of 30 are missing from the files", shard(1, 2)},
		{"a gap", "matches 16 to 20 of 30 are missing from the files", shard(3, 3)},
		{"an overlap", "a and b both have matches 11 to 15", shard(2, 3)},
		{"the same again", "a and b both have matches 1 to 15", shard(1, 2)},
		{"other data", "b and a are parts of different runs: the data is 34cd, not 12ab", with(func(o *simulate.Options) { o.Hash = "34cd" })},
		{"another version", "b and a are parts of different runs: the version is v2, not v1", with(func(o *simulate.Options) { o.Version = "v2" })},
		{"another seed", "b and a are parts of different runs: the seed is 8, not 9", with(func(o *simulate.Options) { o.Seed = 8 })},
		{"another variant", "b and a are parts of different runs: the variant is french, not none", with(func(o *simulate.Options) { o.Rules.Variant = "french" })},
		{"another reading", "b and a are parts of different runs: the set of readings is map[x:y], not map[]", with(func(o *simulate.Options) { o.Rules.Readings = map[string]string{"x": "y"} })},
		{"more players", "b and a are parts of different runs: the number of players is 3, not 2", with(func(o *simulate.Options) { o.Players = 3 })},
		{"more matches", "b and a are parts of different runs: the number of matches in all is 31, not 30", with(func(o *simulate.Options) { o.Games = 31 })},
	} {
		t.Run(c.name, func(t *testing.T) {
			parts := []simulate.Part{first}
			if c.name != "nothing more" {
				parts = []simulate.Part{part(t, "b", c.second), first}
			}
			if c.name == "the same again" {
				parts[0], parts[1] = parts[1], parts[0]
			}
			_, err := simulate.MergeParts(parts)
			assert.EqualError(t, err, c.want)
		})
	}
}

// Files from before each match was one trial in the estimates of wins by policy can still be merged.
func TestReadsEarlierEstimates(t *testing.T) {
	r := run(t, game(t, coins), simulate.Options{Players: 3, Games: 30})
	now := bytesOf(t, r)
	const before, after = `"value": 0.333333, "low": 0.244535, "high": 0.435777`, `"value": 0.333333, "low": 0.295496, "high": 0.333333`
	require.Contains(t, now, after)
	read, err := simulate.Read([]byte(strings.Replace(now, after, before, 1)))
	require.NoError(t, err)
	assert.Equal(t, now, bytesOf(t, read))
}

// A changed file of results is refused without a panic.
func TestReadRefuses(t *testing.T) {
	good := bytesOf(t, run(t, game(t, coins), simulate.Options{Players: 2, Games: 30}))
	for _, c := range []struct{ name, old, with string }{
		{"a number changed", `"games": 30`, `"games": 31`},
		{"a total changed", `"n": 30`, `"n": 31`},
		{"an estimate changed", `"value": 0.`, `"value": 1.`},
		{"a key more", `"seed"`, `"sed": 1, "seed"`},
		{"a key less", `"turns": 60,`, ``},
		{"a sum missing", `"xx": 56`, `"xx": null`},
		{"a negative number", `"n": 30`, `"n": -30`},
		{"nothing squared", `"nn": 30`, `"nn": 0`},
		{"no matches at all", `"matches": {"from": 1, "to": 30, "of": 30}`, `"matches": {}`},
		{"another kind of measure", `"how": "share"`, `"how": "guess"`},
		{"nobody plays", `"players": 2`, `"players": 0`},
		{"a win in other parts", `"parts": 2`, `"parts": 3`},
		{"a space more", `"seed": 0`, `"seed":  0`},
	} {
		t.Run(c.name, func(t *testing.T) {
			bad := strings.Replace(good, c.old, c.with, 1)
			require.NotEqual(t, good, bad)
			_, err := simulate.Read([]byte(bad))
			require.ErrorContains(t, err, "results file of moraine sim")
		})
	}
	for i := 0; i < len(good); i += 97 {
		_, err := simulate.Read([]byte(good[:i]))
		require.Error(t, err, "cut off after %d bytes", i)
	}
	_, err := simulate.Read([]byte(good + "{}"))
	require.Error(t, err, "something follows")
}

// Files that contradict nothing but themselves are refused, too, before anything is
// worked out of them or drawn.
func TestReadRefusesImpossibleResults(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(r *simulate.Results)
	}{
		{"nobody plays", func(r *simulate.Results) { r.Players, r.Policies, r.Parts = 0, []string{}, 1 }},
		{"a measure without a group", func(r *simulate.Results) { r.Measures[0].Groups = []simulate.Group{} }},
		{"more matches than there were", func(r *simulate.Results) { r.Measures[0].Groups[0].Matches = 31 }},
		{"a total beyond all totals", func(r *simulate.Results) { x := r.Measures[0].Groups[0].X; x.Lsh(x, 128) }},
		{"a value beyond all values", func(r *simulate.Results) { r.Measures[0].Groups[0].Values[math.MinInt64] = 1 }},
		{"more values than there were", func(r *simulate.Results) { r.Measures[0].Groups[0].Values[3] = math.MaxInt64 }},
		{"fewer values than there were", func(r *simulate.Results) { r.Measures[0].Groups[0].Values = nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := run(t, game(t, coins), simulate.Options{Players: 2, Games: 30})
			c.change(r)
			_, err := simulate.Read([]byte(bytesOf(t, r)))
			require.EqualError(t, err, "not a results file of moraine sim: the numbers contradict each other")
		})
	}
}

// Results of any number of players can be read again.
func TestReadManyPlayers(t *testing.T) {
	for _, players := range []int{17, 23, 30} {
		var seats []string
		for i := range players {
			seats = append(seats, fmt.Sprint("s", i))
		}
		text := strings.NewReplacer("to: 3", fmt.Sprint("to: ", players), "[ann, bob, cid]", "["+strings.Join(seats, ", ")+"]").Replace(coins)
		r := run(t, game(t, text), simulate.Options{Players: players, Games: 5})
		_, err := simulate.Read([]byte(bytesOf(t, r)))
		assert.NoError(t, err, "%d players", players)
	}
}

// Measures with commas in their names are not confused with each other.
func TestMergeRefusesNamesWithCommas(t *testing.T) {
	half := func(name string, i int64) simulate.Part {
		return part(t, name, func(o *simulate.Options) { o.Shard, o.Shards = i, 2 })
	}
	a, b := half("a", 1), half("b", 2)
	a.Measures, b.Measures = a.Measures[:2], b.Measures[:1]
	b.Measures[0].Name = fmt.Sprintf("%s (%s), %s", a.Measures[0].Name, a.Measures[0].How, a.Measures[1].Name)
	b.Measures[0].How = a.Measures[1].How
	_, err := simulate.MergeParts([]simulate.Part{a, b})
	require.ErrorContains(t, err, "the list of measures is")
}

// The JSON form has the keys that others build on.
func TestJSONKeys(t *testing.T) {
	var got struct {
		Games, Turns, Decisions int64
		Measures                []struct{ Name, How string }
	}
	require.NoError(t, json.Unmarshal([]byte(bytesOf(t, run(t, game(t, coins), simulate.Options{Players: 2, Games: 30}))), &got))
	assert.EqualValues(t, 30, got.Games)
	assert.EqualValues(t, 60, got.Turns)
	assert.EqualValues(t, 180, got.Decisions)
	assert.Equal(t, "turns", got.Measures[0].Name)
}

// A page needs nothing from elsewhere, and each plot is well formed.
func TestPage(t *testing.T) {
	for _, games := range []int64{1, 40} {
		var b bytes.Buffer
		require.NoError(t, run(t, game(t, coins), simulate.Options{Players: 3, Games: games}).Doc().HTML(&b))
		assert.NotContains(t, b.String(), "http")
		assert.NotContains(t, b.String(), "<script")
		parts := strings.Split(b.String(), "<svg ")[1:]
		assert.Len(t, parts, 6, "wins, four measures of their own, one of shares")
		for _, svg := range parts {
			svg, _, _ = strings.Cut(svg, "</svg>")
			d := xml.NewDecoder(strings.NewReader("<svg " + svg + "</svg>"))
			for {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if !assert.NoError(t, err, svg) {
					break
				}
			}
		}
	}
}

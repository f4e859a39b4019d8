package syntax

import (
	"strconv"
	"strings"

	"moraine/interpreter/source"
)

// maxProduct is the maximum number of cards that one entry can declare; it equals the limit on
// pieces.
const maxProduct = 10_000

// products expands the entries of `cards`. An entry whose key has placeholders declares many
// cards: <suit>_<rank> with `each: {suit: […], rank: 2..14}` is a card for each suit and rank,
// with all ranks of the first suit first.
func products(pairs []source.Pair, d *source.Diagnostics) (all []source.Pair) {
	for _, p := range pairs {
		each := p.Val.Get("each")
		if each == nil || !strings.Contains(p.Key.Value, "<") {
			all = append(all, p)
			continue
		}
		body := *p.Val
		body.Pairs = nil
		for _, q := range p.Val.Pairs {
			if q.Val != each {
				body.Pairs = append(body.Pairs, q)
			}
		}
		names := Pairs(each, d, "the values that `each` goes through")
		if each.Kind != source.Map {
			continue
		}
		f := &source.Filler{Used: map[string]bool{}}
		for _, row := range rows(p.Key, names, d) {
			f.Values = row
			all = append(all, source.Pair{Key: f.Fill(p.Key), Val: f.Fill(&body)})
		}
	}
	return all
}

// rows returns all combinations of the values under `each`.
func rows(key *source.Node, each []source.Pair, d *source.Diagnostics) [][]source.Pair {
	all := [][]source.Pair{nil}
	for _, p := range each {
		if !strings.Contains(key.Value, "<"+p.Key.Value+">") {
			d.Add(p.Key.Pos, "add <%[2]s> to %[1]q, otherwise several cards have the same name", key.Value, p.Key.Value)
			return nil
		}
		values := rangeValues(p.Val, d)
		if len(all)*len(values) > maxProduct {
			d.Add(p.Key.Pos, "this makes more than %d cards", maxProduct)
			return nil
		}
		var next [][]source.Pair
		for _, row := range all {
			for _, v := range values {
				next = append(next, append(row[:len(row):len(row)], source.Pair{Key: p.Key, Val: v}))
			}
		}
		all = next
	}
	return all
}

// rangeValues returns the values of a list or of a range of numbers.
func rangeValues(n *source.Node, d *source.Diagnostics) (values []*source.Node) {
	if n.Kind != source.Scalar {
		for _, it := range Items(n, d, "values") {
			if it.Kind != source.Scalar || it.Tag == source.Null {
				d.Add(it.Pos, "expected a word or a number; found %s", it.Describe())
				continue
			}
			values = append(values, it)
		}
		if n.Kind == source.List && len(n.Items) == 0 {
			d.Add(n.Pos, "without values there are no cards")
		}
		return values
	}
	low, high, ok := interval(n, d)
	if ok && high-low >= maxProduct {
		d.Add(n.Pos, "this makes more than %d cards", maxProduct)
		return nil
	}
	for i := low; ok && i <= high; i++ {
		values = append(values, &source.Node{Pos: n.Pos, Tag: source.Int, Value: strconv.Itoa(i)})
	}
	return values
}

package scenario

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/source"
)

// Checks are stated anew: those that do not hold in a form, with what is the case
// there.

// checks writes checks as they hold: those that have changed or, within a script,
// all. It tells whether none has changed.
func (d *draft) checks(out *source.Node, ch *checks, rows []*seen, all bool) (same bool) {
	same = true
	put := func(key string, val *source.Node, holds bool) {
		if same = same && holds; val != nil && (all || !holds) {
			out.Pairs = append(out.Pairs, source.Pair{Key: text(key), Val: val})
		}
	}
	if ch.then != nil {
		val, holds := d.then(ch, rows, all)
		put("then", val, holds)
	}
	if ch.wins != nil {
		val, holds := d.finding("wins", ch.wins, findings(rows, func(s *seen) *finding { return s.wins }))
		put("wins", val, holds)
	}
	if ch.offers != nil {
		val, holds := d.offers(ch, rows)
		put("offers", val, holds)
	}
	d.acts(ch, rows, all, put)
	d.sights(ch, rows, put)
	if ch.chance != nil {
		d.chance(ch, rows, put)
	}
	if ch.stands != nil {
		val, holds := d.finding("stands", ch.stands, findings(rows, func(s *seen) *finding { return s.stands }))
		put("stands", val, holds)
	}
	return same
}

// chance writes how likely it is; nothing where that hangs on what somebody is
// asked.
func (d *draft) chance(ch *checks, rows []*seen, put func(string, *source.Node, bool)) {
	if slices.ContainsFunc(rows, func(s *seen) bool { return s.chance.is == nil }) {
		d.asks = true
		put("chance", &source.Node{Kind: source.Map}, false)
		return
	}
	val, holds := d.finding("chance", ch.chance.Get("is"), findings(rows, func(s *seen) *finding { return s.chance }))
	put("chance", including(ch.chance, "is", val), holds)
}

func nodes(rows []*seen, of func(*seen) *source.Node) (out []*source.Node) {
	for _, s := range rows {
		out = append(out, of(s))
	}
	return out
}

func findings(rows []*seen, of func(*seen) *finding) (out []*finding) {
	for _, s := range rows {
		out = append(out, of(s))
	}
	return out
}

// finding writes a value as it is in each row.
func (d *draft) finding(key string, was *source.Node, rows []*finding) (is *source.Node, holds bool) {
	var values []*source.Node
	holds = true
	for _, f := range rows {
		holds = holds && f.holds
		values = append(values, f.is)
	}
	if holds {
		return was, true
	}
	if slices.Contains(values, nil) {
		d.leave("there is nothing to be said under `%s`", key)
		return was, false
	}
	return d.slot(key, values), false
}

func (d *draft) offers(ch *checks, rows []*seen) (out *source.Node, holds bool) {
	out, holds = &source.Node{Kind: source.Map}, true
	empties := false
	for i, p := range ch.offers.Pairs {
		val, ok := d.finding("offers", p.Val, findings(rows, func(s *seen) *finding { return s.offers[i] }))
		holds = holds && ok
		empties = empties || !ok && len(items(val)) == 0
		out.Pairs = append(out.Pairs, source.Pair{Key: p.Key, Val: val})
	}
	if empties {
		d.asked(rows, out)
	}
	return out, holds
}

// withoutReason is an act that is refused without the words for why.
func withoutReason(n *source.Node) *source.Node {
	out := *without(n, "because")
	out.Pairs = slices.Clone(out.Pairs)
	for i, p := range out.Pairs {
		out.Pairs[i].Val = without(p.Val, "because")
	}
	return &out
}

// mostOptions is how many options are listed where nobody has asked for them.
const mostOptions = 8

// asked adds who is asked instead, and what. It tells whether somebody is.
func (d *draft) asked(rows []*seen, offers *source.Node) bool {
	seat := rows[0].asks
	if seat == "" || slices.ContainsFunc(rows, func(s *seen) bool { return s.asks != seat || len(s.options.Items) > mostOptions }) {
		return false
	}
	if offers.Get(seat) == nil {
		*offers = *including(offers, seat, d.slot("offers", nodes(rows, func(s *seen) *source.Node { return s.options })))
	}
	return true
}

// acts writes what is refused, and for which reason, and what is allowed.
func (d *draft) acts(ch *checks, rows []*seen, all bool, put func(string, *source.Node, bool)) {
	refuses, allows := listOf(), listOf()
	refused, allowed := true, true // as the scenario says
	for i, n := range slices.Concat(ch.refuses, ch.allows) {
		var may, holds int
		for _, s := range rows {
			if !s.refuses[i].refused {
				may++
			}
			if s.refuses[i].holds {
				holds++
			}
		}
		was := i < len(ch.refuses)
		switch {
		case may > 0 && may < len(rows):
			d.leave("in some rows of the examples this is refused, in others it is not: %s", inline(n))
		case may > 0:
			allows.Items = append(allows.Items, withoutReason(n))
		case was && holds < len(rows):
			n = withoutReason(n)
			if why := nodes(rows, func(s *seen) *source.Node { return s.refuses[i].is }); !slices.Contains(why, nil) {
				n = including(n, "because", d.slot("because", why))
			}
			refuses.Items = append(refuses.Items, n)
		default:
			refuses.Items = append(refuses.Items, n)
		}
		if holds < len(rows) {
			refused = refused && !was && may > 0
			allowed = allowed && was && may == 0
		}
	}
	if ch.refuses != nil || len(refuses.Items) > 0 {
		if all && len(refuses.Items) == 0 {
			refuses = nil
		}
		put("refuses", refuses, refused)
	}
	if ch.allows != nil || len(allows.Items) > 0 {
		if all && len(allows.Items) == 0 {
			allows = nil
		}
		put("allows", allows, allowed)
	}
}

// sights writes who sees what.
func (d *draft) sights(ch *checks, rows []*seen, put func(string, *source.Node, bool)) {
	now := map[bool]*source.Node{true: {Kind: source.Map}, false: {Kind: source.Map}} // by whether it is seen
	same := map[bool]bool{true: true, false: true}
	i := 0
	look := func(seat, zone *source.Node, was bool) {
		all := !slices.ContainsFunc(rows, func(s *seen) bool { return !s.sees[i].all })
		none := !slices.ContainsFunc(rows, func(s *seen) bool { return !s.sees[i].none })
		i++
		if was && all || !was && none {
			now[was] = listing(now[was], seat.Value, zone)
			return
		}
		same[was] = false
		if all || none {
			now[!was], same[!was] = listing(now[!was], seat.Value, zone), false
		}
	}
	for _, said := range []struct {
		pairs *source.Node
		seen  bool
	}{{ch.sees, true}, {ch.hides, false}} {
		if said.pairs == nil {
			continue
		}
		for _, p := range said.pairs.Pairs {
			for _, zone := range items(p.Val) {
				look(p.Key, zone, said.seen)
			}
		}
	}
	if ch.sees != nil || len(now[true].Pairs) > 0 {
		put("sees", now[true], same[true])
	}
	if ch.hides != nil || len(now[false].Pairs) > 0 {
		put("hides", now[false], same[false])
	}
}

// listing is a map of lists with one more entry under a key.
func listing(n *source.Node, key string, item *source.Node) *source.Node {
	var list []*source.Node
	if have := n.Get(key); have != nil {
		list = slices.Clone(have.Items)
	}
	return including(n, key, listOf(append(list, item)...))
}

// then writes formulas that hold. One that cannot be worked out, since it looks at
// what nobody can know, is left out.
func (d *draft) then(ch *checks, rows []*seen, all bool) (out *source.Node, holds bool) {
	out, holds = d.formulas(ch, rows, all)
	if len(out.Items) == 0 && !holds && !all {
		out, holds = d.formulas(ch, rows, true)
	}
	switch {
	case len(out.Items) == 0 && !holds:
		d.leave("it cannot be worked out whether %s", ch.then[0].Value)
	case len(out.Items) == 1 && out.Items[0].Kind == source.Scalar:
		return out.Items[0], holds
	}
	return out, holds
}

// formulas are those that hold: all, or those that are not as the scenario has them.
func (d *draft) formulas(ch *checks, rows []*seen, all bool) (out *source.Node, holds bool) {
	out, holds = listOf(), true
	for i, n := range ch.then {
		pattern, restore := fillHoles(n.Value)
		texts := formula.And(pattern)
		count := len(rows[0].then[i])
		if len(texts) != count || slices.ContainsFunc(rows, func(s *seen) bool { return len(s.then[i]) != count }) {
			d.leave("the rows of the examples have formulas of several parts: %s", n.Value)
			return out, false
		}
		var kept []string
		good := true
		for j, t := range texts {
			var parts []part
			ok := true
			for _, s := range rows {
				parts = append(parts, s.then[i][j])
				ok = ok && s.then[i][j].holds
			}
			switch {
			case !ok:
				good = false
				if say, can := d.said(t, parts); can {
					kept = append(kept, restore(say))
				}
			case all:
				kept = append(kept, restore(t))
			}
		}
		switch {
		case good && all:
			out.Items = append(out.Items, n)
		case !good:
			for _, t := range kept {
				if !slices.ContainsFunc(out.Items, func(n *source.Node) bool { return n.Value == t }) {
					out.Items = append(out.Items, text(t))
				}
			}
		}
		holds = holds && good
	}
	return out, holds
}

// said is a formula that says of each row how things are: the same of all, or
// with a value that is a column of its own.
func (d *draft) said(pattern string, rows []part) (say string, can bool) {
	for _, how := range ways {
		if say, ok := common(how, rows); ok {
			return say.of(pattern), true
		}
		if values, quote := differing(how, rows); values != nil {
			return phrase{how, text(quote + written(d.slot(columnOf(how, pattern), values)) + quote)}.of(pattern), true
		}
	}
	if slices.ContainsFunc(rows, func(p part) bool { return len(p.said) > 0 }) {
		d.leave("no formula says it of all rows of the examples: %s", pattern)
	}
	return "", false
}

// common is the phrase of a sort that holds in all rows.
func common(how how, rows []part) (say phrase, ok bool) {
	i := slices.IndexFunc(rows[0].said, func(s phrase) bool { return s.how == how })
	if i < 0 {
		return phrase{}, false
	}
	say = rows[0].said[i]
	return say, !slices.ContainsFunc(rows, func(p part) bool { return !slices.ContainsFunc(p.said, say.same) })
}

// differing are the values of phrases of a sort, if each row has one, and the
// quotes that stand around all of them.
func differing(how how, rows []part) (values []*source.Node, quote string) {
	if how != isValue && how != hasInIt && how != whether {
		return nil, ""
	}
	for _, p := range rows {
		i := slices.IndexFunc(p.said, func(s phrase) bool { return s.how == how })
		if i < 0 {
			return nil, ""
		}
		values = append(values, p.said[i].is)
	}
	return unquoted(values)
}

// unquoted are values without the quotes that stand around all of them; what is
// listed needs none.
func unquoted(values []*source.Node) (bare []*source.Node, quote string) {
	if slices.ContainsFunc(values, func(v *source.Node) bool { return v.Kind == source.List }) {
		for _, v := range values {
			list := listOf()
			for _, it := range items(v) {
				list.Items = append(list.Items, text(strings.Trim(it.Value, `"'`)))
			}
			bare = append(bare, list)
		}
		return bare, ""
	}
	for _, q := range []string{`"`, "'"} {
		bare = nil
		for _, v := range values {
			if len(v.Value) > 1 && strings.HasPrefix(v.Value, q) && strings.HasSuffix(v.Value, q) {
				bare = append(bare, text(strings.Trim(v.Value, q)))
			}
		}
		if len(bare) == len(values) {
			return bare, q
		}
	}
	return values, ""
}

package spec

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Assemble adds foreign entries to their scenarios, in the documents of one or more games. The
// author of a variant for a game of others states the outcomes of its scenarios in a separate
// file, in items with `scenario`, `of` (the file, below scenarios/GAME) and `under`. If whole
// is set, each entry must refer to an existing scenario.
func Assemble(docs []*source.Node, whole bool, d *source.Diagnostics) []*source.Node {
	out := slices.Clone(docs)
	for _, doc := range docs {
		if doc == nil {
			continue
		}
		for _, n := range doc.Items {
			if isForeign(n) {
				join(out, n, whole, d)
			}
		}
	}
	return out
}

func isForeign(n *source.Node) bool { return n.Get("of") != nil }

// join adds the entries of one item to their scenario.
func join(docs []*source.Node, n *source.Node, whole bool, d *source.Diagnostics) {
	x := syntax.Read[syntax.ForeignEntries](n, d)
	name, of, entries := x.Scenario, x.Of, x.Under
	if name == nil || entries == nil || entries.Kind != source.Map || n.Pos.File == nil {
		return
	}
	game, _, _ := strings.Cut(strings.TrimPrefix(n.Pos.File.Path, "scenarios/"), "/")
	folder := "scenarios/" + game + "/"
	var files, names []string
	for i, doc := range docs {
		if doc == nil || !strings.HasPrefix(doc.Pos.File.Path, folder) {
			continue
		}
		file := strings.TrimPrefix(doc.Pos.File.Path, folder)
		files = append(files, file)
		if file != of.Value {
			continue
		}
		for k, s := range doc.Items {
			was := s.Get("scenario")
			if was == nil {
				continue
			}
			names = append(names, was.Value)
			if was.Value == name.Value {
				own := *doc
				own.Items = slices.Clone(doc.Items)
				own.Items[k] = withEntries(s, entries, d)
				docs[i] = &own
				return
			}
		}
	}
	switch {
	case !whole:
	case names == nil:
		d.Unknown(of.Pos, of.Value, files, "scenario file %s does not exist", folder+of.Value)
	default:
		d.Unknown(name.Pos, name.Value, names, "%s has no scenario with this name", of.Value)
	}
}

// withEntries returns a scenario with the given entries added to its `under`.
func withEntries(s, entries *source.Node, d *source.Diagnostics) *source.Node {
	under := source.Node{Pos: entries.Pos, Kind: source.Map}
	if was := s.Get("under"); was != nil {
		under = *was
		under.Pairs = slices.Clone(was.Pairs)
	}
	for _, p := range entries.Pairs {
		same := func(was source.Pair) bool { return was.Key.Value == p.Key.Value }
		if k := slices.IndexFunc(under.Pairs, same); k >= 0 {
			d.Hint(p.Key.Pos, "the other is at "+under.Pairs[k].Key.Pos.String(),
				"the scenario has an entry %s already", p.Key.Value)
			continue
		}
		under.Pairs = append(under.Pairs, p)
	}
	return s.With("under", &under)
}

package count

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"

	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter/escape"
)

// Results holds the counts of a run, or of a shard of it.
type Results struct {
	Kind string `json:"kind,omitempty" schema:"const=count"`
	Header
	Part  int64   `json:"part,omitempty" jsonschema:"the number of the shard, from 1"`
	Of    int64   `json:"of,omitempty" jsonschema:"the number of shards"`
	Rows  []Row   `json:"rows" jsonschema:"one for each depth, from 0"`
	First []First `json:"first,omitempty" jsonschema:"courses of the full depth by their first decision"`
}

// Header identifies the run to which results belong.
type Header struct {
	Version  string            `json:"version" jsonschema:"the version of moraine"`
	Game     string            `json:"game"`
	Data     string            `json:"data" jsonschema:"the hash of the rules"`
	Variant  string            `json:"variant" jsonschema:"empty for the game itself"`
	Readings map[string]string `json:"readings" schema:"null" jsonschema:"from ruling to reading"`
	Players  int               `json:"players" schema:"min=1"`
	Given    string            `json:"given" jsonschema:"the scenario in which the courses begin; empty for the start of a match"`
	Depth    int               `json:"depth" schema:"min=1"`
	Unit     string            `json:"unit" schema:"enum=decision|turn" jsonschema:"the unit of the depth"`
	Merged   bool              `json:"merged" jsonschema:"equal positions were followed only once"`
	Divided  bool              `json:"divided" jsonschema:"first has the courses by their first decision"`
}

// Row has the counts for one depth.
type Row struct {
	Depth     int      `json:"depth"`
	Courses   *big.Int `json:"courses" schema:"min=0" jsonschema:"exact, with any number of digits"`
	Expected  *big.Rat `json:"expected" jsonschema:"the sum of the probabilities of their dice and draws, as a whole number or a fraction"`
	Ended     *big.Int `json:"ended" schema:"min=0" jsonschema:"courses after which the match is over"`
	Positions int64    `json:"positions,omitempty" jsonschema:"with --merge: different positions in which a player decides or the match is over"`
}

// First has the number of courses that begin with a decision.
type First struct {
	Decision string   `json:"decision" jsonschema:"a line of a script"`
	Courses  *big.Int `json:"courses" schema:"min=0"`
}

func (w *walker) results() *Results {
	r := &Results{Kind: "count", Part: w.counter.Part, Of: w.counter.Of}
	for depth := range w.rows {
		k := &w.rows[depth]
		out := Row{Depth: depth, Courses: &k.courses, Ended: &k.ended,
			Expected: new(big.Rat).Add(&k.expected, new(big.Rat).SetInt(&k.sure))}
		if w.Merge {
			out.Positions = k.positions
		}
		r.Rows = append(r.Rows, out)
	}
	for _, decision := range slices.Sorted(maps.Keys(w.first)) {
		r.First = append(r.First, First{decision, w.first[decision]})
	}
	return r
}

// WriteJSON writes results for programs and for Read.
func (r *Results) WriteJSON(w io.Writer) error { return escape.JSON(w, r) }

// Doc describes results for people.
func (r *Results) Doc() *doc.Doc {
	title := fmt.Sprintf("%s from %s, by %ss", r.Game, cmp.Or(r.Given, "the start"), r.Unit)
	if r.Of > 0 {
		title += fmt.Sprintf(", part %d of %d", r.Part, r.Of)
	}
	t := &doc.Table{Head: []string{r.Unit + "s", "courses", "of them over"}, Align: "r"}
	chance := slices.ContainsFunc(r.Rows, func(x Row) bool {
		return x.Expected.Cmp(new(big.Rat).SetInt(x.Courses)) != 0
	})
	if chance {
		t.Head = append(t.Head, "expected")
	}
	if r.Merged {
		t.Head = append(t.Head, "positions")
	}
	for _, x := range r.Rows {
		cells := []string{fmt.Sprint(x.Depth), x.Courses.String(), x.Ended.String()}
		if chance {
			cells = append(cells, x.Expected.RatString())
		}
		if r.Merged {
			cells = append(cells, fmt.Sprint(x.Positions))
		}
		t.Rows = append(t.Rows, cells)
	}
	d := &doc.Doc{Title: title, Blocks: []doc.Block{t}}
	if r.Divided {
		first := &doc.Table{Align: "rl"}
		for _, x := range r.First {
			first.Rows = append(first.Rows, []string{x.Courses.String(), x.Decision})
		}
		d.Add(&doc.Section{Title: "courses of the full depth, by first decision", Blocks: []doc.Block{first}})
	}
	return d
}

// Read parses a file of results.
func Read(text []byte) (*Results, error) {
	r := &Results{}
	if err := escape.ReadJSON(text, r); err != nil {
		return nil, fmt.Errorf("not a results file of moraine count: %w", err)
	}
	for i, x := range r.Rows {
		if x.Courses == nil || x.Expected == nil || x.Ended == nil || x.Depth != i || x.Ended.Cmp(x.Courses) > 0 {
			return nil, errors.New("not a results file of moraine count: the numbers contradict each other")
		}
	}
	if r.Game == "" || len(r.Rows) != r.Depth+1 || !escape.Reproduces(text, r.WriteJSON) {
		return nil, errors.New("this results file of moraine count was changed or is incomplete")
	}
	return r, nil
}

// Merge adds the shards of a run. All shards are required. names are the names of their files.
func Merge(names []string, parts []*Results) (*Results, error) {
	if len(parts) == 1 && parts[0].Of == 0 {
		return parts[0], nil
	}
	of, seen := parts[0].Of, map[int64]string{}
	sum := &walker{counter: &counter{}, rows: make([]row, len(parts[0].Rows)), first: map[string]*big.Int{}}
	for i, p := range parts {
		switch first, twice := names[0], seen[p.Part]; {
		case p.Of == 0:
			return nil, fmt.Errorf("%s is not a part of a run, because it was written without --shard", names[i])
		case fmt.Sprint(p.Header) != fmt.Sprint(parts[0].Header) || p.Of != of:
			return nil, fmt.Errorf(
				"%s and %s are parts of different runs: their rules, start, options or versions differ", names[i],
				first)
		case twice != "":
			return nil, fmt.Errorf("%s and %s are the same part, number %d", twice, names[i], p.Part)
		}
		seen[p.Part] = names[i]
		sum.add(p.counts())
	}
	for part := int64(1); part <= of; part++ {
		if seen[part] == "" {
			return nil, fmt.Errorf("part %d of %d is missing; add its file", part, of)
		}
	}
	out := sum.results()
	out.Header = parts[0].Header
	return out, nil
}

// counts converts results to the counts of a walker.
func (r *Results) counts() *walker {
	w := &walker{rows: make([]row, len(r.Rows)), first: map[string]*big.Int{}}
	for i, x := range r.Rows {
		k := &w.rows[i]
		k.courses.Set(x.Courses)
		k.ended.Set(x.Ended)
		k.expected.Set(x.Expected)
	}
	for _, x := range r.First {
		w.first[x.Decision] = cmp.Or(x.Courses, new(big.Int))
	}
	return w
}

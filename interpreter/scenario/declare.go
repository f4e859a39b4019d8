package scenario

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter"
	"moraine/interpreter/internal/source"
)

// Declarations are the entries of `under` that flips which nobody has declared
// want.
type Declarations struct {
	Files   []Declared // in order, those with entries to be written
	Entries int
	Left    []Left // in order
}

// Declared is a file of scenarios with entries put in.
type Declared struct {
	Name    string
	Was     []byte // as it was read
	Text    []byte
	Entries int
}

// Left is a flip that a person has to declare.
type Left struct {
	Scenario string
	File     string
	Line     int
	Form     string // "": its own
	Why      string
}

// Declare runs scenarios in the forms that the options ask for, and words an
// entry for each flip that nobody has declared. Each entry is put into the text
// of its file, read and run before it counts.
func Declare(ctx context.Context, src interpreter.Sources, targets []string, opt Options) (*Declarations, error) {
	ctx = opt.begin(ctx)
	suite, err := chosen(src, targets, opt)
	if err != nil {
		return nil, err
	}
	type key struct {
		forms *forms
		form  string
	}
	var tasks []*task
	with := map[key]*task{}
	for i, u := range suite.units {
		var trials []*trial
		for _, row := range u.rows {
			t := u.forms.trial(row, opt)
			t.keeps = true
			trials = append(trials, t)
		}
		for _, a := range u.in {
			k := key{u.forms, a.want.String()}
			if with[k] == nil {
				with[k] = &task{forms: u.forms, want: a.want}
				tasks = append(tasks, with[k])
			}
			with[k].turns = append(with[k].turns, &turn{trial: trials[0], rows: trials, unit: i, asked: a})
		}
	}
	added := make([][]*addition, len(suite.units))
	out := &Declarations{}
	var mu sync.Mutex
	err = inParallel(ctx, opt.Jobs, tasks, func(t *turn, x *form) {
		add, at, why := t.declare(x)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case x.err != nil:
			t.asked.err = x.err
		case why != "":
			out.Left = append(out.Left, Left{t.Name, t.Pos.File.Name, t.Pos.Line, at.name, why})
		case add != nil:
			added[t.unit] = append(added[t.unit], add)
		}
	})
	if err != nil {
		return nil, err
	}
	for from, to := 0, 0; from < len(suite.units); from = to {
		file := suite.units[from].rows[0].Pos.File
		var list []*addition
		for to < len(suite.units) && suite.units[to].rows[0].Pos.File.Name == file.Name {
			list = append(list, added[to]...)
			to++
		}
		if len(list) == 0 {
			continue
		}
		text, err := splice(file, list, suite.units[from].forms.order())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		out.Files = append(out.Files, Declared{file.Name, file.Text, text, len(list)})
		out.Entries += len(list)
	}
	slices.SortFunc(out.Left, func(a, b Left) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Form, b.Form), cmp.Compare(a.Why, b.Why))
	})
	out.Left = slices.Compact(out.Left) // many forms come down to one
	return out, nil
}

// declare words the entry of a scenario for the least of a form in which it comes
// out otherwise than its entries say, if it does. Where that cannot be worded, why
// says so.
func (t *turn) declare(x *form) (add *addition, in *form, why string) {
	if x.err != nil || t.Skip != "" {
		return nil, x, ""
	}
	for _, row := range t.rows {
		if row.load(); !row.belongs(x) {
			return nil, x, ""
		}
	}
	if !t.comesOutOtherwise(x) {
		return nil, x, ""
	}
	switch own := t.forms.get(want{variant: t.Variant.Name}); {
	case len(t.wrong()) > 0:
		return nil, own, "its entries are wrong"
	case slices.ContainsFunc(t.rows, func(row *trial) bool { return row.run(row.Scenario, own).failed }):
		return nil, own, "it fails as it is"
	}
	x = t.forms.least(x, t.base, t.comesOutOtherwise)
	if slices.ContainsFunc(t.declared, func(d *declared) bool { return d.want.String() == x.name }) {
		return nil, x, "its entry does not hold"
	}
	d := newDraft(x, t.scenarios(), t.opt)
	if fits := d.refit(t.scenarios(), t.opt); fits != nil {
		if add, why = t.words(fits); why == "" {
			return add, x, ""
		}
	}
	if add, why = t.words(d); why != "" && len(settings(x.over(t.base))) > 1 {
		if open := t.leavesOpen(x); open != nil {
			return open, x, ""
		}
	}
	return add, x, why
}

// comesOutOtherwise tells whether some row has a form come out otherwise than its
// entries say.
func (t *turn) comesOutOtherwise(x *form) bool {
	return slices.ContainsFunc(t.rows, func(row *trial) bool { return row.flipsIn(x) })
}

// words is the entry of a draft, if it proves right.
func (t *turn) words(d *draft) (add *addition, why string) {
	key := d.form.over(t.base)
	add = &addition{scenario: t.Pos, key: key, entry: d.entry(), columns: d.columns, suffixes: suffixes(key)}
	if d.why != "" {
		return nil, d.why
	}
	if err := t.proves(add, d.form); err != nil {
		return nil, firstLine(err.Error())
	}
	return add, ""
}

// leavesOpen is an entry that does not say what happens where several things are in
// force, which cannot be worded; nil if that does not prove right either.
func (t *turn) leavesOpen(x *form) *addition {
	add := &addition{scenario: t.Pos, key: x.over(t.base), entry: text(refused)}
	if t.proves(add, x) != nil {
		return nil
	}
	return add
}

func (t *turn) scenarios() (out []*Scenario) {
	for _, row := range t.rows {
		out = append(out, row.Scenario)
	}
	return out
}

// over names what a form has in force that another has not.
func (x *form) over(base *form) string {
	w := want{x.variant, maps.Clone(x.readings)}
	maps.DeleteFunc(w.readings, func(key, reading string) bool { return base.readings[key] == reading })
	if w.variant == base.variant {
		w.variant = ""
	}
	return w.String()
}

var noWord = regexp.MustCompile(`[^a-z0-9]+`)

// suffixes are what the columns of an entry may be called after: its readings, or
// all of it.
func suffixes(key string) []string {
	var short []string
	for _, n := range settings(key) {
		short = append(short, cmp.Or(n.reading, n.word))
	}
	return []string{noWord.ReplaceAllString(strings.Join(short, "_"), "_"), noWord.ReplaceAllString(key, "_")}
}

// order is that of the rulings as they are declared, and of their readings; then
// come variants. What names several things comes after what names fewer.
func (f *forms) order() order {
	x := f.get(want{})
	return func(key string) (rank []int) {
		names := settings(key)
		rank = append(rank, len(names))
		for _, n := range names {
			place := len(x.Syntax.Rulings)
			reading := 0
			for i, r := range x.Syntax.Rulings {
				if r.Name != n.word {
					continue
				}
				place = i
				for j, one := range r.Readings {
					if one.Name == n.reading {
						reading = j
					}
				}
			}
			rank = append(rank, place, reading)
		}
		return rank
	}
}

// proves puts an entry into its file, reads that and runs it there.
func (t *turn) proves(add *addition, x *form) error {
	file := t.Pos.File
	text, err := splice(file, []*addition{add}, t.forms.order())
	if err != nil {
		return err
	}
	doc, found := source.Parse(&source.File{Name: file.Name, Text: text, Path: file.Path}, source.DefaultLimits())
	list := decode(doc, &found)
	if len(found) > 0 {
		return found
	}
	var f *flip
	for _, s := range withLine(list, t.Pos.Line) {
		row := t.forms.trial(s, t.opt)
		row.runs = true
		row.load()
		for _, d := range row.declared {
			if d.want.String() != x.name {
				continue
			}
			if f == nil {
				f = &flip{idle: slices.Clone(d.names)}
			}
			if c := row.flips(d, x, f); c.Status == Failed {
				return errors.New(c.Message)
			}
		}
		if c, _ := row.compare(x); c.Status == Failed {
			return errors.New(c.Message)
		}
	}
	if f == nil || len(f.idle) > 0 {
		return errors.New("what is written for it makes no difference")
	}
	return nil
}

package scenario

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	Apart   []Apart // readings that cannot be in force alone
	Left    []Left  // in order
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
	Form     string
	Why      string
}

// Declare runs scenarios in the forms that the options ask for, and words an
// entry for each flip that nobody has declared. Each entry is put into the text
// of its file, read and run before it counts.
func Declare(ctx context.Context, src interpreter.Sources, targets []string, opt Options) (*Declarations, error) {
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
		add, why := t.declare(x)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case x.err != nil:
			t.asked.err = x.err
		case why != "":
			out.Left = append(out.Left, Left{t.Name, t.Pos.File.Name, t.Pos.Line, x.name, why})
		case add != nil:
			added[t.unit] = append(added[t.unit], add)
		}
	})
	if err != nil {
		return nil, err
	}
	_, out.Apart = suite.alone()
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
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Form, b.Form))
	})
	return out, nil
}

// declare words the entry of a scenario for a form, if it wants one. Where it
// cannot be worded, why says so.
func (t *turn) declare(x *form) (add *addition, why string) {
	if x.err != nil || t.Skip != "" {
		return nil, ""
	}
	flips := false
	for _, row := range t.rows {
		if row.load(); !row.belongs(x) {
			return nil, ""
		}
		flips = flips || row.under(x).Status == Failed
	}
	if !flips {
		return nil, ""
	}
	script, in, _ := t.expected(x)
	switch {
	case len(t.wrong()) > 0 || in == nil:
		return nil, "its entries are wrong"
	case in.name == x.name:
		return nil, "its entry does not hold"
	case script != t.Scenario:
		return nil, "it has entries for part of what is in force, and none for all of it"
	}
	for _, row := range t.rows {
		if row.run(row.Scenario, in).failed {
			return nil, "it fails " + in.title()
		}
	}
	least := t.least(in, x)
	for _, y := range slices.Compact([]*form{least, x}) {
		if fits := newDraft(y, t.scenarios(), t.opt).refit(t.scenarios(), t.opt); fits != nil {
			if add, why = t.words(fits, x); why == "" {
				return add, ""
			}
		}
	}
	return t.words(newDraft(least, t.scenarios(), t.opt), x)
}

// words is the entry of a draft, if it proves right where all of another form is
// in force, too.
func (t *turn) words(d *draft, x *form) (add *addition, why string) {
	key := d.form.over(t.base)
	add = &addition{scenario: t.Pos, key: key, entry: d.entry(), columns: d.columns, suffixes: suffixes(key)}
	if d.why != "" {
		return nil, d.why
	}
	if err := t.proves(add, x, d.form); err != nil {
		return nil, firstLine(err.Error())
	}
	return add, ""
}

func (t *turn) scenarios() (out []*Scenario) {
	for _, row := range t.rows {
		out = append(out, row.Scenario)
	}
	return out
}

// least is the form with as little of another one in force as will do for the
// same courses.
func (t *turn) least(in, x *form) *form {
	for _, n := range settings(x.over(t.base)) {
		y := t.forms.get(x.want.without(n, t.base))
		if y.err != nil || y.name == in.name {
			continue
		}
		if !slices.ContainsFunc(t.rows, func(row *trial) bool {
			return differs(row.run(row.Scenario, y), row.run(row.Scenario, x)) != nil
		}) {
			x = y
		}
	}
	return x
}

// over names what a form has in force that another has not.
func (x *form) over(base *form) string {
	w := want{x.variant, x.readings}
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

// order is that of the rulings as they are declared, and of their readings;
// then come variants.
func (f *forms) order() order {
	x := f.get(want{})
	return func(key string) (rank []int) {
		for _, n := range settings(key) {
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
func (t *turn) proves(add *addition, x, y *form) error {
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
			if d.want.String() != y.name {
				continue
			}
			if f == nil {
				f = &flip{idle: slices.Clone(d.names)}
			}
			if c := row.flips(d, y, f); c.Status == Failed {
				return errors.New(c.Message)
			}
		}
		if c := row.under(x); c.Status == Failed {
			return errors.New(c.Message)
		}
	}
	if f == nil || len(f.idle) > 0 {
		return errors.New("what is written for it makes no difference")
	}
	return nil
}

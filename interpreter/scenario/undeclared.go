package scenario

import (
	"context"
	"errors"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Undeclared is a flip that no entry declares.
type Undeclared struct {
	Rows   []*spec.Scenario // the rows of its examples, or the scenario itself
	Order  int              // order of discovery
	Config string           // key of the missing entry, with the smallest set of settings
	Why    string           // why the entry must be written by hand, or ""

	in     *config
	trials []*trial
}

// EachUndeclared runs scenarios in the configurations that the options request and calls do for
// each undeclared flip. Several calls may run in parallel.
func EachUndeclared(ctx context.Context, src interpreter.Sources, targets []string, opt Options,
	do func(*Undeclared)) error {
	ctx = opt.begin(ctx)
	suite, err := chosen(src, targets, opt)
	if err != nil {
		return err
	}
	n := 0
	first := make([]int, len(suite.units)) // by unit: index of its first job
	for i, u := range suite.units {
		first[i], n = n, n+len(u.in)
	}
	err = suite.eachUnit(ctx, opt.Jobs, n, func(i int, u *unit, over func()) {
		var rows []*trial
		for _, row := range u.rows {
			t := u.configs.trial(row, opt)
			t.keeps = true
			rows = append(rows, t)
		}
		for k, a := range u.in {
			if ctx.Err() != nil {
				return
			}
			if x := u.configs.get(a.name); x.err == nil {
				if f := undeclared(rows, x); f != nil {
					f.Order = first[i] + k
					do(f)
				}
			}
			over()
		}
	})
	if err != nil {
		return err
	}
	return suite.faults().Err()
}

// undeclared returns the undeclared flip of a scenario in a configuration, or nil.
func undeclared(rows []*trial, x *config) *Undeclared {
	t := rows[0]
	if t.of.Skip != "" {
		return nil
	}
	f := &Undeclared{trials: rows}
	for _, row := range rows {
		row.load()
		if !x.appliesTo(row.of) {
			return nil
		}
		f.Rows = append(f.Rows, row.of)
	}
	otherwise := func(x *config) bool {
		return slices.ContainsFunc(rows, func(row *trial) bool { return row.flipsIn(x) })
	}
	if !otherwise(x) {
		return nil
	}
	f.in = t.configs.get(t.of.Variant.Name)
	switch {
	case len(t.faultsOf()) > 0:
		f.Why = "its entries are wrong"
	case slices.ContainsFunc(rows, func(row *trial) bool { return row.run(row.of, f.in).Failed }):
		f.Why = "it fails as it is"
	default:
		f.in = t.configs.least(x, t.base, otherwise)
		if slices.ContainsFunc(t.declared, func(d *declared) bool { return d.config == f.in.name }) {
			f.Why = "its entry does not hold"
		}
	}
	if f.Config = f.in.name; f.Why == "" {
		f.Config = spec.Named(f.in.addedSettings(t.base))
	}
	return f
}

// Observe runs each row and returns the facts at its checks.
func (f *Undeclared) Observe() (out []*exec.Outcome) {
	for _, t := range f.trials {
		out = append(out, f.in.game.Run(t.of, exec.Options{Budget: t.opt.budget, Observe: true}))
	}
	return out
}

// ObserveScript runs the first row with another script and returns the facts at its checks.
func (f *Undeclared) ObserveScript(when []*source.Node) (*spec.Scenario, *exec.Outcome) {
	t, amended := f.trials[0], *f.Rows[0]
	amended.When = when
	return &amended, f.in.game.Run(&amended, exec.Options{Budget: t.opt.budget, Observe: true})
}

// Prove runs the scenario from the text of a file to which an entry for this flip has been
// added. The error has no position, because the text has not been saved.
func (f *Undeclared) Prove(text []byte) error {
	first := f.trials[0]
	file := first.of.Pos.File
	_, list, err := spec.Read(&source.File{Name: file.Name, Text: text, Path: file.Path})
	var wrong source.Diagnostics
	if errors.As(err, &wrong) {
		return errors.New(wrong.Sorted()[0].Text)
	} else if err != nil {
		return err
	}
	var proved *flip
	for _, s := range spec.AtLine(list, first.of.Pos.Line) {
		row := first.configs.trial(s, first.opt)
		row.runs = true
		row.load()
		for _, d := range row.declared {
			if d.config != f.in.name {
				continue
			}
			if proved == nil {
				proved = &flip{idle: slices.Clone(d.entry.Names)}
			}
			if c, _ := row.runEntry(d, f.in, proved); c.Status == Failed {
				return errors.New(c.Message.Headline)
			}
		}
		if c, _ := row.compare(f.in); c.Status == Failed {
			return errors.New(c.Message.Headline)
		}
	}
	if proved == nil || len(proved.idle) > 0 {
		return errors.New("the entry for it makes no difference")
	}
	return nil
}

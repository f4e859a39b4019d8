package scenario

import (
	"context"
	"slices"

	"moraine/interpreter"
)

// Again runs the same scenarios again and again while their files are edited. It is not safe for
// concurrent use.
type Again struct {
	failed map[failure]bool // of the last run
}

// failure identifies a failed scenario. Names are unique within a file.
type failure struct{ file, name string }

// Run runs scenarios as the function Run does. It runs those that failed the last time first, and
// calls show with their results before it runs all of them.
func (a *Again) Run(ctx context.Context, src interpreter.Sources, targets []string, opt Options,
	show func(*Results)) (*Results, error) {
	if len(a.failed) > 0 {
		first := opt
		first.Pick = func(items []Item) ([]Item, error) {
			return slices.DeleteFunc(items, func(it Item) bool { return !a.failed[failure{it.File, it.Name}] }), nil
		}
		if res, err := Run(ctx, src, targets, first); err == nil && len(res.Cases) > 0 {
			show(res)
		}
	}
	res, err := Run(ctx, src, targets, opt)
	if err == nil {
		a.failed = map[failure]bool{}
		for _, c := range res.Cases {
			if c.Status == Failed {
				a.failed[failure{c.File, c.Scenario}] = true
			}
		}
	}
	return res, err
}

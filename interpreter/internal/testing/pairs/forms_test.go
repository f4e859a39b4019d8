package pairs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"moraine/interpreter"
)

// form is a game with readings in force, and with the variants that they need.
type form struct {
	readings []reading // those that are not in force anyway
	variants []string
	src      interpreter.Sources
	opt      interpreter.Options
}

// form makes one of readings. Where they need several variants, a variant is laid
// that builds on these and says nothing of its own.
func (r *readings) form(list []reading) form {
	f := form{src: r.src}
	for _, x := range list {
		if x.name != "" && x.needs != "" && !slices.Contains(f.variants, x.needs) {
			f.variants = append(f.variants, x.needs)
		}
	}
	slices.Sort(f.variants)
	f.opt = interpreter.Options{Variant: strings.Join(f.variants, "_and_"), Readings: map[string]string{}}
	if len(f.variants) > 1 {
		text := fmt.Sprintf("variant: %s\nbuilds_on: [%s]\n", f.opt.Variant, strings.Join(f.variants, ", "))
		files := fstest.MapFS{"variants/" + r.id + "/several.yaml": {Data: []byte(text)}}
		f.src = append(slices.Clip(f.src), interpreter.Layer{Name: "several variants", FS: files})
	}
	for _, x := range list {
		picked := slices.ContainsFunc(f.variants, func(v string) bool { return picks(r.laid[v], x.ruling) != "" })
		if x.name != "" && (picked || !x.standard) {
			f.readings = append(f.readings, x)
			f.opt.Readings[x.ruling] = x.name
		}
	}
	return f
}

// oneByOne returns the form with one of its variants at a time, without the readings that need the others,
// because scenarios name only one variant.
func (r *readings) oneByOne(f form) (forms []form) {
	if len(f.variants) < 2 {
		return []form{f}
	}
	for _, variant := range f.variants {
		rest := slices.Clone(f.readings)
		forms = append(forms, r.form(slices.DeleteFunc(rest, func(x reading) bool { return x.needs != "" && x.needs != variant })))
	}
	return forms
}

// String is the form as the flags of commands have it.
func (f form) String() string {
	var b strings.Builder
	if f.opt.Variant != "" {
		b.WriteString(" --variant " + f.opt.Variant)
	}
	for _, x := range f.readings {
		b.WriteString(" --reading " + x.String())
	}
	return strings.TrimSpace(b.String())
}

// load loads a form.
func (r *readings) load(f form) (*interpreter.Game, error) {
	if len(f.variants) > 1 {
		return interpreter.Load(f.src, r.id, f.opt)
	}
	return r.rules.Game(f.opt)
}

// forms are the sets in which the readings meet, as forms of the game.
func (r *readings) forms(t *testing.T) (forms []form, games []*interpreter.Game) {
	t.Helper()
	for _, set := range r.Cover(1) {
		var list []reading
		for _, v := range set {
			list = append(list, r.all[v])
		}
		f := r.form(list)
		g, err := r.load(f)
		if err != nil {
			fails := func(list []reading) bool { _, bad := r.load(r.form(list)); return bad != nil }
			t.Errorf("%s\nthe least with which it does not load: %s", err, r.form(smallest(f.readings, fails)))
			continue
		}
		forms, games = append(forms, f), append(games, g)
	}
	return forms, games
}
